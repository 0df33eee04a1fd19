/**
 * The options of jobs, tasks, servers, requests and other things: a table of their names, each with what it takes. What is given is
 * compared with the table in one walk over what is given, which also finds names that do not exist.
 */
import { instead, isLike } from "./known-names.ts";
import type { OptionKind } from "./option-kinds.ts";
import { show } from "./refusal.ts";

/** 1: whatever is given, or the code that uses the option checks it. */
export type OptionTable = ReadonlyMap<string, OptionKind | 1>;

/** The table of a type's members, kept complete by the compiler: `tableOf<Options>({ deadline: positiveNumber, data: 1 })`. */
export const tableOf = <T>(kinds: Record<keyof T & string, OptionKind | 1>): OptionTable =>
  new Map(Object.entries<OptionKind | 1>(kinds));

/** What an error says of an option: see {@link refusal}. */
export interface OptionFault {
  readonly code: string;
  readonly what: string;
  readonly given: string;
  readonly give: string | undefined;
  /** The end of the code: the same for all options of a kind. */
  readonly ending?: string;
}

/**
 * The first member of `options` that is not in the table, or that has a value of another kind. What is undefined is not given.
 *
 * @param isPart The options may be part of a larger plan: what is like no known name is left alone
 */
export function faultIn(options: object, table: OptionTable, whose: string, isPart = false): OptionFault | undefined {
  for (const name in options) {
    const value = (options as Readonly<Record<string, unknown>>)[name];
    if (value === undefined) continue;
    const kind = table.get(name);
    if (kind === undefined) {
      // A page's library may have put something into what all objects inherit.
      if ((isPart && !isLike(name, table)) || (name in Object.prototype && !Object.hasOwn(options, name))) continue;
      return { code: "option_unknown", what: `an option of ${whose}`, given: show(name), give: instead(name, table) };
    }
    if (kind === 1 || kind.accepts(value)) continue;
    const code = name.replace(/[A-Z]/g, "_$&").toLowerCase() + kind.code;
    const given = Array.isArray(value) ? "an array" : show(value);
    return { code, what: `the ${name} of ${whose}`, given, give: kind.give, ending: kind.code };
  }
  return undefined;
}
