/**
 * Options and events have names. One that is not known is most often a slip of the keyboard, which would have no effect and
 * no message: so it is refused, with the name that was probably meant.
 */
import { refuse, show } from "./errors.ts";

/** The names of a type's members, kept complete by the compiler: `namesOf<Options>({ slice: 1, … })`. */
export function namesOf<T>(names: Record<keyof T & string, 1>): ReadonlySet<string> {
  return new Set(Object.keys(names));
}

/**
 * @param isPart The options may be part of a larger plan: what is like no known name is left alone
 * @throws PreemptError if `options` has a member that is not among `known`, unless it is undefined
 */
export function refuseUnknown(options: object, known: ReadonlySet<string>, whose: string, isPart = false): void {
  for (const name in options) {
    if (known.has(name) || (options as Record<string, unknown>)[name] === undefined) continue;
    const meant = nearest(name, known);
    if (meant === undefined && isPart) continue;
    refuse("option_unknown", `an option of ${whose}`, show(name), meant ?? oneOf(known));
  }
}

export const oneOf = (known: ReadonlySet<string>) => `one of ${[...known].join(", ")}`;

/** What to give in place of a name that is not known: one that differs in the middle alone, if there is one. */
export function nearest(name: string, known: ReadonlySet<string>): string | undefined {
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
