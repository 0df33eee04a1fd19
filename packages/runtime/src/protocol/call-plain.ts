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

const collect = (...elements: unknown[]): unknown[] => privateList(elements);

/** Reads a list of arguments as `Reflect.apply` does, with its getters and its errors. */
export function listFrom(list: unknown): unknown[] {
  return apply(collect, undefined, list as unknown[]);
}

/** The same as `Function.prototype.apply` does, where nothing is an empty list. */
export function listOf(list: unknown): unknown[] {
  return list === undefined || list === null ? [] : listFrom(list);
}

/** No spreading: the iterator of arrays may be the user's own. */
export function joined(first: unknown[], args: ArrayLike<unknown>): ArrayLike<unknown> {
  if (first.length === 0) return args;
  const all = privateList<unknown>([]);
  for (let i = 0; i < first.length; i++) all[all.length] = first[i];
  for (let i = 0; i < args.length; i++) all[all.length] = args[i];
  return all;
}

/** A frame that has not started, for who asks for one. */
export function* startPlain(
  plain: PlainBody,
  self: unknown,
  args: ArrayLike<unknown>,
): Generator<unknown, unknown, unknown> {
  const value = callPlain(plain, 0, self, args);
  return value === signal ? yield : value;
}
