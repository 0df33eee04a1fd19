/** Ideal preemption: the literature's schedules to the unit, as who ran from when to when. */
import { type Job, Scheduler, type SchedulerOptions } from "@preempt/runtime";
import { consume, VirtualHost } from "@preempt/runtime/testing";

export function ideal(policy: "edf" | "fp", options: SchedulerOptions = {}) {
  const host = new VirtualHost();
  const segments: string[] = [];
  let from = 0;
  const close = (job: Job, now: number) => {
    const last = segments.at(-1);
    if (last?.startsWith(`${job.name} `) && last.endsWith(`-${from}`)) {
      segments[segments.length - 1] = last.replace(/-\S+$/, `-${now}`);
    } else if (now > from) segments.push(`${job.name} ${from}-${now}`);
  };
  const forever = Number.POSITIVE_INFINITY;
  const rt = new Scheduler({
    policy,
    host,
    preemption: "ideal",
    slice: forever,
    round: forever,
    budget: 0,
    observer: {
      jobDispatched(_, now) {
        from = now;
      },
      jobPreempted: close,
      jobBlocked: close,
      jobFinished: close,
    },
    ...options,
  });
  const work = (ms: number) =>
    function* () {
      yield* consume(rt, ms);
    };
  return { rt, host, segments, work };
}
