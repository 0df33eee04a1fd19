/**
 * The real kernel against an oracle, on random programs: see model/. PREEMPT_MODEL=100000 runs a campaign,
 * PREEMPT_MODEL_SEED repeats one.
 */
import fc from "fast-check";
import { expect, test } from "vitest";
import { judge } from "./judge.ts";
import { anyProgram } from "./program.ts";

const numRuns = Number(process.env.PREEMPT_MODEL ?? 1500);
/** A sample has the same programs each time; a campaign has its own. */
const given = process.env.PREEMPT_MODEL_SEED ?? (process.env.PREEMPT_MODEL === undefined ? 20191203 : undefined);
const seed = given === undefined ? {} : { seed: Number(given) };

test("whatever jobs, tasks, alarms, resources and servers do, the oracle finds nothing wrong", {
  timeout: 3_600_000,
}, async () => {
  const seen = new Map<string, number>();
  await fc.assert(
    fc.asyncProperty(anyProgram, async (program) => {
      const { wrong, trace } = await judge(program);
      for (const event of trace) {
        const kind = (event.split(" ")[1] as string).replace(/R\d/, "R");
        seen.set(kind, (seen.get(kind) ?? 0) + 1);
      }
      expect(wrong, [...wrong, ...trace].join("\n")).toEqual([]);
    }),
    { numRuns, ...seed },
  );
  if (process.env.PREEMPT_MODEL !== undefined) console.log(Object.fromEntries(seen));
  // The programs do reach everything that the oracle looks at.
  for (const kind of [
    ...["release", "run", "preempt", "wake", "miss", "skip", "lock(R)", "unlock(R)", "deny(R)"],
    ...["block(promise)", "block(job)", "block(resource)", "end(done)", "end(failed)", "end(cancelled)"],
    ...["pause", "close", "timeout", "limit", "onMiss", "gives-up"],
    ...["dispose(cancel)", "dispose(release)"],
  ]) {
    expect(seen.get(kind), kind).toBeGreaterThan(numRuns / 50);
  }
});

test("the same program twice gives the same trace", async () => {
  await fc.assert(
    fc.asyncProperty(anyProgram, async (program) => {
      expect((await judge(program)).trace).toEqual((await judge(program)).trace);
    }),
    { numRuns: Math.ceil(numRuns / 10), ...seed },
  );
});
