/**
 * Runs jobs at once as a program would: jobs of a scheduler that take turns.
 *
 * The clock moves on by one slice whenever it is read, so each budget that is used up costs a job its turn.
 */
import { type Host, nodeHost, Scheduler } from "@preempt/runtime";
import type { Jobs } from "./entry.ts";
import { textOfError, textOfValue } from "./result.ts";
import type { Outcome } from "./schedules.ts";

export interface RoundRobinOptions {
  readonly budget: number;
  /** Turns before the event loop gets its own. */
  readonly round: number;
  /** Turns at which the run is given up. */
  readonly most: number;
}

export async function runRoundRobin(jobs: Jobs, { budget, round, most }: RoundRobinOptions): Promise<Outcome> {
  let readings = 0;
  let isEndless = false;
  const running: { cancel(): void }[] = [];
  const host: Host = { ...nodeHost(), now: () => tick() as ReturnType<Host["now"]> };
  function tick(): number {
    if (++readings > most && !isEndless) {
      isEndless = true;
      queueMicrotask(() => {
        for (const job of running) job.cancel();
      });
    }
    return readings;
  }
  const scheduler = new Scheduler({ host, policy: "rr", slice: 1, round, budget });
  const started = Object.entries(jobs).map(([name, job]) => ({ name, job: scheduler.submit(job, { args: [] }) }));
  running.push(...started.map(({ job }) => job));
  const texts: Record<string, string> = {};
  const endOf = async ({ name, job }: (typeof started)[number]): Promise<void> => {
    try {
      texts[name] = textOfValue(await job);
    } catch (error) {
      if (!isEndless) texts[name] = textOfError(error);
    }
  };
  await Promise.all(started.map(endOf));
  return { texts, preemptions: started.reduce((sum, { job }) => sum + job.preemptions, 0), isEndless };
}
