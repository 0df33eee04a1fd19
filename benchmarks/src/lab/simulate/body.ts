/** What a simulated job does: it lets time pass, where it can be preempted and where it cannot. */
import type { AnyFunction, Lock, Resource, Scheduler } from "@preempt/runtime";
import { consume, type VirtualHost } from "@preempt/runtime/testing";
import { type JobParameters, type Stretch, stretchesOf } from "../regions.ts";
import { partsOf } from "../sections.ts";
import type { TaskParameters } from "../task-set.ts";
import type { PreemptionName } from "./options.ts";
import type { CourseOf } from "./suspension.ts";

export interface BodyContext {
  readonly rt: Scheduler;
  readonly host: VirtualHost;
  readonly preemption: PreemptionName;
  readonly resources: ReadonlyMap<string, Resource>;
  /** Lets the running job suspend itself; undefined where no job of the set does. */
  readonly sleep: ((time: number) => Generator<undefined, void>) | undefined;
  /** To be called with the job and the instant at which it will resume; undefined: nobody needs it. */
  readonly resumes: ((job: object, at: number) => void) | undefined;
  /** Of the set: who has chunks or regions decides for all. */
  readonly tasks: readonly TaskParameters[];
}

/** @param course Where its jobs suspend themselves, if they do */
export function bodyOf(context: BodyContext, task: JobParameters, course?: CourseOf): AnyFunction {
  const { rt, host, preemption } = context;
  if (course !== undefined) return withSuspension(context, course);
  const { C, chunks = [C] } = task;
  if (preemption === "none") return () => host.advance(C);
  if (preemption === "cooperative") {
    return function* () {
      for (const [i, chunk] of chunks.entries()) {
        if (i > 0) yield;
        host.advance(chunk);
      }
    };
  }
  const parts: readonly Stretch[] = preemption === "sliced" ? stretchesOf(context, task) : partsOf(task);
  if (parts.length > 1 || parts[0]?.isRegion) return withStretches(context, parts);
  return function* () {
    yield* consume(rt, C);
  };
}

/** Jobs of a task run one after the other, so they can count themselves. */
function withSuspension({ rt, host, preemption, sleep, resumes }: BodyContext, course: CourseOf): AnyFunction {
  const isWhole = preemption === "none" || preemption === "cooperative";
  let started = 0;
  return function* () {
    for (const [i, length] of course(started++).entries()) {
      if (i % 2 === 1) {
        if (length === 0) continue;
        resumes?.(rt.currentJob as object, host.now() + length);
        yield* (sleep as NonNullable<typeof sleep>)(length);
      } else if (isWhole) host.advance(length);
      else yield* consume(rt, length);
    }
  };
}

function withStretches({ rt, resources }: BodyContext, parts: readonly Stretch[]): AnyFunction {
  const last = parts.findLastIndex(({ length }) => length > 0);
  return function* () {
    for (const [i, { length, resource, isRegion }] of parts.entries()) {
      if (isRegion) {
        if (i > 0) yield;
        const region = rt.criticalSection();
        yield* consume(rt, length);
        region.leave();
        continue;
      }
      if (resource === undefined) {
        yield* consume(rt, length);
        continue;
      }
      // What is released at this instant is chosen first.
      yield;
      const lock: Lock = yield* (resources.get(resource) as Resource).acquire();
      yield* consume(rt, length);
      lock.unlock();
      // A job that has nothing left to do ends at this instant, before others are released.
      if (i < last) yield;
    }
  };
}
