/**
 * What does a dispatch cost among many ready jobs, and a job from submit to end?
 *
 * A dispatch: as many endless jobs as the queue is long; each, when it runs, draws another urgency and yields, so that it
 * is put back into the queue somewhere, and the next one is taken out. A job: each, when it runs, submits another one of
 * random urgency and ends. Every job's memory is touched in turn, so that long queues pay for caches that miss, too.
 */
import { nodeHost, type Policy, Scheduler } from "@preempt/runtime";
import { steppingHost } from "./hosts.ts";
import { forever, randomNumbers } from "./policies.ts";

export async function measureDispatches(policy: Policy, length: number, count: number): Promise<number> {
  const rt = new Scheduler({ policy, host: steppingHost(), slice: 1, round: forever, budget: 0 });
  const random = randomNumbers();
  let left = length + count;
  let from = 0n;
  let time = 0;
  function* endless(): Generator<undefined, void> {
    for (;;) {
      left--;
      // Once all have started, every dispatch is like the others.
      if (left === count) from = process.hrtime.bigint();
      if (left === 0) time = Number(process.hrtime.bigint() - from);
      if (left <= 0) return;
      if (policy.isFixed) rt.currentJob?.setPriority(random() % 16);
      else rt.currentJob?.setDeadline({ at: random() });
      yield;
    }
  }
  for (let i = 0; i < length; i++) rt.submit(endless, { deadline: { at: random() }, priority: random() % 16 });
  await rt.idle();
  return time / count;
}

export async function measureJobs(policy: Policy, length: number, count: number): Promise<number> {
  const rt = new Scheduler({ policy, host: nodeHost(), slice: forever, round: forever, budget: forever });
  const random = randomNumbers();
  let left = count;
  let from = 0n;
  let time = 0;
  const job = () => {
    if (left === count) from = process.hrtime.bigint();
    if (left-- > 0) submit();
    else if (left === -1) time = Number(process.hrtime.bigint() - from);
  };
  const submit = () => rt.submit(job, { deadline: { at: random() }, priority: random() % 16, inherit: false });
  for (let i = 0; i < length; i++) submit();
  await rt.idle();
  return time / count;
}
