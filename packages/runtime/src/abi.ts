/**
 * What emitted code imports. Not for people: the transformer and this module change together.
 *
 * Every name is one field of the realm's shared protocol; packages/transformer/src/runtime-names.ts lists those
 * that emitted code mentions, and a test checks that they are exported here.
 */
import { realm } from "./realm.ts";

export const {
  state,
  signal,
  run,
  call,
  of,
  ofAwaited,
  attach,
  attachArrow,
  attachAsync,
  attachAsyncArrow,
  attachOwner,
  attachAsyncOwner,
  attachMethod,
  attachOwn,
  bodyKey,
  propertyKey,
  own,
  superReference,
  wait,
  settle,
  awaited,
  awaitedTail,
  delegate,
  iterateAsync,
  disposeAsync,
  enter,
  enterAsync,
  resumeExact,
} = realm;

// Each of these makes built-in functions preemptable; what emitted code does not mention drops out of a bundle.
export { useFilter } from "./builtins/filter.ts";
export { useFind } from "./builtins/find.ts";
export { useFlatMap } from "./builtins/flat-map.ts";
export { useForEach } from "./builtins/for-each.ts";
export { useFrom } from "./builtins/from.ts";
export { useGroupBy } from "./builtins/group-by.ts";
export { useParse } from "./builtins/json-parse.ts";
export { useStringify } from "./builtins/json-stringify.ts";
export { useMap } from "./builtins/map.ts";
export { useReduce } from "./builtins/reduce.ts";
export { useReplace } from "./builtins/replace.ts";
export { useSome } from "./builtins/some.ts";
export { useSort } from "./builtins/sort.ts";
