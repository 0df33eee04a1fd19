/** `preempt-lab server edge`: requests with deadlines at an edge server, against what a clairvoyant could answer in time. */
import { digits, percent } from "../../lab/report/charts/show.ts";
import { chooseOf } from "../../report.ts";
import type { ReportSection, ServerExperiment } from "../experiment.ts";
import { lineFigure } from "../line-figure.ts";
import { quietFor } from "../load/quiet.ts";
import type { EdgeReport, EdgeResult } from "./gathered.ts";
import { type EdgeOptions, exactEdge, measureEdge } from "./measure.ts";
import { policyNames } from "./policies.ts";
import { type ArrivalName, arrivalNames, burst, pareto, slack } from "./requests.ts";

const allLoads = [0.5, 0.75, 1, 1.25, 1.5, 1.75, 2];

export const edge: ServerExperiment = {
  durations: { quick: "less than a minute", usual: "some eleven minutes", full: "some 45 minutes" },
  async run({ quick, full, only }, terminal) {
    const policies = chooseOf(policyNames, only?.join(","), "policy");
    const options: EdgeOptions = {
      policies,
      ...(quick
        ? { loads: [1, 2], count: 100, seeds: { exact: 1, real: 1 } }
        : full
          ? { loads: allLoads, count: 1000, seeds: { exact: 10, real: 3 } }
          : { loads: allLoads, count: 600, seeds: { exact: 5, real: 1 } }),
      quiet: quietFor(quick),
    };
    terminal.err("virtual time …\n");
    const exact = await exactEdge(options);
    const real = await measureEdge(options, terminal);
    return {
      title: "Requests with deadlines at an edge server",
      sections: [
        setting(options),
        section(exact, "exact", "In virtual time", "An idle processor: the server's own rules, and no cost."),
        section(
          real,
          "real",
          "For real",
          `HTTP on 127.0.0.1. Other programs used ${digits(real.others)} processors (median), and the generator was ${digits(real.lateness)} ms late (99 % of a run's requests, the worst run).`,
        ),
      ],
      raw: { options, pareto, slack, burst, exact, real },
    };
  },
};

function setting({ count, seeds }: EdgeOptions): ReportSection {
  return {
    heading: "Requests",
    paragraphs: [
      `Services: bounded Pareto, ${pareto.least} to ${pareto.most} ms, α = ${pareto.alpha}. Relative deadlines: ${slack.base} ms and ${slack.least} to ${slack.most} times the service. ` +
        `Arrivals: Poisson; or bursts of ${burst.open} ms with pauses of ${burst.closed} ms on average. ${count} requests a run; ${seeds.exact} runs in virtual time, ${seeds.real} for real; medians.`,
    ],
  };
}

export function section(report: EdgeReport, id: string, heading: string, words: string): ReportSection {
  return {
    heading,
    paragraphs: [words, claimOf(report)],
    tables: arrivalNames.map((arrivals) => tableOf(report, arrivals)),
    figures: arrivalNames.flatMap((arrivals) => [
      figureOf(report, arrivals, id, "number"),
      figureOf(report, arrivals, id, "computation"),
    ]),
  };
}

/** Whether EDF with admission comes to nine tenths of the bound wherever more is asked for than can be done. */
export function claimOf({ results }: EdgeReport): string {
  const high = results.filter(({ load, policy }) => load >= 1.5 && policy.startsWith("EDF with admission"));
  const within = high.filter(({ ofBound }) => ofBound >= 0.9);
  const work = high.filter(({ workOfBound }) => workOfBound >= 0.9);
  return (
    `EDF with admission is within 10 % of the clairvoyant bound in ${within.length} of ${high.length} cells with a load of 1.5 or more, ` +
    `by the number of requests; by their computation in ${work.length}.`
  );
}

function tableOf({ results, bounds }: EdgeReport, arrivals: ArrivalName) {
  const own = results.filter((one) => one.arrivals === arrivals);
  const loads = [...new Set(own.map(({ load }) => load))];
  const names = [...new Set(own.map(({ policy }) => policy))];
  const cell = (policy: string, load: number, show: (result: EdgeResult) => string) => {
    const found = own.find((one) => one.policy === policy && one.load === load);
    return found === undefined ? "–" : show(found);
  };
  const boundAt = (load: number) => bounds.find((one) => one.arrivals === arrivals && one.load === load);
  return {
    caption: `${labels[arrivals]}: requests on time as a part of the clairvoyant bound, by load; in brackets the same of their computation`,
    head: ["", ...loads.map(String)],
    rows: [
      ["bound, of all requests", ...loads.map((load) => percent(boundAt(load)?.bound ?? Number.NaN))],
      ["a schedule attains", ...loads.map((load) => percent(boundAt(load)?.attained ?? Number.NaN))],
      ...names.map((policy) => [
        policy,
        ...loads.map((load) =>
          cell(policy, load, ({ ofBound, workOfBound }) => `${percent(ofBound)} (${percent(workOfBound)})`),
        ),
      ]),
    ],
  };
}

/** @param by What of the requests on time is compared with the bound */
function figureOf({ results, bounds }: EdgeReport, arrivals: ArrivalName, id: string, by: "number" | "computation") {
  const own = results.filter((one) => one.arrivals === arrivals);
  const loads = [...new Set(own.map(({ load }) => load))];
  const names = [...new Set(own.map(({ policy }) => policy))];
  const value = (policy: string, load: number) => {
    const found = own.find((one) => one.policy === policy && one.load === load);
    return (by === "number" ? found?.ofBound : found?.workOfBound) ?? Number.NaN;
  };
  const attained = (load: number) => {
    const found = bounds.find((one) => one.arrivals === arrivals && one.load === load);
    return found === undefined ? Number.NaN : found.attained / found.bound;
  };
  return lineFigure({
    name: `server-edge-${id}-${arrivals}${by === "number" ? "" : "-computation"}`,
    title: `${by === "number" ? "Requests" : "Computation of requests"} on time against a clairvoyant: ${labels[arrivals]}`,
    note: "100 %: a bound that no schedule exceeds. Medians of runs.",
    caption: `The ${by} of requests on time as a part of the clairvoyant bound, by load: ${labels[arrivals]}`,
    titles: { up: "% of the clairvoyant bound", across: "offered load, as a multiple of the capacity" },
    columns: loads.map(String),
    lines: [
      ...names.map((policy) => ({ name: policy, values: loads.map((load) => value(policy, load) * 100) })),
      ...(by === "number"
        ? [{ name: "a clairvoyant schedule", values: loads.map((load) => attained(load) * 100) }]
        : []),
    ],
  });
}

const labels: Readonly<Record<ArrivalName, string>> = { poisson: "Poisson arrivals", bursty: "arrivals in bursts" };
