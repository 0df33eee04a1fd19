/** Jobs that cannot be preempted: reported when they are submitted, or refused with `strict`. */
import "@preempt/runtime/script";
import { JobGroup, PollingServer, PreemptError, Scheduler, type SchedulerOptions, Task } from "@preempt/runtime";
import { VirtualHost } from "@preempt/runtime/testing";
import { transform } from "@preempt/transformer";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

let told: string[] = [];
beforeEach(() => {
  told = [];
  vi.spyOn(console, "warn").mockImplementation((text: string) => void told.push(text));
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
});

const scheduler = (options: SchedulerOptions = { warnAfter: 50 }) =>
  new Scheduler({ host: new VirtualHost(), ...options });

test("a loop: at once, with the place of the submission, and once", () => {
  const rt = scheduler();
  function heavy(n: number) {
    let sum = 0;
    for (let i = 0; i < n; i++) sum += i;
    return sum;
  }
  rt.submit(heavy, { args: [1] });
  rt.submit(heavy, { args: [2] });
  expect(told).toHaveLength(1);
  expect(told[0]).toMatch(
    /^preempt: "heavy" was submitted as a job \(packages\/runtime\/test\/development\/submitted\.test\.ts:\d+\)\. It is not preemptable, so its job keeps the thread until it ends\. Write \/\*\* @preempt \*\/ before it, /,
  );
});

test("a recursion, a loop in a task, and a bound function's long run", () => {
  const rt = scheduler();
  rt.submit(
    function fib(n: number): number {
      return n < 2 ? n : fib(n - 1) + fib(n - 2);
    },
    { args: [3] },
  );
  rt.task(
    function poll() {
      while (Math.random() > 1);
    },
    { period: 10 },
  );
  rt.task(
    new (class extends Task {
      override run() {
        do {
          // Nothing.
        } while (Math.random() > 1);
      }
    })({ name: "sub", period: 10 }),
  );
  expect(told.map((text) => text.split(" was")[0])).toEqual(['preempt: "fib"', 'preempt: "poll"', 'preempt: "run"']);
});

test("short functions, preemptable ones and what the scheduler submits itself are not reported", () => {
  const rt = scheduler();
  const list: number[] = [];
  rt.submit(() => list.push(1));
  // A word in a comment is no loop: for (;;)
  rt.submit(() => /* while (true) */ list.push(2));
  rt.submit(function* () {
    for (;;) yield;
  });
  const { code } = transform("/** @preempt */ function f() { for (let i = 0; i < 9; i++); }\nreturn f;", {
    fileName: "f.ts",
    module: false,
    sourceMap: false,
  });
  rt.submit(new Function(code)());
  rt.yieldNow();
  rt.alarm({ in: 1 }, () => {
    for (const one of list) list.push(one);
  });
  expect(told).toEqual([]);
});

test("warnAfter: Infinity reports nothing", () => {
  scheduler({ warnAfter: Number.POSITIVE_INFINITY }).submit(function unheard() {
    for (const _ of []);
  });
  expect(told).toEqual([]);
});

test.each(["development", "production"])("strict refuses what is not preemptable, in %s", (mode) => {
  vi.stubEnv("NODE_ENV", mode);
  const rt = scheduler({ strict: true });
  const plain = () => {};
  const refused = /^not_preemptable: "plain" is not preemptable\. .*\/\*\* @preempt \*\//;
  expect(() => rt.submit(plain)).toThrow(refused);
  expect(() => rt.task(plain, { period: 5 })).toThrow(refused);
  expect(() => new PollingServer(rt, { budget: 1, period: 2 }).submit(plain)).toThrow(refused);
  expect(() => new JobGroup(rt).submit(plain)).toThrow(PreemptError);
  rt.submit(function* () {});
  rt.yieldNow();
  rt.alarm({ in: 1 }, plain);
  // What is no function is refused for that.
  expect(() => rt.submit(5 as never)).toThrow(/job_not_a_function/);
  expect(told).toEqual([]);
});
