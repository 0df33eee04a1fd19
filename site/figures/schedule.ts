/** Schedules of the figure: the kernel itself, on a clock that does not wait. */
import { Scheduler, type SchedulerOptions } from "@preempt/runtime";
import { svgGantt, TraceBuffer } from "@preempt/runtime/observers";
import { VirtualHost } from "@preempt/runtime/testing";

export interface FigureJob {
  readonly name: string;
  /** Milliseconds. */
  readonly release: number;
  readonly takes: number;
  readonly deadline: number;
  readonly priority: number;
}

export interface Choice {
  readonly policy: NonNullable<SchedulerOptions["policy"]>;
  /** Milliseconds. */
  readonly slice: number;
  readonly isPreemptable: boolean;
}

export interface Drawn {
  readonly svg: string;
  readonly missed: readonly string[];
}

export const jobs: readonly FigureJob[] = [
  { name: "parse a file", release: 0, takes: 14, deadline: 40, priority: 1 },
  { name: "draw a chart", release: 1, takes: 4, deadline: 12, priority: 2 },
  { name: "answer a key", release: 5, takes: 1, deadline: 4, priority: 3 },
];

export function draw({ policy, slice, isPreemptable }: Choice): Drawn {
  const host = new VirtualHost();
  const trace = new TraceBuffer();
  const rt = new Scheduler({ host, policy, slice, observer: trace });
  const step = 0.25;
  const submitted = jobs.map(({ name, release, takes, deadline, priority }) => {
    const steps = function* () {
      for (let done = 0; done < takes; done += step) {
        if (done > 0) yield;
        host.advance(step);
      }
    };
    return rt.submit(isPreemptable ? steps : () => host.advance(takes), { name, delay: release, deadline, priority });
  });
  host.run();
  const missed = submitted.filter((job) => (job.lateness ?? 0) > 0).map((job) => job.name);
  return { svg: svgGantt(trace, { title: "Schedule", from: 0, to: 20 }), missed };
}
