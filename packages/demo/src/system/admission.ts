/** What the exact schedulability tests say to the tasks on the page, asked in the way of `scheduler.admit`. */
import { Scheduler } from "@preempt/runtime";
import { admitBy, exactAdmission } from "@preempt/runtime/analysis";
import type { TaskSpec } from "../scenarios/scenario.ts";
import type { Setup } from "../setup/setup.ts";
import { wordsOf } from "./error-words.ts";
import { schedulerOptions } from "./policy.ts";

export interface Answer {
  readonly verdict: "admitted" | "refused" | "unknown";
  readonly reason: string;
  /** Σ wcet / period of the tasks asked about. */
  readonly utilisation: number;
  /** The task that would miss, where the test names one. */
  readonly task?: string;
}

const exact = admitBy(exactAdmission);
/** Milliseconds. What a browser on an ordinary machine stays below, most of the time by far. */
const overheads = { switchCost: 0.01, releaseLatency: 2, eventLoop: 1, overrun: 0.25 };
const counted = ` Counts ${overheads.overrun} ms lost per slice: a refusal is no prediction.`;

/** Asks about all recurring tasks together; aperiodic ones promise nothing and are left out, which the answer says. */
export function admission(setup: Setup, specs: readonly TaskSpec[]): Answer {
  const recurring = specs.filter(({ kind }) => kind !== "aperiodic");
  const left = specs.filter(({ kind }) => kind === "aperiodic").map(({ id }) => id);
  const utilisation = recurring.reduce((sum, { wcet, period }) => sum + wcet / period, 0);
  const besides = left.length === 0 ? "" : ` Not asked about: ${left.join(", ")} (aperiodic).`;
  if (setup.policy === "aging") {
    return {
      verdict: "unknown",
      utilisation,
      reason: `There is no exact test for aging; each job's wait is bounded.${besides}`,
    };
  }
  // Without preemption the longest job is what everybody may have to wait for.
  const slice = setup.preemption ? setup.slice : Math.max(1, ...recurring.map(({ wcet }) => wcet));
  const { policy, round } = schedulerOptions(setup);
  const rt = new Scheduler({
    slice,
    overheads,
    ...(policy !== undefined && { policy }),
    ...(round !== undefined && { round }),
    // About all of them at once: an answer to some would name a load that nobody sees.
    admission: (request) => (++asked < recurring.length ? { admitted: true, responseTimes: [] } : exact(request)),
  });
  const end = new AbortController();
  let asked = 0;
  try {
    for (const { id, kind, period, deadline, wcet, priority } of recurring) {
      const answer = rt.admit(() => {}, {
        name: id,
        deadline,
        wcet,
        priority,
        signal: end.signal,
        ...(kind === "periodic" ? { period } : { interArrival: period }),
      });
      if (!answer.admitted) {
        return {
          verdict: "refused",
          utilisation,
          // More than the whole thread is no matter of overheads.
          reason: `${answer.reason}${utilisation > 1 ? "" : counted}${besides}`,
          ...(answer.task && { task: answer.task }),
        };
      }
    }
  } catch (error) {
    return { verdict: "unknown", utilisation, reason: `${wordsOf(error)}${besides}` };
  } finally {
    end.abort();
  }
  return {
    verdict: "admitted",
    utilisation,
    reason: `Every deadline is kept if no job takes longer than stated.${besides}`,
  };
}
