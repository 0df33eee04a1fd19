/** What the report of the experiment says. */
import { digits, percent } from "../../lab/report/charts/show.ts";
import type { ReportSection } from "../experiment.ts";
import { lineFigure } from "../line-figure.ts";
import { disciplines, formulaWaits, staticShare } from "./flow.ts";
import type { PriorityNumbers } from "./numbers.ts";
import type { RealReport } from "./real.ts";
import { type Kind, kinds } from "./requests.ts";

type Part<Name extends keyof PriorityNumbers> = NonNullable<PriorityNumbers[Name]>;

const ms = (value: number) => (value === Number.POSITIVE_INFINITY ? "unbounded" : digits(value));
const queueWords = { fcfs: "FCFS", priority: "priority", aging: "aging", edf: "EDF" } as const;

export function burstsSection({ cells, nearest }: Part<"bursts">, real: RealReport | undefined): ReportSection {
  const rows = cells.map(({ model, service, queue, waited, inversions }) => {
    const found = real?.bursts.find(
      ({ cell }) => cell.model === model && cell.service === service && cell.queue === queue && !cell.preemptive,
    );
    return [
      `${model}, ${service}, ${queueWords[queue]}`,
      ...[waited.auth, waited.static].map(ms),
      percent(inversions),
      ...(found === undefined
        ? ["–", "–", "–", "–"]
        : [
            ms(found.waited.auth),
            ms(found.waited.static),
            percent(found.inversions),
            `${ms(found.took.auth)} / ${ms(found.took.static)}`,
          ]),
    ];
  });
  return {
    heading: "Bursts",
    paragraphs: [
      "Serial and poll: five authentications and five static requests come at once, in every order. Pairs: one of each. " +
        "Waiting is the time from arrival to start. An inversion is a pair of requests of which the static one starts first.",
    ],
    tables: [
      {
        caption: "Waiting in milliseconds: exactly, and in Express (medians of blocks)",
        head: [
          "model",
          "auth",
          "static",
          "inversions",
          "auth, real",
          "static, real",
          "inversions, real",
          "service, real",
        ],
        rows,
      },
      {
        caption: "The burst whose waiting times of authentications are nearest to the study's 21 and 3 ms",
        head: ["model", "auth in a burst", "static in a burst", "FCFS", "priority"],
        rows: nearest.map((one) => [one.model, String(one.auth), String(one.static), ms(one.fcfs), ms(one.priority)]),
      },
    ],
  };
}

export function boundarySection({ rows, horizon }: Part<"boundary">): ReportSection {
  const names = Object.keys(disciplines);
  const loads = [...new Set(rows.map(({ load }) => load))];
  const of = (name: string, load: number) => rows.find((row) => row.discipline === name && row.load === load)?.kinds;
  const formula = (load: number, kind: Kind) => [
    ms(formulaWaits("fcfs", load)[kind]),
    ms(formulaWaits("priority", load)[kind]),
  ];
  const figure = (kind: Kind, name: string, what: string) =>
    lineFigure({
      name,
      title: `Mean wait of ${what}, by load`,
      note: `Exact, ${horizon / 60_000} minutes of Poisson arrivals; beyond 1 the wait grows with the time that is looked at.`,
      caption: `Mean wait of ${what} in milliseconds, from 0.3 to 1.2 of the free capacity`,
      titles: { up: "milliseconds from arrival to start", across: "authentications, as a part of the free capacity" },
      columns: loads.map(String),
      scale: "log",
      lines: names.map((discipline) => ({
        name: discipline,
        values: loads.map((load) => of(discipline, load)?.[kind].meanWait ?? Number.NaN),
      })),
    });
  return {
    heading: "Where static requests starve",
    paragraphs: [
      `Static requests ask for ${percent(staticShare)} of the processor, and authentications for a multiple of the rest. ` +
        "Both come at random (Poisson), and the simulation is exact. The last columns are Cobham's and Pollaczek and Khinchine's formulas.",
    ],
    tables: [
      ...kinds.map((kind) => ({
        caption: `${kind === "auth" ? "Authentications" : "Static requests"}: mean wait in milliseconds, by load`,
        head: ["load", ...names, "formula, FCFS", "formula, priority"],
        rows: loads.map((load) => [
          String(load),
          ...names.map((name) => ms(of(name, load)?.[kind].meanWait ?? Number.NaN)),
          ...formula(load, kind),
        ]),
      })),
      ...kinds.map((kind) => ({
        caption: `${kind === "auth" ? "Authentications" : "Static requests"}: answered within the time that was looked at, and within the deadline`,
        head: ["load", ...names],
        rows: loads.map((load) => [
          String(load),
          ...names.map((name) => {
            const found = of(name, load)?.[kind];
            return found === undefined ? "–" : `${percent(found.answered)}, ${percent(found.onTime)}`;
          }),
        ]),
      })),
    ],
    figures: [
      figure("static", "server-priority-static", "static requests"),
      figure("auth", "server-priority-auth", "authentications"),
    ],
  };
}

export function agingSection({ rows, load }: Part<"aging">): ReportSection {
  return {
    heading: "Aging",
    paragraphs: [
      `At ${load} of the free capacity, exactly. A static request that has waited for the patience is served in order of arrival.`,
    ],
    tables: [
      {
        caption: "Waits in milliseconds, and authentications that end within 50 ms",
        head: ["patience", "static, mean", "static, longest", "auth, mean", "auth, p99 of response", "auth on time"],
        rows: rows.map(({ patience, kinds }) => [
          patience === Number.POSITIVE_INFINITY ? "none: priority" : `${patience} ms`,
          ...[kinds.static.meanWait, kinds.static.longest, kinds.auth.meanWait, kinds.auth.p99].map(ms),
          percent(kinds.auth.onTime),
        ]),
      },
    ],
  };
}

export function flowSection(
  { flows, generatorLateness, others }: RealReport,
  boundary: PriorityNumbers["boundary"],
): ReportSection {
  const exactName = { fcfs: "FCFS", priority: "priority", aging: "aging", edf: "EDF" } as const;
  return {
    heading: "Random arrivals, for real",
    paragraphs: [
      "Express on 127.0.0.1, real computation, a load generator that waits for no answer. Each cell has a queue of its own, or hands " +
        "each request to Preempt's kernel as a job. Latency counts from the instant at which a request was to be sent. " +
        `The generator was ${ms(generatorLateness)} ms late at most (99 % of a cell's requests), and other programs used ${digits(others)} processors (median).`,
    ],
    tables: [
      {
        caption: "Milliseconds, medians of blocks; exact: the mean wait of the simulation over a long time",
        head: [
          "load, order",
          "auth wait",
          "exact",
          "auth p99 wait",
          "auth p99 latency",
          "auth on time",
          "static wait",
          "exact",
          "static p99 latency",
          "static on time",
        ],
        rows: flows.map(({ cell, load, kinds: { auth, static: other } }) => {
          const name = `${exactName[cell.queue]}${cell.preemptive ? ", preemptive" : ""}`;
          const exact = boundary?.rows.find((row) => row.load === load && row.discipline === name)?.kinds;
          return [
            `${load}, ${name}${cell.preemptive ? " (jobs)" : ""}`,
            ms(auth.meanWait),
            load < 1 ? ms(exact?.auth.meanWait ?? Number.NaN) : "–",
            ms(auth.p99Wait),
            ms(auth.p99),
            percent(auth.onTime),
            ms(other.meanWait),
            load < 1 ? ms(exact?.static.meanWait ?? Number.NaN) : "–",
            ms(other.p99),
            percent(other.onTime),
          ];
        }),
      },
    ],
  };
}

export function structuresSection({ costs, entryBytes }: Part<"structures">): ReportSection {
  const depths = [...new Set(costs.map(({ depth }) => depth))];
  const names = [...new Set(costs.map(({ structure }) => structure))];
  const of = (name: string, depth: number) => costs.find((cost) => cost.structure === name && cost.depth === depth);
  return {
    heading: "The queue itself",
    paragraphs: [
      "An insertion and a removal while so many requests wait. The study reports 0.08 ms for sorting at depth 10, and 8 bytes per entry: " +
        `the slot of the array alone. The entry itself, an object of four fields with its function, takes ${digits(entryBytes)} bytes.`,
    ],
    tables: [
      {
        caption: "Microseconds for an insertion and a removal (medians)",
        head: ["depth", ...names],
        rows: depths.map((depth) => [
          String(depth),
          ...names.map((name) => digits(of(name, depth)?.microseconds ?? Number.NaN)),
        ]),
      },
      {
        caption: "Bytes per entry, of the structure alone",
        head: ["depth", ...names],
        rows: depths.map((depth) => [
          String(depth),
          ...names.map((name) => digits(of(name, depth)?.bytesPerEntry ?? Number.NaN)),
        ]),
      },
    ],
    figures: [
      lineFigure({
        name: "server-priority-queues",
        title: "An insertion and a removal, by depth",
        note: "Medians. Both classes are equally frequent.",
        caption: "Microseconds for an insertion and a removal, by the number of requests that wait",
        titles: { up: "microseconds", across: "requests that wait" },
        columns: depths.map(String),
        scale: "log",
        lines: names.map((name) => ({
          name,
          values: depths.map((depth) => of(name, depth)?.microseconds ?? Number.NaN),
        })),
      }),
    ],
  };
}
