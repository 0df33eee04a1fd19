/** What the experiment finds by computing alone, and what it finds in all. */
import type { ExperimentOptions } from "../experiment.ts";
import { exactBurst, modelNames, nearestBurst, services } from "./bursts.ts";
import { arrivalsAt, disciplines, loads, serve, summarise } from "./flow.ts";
import type { RealReport } from "./real.ts";
import type { StructuresReport } from "./structures.ts";

/** What the study reports: milliseconds that an authentication waits, first come first served and by priority. */
export const studyWaits = [21, 3] as const;

/** Milliseconds of patience under aging; Infinity: by priority alone. */
const patiences = [50, 100, 250, 500, 1000, 2000, Number.POSITIVE_INFINITY] as const;

export function exactBursts() {
  const cells = modelNames.flatMap((model) =>
    services.flatMap((service) =>
      (["fcfs", "priority", "edf"] as const).map((queue) => ({
        model,
        service,
        queue,
        ...exactBurst(model, service, queue),
      })),
    ),
  );
  return { cells, nearest: modelNames.map((model) => nearestBurst(model, studyWaits)) };
}

/** Twenty minutes of requests at each load. */
export function exactBoundary({ quick }: ExperimentOptions) {
  const horizon = quick ? 60_000 : 1_200_000;
  const rows = loads.flatMap((load) => {
    const arrivals = arrivalsAt(load, horizon, 53);
    return Object.entries(disciplines).map(([discipline, how]) => ({
      load,
      discipline,
      kinds: summarise(serve(arrivals, how, horizon), horizon),
    }));
  });
  return { horizon, rows };
}

export function exactAging({ quick }: ExperimentOptions) {
  const horizon = quick ? 60_000 : 1_200_000;
  const load = 0.9;
  const arrivals = arrivalsAt(load, horizon, 53);
  const rows = patiences.map((patience) => ({
    patience,
    kinds: summarise(serve(arrivals, { queue: "aging", preemptive: false, patience }, horizon), horizon),
  }));
  return { load, horizon, rows };
}

export interface PriorityNumbers {
  readonly bursts: ReturnType<typeof exactBursts> | undefined;
  readonly boundary: ReturnType<typeof exactBoundary> | undefined;
  readonly aging: ReturnType<typeof exactAging> | undefined;
  readonly structures: StructuresReport | undefined;
  readonly real: RealReport | undefined;
}
