/**
 * A job is run in the midst of another one's slice, or where code outside of jobs stands: that has come to an exclusive unit in
 * which the job was preempted. The kernel takes it for the running job then. Whose slice it is pays in the time of its server; what
 * the job ran is its own execution time all the same.
 */
import type { ActivationOutcome } from "@preempt/abi";
import type { CoreJob } from "../kernel/core-job.ts";
import type { Job } from "../kernel/job.ts";
import type { Kernel } from "../kernel/kernel.ts";
import { elapsed, type Instant } from "../kernel/time.ts";

/** A kernel, of which the core's lacks what comes last. */
type AnyKernel = Omit<Kernel, "on" | "within" | "surroundings" | "keptWaiting"> &
  Partial<Pick<Kernel, "on" | "within" | "surroundings" | "keptWaiting">>;

/** @param unit What the job is in */
export function help(job: CoreJob, unit: string, run: () => ActivationOutcome | undefined): void {
  const kernel = job.kernel as unknown as AnyKernel;
  const asker = kernel.running;
  const one = job as Job;
  const from = kernel.now();
  if (asker !== undefined) kernel.on?.jobPreempted?.(asker, from);
  kernel.on?.jobDispatched?.(one, from);
  const inIts = () => {
    runJob(kernel, one, run);
    if (kernel.surroundings !== undefined && one.work !== undefined) one.context = kernel.surroundings();
  };
  if (kernel.within === undefined) inIts();
  else kernel.within(one.context, one, inIts);
  const now = kernel.now();
  const length = elapsed(from, now);
  if (asker !== undefined && kernel.keptWaiting !== undefined) {
    asker.keptWaiting += length;
    kernel.keptWaiting = Math.max(kernel.keptWaiting, asker.keptWaiting);
  }
  kernel.on?.jobHelped?.(one, now, { unit, by: asker, length });
  if (asker !== undefined) kernel.on?.jobDispatched?.(asker, now);
}

function runJob(kernel: AnyKernel, job: Job, run: () => ActivationOutcome | undefined): void {
  const { running, caller, inJob } = kernel;
  kernel.ready.remove(job);
  kernel.charge(running, false);
  kernel.isShared = true;
  job.moveTo("running");
  if (job.wasPreempted) job.preemptions++;
  kernel.caller = kernel.running = job;
  kernel.inJob = true;
  let outcome: ActivationOutcome | undefined;
  try {
    outcome = run();
  } finally {
    kernel.inJob = inJob;
    const now = kernel.charge(job, false);
    kernel.running = running;
    kernel.caller = caller;
    ended(kernel, job, outcome, now);
  }
}

/** The job goes on when its own turn comes, or what it waits for. */
function ended(kernel: AnyKernel, job: Job, outcome: ActivationOutcome | undefined, now: Instant): void {
  if (job.outcome !== undefined && job.activation?.isClosing === false) {
    kernel.closeCancelled(job, now, outcome === "awaiting" && job.activation.awaiting);
  } else if (outcome === "awaiting") kernel.awaits(job, now);
  else if (job.waitsFor !== undefined) kernel.block(job, now, "resource");
  else {
    job.wasPreempted = true;
    job.moveTo("ready");
    kernel.putBack(job, now);
  }
  kernel.arm();
}
