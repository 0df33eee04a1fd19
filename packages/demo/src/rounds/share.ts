/**
 * How much work the thread does beside a box that moves in every frame: by hand in several ways, and as a job. All run
 * the same two functions, by hand as they were written.
 */
import { Scheduler } from "@preempt/runtime";
import { plain, preemptable } from "../macro/builds.ts";
import { newProgress } from "../macro/progress.ts";
import { stateAfter } from "../macro/skip-ahead.ts";
import { type OpenHop, openQuickestHop } from "./hops.ts";
import { type MovingBox, moveBox } from "./moving-box.ts";

export interface ShareOptions {
  readonly way: ShareWay;
  readonly work: ShareWork;
  /** How long to measure, in milliseconds. */
  readonly ms: number;
}

/**
 * - `alone`: one task, in which no frame comes: what there is to share
 * - `tasks`: 100 ms at a time
 * - `turns`: 5 ms at a time, and a hop
 * - `frames`: the same, and before the display's next frame nothing, until it came
 * - `preempt`: a job of a scheduler with its defaults
 */
export type ShareWay = "alone" | "tasks" | "turns" | "frames" | "preempt";
/** A busy loop, or AES. */
export type ShareWork = "spin" | "aes";

export interface ShareReport {
  /** Parts of the work, each about 0.1 ms. */
  readonly parts: number;
  readonly frames: number;
  /** Milliseconds. */
  readonly time: number;
}

interface Work {
  /** About 0.1 ms of it, or a record. */
  part(): void;
  /** Some 100 ms of it, as a job. */
  job(): PromiseLike<unknown>;
  done(): number;
}

const turn = 5;
const task = 100;
/** What a person would leave: the frame's callback and painting wait for no turn then. Milliseconds. */
const margin = 0.7;

const scheduler = new Scheduler();
const progress = newProgress();
const words = "kindergarten";
const units = 10;
const unitsOfJob = 1000 * units;
const recordsOfJob = 300;

function workOf(kind: ShareWork): Work {
  if (kind === "spin") {
    const expected = stateAfter(units * plain.roundsPerUnit);
    const all = stateAfter(unitsOfJob * plain.roundsPerUnit);
    return {
      part: () => plain.spin(units, expected, progress),
      job: () => scheduler.submit(preemptable.spin, { args: [unitsOfJob, all, progress] }),
      done: () => progress.units / units,
    };
  }
  const expected = plain.secretHash(words);
  return {
    part: () => plain.cipher(words, 1, expected, progress),
    job: () => scheduler.submit(preemptable.cipher, { args: [words, recordsOfJob, expected, progress] }),
    done: () => progress.records,
  };
}

/** @throws Error if a part of the work came out wrong */
export async function measureShare({ way, work: kind, ms }: ShareOptions): Promise<ShareReport> {
  const work = workOf(kind);
  const frames = moveBox();
  const hop = openQuickestHop();
  await frames.next();
  const before = { parts: work.done(), frames: frames.count, time: performance.now() };
  await ways[way](work, before.time + ms, hop, frames);
  const time = performance.now() - before.time;
  const report = { parts: work.done() - before.parts, frames: frames.count - before.frames, time };
  frames.stop();
  hop.close();
  if (progress.wrong > 0) throw new Error(`${progress.wrong} results of ${kind} are wrong`);
  return report;
}

type Run = (work: Work, end: number, hop: OpenHop, frames: MovingBox) => Promise<void>;

const ways: Record<ShareWay, Run> = {
  async alone(work, end) {
    workUntil(work, end);
  },
  tasks: (work, end, hop) => inTurns(work, () => end, task, hop),
  turns: (work, end, hop) => inTurns(work, () => end, turn, hop),
  async frames(work, end, hop, frames) {
    const interval = 1000 / 60;
    while (performance.now() < end) {
      await new Promise<void>(hop.hop); // not between the frame's callback and its painting
      // A frame that comes early moves the end.
      await inTurns(work, () => frames.start + interval - margin, turn, hop);
      await frames.next();
    }
  },
  async preempt(work, end) {
    while (performance.now() < end) await work.job();
  },
};

async function inTurns(work: Work, end: () => number, turn: number, { hop }: OpenHop): Promise<void> {
  for (let now = performance.now(); now < end(); now = performance.now()) {
    workUntil(work, Math.min(now + turn, end()));
    await new Promise<void>(hop);
  }
}

function workUntil({ part }: Work, end: number): void {
  do part();
  while (performance.now() < end);
}
