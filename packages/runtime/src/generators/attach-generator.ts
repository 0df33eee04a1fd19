/** Generator functions: what a preemptable call of one gives, and what a preemptable caller asks of that. */
import type { GeneratorFrame, PlainBody } from "@preempt/abi";
import type { Entry } from "../protocol/entry.ts";
import { createStamp, type Stamp } from "../protocol/entry.ts";
import { attachPlain } from "../protocol/protocol-plain.ts";
import {
  apply,
  type Body,
  type Callable,
  generatorNext,
  generatorReturn,
  generatorThrow,
} from "../realm/intrinsics.ts";
import { realm } from "../realm/realm.ts";
import { type Completion, Driver, type Step, stepOf } from "./driver.ts";

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

/** Makes generator objects with the prototype that it has itself. */
type Shell = ((driver: Driver) => GeneratorFrame) & { prototype: unknown };

function createShell(): Shell {
  return function* (driver: Driver) {
    return yield* driver as unknown as Iterable<unknown>;
  } as unknown as Shell;
}

class GeneratorEntry implements Entry {
  readonly #f: Callable;
  readonly #body: Body;
  #shell: Shell | undefined;
  readonly isLasting: boolean;
  readonly arrow = undefined;
  readonly isOnly = false;
  readonly plain: PlainBody;
  readonly run: Callable;
  readonly body: Body;
  readonly job: Body;

  constructor(f: Callable, body: Body, isLasting: boolean) {
    this.#f = f;
    this.#body = body;
    this.isLasting = isLasting;
    const begin = (self: unknown, args: unknown[]) => this.#begin(self, args);
    this.plain = (_depth, self, ...args) => begin(self, args);
    this.run = function (this: unknown, ...args: unknown[]) {
      return begin(this, args);
    };
    this.body = function (this: unknown, ...args: unknown[]) {
      return returning(begin(this, args));
    };
    this.job = function (this: unknown, ...args: unknown[]) {
      return asJob(begin(this, args));
    };
  }

  /** As in the language, parameters come first, then the function's `prototype`. */
  #begin(self: unknown, args: unknown[]): GeneratorFrame {
    const driver = new Driver(apply(this.#body, self, args));
    const { prototype } = this.#f as unknown as Shell;
    this.#shell ??= createShell();
    const shell = this.#shell;
    if (shell.prototype !== prototype) shell.prototype = prototype;
    const made = shell(driver);
    drivers.putFirst(made, driver);
    return made;
  }
}

function* returning(value: unknown): Generator<unknown, unknown, unknown> {
  return value;
}

/** A generator function as a job: each `yield` of its own is a preemption point. */
function* asJob(shell: GeneratorFrame): Generator<unknown, unknown, unknown> {
  const driver = driverOf(shell) as Driver;
  let hasEnded = false;
  try {
    for (;;) {
      hasEnded = true;
      let step = stepOf(driver, shell, "next", undefined, state.depth);
      if (step === signal) step = yield;
      const { done, value } = step as Step;
      if (done) return value;
      hasEnded = false;
      yield;
    }
  } finally {
    if (!hasEnded && stepOf(driver, shell, "return", undefined, state.depth) === signal) yield;
  }
}

/**
 * Makes the generator function `f` preemptable: `body` is its resumable body. Returns `f`.
 *
 * @param lasting Whether `f` lives as long as its module
 */
export function attachGenerator<F extends Callable>(f: F, body: Body, lasting = false): F {
  if (!isStamped) stampMethods();
  owners.put(body, f);
  entries.put(f, new GeneratorEntry(f, body, lasting));
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
