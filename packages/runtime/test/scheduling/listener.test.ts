import { Scheduler } from "@preempt/runtime";
import { describe, expect, test } from "vitest";
import { world } from "../kit/world.ts";

describe("a listener", () => {
  test("that is short ends before the event does, with the event's this and arguments", () => {
    const { rt, trace, note } = world();
    const seen: unknown[] = [];
    const listener = rt.listener(function (this: unknown, ...args: unknown[]) {
      seen.push(this, ...args);
      note("handled");
    });
    const target = { listener };
    expect(target.listener(1, "a")).toBeUndefined();
    expect(seen).toEqual([target, 1, "a"]);
    expect(trace).toEqual(["0 run T0J0", "0 handled", "0 end T0J0"]);
  });

  test("that is long is suspended at the end of its first slice, and goes on as a job", () => {
    const { rt, host, note, trace, work } = world({ slice: 2 });
    const listener = rt.listener(
      function* (prevent: () => void) {
        prevent();
        yield* work(5)();
        note("done");
      },
      { name: "long", deadline: 50 },
    );
    listener(() => note("prevented"));
    note("event over");
    host.run();
    expect(trace.filter((line) => !line.includes(" run "))).toEqual([
      "0 prevented",
      "2 event over",
      "5 done",
      "5 end long",
    ]);
    expect(host.now()).toBe(5);
  });

  test("goes before what is more urgent, for one slice, and then takes its turn", () => {
    const { rt, host, trace, work } = world({ slice: 1 });
    void rt.submit(work(2), { name: "urgent", deadline: 5 });
    rt.listener(work(2), { name: "event", deadline: 100 })();
    host.run();
    expect(trace).toEqual([
      "0 run event",
      "1 run urgent",
      "2 run urgent",
      "3 end urgent",
      "3 run event",
      "4 end event",
    ]);
  });

  test("with latest has the job of the call before cancelled, with its finalizers", () => {
    const { rt, host, trace, note, work } = world({ slice: 1 });
    const listener = rt.listener(
      function* (text: string) {
        try {
          yield* work(3)();
          note(`found ${text}`);
        } finally {
          note(`left ${text}`);
        }
      },
      { latest: true },
    );
    listener("a");
    listener("ab");
    host.run();
    const own = trace.filter((line) => /found|left/.test(line));
    expect(own.map((line) => line.replace(/^\S+ /, ""))).toEqual(["left a", "found ab", "left ab"]);
  });

  test("without latest lets each job run to its end", () => {
    const { rt, host, trace, note, work } = world({ slice: 1 });
    const listener = rt.listener(function* (text: string) {
      yield* work(2)();
      note(text);
    });
    listener("a");
    listener("b");
    host.run();
    expect(trace.filter((line) => /^\S+ [ab]$/.test(line))).toHaveLength(2);
  });

  test("that a job calls, as an event that it causes, runs to its end at once", () => {
    const { rt, host, trace, note, work } = world({ slice: 1 });
    const listener = rt.listener(() => note("handled"));
    void rt.submit(
      function* () {
        listener();
        note("after");
        yield* work(1)();
      },
      { name: "causes" },
    );
    host.run();
    expect(trace).toEqual(["0 run causes", "0 handled", "0 after", "1 end causes"]);
  });

  test("that throws does not stop the event: the error is reported, as that of a job", () => {
    const { rt, host } = world();
    const listener = rt.listener(() => {
      throw new RangeError("in the handler");
    });
    expect(() => listener()).not.toThrow();
    host.run();
    expect(host.reported.map(({ error }) => String(error))).toEqual(["RangeError: in the handler"]);
  });

  test("comes after alarms that are due, and before jobs that are ready", () => {
    const { rt, trace, note, host } = world();
    rt.alarm({ in: 1 }, () => note("alarm"));
    rt.submit(() => {}, { name: "ready" });
    host.advance(2);
    rt.listener(() => note("handled"), { name: "event" })();
    expect(trace).toEqual(["2 alarm", "2 run event", "2 handled", "2 end event"]);
    host.run();
    expect(trace.slice(4)).toEqual(["2 run ready", "2 end ready"]);
  });

  test("refuses what is no function, and options that do not exist", () => {
    const rt = new Scheduler();
    expect(() => rt.listener(5 as never)).toThrow(/the listener/);
    expect(() => rt.listener(() => {}, { lates: true } as never)).toThrow(/latest/);
    expect(() => rt.listener(() => {}, { args: [] } as never)).toThrow(/args/);
    expect(() => rt.listener(() => {}, { deadline: -1 })()).toThrow(/deadline/);
  });

  test("of a closed scheduler is refused when it is called", async () => {
    const rt = new Scheduler();
    const listener = rt.listener(() => {});
    await rt.close();
    expect(() => listener()).toThrow(/closed/);
  });
});
