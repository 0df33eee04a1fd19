/** A result as the page makes them, with numbers of our own. */
import type { MacroResult, MacroRun } from "../../src/macro/result.ts";
import { setFor } from "../../src/macro/set.ts";
import { allSubtests, type MacroLoad, type MacroPolicy } from "../../src/macro/subtests.ts";

export const beat = 1000 / 60;

/** 600 frames on the beat. */
export const smooth: readonly number[] = Array.from({ length: 600 }, () => beat);

export function run(policy: MacroPolicy, load: MacroLoad, other: Partial<MacroRun> = {}): MacroRun {
  return {
    policy,
    load,
    repetition: 0,
    elapsed: 10_000,
    intervals: smooth,
    delays: Array.from({ length: 20 }, (_, i) => 5 + i / 2),
    unshown: 0,
    plainMs: { spin: 7000, aes: 2000 },
    finished: { executionMs: 9000, plainMs: 9000 },
    preemptions: 0,
    tasks: [{ name: "box", due: 600, finished: 600, misses: 0 }],
    wrong: 0,
    hidden: false,
    ...other,
  };
}

/** FCFS under load loses two frames of three; EDF loses none, and 3 % of the throughput. */
export const goodRuns: readonly MacroRun[] = allSubtests.map(({ policy, load }) => {
  if (load === "none") return run(policy, load, { plainMs: { spin: 0, aes: 0 } });
  if (policy === "edf") return run(policy, load, { plainMs: { spin: 6790, aes: 1940 } });
  return run(policy, load, { intervals: Array.from({ length: 200 }, () => 3 * beat) });
});

export function result(runs: readonly MacroRun[] = goodRuns): MacroResult {
  return {
    kind: "preempt-macro",
    version: 1,
    started: "2026-11-22T05:00:00.000Z",
    agent: "a browser",
    isolated: true,
    interval: beat,
    options: { seconds: 10, repetitions: 1, aesMs: 100, subtests: allSubtests },
    calibrations: [{ unitsPerMs: 90, unitsPerMsRange: [85, 91], recordMs: 0.25, records: 400, recordBytes: 4096 }],
    tasks: setFor(10_000),
    runs,
    complete: true,
  };
}
