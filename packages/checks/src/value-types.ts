/** What an option takes: how it is said, how it is checked, and what is answered to a value that it does not take. */
import { nearNames } from "./near-names.ts";

/** `T` is the TypeScript type of the option. */
export interface ValueType<T = unknown> {
  /** Ends the sentence "Give …", and stands in tables: "true or false". */
  readonly text: string;
  accepts(value: unknown): value is T;
  /** A better answer than `text` to this value: the whole sentence that refuses it, or only what to give. */
  answer?(value: unknown, option: string): { readonly sentence: string } | { readonly give: string } | undefined;
}

export const aBoolean: ValueType<boolean> = {
  text: "true or false",
  accepts: (value) => typeof value === "boolean",
};

export const aText = (what: string): ValueType<string> => ({
  text: what,
  accepts: (value): value is string => typeof value === "string" && value !== "",
});

export const anObject = <T extends object>(what: string): ValueType<T> => ({
  text: what,
  accepts: (value): value is T => typeof value === "object" && value !== null && !Array.isArray(value),
});

export const aFunction = <T extends (...args: never[]) => unknown>(): ValueType<T> => ({
  text: "a function",
  accepts: (value): value is T => typeof value === "function",
});

/** One of a few words; the one that was probably meant is named. */
export const oneOfWords = <const T extends string>(...words: readonly T[]): ValueType<T> => ({
  text: alternatives(words.map((one) => `"${one}"`)),
  accepts: (value): value is T => words.includes(value as T),
  answer: (value) => {
    const [meant] = nearNames(String(value), words);
    return meant === undefined ? undefined : { give: `"${meant}"` };
  },
});

export const eitherOf = <A, B>(a: ValueType<A>, b: ValueType<B>): ValueType<A | B> => ({
  text: `${a.text}, or ${b.text}`,
  accepts: (value): value is A | B => a.accepts(value) || b.accepts(value),
  answer: (value, option) => a.answer?.(value, option) ?? b.answer?.(value, option),
});

/** @param what What the list is of, in the plural: "names of packages" */
export const listOf = <T>(what: string, isOne: (value: unknown) => value is T): ValueType<readonly T[]> => ({
  text: `a list of ${what}`,
  accepts: (value): value is readonly T[] => Array.isArray(value) && value.every(isOne),
  answer: (value, option) => {
    if (!Array.isArray(value))
      return { give: isOne(value) ? `a list, such as [${showValue(value)}]` : `a list of ${what}` };
    const stranger: unknown = value.find((one) => !isOne(one));
    return { sentence: `${showValue(stranger)} in ${option}. Give ${what}.` };
  },
});

/** @param unit "milliseconds"; "" for a mere number. @param range "above 0" */
export const aNumber = (unit: string, range: string, isIn: (value: number) => boolean): ValueType<number> => ({
  text: `${unit || "a number"} ${range}`,
  accepts: (value): value is number => typeof value === "number" && isIn(value),
});

function alternatives(words: readonly string[]): string {
  return words.length < 2 ? words.join() : `${words.slice(0, -1).join(", ")} or ${words.at(-1)}`;
}

export function showValue(value: unknown): string {
  if (value instanceof RegExp || typeof value === "function") return String(value).slice(0, 60);
  return JSON.stringify(value) ?? String(value);
}
