/** One of the eight parts: a scheduler, the box, the input and the load, for so many seconds. */
import { type Job, Scheduler, type Task } from "@preempt/runtime";
import { boxMover } from "./box.ts";
import { plain, preemptable } from "./builds.ts";

import { watchFrames } from "./frames.ts";
import { newProgress, type Progress } from "./progress.ts";
import type { Calibration, MacroRun, TaskCount } from "./result.ts";
import type { LoadTask } from "./set.ts";
import { stateAfter } from "./skip-ahead.ts";
import type { MacroPolicy, Step } from "./subtests.ts";
import { countOf } from "./task-count.ts";
import { startTyping, type Typist } from "./typist.ts";

/** The parts of the page that are drawn while it is measured. */
export interface Stage {
  readonly box: HTMLElement;
  readonly echo: HTMLElement;
}

export interface Setting {
  /** Milliseconds. */
  readonly window: number;
  /** Of the display, in milliseconds. */
  readonly interval: number;
  readonly calibration: Calibration;
  readonly tasks: readonly LoadTask[];
  /** One for the whole run, as an application has one: it has seen the display's frames, and the pace of the work. */
  readonly schedulers: Readonly<Record<MacroPolicy, Scheduler>>;
  /** What each word is, encrypted, by the plain build. */
  readonly secrets: ReadonlyMap<string, string>;
}

const frameTime = 1000 / 60;
const aesDeadline = 500;

/** @throws the signal's reason if it is aborted */
export async function runSubtest(stage: Stage, step: Step, setting: Setting, signal: AbortSignal): Promise<MacroRun> {
  const { window, calibration } = setting;
  const scheduler = setting.schedulers[step.policy];
  const progress = newProgress();
  const ending = new AbortController();
  const load = startLoads(scheduler, step, setting, progress, ending.signal);
  const visibility = watchVisibility(ending.signal);
  let typist: Typist | undefined;
  try {
    const frames = await watchFrames(
      window,
      setting.interval,
      signal,
      (start) => {
        const show = (word: string) => {
          stage.echo.textContent = word;
          load.typed(word);
        };
        load.begin(boxMover(stage.box));
        typist = startTyping(scheduler, start, show, ending.signal);
      },
      (now) => typist?.seen(now),
    );
    typist?.stop(performance.now());
    const { units, records, wrong } = progress;
    return {
      ...step,
      elapsed: frames.elapsed,
      intervals: frames.intervals.map(rounded),
      delays: typist?.delays.map(rounded) ?? [],
      unshown: typist?.unshown ?? 0,
      plainMs: { spin: units / calibration.unitsPerMs, aes: records * calibration.recordMs },
      finished: load.finished(),
      preemptions: load.preemptions(),
      tasks: [...load.counts(), inputCount(typist)],
      wrong,
      hidden: visibility.wasHidden,
    };
  } finally {
    typist?.stop(performance.now());
    ending.abort();
    await scheduler.idle();
  }
}

export function schedulerFor(policy: MacroPolicy): Scheduler {
  // FCFS: what an event loop does, in order of arrival, each job to its end.
  return policy === "edf"
    ? new Scheduler({ policy: "edf" })
    : new Scheduler({ policy: "fifo", slice: Number.POSITIVE_INFINITY, budget: Number.POSITIVE_INFINITY });
}

function startLoads(
  scheduler: Scheduler,
  { policy, load }: Step,
  setting: Setting,
  progress: Progress,
  signal: AbortSignal,
) {
  const { calibration, tasks, secrets } = setting;
  const work = policy === "edf" ? preemptable : plain;
  const hasAes = load === "aes" || load === "both";
  const sources: Task[] = [];
  let aes: Task<typeof work.cipher> | undefined;
  let preemptions = 0;
  const finished = { executionMs: 0, plainMs: 0 };
  const plainMsOf = new Map<unknown, number>();
  const observed = scheduler.observe({
    jobFinished(job: Job) {
      preemptions += job.preemptions;
      const plainMs = plainMsOf.get(job.task);
      if (job.state !== "done" || plainMs === undefined) return;
      finished.executionMs += job.executionTime;
      finished.plainMs += plainMs;
    },
  });
  signal.addEventListener("abort", () => observed[Symbol.dispose]());
  return {
    begin(move: () => void) {
      sources.push(scheduler.task(move, { period: frameTime, name: "box", backlog: 4, signal }) as Task);
      if (hasAes) {
        aes = scheduler.task(work.cipher, { deadline: aesDeadline, name: "AES", signal });
        plainMsOf.set(aes, calibration.records * calibration.recordMs);
        sources.push(aes as Task);
      }
      if (load !== "schedcat" && load !== "both") return;
      for (const { name, wcet, period, phase } of tasks) {
        const units = Math.max(1, Math.round(wcet * calibration.unitsPerMs));
        const args: Parameters<typeof work.spin> = [units, stateAfter(units * work.roundsPerUnit), progress];
        const task = scheduler.task(work.spin, { period, phase, args, name, signal });
        plainMsOf.set(task, units / calibration.unitsPerMs);
        sources.push(task as Task);
      }
    },
    typed: (word: string) =>
      void aes?.release(word, calibration.records, secrets.get(word) as string, progress).then(undefined, () => {}), // cancelled at the end of the subtest
    counts: () => sources.map(countOf),
    finished: () => ({ ...finished }),
    preemptions: () => preemptions,
  };
}

function inputCount(typist: Typist | undefined): TaskCount {
  const { played = 0, unshown = 0, late = 0 } = typist ?? {};
  return { name: "input", due: played, finished: played - unshown, misses: late };
}

function watchVisibility(signal: AbortSignal): { readonly wasHidden: boolean } {
  const seen = { wasHidden: document.hidden };
  const look = () => {
    seen.wasHidden ||= document.hidden;
  };
  document.addEventListener("visibilitychange", look, { signal });
  return seen;
}

/** Hundredths of a millisecond: clocks are no finer, and the file is smaller. */
const rounded = (ms: number) => Math.round(ms * 100) / 100;
