/**
 * Options and events have names. One that is not known is most often a slip of the keyboard, which would have no effect and no
 * message: so it is refused, with the name that was probably meant. near-names.ts finds more such names, in more code.
 */
import { show } from "./refusal.ts";

/**
 * The first member of `options` that has a value and is not among `known`.
 *
 * @param isPart The options may be part of a larger plan: what is like no known name is left alone
 */
export function unknownName(options: object, known: ReadonlySet<string>, isPart = false): string | undefined {
  for (const name in options) {
    if (known.has(name) || (options as Record<string, unknown>)[name] === undefined) continue;
    if (!isPart || nearest(name, known) !== undefined) return name;
  }
  return undefined;
}

/** What to give in place of a name that is not known. */
export const instead = (name: string, known: ReadonlySet<string>): string => nearest(name, known) ?? oneOf(known);

export const oneOf = (known: Iterable<string>): string => `one of ${[...known].join(", ")}`;

/** The known name that differs in the middle alone, if there is one. */
function nearest(name: string, known: ReadonlySet<string>): string | undefined {
  let best: string | undefined;
  let most = Math.max(name.length - 3, name.length / 2);
  for (const one of known) {
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
