/** A fuzzy search by Fuse.js, which knows nothing of jobs. The build makes it preemptable, because `useJob` gets it. */
import Fuse from "fuse.js";
import type { Person } from "./people.ts";

export interface Match {
  readonly count: number;
  readonly best: readonly Person[];
}

export function find(people: readonly Person[], query: string): Match {
  const fuse = new Fuse(people, { keys: ["name", "city", "role"], useTokenSearch: false, threshold: 0.3 });
  const found = fuse.search(query);
  return { count: found.length, best: found.slice(0, 15).map(({ item }) => item) };
}
