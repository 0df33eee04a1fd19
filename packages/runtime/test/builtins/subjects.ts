/** Things to walk over, and callbacks that meddle with them meanwhile. */
import fc from "fast-check";
import { type Log, logged } from "./compare.ts";

/** How a receiver is made. A recipe is data, so that it can be followed twice. */
export interface Recipe {
  readonly kind: (typeof kinds)[number];
  readonly elements: readonly (number | undefined | "hole" | "getter")[];
  readonly calls: readonly Action[];
}

const kinds = [
  "array",
  "proxy",
  "arrayLike",
  "subclass",
  "oddSpecies",
  "noSpecies",
  "notConstructor",
  "frozen",
] as const;

/** What the callback does the nth time it is called. */
type Action =
  | { readonly do: "answer"; readonly value: unknown }
  | { readonly do: "throw" }
  | { readonly do: "push" | "delete" | "assign"; readonly at: number; readonly value: unknown }
  | { readonly do: "length"; readonly at: number; readonly value: unknown };

const answer = fc.oneof(
  fc.integer({ min: -3, max: 3 }),
  fc.constantFrom(true, false, undefined, null, Number.NaN, "", "x", -0),
  fc.constantFrom([1, 2], [], [[3]], Object.assign([], { length: 3, 1: 5 })),
);

const action: fc.Arbitrary<Action> = fc.oneof(
  { weight: 12, arbitrary: answer.map((value) => ({ do: "answer" as const, value })) },
  { weight: 1, arbitrary: fc.constant({ do: "throw" as const }) },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constantFrom("push" as const, "delete" as const, "assign" as const, "length" as const),
      at: fc.nat({ max: 8 }),
      value: answer,
    }) as fc.Arbitrary<Action>,
  },
);

const element = fc.oneof(
  { weight: 5, arbitrary: fc.integer({ min: -9, max: 9 }) },
  { weight: 1, arbitrary: fc.constantFrom("hole" as const, "getter" as const, undefined) },
);

export const recipe: fc.Arbitrary<Recipe> = fc.record({
  kind: fc.constantFrom(...kinds),
  elements: fc.array(element, { maxLength: 9 }),
  calls: fc.array(action, { maxLength: 6 }),
});

export function cook({ kind, elements, calls }: Recipe, log: Log) {
  let target: Record<number, unknown> & { length: number; constructor?: unknown } = [];
  if (kind === "arrayLike") target = { length: 0 };
  if (kind === "subclass") {
    class Sub extends Array<unknown> {
      constructor(...args: number[]) {
        log("construct", ...args);
        super(...args);
      }
    }
    target = Reflect.construct(Sub, []) as never;
  }
  elements.forEach((e, i) => {
    const get = () => {
      log("get", i);
      return i * 10;
    };
    if (e === "getter") Object.defineProperty(target, i, { get, set: (v) => log("set", i, v), configurable: true });
    else if (e !== "hole") target[i] = e;
  });
  target.length = elements.length;
  if (kind === "oddSpecies") {
    const made = { length: 2, 0: "old" };
    target.constructor = {
      get [Symbol.species]() {
        log("species");
        return function Odd(...args: unknown[]) {
          log("construct", ...args);
          return logged(made, log, "made ");
        };
      },
    };
  }
  if (kind === "noSpecies") target.constructor = { [Symbol.species]: null };
  if (kind === "notConstructor") target.constructor = elements.length % 2 === 0 ? 5 : { [Symbol.species]: Math.max };
  if (kind === "frozen") Object.freeze(target);
  const self = kind === "proxy" ? logged(target, log) : target;
  let calledBefore = 0;
  function callback(this: unknown, ...args: unknown[]): unknown {
    log("callback", this, ...args.map((a) => (a === self ? "receiver" : a)));
    const next = calls[calledBefore++ % Math.max(1, calls.length)];
    if (next === undefined) return args[0];
    if (next.do === "throw") throw new Error("thrown");
    if (next.do === "answer") return next.value;
    try {
      if (next.do === "push") target[target.length] = next.value;
      if (next.do === "assign") target[next.at] = next.value;
      if (next.do === "delete") delete target[next.at];
      if (next.do === "length") target.length = next.at;
    } catch (error) {
      log("failed", (error as Error).message);
    }
    return next.value;
  }
  return { self, callback };
}
