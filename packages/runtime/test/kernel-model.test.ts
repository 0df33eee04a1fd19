/** The real kernel against an oracle, on random programs: see model/. PREEMPT_MODEL=100000 runs a campaign. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { judge } from "./model/judge.ts";
import { anyProgram } from "./model/program.ts";

const numRuns = Number(process.env.PREEMPT_MODEL ?? 300);
const seed = process.env.PREEMPT_MODEL_SEED === undefined ? {} : { seed: Number(process.env.PREEMPT_MODEL_SEED) };

test("whatever jobs, tasks, alarms, resources and servers do, the oracle finds nothing wrong", {
  timeout: 3_600_000,
}, async () => {
  let jobs = 0;
  await fc.assert(
    fc.asyncProperty(anyProgram, async (program) => {
      const verdict = await judge(program);
      jobs += verdict.jobs;
      expect(verdict.wrong, [...verdict.wrong, ...verdict.trace].join("\n")).toEqual([]);
    }),
    { numRuns, ...seed },
  );
  expect(jobs).toBeGreaterThan(numRuns);
});
