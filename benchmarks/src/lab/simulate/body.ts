/** What a simulated job does: it lets time pass, where it can be preempted and where it cannot. */
import type { AnyFunction, Lock, Resource, Scheduler } from "@preempt/runtime";
import { consume, type VirtualHost } from "@preempt/runtime/testing";
import type { TaskParameters } from "../task-set.ts";
import type { PreemptionName } from "./options.ts";

export interface BodyContext {
  readonly rt: Scheduler;
  readonly host: VirtualHost;
  readonly preemption: PreemptionName;
  readonly resources: ReadonlyMap<string, Resource>;
}

export function bodyOf(
  context: BodyContext,
  { C, chunks = [C], cs = {} }: Pick<TaskParameters, "C" | "chunks" | "cs">,
): AnyFunction {
  const { rt, host, preemption } = context;
  if (preemption === "none") return () => host.advance(C);
  if (preemption === "cooperative") {
    return function* () {
      for (const [i, chunk] of chunks.entries()) {
        if (i > 0) yield;
        host.advance(chunk);
      }
    };
  }
  const sections = Object.entries(cs).filter(([, length]) => length > 0);
  if (sections.length > 0) return withSections(context, C, sections);
  return function* () {
    yield* consume(rt, C);
  };
}

/**
 * The sections one after the other, in the order of the file; what is left of the execution time is spread evenly before,
 * between and after them.
 */
function withSections(
  { rt, resources }: BodyContext,
  C: number,
  sections: readonly (readonly [string, number])[],
): AnyFunction {
  const locked = sections.reduce((sum, [, length]) => sum + length, 0);
  const gap = Math.max(0, Math.floor((C - locked) / (sections.length + 1)));
  return function* () {
    let done = 0;
    for (const [name, length] of sections) {
      yield* consume(rt, gap);
      // What is released at this instant is chosen first.
      if (gap > 0) yield;
      const lock: Lock = yield* (resources.get(name) as Resource).acquire();
      yield* consume(rt, length);
      lock.unlock();
      yield;
      done += gap + length;
    }
    yield* consume(rt, C - done);
  };
}
