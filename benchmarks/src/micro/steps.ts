/**
 * What does a step of a trivial loop cost in the ways that JavaScript has to keep a page alive? Each way gives the thread
 * to the event loop every 5 ms; they differ in what each step pays for finding out that it is time.
 */
import { setImmediate } from "node:timers/promises";
import { Scheduler } from "@preempt/runtime";
import {
  unstable_NormalPriority as normal,
  unstable_scheduleCallback as scheduleCallback,
  unstable_shouldYield as shouldYield,
} from "scheduler";
import { emissionNames, emitted } from "../emitted.ts";
import type { Turns } from "../turns.ts";
import { type MicroCase, type MicroSamples, measureCases } from "./row.ts";

const program = `
/** @preempt */
export function run(n) { let s = 1; for (let i = 0; i < n; i++) s = (s + i) | 0; return s; }
`;

type Run = (n: number) => number | Promise<number>;

const round = 5;

/** Each gives the same number. `n` is how many steps take a few milliseconds. */
export async function stepWays(): Promise<{ readonly way: string; readonly n: number; readonly run: Run }[]> {
  const rt = new Scheduler();
  const emissions = await Promise.all(
    emissionNames.map(async (emission) => {
      const { run } = await emitted<{ run: (n: number) => number }>(program, emission);
      return {
        way: `${emission}, as a job`,
        n: 1_000_000,
        run: async (n: number) => await rt.submit(run, { args: [n] }),
      };
    }),
  );
  return [
    { way: "plain, keeps the thread", n: 2_000_000, run: plain },
    ...emissions,
    { way: "React's scheduler: shouldYield()", n: 100_000, run: reacting },
    { way: "generator, clock each step", n: 100_000, run: coroutine },
    { way: "await each step, clock each step", n: 30_000, run: awaiting },
    { way: "setImmediate each step", n: 3_000, run: turning },
  ];
}

export async function measureSteps(turns: Turns): Promise<MicroSamples[]> {
  const ways = await stepWays();
  const cases = ways.map(
    ({ way, n, run }): MicroCase => ({
      subject: "step",
      way,
      sample: async () => {
        const from = process.hrtime.bigint();
        await run(n);
        return Number(process.hrtime.bigint() - from) / n;
      },
    }),
  );
  return await measureCases(cases, turns);
}

function plain(n: number): number {
  let s = 1;
  for (let i = 0; i < n; i++) s = (s + i) | 0;
  return s;
}

/** As React renders: a task of its scheduler asks whether to go on before each unit of work, and continues later. */
function reacting(n: number): Promise<number> {
  return new Promise((resolve) => {
    let s = 1;
    let i = 0;
    const work = () => {
      while (i < n && !shouldYield()) {
        s = (s + i) | 0;
        i++;
      }
      if (i < n) return work;
      resolve(s);
    };
    scheduleCallback(normal, work);
  });
}

/** As js-coroutines: the work is a generator that yields at each step, and whoever runs it looks at the clock. */
async function coroutine(n: number): Promise<number> {
  const generator = stepping(n);
  for (;;) {
    const end = performance.now() + round;
    do {
      const { done, value } = generator.next();
      if (done) return value;
    } while (performance.now() < end);
    await setImmediate();
  }
}

function* stepping(n: number): Generator<undefined, number> {
  let s = 1;
  for (let i = 0; i < n; i++) {
    yield;
    s = (s + i) | 0;
  }
  return s;
}

/** As helpers that are awaited at each step, and now and then wait for a turn of the event loop. */
async function awaiting(n: number): Promise<number> {
  let end = performance.now() + round;
  const breathe = async () => {
    if (performance.now() < end) return;
    await setImmediate();
    end = performance.now() + round;
  };
  let s = 1;
  for (let i = 0; i < n; i++) {
    await breathe();
    s = (s + i) | 0;
  }
  return s;
}

async function turning(n: number): Promise<number> {
  let s = 1;
  for (let i = 0; i < n; i++) {
    await setImmediate();
    s = (s + i) | 0;
  }
  return s;
}
