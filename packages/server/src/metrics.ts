/** Figures of a request scheduler for Prometheus, through prom-client. */

import { list, nameText, plainObject, tableOf } from "@preempt/checks";
import { Counter, Gauge, Histogram, type Registry, register as usual } from "prom-client";
import { checkOptions } from "./requests/errors.ts";
import type { ClassLoad } from "./requests/request-class.ts";
import type { RequestScheduler } from "./requests/request-scheduler.ts";

/** Where figures go, and under which names. */
export interface MetricsOptions {
  /** Default: that of prom-client. */
  register?: Registry;
  /** What names begin with. Default "preempt_". */
  prefix?: string;
  /** Bounds of the histograms, in seconds. Default: from a millisecond to half a minute. */
  buckets?: readonly number[];
}

const table = tableOf<MetricsOptions>({ register: plainObject, prefix: nameText, buckets: list });
const usualBuckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
const results = ["done", "failed", "cancelled", "refused"] as const;

/**
 * Puts the figures of each class into a registry, until the result is disposed of: waiting and running requests, requests by result,
 * refusals by reason, the backlog, waiting times, and response times.
 *
 *     collectMetrics(rs);
 *     app.get("/metrics", async (request, reply) => reply.type(register.contentType).send(await register.metrics()));
 *
 * @throws PreemptError for an option that does not exist, and prom-client's error for a name that is already used
 */
export function collectMetrics<C extends string>(rs: RequestScheduler<C>, options: MetricsOptions = {}): Disposable {
  checkOptions(options, "collectMetrics", table);
  const { register = usual, prefix = "preempt_", buckets = usualBuckets } = options;
  const classes = Object.entries<ClassLoad>(rs.load);
  const registers = [register];
  const made: string[] = [];

  gauge("requests_ready", "Requests that have not started.", ({ ready }) => ready);
  gauge("requests_running", "Requests that have started and not ended.", ({ running }) => running);
  gauge("backlog_seconds", "Work left, by learned times.", ({ backlog }) => backlog / 1000);
  gauge(
    "oldest_seconds",
    "How long the oldest request that has not started has waited.",
    ({ oldest }) => oldest / 1000,
  );
  gauge("overloaded", "1 while the class is overloaded.", ({ overloaded }) => Number(overloaded));
  counter("requests_total", "Requests by result.", "result", (load) => results.map((name) => [name, load[name]]));
  counter("refusals_total", "Requests that were refused, by reason.", "code", ({ refusedBy }) =>
    Object.entries(refusedBy),
  );
  const waited = histogram("wait_seconds", "How long requests waited for their start.");
  const took = histogram("duration_seconds", "How long requests took, from their arrival to their end.");
  const listening = rs.on("ended", ({ class: name, waited: wait, took: all, started }) => {
    if (started) waited.observe({ class: name }, wait / 1000);
    took.observe({ class: name }, all / 1000);
  });
  return {
    [Symbol.dispose]: () => {
      listening[Symbol.dispose]();
      for (const name of made) register.removeSingleMetric(name);
    },
  };

  function named(name: string): string {
    made.push(prefix + name);
    return prefix + name;
  }

  function gauge(name: string, help: string, read: (load: ClassLoad) => number): void {
    new Gauge({
      name: named(name),
      help,
      registers,
      labelNames: ["class"],
      collect() {
        for (const [className, load] of classes) this.set({ class: className }, read(load));
      },
    });
  }

  function counter(
    name: string,
    help: string,
    label: string,
    valuesOf: (load: ClassLoad) => readonly (readonly [string, number])[],
  ): void {
    new Counter({
      name: named(name),
      help,
      registers,
      labelNames: ["class", label],
      collect() {
        this.reset();
        for (const [className, load] of classes)
          for (const [value, count] of valuesOf(load)) this.inc({ class: className, [label]: value }, count);
      },
    });
  }

  function histogram(name: string, help: string): Histogram<"class"> {
    return new Histogram({ name: named(name), help, registers, labelNames: ["class"], buckets: [...buckets] });
  }
}
