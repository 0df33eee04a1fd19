/** Random programs: within a category events come in the order of their emission, none is lost, none comes twice, and all bounds hold. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { emitterWorld } from "./emitter-world.ts";

const rooms = ["a", "b", "c"] as const;
const room = fc.constantFrom(...rooms);

const step = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({ kind: fc.constant("emit" as const), room, count: fc.integer({ min: 1, max: 9 }) }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant("wait" as const), ms: fc.integer({ min: 0, max: 30 }) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("busy" as const), ms: fc.integer({ min: 1, max: 20 }) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("flush" as const), room }) },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant("handler" as const), room, ms: fc.integer({ min: 0, max: 6 }) }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("off" as const), room }) },
);

const options = fc.record(
  {
    maxSize: fc.integer({ min: 1, max: 6 }),
    maxInterval: fc.oneof(
      fc.integer({ min: 0, max: 20 }),
      fc.record({ least: fc.integer({ min: 0, max: 5 }), most: fc.integer({ min: 5, max: 30 }) }),
    ),
    priority: fc.constantFrom("high" as const, "normal" as const, "low" as const, 3),
    deadline: fc.integer({ min: 1, max: 100 }),
  },
  { requiredKeys: [] },
);

test("each event comes once, in order, in batches within their bounds, and never too late to be released", async () => {
  const runs = Number(process.env.PREEMPT_EVENTS ?? 150);
  const program = fc.record({
    options,
    policy: fc.constantFrom("edf", "fp", "fifo", "rr"),
    steps: fc.array(step, { maxLength: 40 }),
  });
  await fc.assert(
    fc.asyncProperty(program, async ({ options, policy, steps }) => {
      const { emitter, host, rt } = emitterWorld({ ...options, hold: { expires: Number.POSITIVE_INFINITY } }, {
        policy,
      } as object);
      const maxSize = options.maxSize ?? 100;
      let next = 0;
      const emitted = new Map<string, number[]>(rooms.map((name) => [name, []]));
      const off = new Map<string, () => void>();
      const got = new Map<string, number[]>(rooms.map((name) => [name, []]));
      const running = new Set<string>();
      const handle = (name: string, ms: number) =>
        function* (batch: readonly { args: readonly unknown[] }[]) {
          expect(running.has(name)).toBe(false);
          running.add(name);
          expect(batch.length).toBeGreaterThan(0);
          expect(batch.length).toBeLessThanOrEqual(maxSize);
          const before = batch.length;
          got.get(name)?.push(...batch.map(({ args }) => args[1] as number));
          for (let left = ms; left > 0; left--) {
            host.advance(1);
            yield;
          }
          // Nothing is added to a batch that its handler has.
          expect(batch.length).toBe(before);
          running.delete(name);
        };
      for (const one of steps) {
        if (one.kind === "emit") {
          for (let i = 0; i < one.count; i++) {
            emitter.emit("message", one.room, next);
            emitted.get(one.room)?.push(next++);
          }
        } else if (one.kind === "wait") await host.settle(host.now() + one.ms);
        else if (one.kind === "busy") rt.submit(() => host.advance(one.ms), { deadline: 10, priority: 5 });
        else if (one.kind === "flush") void emitter.flush(one.room);
        else if (one.kind === "handler" && !off.has(one.room)) {
          // The one before may still run: it is another handler.
          await host.settle();
          const subscription = emitter.onBatch(one.room, handle(one.room, one.ms));
          off.set(one.room, () => subscription.off());
        } else if (one.kind === "off") {
          off.get(one.room)?.();
          off.delete(one.room);
        }
      }
      await host.settle();
      for (const name of rooms) if (!off.has(name)) emitter.onBatch(name, handle(name, 0));
      await host.settle();
      expect(got).toEqual(emitted);
      expect(emitter.counts).toMatchObject({ emitted: next, delivered: next, pending: 0, held: 0 });
      expect(emitter.dropped).toBe(0);
    }),
    { numRuns: runs },
  );
});

test("on a thread that has nothing else to do no event waits for longer than the interval", async () => {
  const times = fc.array(fc.record({ at: fc.integer({ min: 0, max: 200 }), room }), { minLength: 1, maxLength: 60 });
  const program = fc.record({
    times,
    interval: fc.integer({ min: 0, max: 40 }),
    maxSize: fc.integer({ min: 1, max: 5 }),
  });
  await fc.assert(
    fc.asyncProperty(program, async ({ times, interval, maxSize }) => {
      const { emitter, host, rt } = emitterWorld({ maxInterval: interval, maxSize });
      let seen = 0;
      for (const name of rooms) {
        emitter.onBatch(name, (batch) => {
          const now = rt.now();
          const ages = batch.map(({ at }) => now - at);
          expect(Math.max(...ages)).toBeLessThanOrEqual(interval);
          // It came for one of the two reasons.
          expect(batch.length === maxSize || Math.max(...ages) === interval).toBe(true);
          seen += batch.length;
        });
      }
      for (const { at, room } of times) rt.alarm(at, () => void emitter.emit("message", room, 0));
      await host.settle();
      expect(seen).toBe(times.length);
    }),
    { numRuns: 100 },
  );
});

test("held events never exceed their bound, and each is delivered, held, or counted as dropped", () => {
  const emits = fc.array(fc.record({ room, wait: fc.integer({ min: 0, max: 30 }) }), { maxLength: 60 });
  const hold = fc.record({
    most: fc.integer({ min: 1, max: 8 }),
    expires: fc.integer({ min: 1, max: 100 }),
    overflow: fc.constantFrom("oldest" as const, "newest" as const),
  });
  fc.assert(
    fc.property(emits, hold, room, (emits, hold, listened) => {
      const { emitter, host, trace, handler } = emitterWorld({ hold });
      let model: { room: string; at: number; n: number }[] = [];
      let dropped = 0;
      for (const [n, { room, wait }] of emits.entries()) {
        host.run(host.now() + wait);
        const fresh = model.filter(({ at }) => host.now() - at < hold.expires);
        dropped += model.length - fresh.length;
        model = fresh;
        emitter.emit("message", room, n);
        model.push({ room, at: host.now(), n });
        if (model.length > hold.most) {
          dropped++;
          if (hold.overflow === "oldest") model.shift();
          else model.pop();
        }
        expect([emitter.held, emitter.dropped]).toEqual([model.length, dropped]);
      }
      emitter.onBatch(listened, handler());
      host.run();
      const mine = model.filter(({ room }) => room === listened).map(({ n }) => n);
      expect(trace.map((line) => line.replace(/^\d+ /, ""))).toEqual(mine.length === 0 ? [] : [mine.join()]);
    }),
    { numRuns: 200 },
  );
});
