/**
 * Every name of `@preempt/runtime/abi` that emitted code may mention. A test checks that the runtime exports them.
 */
export const runtimeNames = [
  "state",
  "signal",
  "run",
  "call",
  "of",
  "ofAwaited",
  "attach",
  "site",
  "miss",
  "attachArrow",
  "attachPlain",
  "attachPlainArrow",
  "attachDirect",
  "taking",
  "held",
  "handed",
  "attachAsync",
  "attachAsyncArrow",
  "attachOwner",
  "attachAsyncOwner",
  "attachMethod",
  "attachOwn",
  "takeOut",
  "callable",
  "bodyKey",
  "propertyKey",
  "own",
  "superReference",
  "wait",
  "settle",
  "awaited",
  "awaitedTail",
  "delegate",
  "iterate",
  "walkable",
  "only",
  "parts",
  "listed",
  "opened",
  "again",
  "spreadable",
  "keysOf",
  "abandon",
  "closeQuietly",
  "iterateAsync",
  "disposeAsync",
  "enter",
  "enterAsync",
  "enterPlain",
  "resumeExact",
  "useFill",
  "useFilter",
  "useFind",
  "useFlatMap",
  "useForEach",
  "useFrom",
  "useGroupBy",
  "useMap",
  "useParse",
  "useReduce",
  "useReplace",
  "useSome",
  "useSort",
  "useStringify",
] as const;

export type RuntimeName = (typeof runtimeNames)[number];

export const runtimePackage = "@preempt/runtime";
export const abiModule = "@preempt/runtime/abi";
/** `Symbol.for` key under which a classic script finds the same names. */
export const abiSymbol = "@preempt/runtime/abi@1";

/** The names that make built-in functions preemptable. */
export type BuiltinFamily = Extract<RuntimeName, `use${string}`>;
