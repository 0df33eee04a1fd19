/** What a simulated job does: it lets time pass, where it can be preempted and where it cannot. */
import type { AnyFunction, Lock, Resource, Scheduler } from "@preempt/runtime";
import { consume, type VirtualHost } from "@preempt/runtime/testing";
import { type Part, partsOf } from "../sections.ts";
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
  const parts = partsOf({ C, cs });
  if (parts.length > 1) return withSections(context, parts);
  return function* () {
    yield* consume(rt, C);
  };
}

function withSections({ rt, resources }: BodyContext, parts: readonly Part[]): AnyFunction {
  return function* () {
    for (const { length, resource } of parts) {
      if (resource === undefined) {
        yield* consume(rt, length);
        continue;
      }
      // What is released at this instant is chosen first.
      yield;
      const lock: Lock = yield* (resources.get(resource) as Resource).acquire();
      yield* consume(rt, length);
      lock.unlock();
      yield;
    }
  };
}
