/** The values of options, and their checks. */
import type { Words } from "./command.ts";
import { LabError, show } from "./errors.ts";
import { longestTime } from "./task-set.ts";

export function textOf(words: Words, name: string): string | undefined {
  const value = words[name];
  return typeof value === "string" ? value : undefined;
}

export function isSet(words: Words, name: string): boolean {
  return words[name] === true;
}

/** @throws LabError if an option is given that says something of another one, which is not: it would change nothing */
export function needs(words: Words, name: string, isThere: boolean | undefined, what: string): void {
  if (isThere === true || textOf(words, name) === undefined) return;
  throw new LabError("option_without", `--${name} is of ${what}, and changes nothing without. Give both, or neither.`);
}

export interface Range {
  readonly least?: number;
  readonly most?: number;
  readonly integer?: boolean;
}

/** @throws LabError if it is no number in the range */
export function numberOf(words: Words, name: string, range: Range = {}): number | undefined {
  const text = textOf(words, name);
  return text === undefined ? undefined : checkNumber(text, `--${name}`, range);
}

export function checkNumber(
  text: string,
  what: string,
  { least = -Infinity, most = Infinity, integer = false }: Range,
): number {
  const value = text.trim() === "" ? Number.NaN : Number(text);
  const fits = value >= least && value <= most && (!integer || Number.isInteger(value));
  if (fits) return value;
  const bounds = most === Infinity ? (least === -Infinity ? "" : ` of ${least} or more`) : ` from ${least} to ${most}`;
  throw new LabError("option_value", `${what} is ${show(text)}. Give ${integer ? "an integer" : "a number"}${bounds}.`);
}

/** More threads or processes than any machine has use for are a slip. */
export function parallelOf(words: Words): number | undefined {
  return numberOf(words, "parallel", { least: 1, most: 1000, integer: true });
}

/** @throws LabError if it is none of `all` */
export function choiceOf<Name extends string>(words: Words, name: string, all: readonly Name[]): Name | undefined {
  const text = textOf(words, name);
  return text === undefined ? undefined : checkChoice(text, `--${name}`, all);
}

export function checkChoice<Name extends string>(text: string, what: string, all: readonly Name[]): Name {
  const found = all.find((known) => known === text);
  if (found !== undefined) return found;
  throw new LabError("option_value", `${what} is ${show(text)}. Give one of ${all.join(", ")}.`);
}

/** Several, separated by commas. */
export function choicesOf<Name extends string>(words: Words, name: string, all: readonly Name[]): Name[] | undefined {
  return textOf(words, name)
    ?.split(",")
    .map((part) => checkChoice(part.trim(), `--${name}`, all));
}

const units: Readonly<Record<string, number>> = { us: 1, µs: 1, ms: 1000, s: 1_000_000 };

/**
 * A time in microseconds; "5ms" and "10s" are understood, too.
 *
 * @throws LabError if it is none, below `least` or too long
 */
export function timeOf(words: Words, name: string, least = 0): number | undefined {
  const text = textOf(words, name)?.trim();
  if (text === undefined) return undefined;
  const [, digits = "", unit = "us"] = /^([\d.]+)\s*(us|µs|ms|s)?$/.exec(text) ?? [];
  const value = digits === "" ? Number.NaN : Math.round(Number(digits) * (units[unit] as number));
  if (value >= least && value <= longestTime) return value;
  const expected = `a time from ${least} to 2^52 µs: a number of microseconds, or with a unit as 5ms or 10s`;
  throw new LabError("option_value", `--${name} is ${show(text)}. Give ${expected}.`);
}

/** How large a run is to be: --quick, --full, or neither. */
export type RunSize = "quick" | "usual" | "full";

/** @throws LabError if both are given */
export function runSizeOf(words: Words): RunSize {
  const [quick, full] = [isSet(words, "quick"), isSet(words, "full")];
  if (quick && full)
    throw new LabError("quick_full", "--quick and --full are both given. Give one of them, or neither.");
  return quick ? "quick" : full ? "full" : "usual";
}
