/** Async generator functions: what a preemptable call of one gives, and what preemptable code asks of that. */
import { asksInJobs } from "../language/iterate-async.ts";
import { createStamp, type Entry, type Stamp } from "../protocol/entry.ts";
import { settle } from "../protocol/protocol-async.ts";
import { attachAsyncEntry } from "../protocol/protocol-builtins.ts";
import { apply, type Body, type Callable } from "../realm/intrinsics.ts";
import { realm } from "../realm/realm.ts";
import { AsyncDriver, askInJob, asyncNext, nativeAsks } from "./async-driver.ts";
import type { Completion } from "./driver.ts";
import { GeneratorEntry, type GeneratorKind, type Shell } from "./generator-entry.ts";

const { state, signal, entries, owners } = realm;

const drivers: Stamp<AsyncDriver> = /* @__PURE__ */ createStamp();

/** The driver of an async generator object whose body is a resumable one. */
export function asyncDriverOf(value: unknown): AsyncDriver | undefined {
  return typeof value === "object" && value !== null ? drivers.of(value) : undefined;
}

const kind: GeneratorKind<AsyncDriver> = {
  createShell: () =>
    async function* (driver: AsyncDriver) {
      return yield* driver as unknown as AsyncIterable<unknown>;
    } as unknown as Shell<AsyncDriver>,
  createDriver: (body) => new AsyncDriver(body),
  mark: (made, driver) => drivers.putFirst(made, driver),
};

/**
 * Makes the async generator function `f` preemptable, unless it is already: `body` is its resumable body. Returns `f`.
 *
 * @param lasting Whether `f` lives as long as its module
 */
export function attachAsyncGenerator<F extends Callable>(f: F, body: Body, lasting = false): F {
  if (entries.of(f) !== undefined) return f;
  if (asksInJobs.of === undefined) stampMethods();
  owners.put(body, f);
  entries.put(f, new GeneratorEntry(f, body, lasting, kind));
  return f;
}

function stampMethods(): void {
  asksInJobs.of = (iterator, completion, method) => {
    const driver = method === nativeAsks[completion] && !state.exact ? asyncDriverOf(iterator) : undefined;
    return driver && (() => askInJob(driver, iterator, completion, undefined));
  };
  stampMethod("next");
  stampMethod("throw");
  stampMethod("return");
}

/** `await it.next(v)` in preemptable code. */
function stampMethod(name: Completion): void {
  const native = nativeAsks[name] as Callable;
  const run: Callable = function (this: unknown, ...args: unknown[]) {
    const driver = asyncDriverOf(this);
    return driver === undefined || state.exact
      ? apply(native, this, args)
      : askInJob(driver, this as object, name, args[0]);
  };
  const body: Body = function* (this: unknown, ...args: unknown[]) {
    const value = apply(run, this, args);
    return value === signal ? settle(yield) : value;
  };
  const entry: Entry = { run, body, plain: undefined, isLasting: true, arrow: undefined, isOnly: false };
  attachAsyncEntry(native, entry);
}

export { asyncNext };
