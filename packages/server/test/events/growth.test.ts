/** Putting an event in and taking it out takes as long among many as among few. */

import { BatchingEmitter, type BatchingEmitterOptions } from "@preempt/server/events";
import { expect, test } from "vitest";
import { growth } from "../../../runtime/test/kit/growth.ts";
import { HeldEvents } from "../../src/events/held-events.ts";
import { emitterWorld } from "./emitter-world.ts";

const sizes = { few: 500, many: 20_000, limit: 4 };

/** Nanoseconds for one of `count`, over as many in all whatever the count: the collector of garbage has the same to do. */
function cost(count: number, body: (count: number) => void): number {
  const from = process.hrtime.bigint();
  for (let done = 0; done < sizes.many; done += count) body(count);
  return Number(process.hrtime.bigint() - from) / sizes.many;
}

const emitterOf = (options: BatchingEmitterOptions<{ a: [key: string] }>) =>
  new BatchingEmitter<{ a: [key: string] }>({ scheduler: emitterWorld().rt, ...options });

const takes: Record<string, (held: HeldEvents, i: number) => unknown> = {
  "of its category": (held, i) => held.takeOf(`category ${i % 300}`),
  "of its name": (held, i) => held.takeNamed(`event ${i % 100}`),
  "the oldest": (held, i) => held.expire(i + 1),
};

const bodies: Record<string, (count: number) => void> = {
  "an event among many that wait for a handler"(count) {
    const emitter = emitterOf({ maxInterval: 1000, maxSize: 64 });
    emitter.onBatch("a", () => {});
    for (let i = 0; i < count; i++) emitter.emit("a", "");
  },
  "an event that pushes the oldest of many out"(count) {
    const emitter = emitterOf({ hold: { most: count / 2 }, category: (_, key) => key });
    for (let i = 0; i < count; i++) emitter.emit("a", `${i % 50}`);
  },
  "a category among many, with a handler that comes and goes"(count) {
    const emitter = emitterOf({ category: (_, key) => key, maxInterval: Number.POSITIVE_INFINITY });
    const all = Array.from({ length: count }, (_, i) => emitter.onBatch(`${i}`, () => {}));
    for (let i = 0; i < count; i++) emitter.emit("a", `${i}`);
    for (const one of all) one.off();
  },
  ...Object.fromEntries(
    Object.entries(takes).map(([which, take]) => [
      `an event that is held, and taken: ${which}`,
      (count: number) => {
        const limits = { most: Number.POSITIVE_INFINITY, expires: 1, overflow: "oldest" } as const;
        const held = new HeldEvents(
          which === "the oldest" ? limits : { ...limits, expires: Number.POSITIVE_INFINITY },
          {
            expired: 0,
            overflow: 0,
          },
        );
        for (let i = 0; i < count; i++) held.add({ event: `event ${i % 100}`, args: [], at: 0 }, `category ${i % 300}`);
        for (let i = 0; i < count; i++) take(held, i);
      },
    ]),
  ),
};

test.each(Object.entries(bodies))("%s", async (_, body) => {
  expect(await growth((count) => cost(count, body), sizes)).toBeLessThan(sizes.limit);
});
