/**
 * A second simulator, for campaigns: processors, jobs and integers, without a kernel. It is some fifteen times as fast, and has no
 * line in common with the kernel, so that an error would have to be in both. Tests compare their schedules.
 *
 * At one instant jobs end first, then others come, and then one is chosen: the one with the smallest key; of equal keys the
 * one that was released first; of these the one of the first task.
 */
import { tasksAfter, tasksBefore } from "../chains.ts";
import { prioritiesOf } from "../simulate/kernel-setup.ts";
import { loopPriorities } from "../simulate/loop-policy.ts";
import { measureChains } from "../simulate/measure-chains.ts";
import type { SimulateOptions } from "../simulate/options.ts";
import type { JobOutcome } from "../simulate/outcome.ts";
import { releaseDelay } from "../simulate/releases.ts";
import type { CourseOf } from "../simulate/suspension.ts";
import type { TaskSet } from "../task-set.ts";
import { messageDelay } from "../threads/message-delays.ts";
import { delayBetween, tasksByThread, threadsOf } from "../threads/threads-of.ts";
import type { CampaignPolicy, Seen } from "./seen.ts";

interface Job {
  readonly task: number;
  readonly k: number;
  /** Of the chain's first job, where others released it. */
  readonly arrival: number;
  readonly release: number;
  /** Execution and suspension in turn. */
  readonly course: readonly number[];
  at: number;
  left: number;
  /** When it came, or resumed, or will. */
  ready: number;
  start: number;
}

/**
 * @param courses By task: what its k-th job executes, and where it suspends itself
 * @param options jitter and seed
 */
export function scheduleOf(
  set: TaskSet,
  policy: CampaignPolicy,
  options: Pick<SimulateOptions, "jitter" | "seed">,
  horizon: number,
  courses: readonly CourseOf[],
): Seen & { readonly jobs: readonly JobOutcome[] } {
  const all = { ...options, policy };
  const priorities = policy === "loop" ? loopPriorities(set, options.seed) : prioritiesOf(set, all);
  const before = tasksBefore(set);
  const after = tasksAfter(set);
  const delays = set.tasks.map((task, i) => releaseDelay(set, task, i, all));
  const maxResponse: (number | null)[] = set.tasks.map(() => null);
  const jobs: JobOutcome[] = [];
  /** Of each task: jobs that have been released and not ended, in order. */
  const open: Job[][] = set.tasks.map(() => []);
  const counts = set.tasks.map(() => 0);
  const coming = arrivalsOf();
  const threads = threadsOf(set) ?? { names: [""], of: set.tasks.map(() => 0) };
  const places = tasksByThread(threads);
  /** By task that others release: no message overtakes another, and no job is released before the one before it. */
  const [lastArrivals, lastReleases] = [new Map<number, number>(), new Map<number, number>()];
  let [now, next] = [0, 0];
  /** By thread. */
  const running: (Job | undefined)[] = places.map(() => undefined);
  for (;;) {
    while (next < coming.length && (coming[next] as Job).release <= now) {
      const job = coming[next++] as Job;
      (open[job.task] as Job[]).push(job);
    }
    let step = Math.min((coming[next] as Job | undefined)?.release ?? Number.POSITIVE_INFINITY, wake()) - now;
    places.forEach((own, thread) => {
      if (running[thread] === undefined || policy !== "loop") running[thread] = chosen(own);
      const job = running[thread];
      if (job === undefined) return;
      if (job.start < 0) job.start = now;
      // A callback runs to its end, and nobody looks before.
      step = policy === "loop" ? job.left : Math.min(step, job.left);
    });
    if (step === Number.POSITIVE_INFINITY) break;
    now += step;
    running.forEach((job, thread) => {
      if (job === undefined) return;
      job.left -= step;
      // What comes at this instant comes after this job's end, but before the next choice.
      if (job.left === 0) running[thread] = ended(job);
    });
  }
  jobs.sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  return { jobs, maxResponse, chains: set.chains && measureChains(set, jobs, maxResponse, options) };

  function arrivalsOf(): Job[] {
    const list = set.tasks.flatMap((task, i) => {
      if (before[i] !== undefined) return [];
      const { O = 0, T } = task;
      const own: Job[] = [];
      for (let arrival = O; arrival < horizon; arrival += T) {
        const k = own.length;
        own.push(jobOf(i, k, arrival, arrival + (delays[i]?.(k, arrival) ?? 0)));
      }
      return own;
    });
    return list.sort((a, b) => a.release - b.release || a.task - b.task || a.k - b.k);
  }

  function jobOf(task: number, k: number, arrival: number, release: number): Job {
    const course = (courses[task] as CourseOf)(k);
    return { task, k, arrival, release, course, at: 0, left: course[0] as number, ready: release, start: -1 };
  }

  /** Jobs of a task run one after the other, but for those that others release. */
  function candidates(i: number): readonly Job[] {
    const own = open[i] as Job[];
    return before[i] === undefined ? own.slice(0, 1) : own;
  }

  function chosen(own: readonly number[]): Job | undefined {
    let best: Job | undefined;
    for (const i of own) {
      for (const job of candidates(i)) {
        if (job.ready > now) continue;
        if (best === undefined || goesBefore(job, best)) best = job;
      }
    }
    return best;
  }

  function goesBefore(a: Job, b: Job): boolean {
    if (policy === "edf") {
      const [own, theirs] = [a.arrival + deadline(a), b.arrival + deadline(b)];
      if (own !== theirs) return own < theirs;
    } else {
      const [own, theirs] = [priorities[a.task] as number, priorities[b.task] as number];
      if (own !== theirs) return own > theirs;
    }
    const [own, theirs] = policy === "loop" ? [a.ready, b.ready] : [a.release, b.release];
    return own !== theirs ? own < theirs : a.task < b.task;
  }

  function deadline({ task }: Job): number {
    return (set.tasks[task] as TaskSet["tasks"][number]).D;
  }

  /** When the next suspended job resumes. */
  function wake(): number {
    let soonest = Number.POSITIVE_INFINITY;
    for (let i = 0; i < open.length; i++) {
      for (const { ready } of candidates(i)) if (ready > now && ready < soonest) soonest = ready;
    }
    return soonest;
  }

  /** @returns the job, if it continues without giving the processor up */
  function ended(job: Job): Job | undefined {
    const pause = job.course[job.at + 1];
    if (pause !== undefined) {
      job.at += 2;
      job.left = job.course[job.at] as number;
      if (pause === 0) return job;
      job.ready = now + pause;
      return undefined;
    }
    const own = open[job.task] as Job[];
    own.splice(own.indexOf(job), 1);
    jobs.push([job.task, job.k, job.release, job.start, now, 0]);
    maxResponse[job.task] = Math.max(maxResponse[job.task] ?? 0, now - job.arrival);
    for (const i of after[job.task] as number[]) {
      const k = counts[i] as number;
      counts[i] = k + 1;
      const sent = arrivalAt(job.task, i, k);
      const release = Math.max(lastReleases.get(i) ?? 0, sent + (delays[i]?.(k, sent) ?? 0));
      lastReleases.set(i, release);
      insert(jobOf(i, k, job.arrival, release));
    }
    return undefined;
  }

  /** When a message that is sent now comes there. */
  function arrivalAt(from: number, to: number, k: number): number {
    const delay = delayBetween(set, threads, from, to);
    if (delay[1] === 0) return now;
    const at = Math.max(lastArrivals.get(to) ?? 0, now + messageDelay(delay, from, to, k, options));
    lastArrivals.set(to, at);
    return at;
  }

  function insert(job: Job): void {
    let place = coming.length;
    while (place > next && (coming[place - 1] as Job).release > job.release) place--;
    coming.splice(place, 0, job);
  }
}
