/** The names of options, kept complete by the compiler; those that are not known are refused. */
import { instead, show, unknownName } from "@preempt/checks";
import { refuse } from "./errors.ts";

/** The names of a type's members, kept complete by the compiler: `namesOf<Options>({ slice: 1, … })`. */
export function namesOf<T>(names: Record<keyof T & string, 1>): ReadonlySet<string> {
  return new Set(Object.keys(names));
}

/**
 * @param isPart The options may be part of a larger plan: what is like no known name is left alone
 * @throws PreemptError if `options` has a member that is not among `known`, unless it is undefined
 */
export function refuseUnknown(options: object, known: ReadonlySet<string>, whose: string, isPart = false): void {
  const name = unknownName(options, known, isPart);
  if (name !== undefined) refuse("option_unknown", `an option of ${whose}`, show(name), instead(name, known));
}
