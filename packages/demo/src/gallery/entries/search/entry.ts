import type { Entry } from "../../entry.ts";
import { openList } from "./panel.ts";
import type * as Work from "./work.ts";

export const entry: Entry<Work.Data, string, Work.Found[]> = {
  summary:
    "Each key searches 20,000 rows that may contain typing errors. A new key makes the search before it useless.",
  libraries: ["fuse.js 7.5.0"],
  field: "Search for a person",
  byHand:
    "An index for each 250 rows, a pause between them, and the results sorted anew. A new key ends the search before it.",
  worker:
    "The worker has its own rows and index. A search that is not wanted any more cannot be stopped there: the next one waits for it.",
  hasWorker: true,
  limits: [
    "A query of one letter finds nearly all rows. They are sorted by a built-in; it calls a function of the library, and is preempted in between.",
  ],
  script: { kind: "typed", sample: "margaret baker", request: (text) => text },
  builds: { plain: () => import("./work.ts?plain") as Promise<typeof Work>, preempt: () => import("./work.ts") },
  open: openList,
};
