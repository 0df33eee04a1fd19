/**
 * Options in one form, whatever takes them: a table of names, each with what it takes, its default and one sentence. Checks and
 * `--help` are made of the tables, documentation and TypeScript types are compared with them.
 */
import { oneOf } from "./known-names.ts";
import { nearNames } from "./near-names.ts";
import { refusal } from "./refusal.ts";
import { showValue, type ValueType } from "./value-types.ts";

export interface OptionSpec<T = unknown> {
  readonly takes: ValueType<T>;
  /** As Markdown shows it: "`true`", "none". */
  readonly byDefault: string;
  /** One sentence or a few, in Markdown, without a full stop at the end. */
  readonly about: string;
  /** What the documentation of all users leaves out: for tests and experiments, or an older name. */
  readonly isHidden?: true;
}

export type OptionSchema = Readonly<Record<string, OptionSpec>>;

/** The TypeScript type of options with this schema; types that are written by hand are compared with it. */
export type OptionsOf<S extends OptionSchema> = {
  -readonly [K in keyof S]?: (S[K] extends OptionSpec<infer T> ? T : never) | undefined;
};

export interface Problem {
  readonly code: "option_unknown" | "option_value" | "options_not_an_object";
  readonly sentence: string;
}

/**
 * The first thing that is wrong with `options`; undefined if nothing is.
 *
 * @param isForeign Names that others read in the same object; with it, a name that is like none of ours is theirs as well
 */
export function problemIn(
  options: unknown,
  schema: OptionSchema,
  isForeign?: (name: string) => boolean,
): Problem | undefined {
  if (typeof options !== "object" || options === null || Array.isArray(options)) {
    return { code: "options_not_an_object", sentence: refusal("the options", showValue(options), "an object") };
  }
  const given = options as Readonly<Record<string, unknown>>;
  const names = Object.keys(schema).filter((name) => schema[name]?.isHidden !== true);
  for (const [name, value] of Object.entries(given)) {
    if (value === undefined || Object.hasOwn(schema, name) || isForeign?.(name)) continue;
    const [meant] = nearNames(name, Object.keys(schema));
    if (meant === undefined && isForeign !== undefined) continue;
    return { code: "option_unknown", sentence: `there is no option ${name}. Give ${meant ?? oneOf(names)}.` };
  }
  for (const [name, { takes }] of Object.entries(schema)) {
    const value = given[name];
    if (value === undefined) continue;
    if (!takes.accepts(value)) return { code: "option_value", sentence: refused(value, takes, name) };
  }
  return undefined;
}

function refused(value: unknown, takes: ValueType, name: string): string {
  const answer = takes.answer?.(value, name);
  if (answer !== undefined && "sentence" in answer) return answer.sentence;
  return refusal(name, showValue(value), answer?.give ?? takes.text);
}
