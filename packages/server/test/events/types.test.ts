/** What the types of events promise. */

import { type BatchedEvent, BatchingEmitter } from "@preempt/server/events";
import { expectTypeOf, test } from "vitest";

type Events = { message: [room: string, text: string]; count: [n: number] };

test("events, listeners and batches have the types of the event map", () => {
  const check = (emitter: BatchingEmitter<Events>) => {
    emitter.on("message", (room, text) => expectTypeOf([room, text]).toEqualTypeOf<string[]>());
    emitter.once("count", (n) => expectTypeOf(n).toEqualTypeOf<number>());
    emitter.onBatch("count", (batch) => {
      expectTypeOf(batch).toEqualTypeOf<readonly BatchedEvent<Events>[]>();
      for (const one of batch) if (one.event === "count") expectTypeOf(one.args[0]).toEqualTypeOf<number>();
    });
    emitter.emit("message", "lobby", "hello");
    // @ts-expect-error: an argument is missing
    emitter.emit("message", "lobby");
    // @ts-expect-error: there is no such event
    emitter.emit("massage", "lobby", "hello");
    // @ts-expect-error: the argument is a number
    emitter.on("count", (n: string) => n);
    new BatchingEmitter<Events>({ category: { message: (room) => room, count: "numbers" } });
    // @ts-expect-error: there is no such event
    new BatchingEmitter<Events>({ category: { massage: "a" } });
    const untyped = new BatchingEmitter();
    untyped.on("anything", (a: number, b: string) => [a, b]);
    untyped.emit("anything", 1, "b");
  };
  expectTypeOf(check).toBeFunction();
});
