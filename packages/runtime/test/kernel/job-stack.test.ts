/** The stack trace of a job's error: the job's own frames, none of the kernel's, and the place where it was submitted. */
import { ConstantBandwidthServer, type Job, Scheduler } from "@preempt/runtime";
import { attach, run, signal, state } from "@preempt/runtime/abi";
import { expect, test } from "vitest";
import { PreemptError } from "../../src/input/errors.ts";
import { placeBelow } from "../../src/kernel/job-stack.ts";

function parse(): never {
  throw new Error("boom");
}

/** The functions of the trace; how V8 shows methods aside. */
async function functionsOf(job: Job<unknown>): Promise<string[]> {
  const error = (await job.catch((thrown: unknown) => thrown)) as Error;
  expect(error.stack).toContain("boom");
  // An async function that nobody annotated may go on between two immediates: then Node's own frames are below it.
  const lines = (error.stack as string)
    .split("\n")
    .slice(1)
    .filter((line) => !line.includes("(node:internal/"));
  expect(lines.filter((line) => line.includes("/runtime/src/"))).toEqual([]);
  return lines.map(
    (line) => /^ +at (async )?([\w.]+) \(/.exec(line)?.slice(1).join("").replace("undefined", "") ?? "?",
  );
}

test("plain functions, generator functions, async functions and annotated ones", async () => {
  const rt = new Scheduler();
  const preemptable = attach(() => parse(), function* annotated() {
    if (--state.budget < 0) yield;
    parse();
  } as never);
  const calling = attach(() => parse(), function* calling() {
    const value = run(
      (function* called() {
        yield;
        parse();
      })() as never,
    );
    if (value === signal) yield;
  } as never);
  const jobs: Record<string, () => Job<unknown>> = {
    plain: () =>
      rt.submit(function main() {
        parse();
      }),
    generator: () =>
      rt.submit(function* main() {
        yield;
        parse();
      }),
    async: () =>
      rt.submit(async function main() {
        await 1;
        parse();
      }),
    annotated: () => rt.submit(preemptable),
    calling: () => rt.submit(calling),
    awaited: () => {
      const failing = rt.submit(function main() {
        parse();
      });
      return rt.submit(() => failing as Promise<unknown>);
    },
  };
  for (const [name, make] of Object.entries(jobs)) {
    const submitter = () => make();
    const shown = await functionsOf(submitter());
    expect(shown[0], name).toBe("parse");
    const own = { annotated: "annotated", calling: "called" }[name] ?? "main";
    expect(shown[1], name).toBe(own);
    expect(shown[2], name).toMatch(/^async /);
    expect(shown.slice(3, 5), name).toContain("submitter");
  }
});

test("a stack of user's frames alone is followed by the place, and so is one in a server; a job of a job begins there", async () => {
  const rt = new Scheduler();
  const server = new ConstantBandwidthServer(rt, { budget: 1, period: 2 });
  function deep(n: number): void {
    if (n === 0) parse();
    deep(n - 1);
  }
  function submitting() {
    return server.submit(() => deep(20));
  }
  const shown = await functionsOf(submitting());
  expect(shown.filter((name) => name === "deep").length).toBe(9);
  expect(shown.slice(10, 11)).toEqual(["async submitting"]);

  const nested = await functionsOf(
    rt.submit(function outer() {
      return rt.submit(function inner() {
        parse();
      });
    }),
  );
  expect(nested).toEqual(["parse", "inner", "async outer"]);
});

test("what was thrown stays what it is: errors that do not want to be changed, other values, a message of many lines", async () => {
  const rt = new Scheduler();
  const frozen = Object.freeze(new Error("frozen"));
  const before = frozen.stack;
  const thrown = await rt
    .submit(() => {
      throw frozen;
    })
    .catch((error: unknown) => error);
  expect([thrown === frozen, frozen.stack]).toEqual([true, before]);
  const value = await rt
    .submit(() => {
      // biome-ignore lint/style/useThrowOnlyError: what is thrown is the question
      throw "text";
    })
    .catch((error: unknown) => error);
  expect(value).toBe("text");
  const error = (await rt
    .submit(() => {
      throw new PreemptError("code", "two\n    lines");
    })
    .catch((error: unknown) => error)) as Error;
  expect(error.stack).toMatch(/^PreemptError: code: two\n {4}lines\n {4}at /);
  // Thrown again by another job, it is shown as it was.
  const { stack } = error;
  await rt
    .submit(() => {
      throw error;
    })
    .catch(() => {});
  expect(error.stack).toBe(stack);
});

test("places are noted for a small part of the time", () => {
  // Each look at the clock is 1 ms later: a place takes one.
  let time = 0;
  const clock = { now: () => time++ };
  const noted = () => placeBelow(noted as never, clock) !== undefined;
  const count = (n: number) => Array.from({ length: n }, noted).filter(Boolean).length;
  count(100);
  expect(count(1000)).toBeLessThan(60);
  // What takes no time, on a clock of the test's own, is always noted.
  const still = { now: () => 5e9 };
  expect(Array.from({ length: 1000 }, () => placeBelow(noted as never, still)).filter(Boolean).length).toBe(1000);
});
