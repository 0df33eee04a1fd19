/** What holds for every sequence of requests. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { world } from "./world.ts";

const classes = {
  login: { deadline: 20, priority: 2 },
  page: { deadline: 100, priority: 1, maxQueue: 8 },
  report: { maxQueue: 4, concurrency: 2, maxWait: 200 },
} as const;
type Name = keyof typeof classes;

const request = fc.record({
  className: fc.constantFrom<Name>("login", "page", "report"),
  /** Milliseconds since the one before. */
  gap: fc.constantFrom(0, 0, 0.5, 3, 20),
  ms: fc.constantFrom(0.01, 0.2, 1, 5, 30),
  kind: fc.constantFrom("generator", "generator", "plain", "async"),
  key: fc.constantFrom(undefined, undefined, "a", "b"),
  cancelAfter: fc.option(fc.constantFrom(0, 1, 10, 50), { freq: 4 }),
});
const settings = fc.record({
  queue: fc.constantFrom("edf" as const, "priority" as const, "aging" as const, "fcfs" as const),
  overload: fc.constantFrom(undefined, false as const),
  /** Whether short handlers are known to be short. */
  isShort: fc.boolean(),
  closeAfter: fc.option(fc.nat(300)),
});

test("each request ends once, no queue is longer than it may be, and nothing is left behind", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(request, { maxLength: 60 }),
      settings,
      async (requests, { queue, overload, closeAfter, isShort }) => {
        const { rs, rt, host, work } = world<Name>({ classes, queue, ...(overload !== undefined && { overload }) });
        const ended = new Array(requests.length).fill(0);
        const started = new Array(requests.length).fill(0);
        const settled: string[] = [];
        if (closeAfter !== null) rt.alarm({ in: closeAfter }, () => void rs.close({ deadline: 20 }));
        if (isShort) {
          for (let i = 0; i < 32; i++) void rs.run("login", () => {});
          await host.settle();
        }
        const before = rs.load.login.done;
        for (const [i, { className, gap, ms, kind, key, cancelAfter }] of requests.entries()) {
          await host.settle(host.now() + gap);
          const controller = new AbortController();
          const handlers = {
            *generator() {
              started[i]++;
              yield* work(ms)();
            },
            plain() {
              started[i]++;
              host.advance(ms);
            },
            async async() {
              started[i]++;
              await new Promise<void>((resolve) => setTimeoutIn(ms, resolve));
            },
          };
          const end = (how: string) => () => {
            ended[i]++;
            settled[i] = how;
          };
          rs.run(className, handlers[kind as "plain"], { signal: controller.signal, key }).then(
            end("done"),
            end("refused"),
          );
          if (cancelAfter !== null) setTimeoutIn(cancelAfter, () => controller.abort());
          for (const name of ["page", "report"] as const)
            expect(rs.load[name].ready).toBeLessThanOrEqual(classes[name].maxQueue);
          expect(rs.load.report.running).toBeLessThanOrEqual(2);
        }
        await host.settle();
        await rs.close();
        expect(ended).toEqual(requests.map(() => 1));
        expect(started.every((times) => times <= 1)).toBe(true);
        for (const [i, how] of settled.entries()) if (how === "done") expect(started[i]).toBe(1);
        let count = 0;
        for (const load of Object.values(rs.load)) {
          expect(load).toMatchObject({ ready: 0, running: 0, backlog: 0, oldest: 0 });
          expect(load.done + load.cancelled + load.failed + load.refused).toBeGreaterThanOrEqual(0);
          count += load.done + load.cancelled + load.failed + load.refused;
        }
        expect(count - before).toBe(requests.length);
        expect(host.pending.timers).toBe(0);
        expect(host.reported).toEqual([]);

        function setTimeoutIn(ms: number, callback: () => void) {
          if (rs.closing) callback();
          else rt.alarm({ in: ms }, callback);
        }
      },
    ),
    { numRuns: 150 },
  );
});

test("no bulky request is taken in while urgent ones are refused for overload", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(request, { minLength: 20, maxLength: 120 }), async (requests) => {
      const { rs, host, send } = world<Name>({ classes });
      /** When a request of each class was last refused for overload, by rank. */
      const order: Name[] = ["login", "page", "report"];
      for (const { className, gap, ms, key } of requests) {
        await host.settle(host.now() + gap);
        const before = order.map((name) => rs.load[name].admitted);
        const overloaded = order.findIndex((name) => rs.load[name].overloaded);
        send(className, ms, { key });
        const rank = order.indexOf(className);
        const isAdmitted = rs.load[className].admitted > (before[rank] as number);
        if (overloaded >= 0 && rank > overloaded) expect(isAdmitted).toBe(false);
        if (overloaded < 0 && rs.load[className].refusedBy.late > 0 && !isAdmitted) {
          expect(rs.load[className].overloaded || rs.load[className].refusedBy.queue_full > 0).toBe(true);
        }
      }
      await host.settle();
    }),
    { numRuns: 100 },
  );
});
