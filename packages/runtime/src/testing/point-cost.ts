/**
 * Virtual time for annotated code: each preemption point that it reaches takes a fixed time, whatever the machine.
 *
 * The job's activation is resumed one point at a time, and the clock moves in between; the kernel gets control back
 * where its budget says, as ever. So the code reads exact times too, and a schedule depends on the number of points
 * alone. What stands after the last point is free.
 */
import { takenAway, usedUp } from "@preempt/abi";
import type { Job } from "../kernel/job.ts";
import type { Observer } from "../observers/observer.ts";
import { activate as activateFunction, entryOf } from "../protocol/protocol.ts";
import { realm } from "../realm/realm.ts";
import type { TestHost } from "./test-host.ts";

/**
 * What `state.budget` is set to: the next point suspends.
 *
 *   afterwards          at a point   at a yield that is no point (a lock that is taken)
 *   as it was set       usedUp           0
 *   taken away          takenAway - 1    takenAway
 */
const oneStep = 0;

/** @param cost Milliseconds per point. Above 0. */
export function chargePoints(host: TestHost, cost: number): Observer {
  return {
    jobDispatched(job) {
      if (job.activation === undefined) job.activation = activate(job, host, cost);
    },
  };
}

function activate(job: Job, host: TestHost, cost: number): Job["activation"] {
  const { work } = job;
  // Generators and plain functions say themselves how long they take.
  if (work === undefined || entryOf(work.fn) === undefined) return undefined;
  const { state } = realm;
  let activation: NonNullable<Job["activation"]>;
  try {
    activation = activateFunction(work.fn, work.thisArg, work.args);
  } catch (error) {
    // Of a parameter's default value: it fails the job when that is resumed.
    return activateFunction(
      () => {
        throw error;
      },
      undefined,
      [],
    );
  }
  const { resume } = activation;
  /** A point was reached at the end of a run: its time passes in the next one. */
  let owed: { readonly ends: boolean } | undefined;
  activation.resume = () => {
    if (owed !== undefined) {
      const { ends } = owed;
      if (!host.isAtEnd) {
        host.advance(cost);
        owed = undefined;
      }
      if (owed !== undefined || ends) return suspended(0);
    }
    for (let left = state.budget; ; left--) {
      state.budget = oneStep;
      const outcome = resume.call(activation);
      if (outcome !== "preempted") return outcome;
      const isPoint = state.budget === oneStep - 1 || state.budget === takenAway - 1;
      const isEnded = state.budget <= takenAway;
      if (!isPoint) return suspended(0);
      if (host.isAtEnd) {
        owed = { ends: isEnded || left <= 0 };
        return suspended(0);
      }
      host.advance(cost);
      if (isEnded) return suspended(0);
      if (left <= 0) return suspended(usedUp);
    }
  };
  return activation;
}

/** @param budget What emitted code leaves behind: below 0 where its budget is used up. */
function suspended(budget: number): "preempted" {
  realm.state.budget = budget;
  return "preempted";
}
