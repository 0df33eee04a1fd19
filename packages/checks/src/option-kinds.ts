/**
 * What an option of a job, a task, a server or a request may be. Unlike a {@link ValueType}, a kind has no sentence for people: an
 * error names it by its code, and remedies.ts knows what to give instead. So bundles of production hold no texts.
 */
import { show } from "./refusal.ts";

export interface OptionKind {
  accepts(value: unknown): boolean;
  /** Ends the error's code, behind the name of the option: `deadline_not_positive`. */
  readonly code: string;
  /** Ends the sentence "Give …". Default: as remedies.ts has it for the code. */
  readonly give?: string;
}

/** A number above 0, also Infinity. */
export const positiveNumber: OptionKind = {
  code: "_not_positive",
  accepts: (value) => typeof value === "number" && value > 0,
};

/** A finite number, 0 or above. */
export const naturalNumber: OptionKind = {
  code: "_negative",
  accepts: (value) => Number.isFinite(value) && (value as number) >= 0,
};

/** 0 or above, also Infinity. */
export const timeOrNever: OptionKind = {
  code: "_negative",
  accepts: (value) => typeof value === "number" && value >= 0,
};

export const finiteNumber: OptionKind = { code: "_not_finite", accepts: Number.isFinite };

/** A part of a whole. */
export const fraction: OptionKind = {
  code: "_not_a_fraction",
  accepts: (value) => typeof value === "number" && value > 0 && value <= 1,
};

/** An integer of 1 or more, or Infinity. */
export const countFromOne: OptionKind = {
  code: "_not_a_count",
  accepts: (value) => value === Number.POSITIVE_INFINITY || (Number.isInteger(value) && (value as number) > 0),
};

export const bool: OptionKind = { code: "_not_a_boolean", accepts: (value) => typeof value === "boolean" };

export const callback: OptionKind = { code: "_not_a_function", accepts: (value) => typeof value === "function" };

/** Null is none, as elsewhere on the web. */
export const nameText: OptionKind = {
  code: "_not_a_string",
  accepts: (value) => typeof (value ?? "") === "string",
};

/** Null is none here, too. */
export const abortSignal: OptionKind = {
  code: "_not_a_signal",
  accepts: (value) => !value || typeof (value as { addEventListener?: unknown }).addEventListener === "function",
};

/** Arguments of a function, and other lists. */
export const list: OptionKind = {
  code: "_not_a_list",
  accepts: (value) => typeof value === "object" && value !== null && Symbol.iterator in value,
};

export const plainObject: OptionKind = {
  code: "_not_an_object",
  accepts: (value) => typeof value === "object" && value !== null && !Array.isArray(value),
};

/** One of a few words. */
export const word = (...words: readonly string[]): OptionKind => ({
  code: "_unknown",
  give: words
    .map(show)
    .join(", ")
    .replace(/, ([^,]*)$/, " or $1"),
  accepts: (value) => words.includes(value as string),
});
