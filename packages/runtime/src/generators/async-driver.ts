/**
 * What drives the resumable body of an async generator function. The object that everybody sees is a native one, a shell, which
 * delegates to its driver, as that of a generator does (see driver.ts). The engine queues the requests, whoever makes them.
 *
 * A preemptable caller that waits for a step makes a request as everybody does. If the driver is asked at once, the body runs in the
 * caller's job; the engine's promise settles when it has ended its step. All other requests are answered outside of jobs.
 */
import type { GeneratorFrame } from "@preempt/abi";
import { refuse } from "../input/errors.ts";
import { Activation } from "../protocol/activation.ts";
import { run } from "../protocol/protocol.ts";
import { resumeExact } from "../protocol/protocol-entry.ts";
import { generatorReturn, uncurry } from "../realm/intrinsics.ts";
import { realm } from "../realm/realm.ts";
import { type Completion, resultOf, resumed, resumedBody, type Step } from "./driver.ts";

const { state } = realm;

const nativePrototype = Object.getPrototypeOf(Object.getPrototypeOf((async function* () {})())) as Record<
  Completion,
  unknown
> | null;
// What compilers put in the place of async generators for older engines has no such prototype.
if (nativePrototype === null) {
  refuse(
    "async_generators_lowered",
    "an async generator of this bundle",
    "compiled to other code, for engines without them",
    "the build ES2018 or newer as its target, or leave preemptable async generators out",
  );
}
export const nativeAsks = nativePrototype;
type Ask = (shell: object, value: unknown) => unknown;
const asks: Readonly<Record<Completion, Ask>> = {
  next: /* @__PURE__ */ uncurry(nativeAsks.next) as Ask,
  throw: /* @__PURE__ */ uncurry(nativeAsks.throw) as Ask,
  return: /* @__PURE__ */ uncurry(nativeAsks.return) as Ask,
};
export const asyncNext: unknown = nativeAsks.next;
const ThePromise = Promise;

/** A request that a job answers. */
interface Request {
  resolve(step: Step): void;
  reject(error: unknown): void;
}

/** The driver whose shell is on its way to ask it, for a job. */
let asking: AsyncDriver | undefined;

export class AsyncDriver {
  readonly #body: GeneratorFrame;
  /** What the job that is asking answers. */
  taken: Request | undefined;

  constructor(body: GeneratorFrame) {
    this.#body = body;
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  next(value: unknown): unknown {
    return this.#asked("next", value);
  }

  throw(error: unknown): unknown {
    return this.#asked("throw", error);
  }

  return(value: unknown): unknown {
    return this.#asked("return", value);
  }

  #asked(completion: Completion, value: unknown): unknown {
    if (asking !== this) return outsideOfJobs(this.step(completion, value));
    asking = undefined;
    return new ThePromise<Step>((resolve, reject) => {
      this.taken = { resolve, reject };
    });
  }

  /** One step of the body, as a frame. */
  *step(completion: Completion, value: unknown): Generator<unknown, Step, unknown> {
    const body = this.#body;
    let [how, given] = [completion, value];
    let isCancelled = true;
    try {
      if (how === "return") {
        try {
          state.awaiting = given;
          given = yield;
        } catch (error) {
          [how, given] = ["throw", error];
        }
      }
      for (;;) {
        isCancelled = false;
        const step = resumedBody(body, how, given);
        if (step.done) return { value: step.value, done: true };
        const result = resultOf(step);
        if (result !== undefined) return result;
        isCancelled = true;
        try {
          given = yield step.value;
          how = "next";
        } catch (error) {
          [how, given] = ["throw", error];
        }
      }
    } finally {
      // The job was cancelled: finalizers may be suspended as well.
      if (isCancelled)
        for (let last = generatorReturn(body); !last.done; last = resumed(body, "next", undefined)) yield;
    }
  }
}

/** As an async function that nobody preempts. */
async function outsideOfJobs(frame: GeneratorFrame): Promise<unknown> {
  const activation = new Activation([frame]);
  while (resumeExact(activation) !== "done") {
    try {
      activation.value = await activation.awaiting;
    } catch (error) {
      activation.fail(error);
    }
  }
  return activation.value;
}

/** Makes the request in a job, which waits for the result. Returns the signal, or the result. */
export function askInJob(driver: AsyncDriver, shell: object, completion: Completion, value: unknown): unknown {
  return run(answered(driver, shell, completion, value));
}

function* answered(
  driver: AsyncDriver,
  shell: object,
  completion: Completion,
  value: unknown,
): Generator<unknown, unknown, unknown> {
  asking = driver;
  let promise: unknown;
  try {
    promise = asks[completion](shell, value);
  } finally {
    asking = undefined;
  }
  const request = driver.taken;
  driver.taken = undefined;
  if (request !== undefined) yield* new Answer(driver.step(completion, value), request);
  state.awaiting = promise;
  return yield;
}

/** Runs the frame to its end, and answers the request with what that came to. */
class Answer {
  readonly #frame: GeneratorFrame;
  readonly #request: Request;

  constructor(frame: GeneratorFrame, request: Request) {
    this.#frame = frame;
    this.#request = request;
  }

  [Symbol.iterator](): this {
    return this;
  }

  next(value: unknown): Step {
    return this.#resume("next", value);
  }

  throw(error: unknown): Step {
    return this.#resume("throw", error);
  }

  return(value: unknown): Step {
    return this.#resume("return", value);
  }

  #resume(completion: Completion, value: unknown): Step {
    let step: Step;
    try {
      step = resumed(this.#frame, completion, value);
    } catch (error) {
      this.#request.reject(error);
      return { value: undefined, done: true };
    }
    if (step.done) this.#request.resolve((step.value as Step | undefined) ?? { value: undefined, done: true });
    return step;
  }
}
