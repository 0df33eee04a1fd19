/**
 * A page that measures and shows nothing: jobs that never end, animation frames with work of their own, and a chain of
 * timers, all on its only thread. The benchmark `rounds` and the browser tests ask it.
 */
import { Scheduler } from "@preempt/runtime";
import { latenessOf } from "./alarms.ts";
import { intervalOf } from "./frame-interval.ts";
import { measureHops } from "./hops.ts";
import { median, quantile } from "./quantiles.ts";
import type { WorkerReport } from "./report.ts";
import { measureShare } from "./share.ts";

export interface RoundsOptions {
  /** The scheduler's `round`, in milliseconds; without it rounds follow the frames. */
  readonly round?: number;
  /** What the page itself does in each animation frame, in milliseconds. */
  readonly work: number;
  /** How long to measure, in milliseconds, after half a second of warming up. */
  readonly ms: number;
}

export interface RoundsReport {
  /** Units of work that the jobs did in a millisecond. */
  readonly throughput: number;
  /** The part of the time that rounds had. */
  readonly busy: number;
  /** Frames that came, of those that the display wants in that time. */
  readonly frames: number;
  readonly wanted: number;
  /** Between the display's frames, in milliseconds. */
  readonly interval: number;
  /** How many timers of 5 ms fired one after the other, and how late, in milliseconds. */
  readonly timers: number;
  readonly timerLateness: { readonly median: number; readonly worst: number };
  readonly rounds: { readonly count: number; readonly median: number; readonly longest: number };
}

const box = document.querySelector("#box") as HTMLElement;

/** The display's interval in milliseconds, seen while nothing runs. */
async function frameInterval(): Promise<number> {
  const starts: number[] = [];
  while (starts.length < 70) starts.push(await new Promise<number>(requestAnimationFrame));
  // The first ones may come while the page is still being set up.
  return intervalOf(starts.slice(10));
}

interface Counter {
  units: number;
  running: boolean;
}

/** @preempt */
function grind(counter: Counter): void {
  let state = 1;
  while (counter.running) {
    for (let i = 0; i < 50; i++) state = (state * 48_271) % 2_147_483_647;
    if (state === 0) return;
    counter.units++;
  }
}

function spin(ms: number): void {
  const end = performance.now() + ms;
  while (performance.now() < end) {}
}

const sleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

async function measure({ round, work, ms }: RoundsOptions): Promise<RoundsReport> {
  const interval = await frameInterval();
  const rounds: number[] = [];
  let roundStart = 0;
  const rt = new Scheduler({
    ...(round === undefined ? {} : { round }),
    observer: {
      roundStarted: (now) => {
        roundStart = now;
      },
      roundEnded: (now) => void rounds.push(now - roundStart),
    },
  });
  const counter: Counter = { units: 0, running: true };
  const jobs = [1000, 2000, 3000].map((deadline) => rt.submit(grind, { args: [counter], deadline }));

  let frames = 0;
  const frame = (start: number) => {
    if (!counter.running) return;
    frames++;
    spin(work);
    box.style.transform = `translateX(${start % 300}px)`;
    requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);

  const lateness: number[] = [];
  const tick = () => {
    const due = performance.now() + 5;
    setTimeout(() => {
      lateness.push(performance.now() - due);
      if (counter.running) tick();
    }, 5);
  };
  tick();

  await sleep(500);
  rounds.length = 0;
  lateness.length = 0;
  const from = { time: performance.now(), frames, units: counter.units };
  await sleep(ms);
  const time = performance.now() - from.time;
  const report: RoundsReport = {
    throughput: (counter.units - from.units) / time,
    busy: rounds.reduce((sum, length) => sum + length, 0) / time,
    frames: frames - from.frames,
    wanted: time / interval,
    interval,
    timers: lateness.length,
    timerLateness: { median: median(lateness), worst: quantile(lateness, 1) },
    rounds: { count: rounds.length, median: median(rounds), longest: quantile(rounds, 1) },
  };
  counter.running = false;
  await Promise.all(jobs);
  return report;
}

/** Units of work that jobs do in `ms` milliseconds, whether the page is visible or not. */
async function progress(ms: number): Promise<{ units: number; visibility: string; time: number }> {
  const counter: Counter = { units: 0, running: true };
  const job = new Scheduler().submit(grind, { args: [counter] });
  await sleep(100);
  const from = { units: counter.units, time: performance.now() };
  // Timers of hidden pages may fire once a second.
  await sleep(ms);
  const units = counter.units - from.units;
  const time = performance.now() - from.time;
  counter.running = false;
  await job;
  return { units, time, visibility: document.visibilityState };
}

/** What a scheduler in a worker does for `ms` milliseconds. */
function inWorker(kind: "dedicated" | "shared", ms: number): Promise<WorkerReport> {
  return new Promise((resolve, reject) => {
    if (kind === "dedicated") {
      const worker = new Worker(new URL("./rounds.worker.ts", import.meta.url), { type: "module" });
      worker.onerror = reject;
      worker.onmessage = ({ data }: MessageEvent<WorkerReport>) => resolve(data);
      worker.postMessage(ms);
    } else {
      const { port } = new SharedWorker(new URL("./rounds.worker.ts", import.meta.url), { type: "module" });
      port.onmessage = ({ data }: MessageEvent<WorkerReport>) => resolve(data);
      port.postMessage(ms);
    }
  });
}

const handle = {
  measure,
  frameInterval,
  progress,
  inWorker,
  alarms: latenessOf,
  hops: measureHops,
  share: measureShare,
};
export type RoundsHandle = typeof handle;
(window as { __rounds?: RoundsHandle }).__rounds = handle;
