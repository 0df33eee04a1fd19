/**
 * Options and events have names. One that is not known is most often a slip of the keyboard, which would have no effect and no
 * message: so it is refused, with the name that was probably meant. near-names.ts finds more such names, in more code.
 */
import { show } from "./refusal.ts";

/** A set of names, or a table of options. */
interface Known {
  keys(): Iterable<string>;
}

/** What to give in place of a name that is not known. */
export const instead = (name: string, known: Known): string => nearest(name, known) ?? oneOf(known.keys());

export const oneOf = (known: Iterable<string>): string => `one of ${[...known].join(", ")}`;

/** Whether a known name was probably meant. */
export const isLike = (name: string, known: Known): boolean => nearest(name, known) !== undefined;

/** The known name that differs in the middle alone, if there is one. */
function nearest(name: string, known: Known): string | undefined {
  let best: string | undefined;
  let most = Math.max(name.length - 3, name.length / 2);
  for (const one of known.keys()) {
    const shared = sharedEnds(name, one);
    if (shared <= most) continue;
    best = show(one);
    most = shared;
  }
  return best;
}

/** How many letters at the beginning and at the end are the same, whatever stands between. */
function sharedEnds(a: string, b: string): number {
  const most = Math.min(a.length, b.length);
  let first = 0;
  let last = 0;
  while (first < most && a[first] === b[first]) first++;
  while (last < most - first && a.at(-1 - last) === b.at(-1 - last)) last++;
  return first + last - Math.max(0, b.length - a.length - 2);
}
