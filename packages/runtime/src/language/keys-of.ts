/**
 * What `for (const key in object)` does, in steps. Which keys there are, and which of those that come and go meanwhile, is
 * the engine's affair: a generator stands in its loop.
 */
import type { GeneratorFrame, SharedSteps } from "@preempt/abi";
import { generatorNext } from "../realm/intrinsics.ts";

class Keys implements SharedSteps {
  readonly #walk: GeneratorFrame;
  value: unknown;

  constructor(walk: GeneratorFrame) {
    this.#walk = walk;
  }

  /** Whether there is another key, which is in {@link value} then. */
  more(): boolean {
    const step = generatorNext(this.#walk);
    if (step.done) return false;
    this.value = step.value;
    return true;
  }
}

export function keysOf(object: unknown): Keys {
  return new Keys(walk(object));
}

function* walk(object: unknown): Generator<unknown, void> {
  for (const key in object as object) yield key;
}
