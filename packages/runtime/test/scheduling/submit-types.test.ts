/** What TypeScript knows of jobs; the compiler is the test, and here it is seen that the values are what it says. */
import {
  type AnyFunction,
  type ConstantBandwidthServer,
  type Job,
  type JobGroup,
  type JobResult,
  Scheduler,
  type Task,
  type TotalBandwidthServer,
} from "@preempt/runtime";
import type { Scheduler as Core } from "@preempt/runtime/core";
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

declare function counted(n: number): Generator<number, string, unknown>;
declare function summed(...numbers: number[]): number;
declare function maybe(n?: number): number;
declare function since(this: Date, n: number): string;
declare function year(this: Date): number;
declare function either(text: string): number;
declare function either(a: number, b: number): boolean;
declare function parsed(text: string, base?: number): number;

/** What takes a function with options. Nothing of it runs. */
function refused(rt: Scheduler, group: JobGroup, cbs: ConstantBandwidthServer, tbs: TotalBandwidthServer, core: Core) {
  for (const one of [rt, group, cbs]) {
    // @ts-expect-error its argument is missing
    one.submit(counted);
    // @ts-expect-error its argument is missing beside other options
    one.submit(counted, { deadline: 5 });
    // @ts-expect-error the list has no argument
    one.submit(counted, { args: [] });
    // @ts-expect-error this function needs a date
    one.submit(since, { args: [1] });
    // @ts-expect-error this function needs a date, and no options are given
    one.submit(year);
  }
  // @ts-expect-error its last signature has two numbers
  rt.submit(either, { args: [1] });
  // @ts-expect-error its argument is missing
  core.submit(counted);
  // @ts-expect-error its argument is missing
  tbs.submit(counted, { wcet: 1 });
  // @ts-expect-error a periodic task gives its function no other arguments
  rt.task(counted, { period: 10 });
  // @ts-expect-error a number is no text
  rt.task(parsed, { period: 10, args: [1] });
}

function taken(rt: Scheduler, cbs: ConstantBandwidthServer, tbs: TotalBandwidthServer, any: AnyFunction) {
  expectTypeOf(rt.submit(summed)).toEqualTypeOf<Job<number>>();
  expectTypeOf(rt.submit(summed, { args: [1, 2, 3] })).toEqualTypeOf<Job<number>>();
  expectTypeOf(rt.submit(maybe)).toEqualTypeOf<Job<number>>();
  expectTypeOf(rt.submit(since, { args: [1], thisArg: new Date() })).toEqualTypeOf<Job<string>>();
  expectTypeOf(rt.submit(year, { thisArg: new Date() })).toEqualTypeOf<Job<number>>();
  expectTypeOf(tbs.submit(counted, { args: [1], wcet: 1 })).toEqualTypeOf<Job<string>>();
  expectTypeOf((cbs.disposed ? rt : cbs).submit(maybe, { args: [1] })).toEqualTypeOf<Job<number>>();
  // A generic function is taken as one of unknown values, unless it is said which.
  expectTypeOf(rt.submit(structuredClone<number[]>, { args: [[1]] })).toEqualTypeOf<Job<number[]>>();
  // Of overloads, the last counts; a function around the call has any of them.
  expectTypeOf(rt.submit(either, { args: [1, 2] })).toEqualTypeOf<Job<boolean>>();
  expectTypeOf(rt.submit(() => either("a"))).toEqualTypeOf<Job<number>>();
  // Each release brings the arguments of a task without a period.
  expectTypeOf(rt.task(parsed, {}).release).parameters.toEqualTypeOf<Parameters<typeof parsed>>();
  rt.submit(any, { args: [] as never });
}

test("a function that needs an argument or a `this` is not taken without it", () => {
  expect([refused, taken]).toHaveLength(2);
});
