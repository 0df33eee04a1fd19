/** Generator functions: what a preemptable call of one gives, and what a preemptable caller asks of that. */
import type { GeneratorFrame, PlainBody } from "@preempt/abi";
import { createStamp, type Stamp } from "../protocol/entry.ts";
import { attachPlain } from "../protocol/protocol-plain.ts";
import { type Body, type Callable, generatorNext, generatorReturn, generatorThrow } from "../realm/intrinsics.ts";
import { realm } from "../realm/realm.ts";
import { type Completion, Driver, type Step, stepOf } from "./driver.ts";
import { GeneratorEntry, type GeneratorKind, type Shell } from "./generator-entry.ts";

const { state, signal, entries, owners } = realm;

const GeneratorPrototype = Object.getPrototypeOf(Object.getPrototypeOf((function* () {})())) as Record<
  Completion,
  Callable
>;
export const nativeNext: unknown = GeneratorPrototype.next;

const drivers: Stamp<Driver> = /* @__PURE__ */ createStamp();

/** The driver of a generator object whose body is a resumable one. */
export function driverOf(value: unknown): Driver | undefined {
  return typeof value === "object" && value !== null ? drivers.of(value) : undefined;
}

function createShell(): Shell<Driver> {
  return function* (driver: Driver) {
    return yield* driver as unknown as Iterable<unknown>;
  } as unknown as Shell<Driver>;
}

const kind: GeneratorKind<Driver> = {
  createShell,
  createDriver: (body) => new Driver(body),
  mark: (made, driver) => drivers.putFirst(made, driver),
  asJob,
};

/** A generator function as a job: each `yield` of its own is a preemption point. */
function* asJob(shell: object): Generator<unknown, unknown, unknown> {
  const driver = driverOf(shell) as Driver;
  let hasEnded = false;
  try {
    for (;;) {
      hasEnded = true;
      let step = stepOf(driver, shell as GeneratorFrame, "next", undefined, state.depth);
      if (step === signal) step = yield;
      const { done, value } = step as Step;
      if (done) return value;
      hasEnded = false;
      yield;
    }
  } finally {
    if (!hasEnded && stepOf(driver, shell as GeneratorFrame, "return", undefined, state.depth) === signal) yield;
  }
}

/**
 * Makes the generator function `f` preemptable, unless it is already: `body` is its resumable body. Returns `f`.
 *
 * @param lasting Whether `f` lives as long as its module
 */
export function attachGenerator<F extends Callable>(f: F, body: Body, lasting = false): F {
  if (entries.of(f) !== undefined) return f;
  if (!isStamped) stampMethods();
  owners.put(body, f);
  entries.put(f, new GeneratorEntry(f, body, lasting, kind));
  return f;
}

let isStamped = false;

function stampMethods(): void {
  isStamped = true;
  stampMethod("next", generatorNext);
  stampMethod("throw", generatorThrow);
  stampMethod("return", generatorReturn);
}

/** `it.next(v)` in preemptable code. */
function stampMethod(name: Completion, native: (frame: GeneratorFrame, value: unknown) => unknown): void {
  const plain: PlainBody = (depth, self, value) => {
    const driver = driverOf(self);
    return driver === undefined || state.exact
      ? native(self as GeneratorFrame, value)
      : stepOf(driver, self as GeneratorFrame, name, value, depth);
  };
  attachPlain(GeneratorPrototype[name], plain, true);
}
