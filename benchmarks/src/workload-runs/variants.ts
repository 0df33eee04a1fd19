/** Named option sets of the transform, to be compared. A new one is a line here. */
import type { TransformOptions } from "@preempt/transformer";

/** What it has not is as it is by default; which functions are transformed is the workload's business. */
export type VariantOptions = Omit<Partial<TransformOptions>, "fileName" | "functions" | "module" | "sourceMap">;

export interface Variant {
  readonly name: string;
  readonly options: VariantOptions;
}

const variants = new Map<string, VariantOptions>([
  ["default", {}],
  ["no-plain-bodies", { optimize: { plainBodies: false } }],
  ["no-start-bodies", { optimize: { startBodies: false } }],
  ["no-short-methods", { optimize: { shortMethods: false } }],
  ["no-partial-inlining", { optimize: { partialInlining: false } }],
  ["no-direct-callbacks", { optimize: { directCallbacks: false } }],
  ["no-single-calls", { optimize: { singleCalls: false } }],
  ["no-few-calls", { optimize: { fewCalls: false } }],
  ["no-strip-mining", { optimize: { stripMining: false } }],
  ["no-counted-loops", { optimize: { countedLoops: false } }],
  ["no-joint-bounds", { optimize: { jointBounds: false } }],
  ["no-light-rounds", { optimize: { lightRounds: false } }],
  ["no-loop-nests", { optimize: { loopNests: false } }],
  ["no-numbers", { optimize: { numbers: false } }],
  ["paper", { strategy: "paper" }],
]);

/**
 * @param names "all" stands for all of them
 * @throws RangeError if there is no variant of a name
 */
export function chooseVariants(names: readonly string[]): Variant[] {
  const chosen = new Set(names.flatMap((name) => (name === "all" ? [...variants.keys()] : [name])));
  return [...chosen].map((name) => {
    const options = variants.get(name);
    if (options === undefined) {
      throw new RangeError(`There is no variant "${name}". There are: ${[...variants.keys()].join(", ")}, and all.`);
    }
    return { name, options };
  });
}
