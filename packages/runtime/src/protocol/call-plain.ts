import { leadingParameters, type PlainBody } from "@preempt/abi";
import { apply, privateList } from "../realm/intrinsics.ts";
import { signal } from "../realm/realm.ts";

/**
 * Calls a plain body. Neither spreads nor builds a list where the user could see it: an iterator or a setter of
 * `Array.prototype` may be the user's own.
 *
 * @param first Where in `args` the arguments begin
 */
export function callPlain(
  plain: PlainBody,
  depth: number,
  self: unknown,
  args: ArrayLike<unknown>,
  first = 0,
): unknown {
  switch (args.length - first) {
    case 0:
      return plain(depth, self);
    case 1:
      return plain(depth, self, args[first]);
    case 2:
      return plain(depth, self, args[first], args[first + 1]);
    case 3:
      return plain(depth, self, args[first], args[first + 1], args[first + 2]);
    case 4:
      return plain(depth, self, args[first], args[first + 1], args[first + 2], args[first + 3]);
    default: {
      const all = privateList([depth, self]);
      for (let i = first; i < args.length; i++) all[i - first + leadingParameters] = args[i];
      return apply(plain, undefined, all);
    }
  }
}

/** Reads a list of arguments as the engine does, with its getters and its errors. */
const collect = (...elements: unknown[]): unknown[] => privateList(elements);
export const listOf = (list: unknown): unknown[] =>
  list === undefined || list === null ? [] : (apply(collect, undefined, list as unknown[]) as unknown[]);

/** A frame that has not started, for who asks for one. */
export function* startPlain(
  plain: PlainBody,
  self: unknown,
  args: ArrayLike<unknown>,
): Generator<unknown, unknown, unknown> {
  const value = callPlain(plain, 0, self, args);
  return value === signal ? yield : value;
}
