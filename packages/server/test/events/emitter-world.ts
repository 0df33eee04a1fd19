/** An emitter on a clock that the test owns, and what its handlers got when. */
import type { SchedulerOptions } from "@preempt/runtime";
import { virtualScheduler } from "@preempt/runtime/testing";
import type { BatchedEvent } from "@preempt/server/events";
import { BatchingEmitter, type BatchingEmitterOptions } from "@preempt/server/events";

export type Events = { message: [room: string, n: number]; typing: [room: string]; error: [error: unknown] };

export function emitterWorld(
  options: BatchingEmitterOptions<Events> = {},
  scheduler: Omit<SchedulerOptions, "host" | "round" | "onError"> = {},
) {
  const uncaught: unknown[] = [];
  const { rt, host, schedule } = virtualScheduler({
    slice: 1,
    ...scheduler,
    errors: "collect",
    onError: (error) => void uncaught.push(error),
  });
  const emitter = new BatchingEmitter<Events>({ scheduler: rt, category: { message: (room) => room }, ...options });
  const trace: string[] = [];
  /** A handler that writes down when it began and what it got, and takes `ms`. */
  const handler = (name = "", ms = 0) =>
    function* (batch: readonly BatchedEvent<Events>[]) {
      trace.push(`${host.now()} ${name}${batch.map(({ args }) => args[1] ?? "typing").join()}`);
      for (let left = ms; left > 0; left--) {
        host.advance(1);
        yield;
      }
    };
  const send = (room: string, ...numbers: number[]) => {
    for (const n of numbers) emitter.emit("message", room, n);
  };
  return { rt, host, schedule, emitter, trace, handler, send, uncaught };
}
