/**
 * The resources of one block with `await using`, for emitted code, whose awaits are suspensions of the job: ECMAScript
 * 2026, AddDisposableResource and DisposeResources, step by step.
 *
 *   const $d = disposeAsync();
 *   try { const x = $d.useAsync(e); … }                                     await using x = e; …
 *   catch (error) { $d.fail(error); }
 *   finally {
 *     while ($d.more()) {
 *       try { $d.settled(yield $wait($d.awaiting)); } catch (error) { $d.fail(error); } finally { if ($d.left()) continue; }
 *     }
 *     if ($d.end()) return;
 *   }
 *
 * A job that is cancelled while it waits here leaves by a `return`, which `continue` takes back: what is under way is waited for,
 * and the rest is disposed of as well. Then it returns.
 */
import type { SharedDisposal } from "@preempt/abi";
import type { Callable } from "../realm/intrinsics.ts";
import { getMethod, isObject } from "./iteration-steps.ts";

const { apply } = Reflect;

interface Resource {
  readonly value: unknown;
  readonly isAsync: boolean;
  /** Undefined for `await using x = null`, which only awaits. */
  readonly method: Callable | undefined;
}

export class AsyncDisposal implements SharedDisposal {
  readonly #resources: Resource[] = [];
  #failed = false;
  #error: unknown;
  /** An `await using` of null or undefined has to be awaited for once. */
  #needsAwait = false;
  #hasAwaited = false;
  /** What {@link more} said to await has not come yet. */
  #isWaiting = false;
  #wasLeft = false;
  /** What to await when {@link more} says so. */
  awaiting: unknown;

  /** `using x = value` */
  use<T>(value: T): T {
    if (value === null || value === undefined) return value;
    const method = getMethod(checked(value), Symbol.dispose) ?? missing("Symbol.dispose");
    this.#resources.push({ value, isAsync: false, method });
    return value;
  }

  /** `await using x = value` */
  useAsync<T>(value: T): T {
    if (value === null || value === undefined) {
      this.#resources.push({ value, isAsync: true, method: undefined });
      return value;
    }
    const method = getMethod(checked(value), Symbol.asyncDispose) ?? synchronous(value);
    this.#resources.push({ value, isAsync: true, method });
    return value;
  }

  /** The block, or the disposal of a resource, threw. */
  fail(error: unknown): void {
    this.#isWaiting = false;
    this.#error = this.#failed ? suppressed(error, this.#error) : error;
    this.#failed = true;
  }

  /** Disposes of resources, last first, until one has to be awaited: whether {@link awaiting} is to be awaited. */
  more(): boolean {
    if (this.#isWaiting) return true;
    for (;;) {
      const resource = this.#resources.pop();
      if (resource === undefined) return this.#await(undefined, this.#needsAwait && !this.#hasAwaited);
      const { value, isAsync, method } = resource;
      if (!isAsync && this.#needsAwait && !this.#hasAwaited) {
        this.#resources.push(resource);
        return this.#await(undefined, true);
      }
      if (method === undefined) {
        this.#needsAwait = true;
        continue;
      }
      try {
        const result = apply(method, value, []);
        if (isAsync) {
          this.#hasAwaited = true;
          return this.#await(result, true);
        }
      } catch (error) {
        this.fail(error);
      }
    }
  }

  #await(value: unknown, isNeeded: boolean): boolean {
    this.#needsAwait &&= !isNeeded;
    this.#isWaiting = isNeeded;
    this.awaiting = value;
    return isNeeded;
  }

  /** Takes what was awaited, which nobody asks for. */
  settled(_value: unknown): void {
    this.#isWaiting = false;
  }

  /** Whether the job was cancelled while it waited. Errors from before are not its any more. */
  left(): boolean {
    if (!this.#isWaiting) return false;
    this.#wasLeft = true;
    this.#failed = false;
    // What is no promise may be one that begins when it is awaited: it has been.
    this.#isWaiting = this.awaiting instanceof Promise;
    return true;
  }

  /**
   * Whether to return, since the job was cancelled meanwhile.
   *
   * @throws the block's error, or that of a disposal, or both in a SuppressedError
   */
  end(): boolean {
    if (this.#failed) throw this.#error;
    return this.#wasLeft;
  }
}

export function disposeAsync(): AsyncDisposal {
  return new AsyncDisposal();
}

function checked<T>(value: T): T & object {
  if (!isObject(value)) throw new TypeError("An object is expected with `using` declarations");
  return value;
}

function missing(name: string): never {
  throw new TypeError(`Symbol(${name}) is not a function`);
}

/** `Symbol.dispose` where there is no `Symbol.asyncDispose`: its value is not awaited. */
function synchronous(value: object): Callable {
  const method = getMethod(value, Symbol.dispose) ?? missing("Symbol.asyncDispose");
  return function (this: unknown) {
    return new Promise((resolve) => {
      apply(method, this, []);
      resolve(undefined);
    });
  };
}

const Suppressed = globalThis.SuppressedError as SuppressedErrorConstructor | undefined;

function suppressed(error: unknown, before: unknown): unknown {
  const message = "An error was suppressed during disposal";
  if (Suppressed !== undefined) return new Suppressed(error, before, message);
  return Object.assign(new Error(message), { name: "SuppressedError", error, suppressed: before });
}
