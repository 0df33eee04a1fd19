/** `expect`: what is expected of what is printed, and whether it is so where that is a simple question. */
import { isDeepStrictEqual } from "node:util";
import { show } from "../show.ts";
import { attempt } from "./assertions.ts";
import type { Install } from "./host.ts";

const questions: Readonly<Record<string, (actual: unknown, expected: unknown) => boolean>> = {
  toBe: Object.is,
  toEqual: isDeepStrictEqual,
  toStrictEqual: isDeepStrictEqual,
  toBeUndefined: (actual) => actual === undefined,
  toBeNull: (actual) => actual === null,
  toBeTruthy: Boolean,
  toBeFalsy: (actual) => !actual,
};

export const installExpect: Install = ({ realm }) => {
  const expect = (actual: unknown) => matchers(actual, "");
  // They are expected of something, not something themselves.
  for (const name of ["any", "anything", "objectContaining", "stringContaining", "stringMatching"]) {
    Object.assign(expect, { [name]: (...args: unknown[]) => `${name} ${args.map((v) => show(v)).join(" ")}` });
  }
  realm.define("expect", expect);

  function matchers(actual: unknown, prefix: string): unknown {
    return new Proxy(
      {},
      {
        get: (_, name) => {
          if (name === "not") return matchers(actual, `${prefix}not `);
          if (name === "rejects" || name === "resolves") return settled(actual, `${prefix}${name} `);
          return (...expected: unknown[]) => match(actual, prefix, String(name), expected);
        },
      },
    );
  }

  function match(actual: unknown, prefix: string, name: string, expected: readonly unknown[]): void {
    const is =
      name.startsWith("toThrow") && typeof actual === "function" ? attempt(actual as () => unknown) : show(actual);
    const answer = questions[name]?.(actual, expected[0]);
    realm.print(
      `expect ${is} ${prefix}${name} ${expected.map((v) => show(v)).join(" ")}${answer === undefined ? "" : ` ${answer}`}`,
    );
  }

  function settled(actual: unknown, prefix: string): unknown {
    return new Proxy(
      {},
      {
        get:
          (_, name) =>
          async (...expected: unknown[]) => {
            const value = await Promise.resolve(actual).catch((error: unknown) => error);
            match(value, prefix, String(name), expected);
          },
      },
    );
  }
};
