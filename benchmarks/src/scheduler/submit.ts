/**
 * Jobs submitted and cancelled while `length` others wait, which stay: a batch comes and goes, again and again.
 * Nothing runs. What counts is the median of the batches, which are short against the turns of other programs.
 */
import { type Job, type Policy, Scheduler } from "@preempt/runtime";
import { median } from "../statistics.ts";
import { timed } from "../turns.ts";
import { stillHost } from "./hosts.ts";
import { randomNumbers } from "./policies.ts";

/** @param delay Whether they are released later. */
export function measureSubmit(policy: Policy, length: number, delay: boolean, count: number) {
  const rt = new Scheduler({ policy, host: stillHost() });
  const random = randomNumbers();
  const work = () => {};
  const submit = () =>
    rt.submit(work, { deadline: { at: random() }, priority: random() % 16, delay: delay ? random() + 1 : 0 });
  for (let i = 0; i < length; i++) submit();
  // Few against the others, so that the queue keeps its length.
  const batch = Math.min(1000, Math.ceil(length / 10));
  const jobs: Job[] = [];
  const times = { submitted: [] as number[], cancelled: [] as number[] };
  const rounds = Math.ceil(count / batch);
  for (let round = 0; round < rounds; round++) {
    const submitting = timed(() => {
      for (let i = 0; i < batch; i++) jobs.push(submit());
    });
    const cancelling = timed(() => {
      for (const job of jobs) job.cancel();
    });
    times.submitted.push(submitting / batch);
    times.cancelled.push(cancelling / batch);
    if (jobs.some(({ state }) => state !== "cancelled")) throw new Error("a job was not cancelled");
    jobs.length = 0;
  }
  return { submitted: median(times.submitted), cancelled: median(times.cancelled) };
}
