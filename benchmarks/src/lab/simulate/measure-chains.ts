/** How long the chains of a simulated set took. */
import { type Chain, chainsOf } from "../chains.ts";
import type { TaskSet } from "../task-set.ts";
import type { ChainOutcome, JobOutcome } from "./outcome.ts";

/** @param maxResponse By task, from the arrival of the first job of an event-triggered chain */
export function measureChains(
  set: TaskSet,
  jobs: readonly JobOutcome[],
  maxResponse: readonly (number | null)[],
): ChainOutcome[] {
  const byTask = new Map<number, JobOutcome[]>();
  for (const job of jobs) {
    const own = byTask.get(job[0]);
    if (own === undefined) byTask.set(job[0], [job]);
    else own.push(job);
  }
  return chainsOf(set).map((chain) => {
    const { name, trigger, tasks } = chain;
    if (trigger === "event") return { name, trigger, response: maxResponse[tasks.at(-1) as number] ?? null };
    return { name, trigger, ...measured(chain, byTask) };
  });
}

/** Start and end of each job, in order; no data is passed before all tasks of the chain have started once. */
function measured({ tasks }: Chain, byTask: ReadonlyMap<number, readonly JobOutcome[]>) {
  const runs = tasks.map((task) => (byTask.get(task) ?? []).map(([, , , start, end]) => ({ start, end })));
  const ready = Math.max(...runs.map((own) => own[0]?.start ?? Number.POSITIVE_INFINITY));
  const [first = [], ...others] = runs;
  const last = runs.at(-1) as typeof first;
  let [reaction, age, ageUntilReplaced] = [null, null, null] as [Longest, Longest, Longest];
  for (let k = 1; k < first.length; k++) {
    // An input that came right after the start of the job before has just been missed.
    const input = (first[k - 1] as { start: number }).start;
    if (input < ready) continue;
    let end: number | undefined = (first[k] as { end: number }).end;
    for (const own of others) end = end === undefined ? undefined : nextAfter(own, end)?.end;
    if (end !== undefined) reaction = Math.max(reaction ?? 0, end - input);
  }
  last.forEach(({ start, end }, k) => {
    let read: number | undefined = start;
    for (const own of runs.slice(0, -1).reverse()) read = read === undefined ? undefined : lastBefore(own, read)?.start;
    if (read === undefined || read < ready) return;
    age = Math.max(age ?? 0, end - read);
    const next = last[k + 1];
    if (next !== undefined) ageUntilReplaced = Math.max(ageUntilReplaced ?? 0, next.end - read);
  });
  return { reaction, age, ageUntilReplaced };
}

type Longest = number | null;

interface Run {
  readonly start: number;
  readonly end: number;
}

/** The first that starts at `time` or later. */
function nextAfter(runs: readonly Run[], time: number): Run | undefined {
  let [from, to] = [0, runs.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((runs[middle] as Run).start >= time) to = middle;
    else from = middle + 1;
  }
  return runs[from];
}

/** The last that has ended at `time` or before. */
function lastBefore(runs: readonly Run[], time: number): Run | undefined {
  let [from, to] = [0, runs.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((runs[middle] as Run).end > time) to = middle;
    else from = middle + 1;
  }
  return runs[from - 1];
}
