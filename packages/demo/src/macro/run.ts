/** The whole experiment: calibration, then each subtest after a short grace. */
import { plain } from "./builds.ts";
import { calibrate } from "./calibrate.ts";
import { displayInterval } from "./frames.ts";
import type { MacroOptions, MacroResult, MacroRun } from "./result.ts";
import { setFor } from "./set.ts";
import { runSubtest, type Stage, schedulerFor } from "./subtest.ts";
import { allSubtests, nameOf, type Step, stepsOf } from "./subtests.ts";
import { words } from "./words.ts";

export const defaults: MacroOptions = { seconds: 60, repetitions: 5, aesMs: 100, subtests: allSubtests };

/** What the engine collects and compiles after a subtest is to be done before the next: milliseconds. */
const grace = 500;

export interface MacroState {
  readonly phase: "idle" | "calibrating" | "running" | "done" | "stopped" | "failed";
  /** Subtests done and in all. */
  readonly done: number;
  readonly total: number;
  /** What is measured now. */
  readonly now: string;
  /** At least so long, in milliseconds. */
  readonly left: number;
  /** Until the present subtest ends, in milliseconds. */
  readonly untilNext: number;
  readonly error?: string;
}

export interface RunPort {
  readonly stage: Stage;
  readonly signal: AbortSignal;
  changed(state: MacroState): void;
  /** What has been measured so far. */
  measured(result: MacroResult): void;
}

export function estimate({ seconds, repetitions, subtests }: MacroOptions): number {
  return repetitions * subtests.length * (seconds * 1000 + grace + 50);
}

/**
 * @param before What another page has measured of the same run: it goes on from there
 * @throws the signal's reason if it is aborted: what was measured before has been told
 */
export async function runMacro(options: MacroOptions, port: RunPort, before?: MacroResult): Promise<void> {
  const { repetitions, upTo = repetitions } = options;
  const steps = stepsOf(options.subtests, repetitions);
  const end = upTo * options.subtests.length;
  const runs: MacroRun[] = [...(before?.runs ?? [])];
  const one = estimate({ ...options, repetitions: 1, subtests: options.subtests.slice(0, 1) });
  const left = (steps.length - runs.length) * one + 2000;
  const state = { done: runs.length, total: steps.length, left, untilNext: 2000 };
  port.changed({ ...state, phase: "calibrating", now: "calibration" });
  const interval = await displayInterval();
  const schedulers = { fcfs: schedulerFor("fcfs"), edf: schedulerFor("edf") };
  const calibration = await calibrate(options.aesMs, schedulers.edf, port.signal);
  const window = options.seconds * 1000;
  const tasks = setFor(window);
  const secrets = new Map(words.map((word) => [word, plain.secretHash(word)]));
  const calibrations = [...(before?.calibrations ?? []), calibration];
  const started = before?.started ?? new Date().toISOString();
  while (runs.length < end) {
    const done = runs.length;
    const step = steps[done] as Step;
    const now = `${nameOf(step)}, ${step.repetition + 1} of ${repetitions}`;
    port.changed({
      phase: "running",
      done,
      total: steps.length,
      now,
      left: (steps.length - done) * one,
      untilNext: one,
    });
    await sleep(grace, port.signal);
    runs.push(
      await runSubtest(port.stage, step, { window, interval, calibration, tasks, schedulers, secrets }, port.signal),
    );
    port.measured({
      kind: "preempt-macro",
      version: 1,
      started,
      agent: navigator.userAgent,
      isolated: crossOriginIsolated,
      options,
      interval,
      calibrations,
      tasks,
      runs: [...runs],
      complete: runs.length === steps.length,
    });
  }
}

function sleep(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const timer = setTimeout(resolve, ms);
    const stop = () => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    signal.addEventListener("abort", stop, { once: true });
  });
}
