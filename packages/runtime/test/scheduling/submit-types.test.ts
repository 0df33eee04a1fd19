/** What TypeScript knows of jobs; the compiler is the test, and here it is seen that the values are what it says. */
import { type Job, type JobResult, Scheduler, type Task } from "@preempt/runtime";
import { expect, expectTypeOf, test } from "vitest";

function repeat(text: string, times?: number): string {
  return text.repeat(times ?? 1);
}

test("arguments are those of the function, also given as a constant", async () => {
  const rt = new Scheduler();
  const once = ["a"] as const;
  expectTypeOf(rt.submit(repeat, { args: once })).toEqualTypeOf<Job<string>>();
  expect(await rt.submit(repeat, { args: ["a", 3] })).toBe("aaa");
  // @ts-expect-error a number is no text
  expect(() => rt.submit(repeat, { args: [1] }).cancel()).not.toThrow();
  // @ts-expect-error there is no third parameter
  expect(await rt.submit(repeat, { args: ["a", 2, 3] })).toBe("aa");
});

test("a job has the value of a promise, and what a generator returns", async () => {
  const rt = new Scheduler();
  const promised = rt.submit(async () => 5);
  const returned = rt.submit(
    function* (_: number) {
      yield "a step";
      return "the end";
    },
    { args: [1] },
  );
  expectTypeOf(promised).toEqualTypeOf<Job<number>>();
  expectTypeOf(returned).toEqualTypeOf<Job<string>>();
  expect([await promised, await returned]).toEqual([5, "the end"]);
});

/** As hooks of frameworks are. */
function later<A extends readonly unknown[], R>(rt: Scheduler, fn: (...args: A) => R, args: A): Job<JobResult<R>> {
  return rt.submit(fn, { args, delay: 0.1 });
}

function every<A extends readonly unknown[], R>(
  rt: Scheduler,
  fn: (...args: A) => R,
  args: A,
): Task<(...args: A) => R> {
  return rt.task(fn, { period: 1, args });
}

test("code that is generic in a function's parameters passes them on", async () => {
  const rt = new Scheduler();
  const job = later(rt, repeat, ["ab", 2]);
  expectTypeOf(job).toEqualTypeOf<Job<string>>();
  expect(await job).toBe("abab");
  // @ts-expect-error a number is no text
  expect(() => later(rt, repeat, [1]).cancel()).not.toThrow();
  using task = every(rt, repeat, ["c", 2]);
  expectTypeOf<Parameters<typeof task.release>>().toEqualTypeOf<Parameters<typeof repeat>>();
});
