/** How much work makes a millisecond in plain code, on an idle page; from then on work is counted, and no clock read. */
import type { Scheduler } from "@preempt/runtime";
import { quantile } from "../observe/statistics.ts";
import { plain, preemptable } from "./builds.ts";
import { newProgress } from "./progress.ts";
import type { Calibration } from "./result.ts";
import { stateAfter } from "./skip-ahead.ts";
import { words } from "./words.ts";

const { roundsPerUnit, recordBytes } = plain;
const samples = 16;
/** Milliseconds: long against the steps of the clock, short against what else the machine does. */
const sampleTime = 25;

/** @param aesMs What one AES job is to take. @param scheduler That of the preemptable code, which is warmed up, too. */
export async function calibrate(aesMs: number, scheduler: Scheduler, signal: AbortSignal): Promise<Calibration> {
  const unit = await costOf(spinUnits, signal);
  const record = await costOf(cipherRecords, signal);
  await warmUp(scheduler, unit.ms, record.ms);
  return {
    unitsPerMs: 1 / unit.ms,
    unitsPerMsRange: [1 / unit.slowest, 1 / unit.fastest],
    recordMs: record.ms,
    records: Math.max(1, Math.round(aesMs / record.ms)),
    recordBytes,
  };
}

/** Milliseconds that one of `work`'s parts takes. The first samples are for the engine's compilers. */
async function costOf(work: (parts: number) => void, signal: AbortSignal) {
  let parts = 1;
  const costs: number[] = [];
  for (let i = 0; i < 2 * samples; i++) {
    const start = performance.now();
    work(parts);
    const time = performance.now() - start;
    if (i >= samples) costs.push(time / parts);
    if (time < sampleTime) parts = Math.ceil(parts * Math.min(8, (1.2 * sampleTime) / Math.max(0.1, time)));
    await new Promise((resolve) => setTimeout(resolve, 5));
    signal.throwIfAborted();
  }
  // What else the machine does makes it slower, never faster.
  return { ms: quantile(costs, 0.1), fastest: quantile(costs, 0), slowest: quantile(costs, 1) };
}

/** The transformed code, too, is compiled before it is measured: in 6 s that would count, in the paper's 60 s not. */
async function warmUp(scheduler: Scheduler, unitMs: number, recordMs: number): Promise<void> {
  for (let i = 0; i < 6; i++) {
    const units = Math.ceil(60 / unitMs);
    const records = Math.ceil(60 / recordMs);
    const text = words[i % words.length] as string;
    const expected = plain.secretHash(text);
    await scheduler.submit(preemptable.spin, { args: [units, stateAfter(units * roundsPerUnit), newProgress()] });
    await scheduler.submit(preemptable.cipher, { args: [text, records, expected, newProgress()] });
  }
}

function spinUnits(units: number): void {
  plain.spin(units, stateAfter(units * roundsPerUnit), newProgress());
}

function cipherRecords(records: number): void {
  plain.cipher("calibration", records, secret, newProgress());
}

const secret = plain.secretHash("calibration");
