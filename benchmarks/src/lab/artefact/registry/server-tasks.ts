/** Of docs/lab-server.md: a server's requests as chains of tasks, and deadlines under overload. */
import { type Experiment, item } from "../experiment.ts";
import { images, run } from "./server-run.ts";

interface StageRow {
  readonly count: number;
  readonly bound: number | null;
  readonly above: Readonly<Record<string, number>>;
}

export const serverChains: Experiment = {
  id: "server-chains",
  page: "docs/lab-server.md",
  ...run("chains", 0.5, 3),
  items: [
    item({
      id: "chains-of-a-server",
      title: "Chains of a server",
      claim: "No response of a request's stage is above its bound, if requests and executions are as the model says.",
      read: (files) => {
        const results: readonly { readonly stages: readonly StageRow[] }[] = files.json("data.json").results;
        const stages = results.flatMap((one) => one.stages);
        const sum = (of: (stage: StageRow) => number) => stages.reduce((total, stage) => total + of(stage), 0);
        return {
          "responses with a bound": sum(({ bound, count }) => (bound === null ? 0 : count)),
          "above it": sum(({ above }) => Object.values(above).reduce((total, count) => total + count, 0)),
          "of these unexplained": sum(({ above }) => above.unexplained ?? 0),
        };
      },
      shape: [
        { says: "none that is above is unexplained", holds: (n) => n["of these unexplained"] === 0 },
        { says: "there are bounds", holds: (n) => n["responses with a bound"] > 0, fullOnly: true },
      ],
      figures: ["event-loop", "preempt"].map((name) => ({
        file: `server-chains-${name}.svg`,
        ours: `${images}/server-chains-${name}.svg`,
      })),
    }),
  ],
};

interface EdgeRow {
  readonly arrivals: string;
  readonly load: number;
  readonly policy: string;
  readonly ofBound: number;
  readonly workOfBound: number;
}

export const serverEdge: Experiment = {
  id: "server-edge",
  page: "docs/lab-server.md",
  ...run("edge", 1, 11),
  items: [
    item({
      id: "edge-exact",
      title: "Deadlines at an edge server, in virtual time",
      claim: "EDF with exact admission is near a clairvoyant by computation, and shortest first by number.",
      read: (files) => {
        const rows: readonly EdgeRow[] = files.json("data.json").exact.results;
        const of = (policy: string) =>
          rows.find((row) => row.arrivals === "poisson" && row.load === 2 && row.policy === policy);
        const number = (policy: string) => 100 * (of(policy)?.ofBound ?? Number.NaN);
        return {
          "exact guarantee, computation, %": 100 * (of("exact guarantee")?.workOfBound ?? Number.NaN),
          "shortest first, number, %": number("shortest first"),
          "EDF with admission, number, %": number("EDF with admission"),
          "FCFS, number, %": number("FCFS"),
        };
      },
      shape: [
        {
          says: "at twice the capacity exact admission is within 10 % of the bound by computation",
          holds: (n) => n["exact guarantee, computation, %"] >= 90,
        },
        { says: "shortest first is by number", holds: (n) => n["shortest first, number, %"] >= 90 },
        {
          says: "EDF with admission is not, and first come, first served is below it",
          holds: (n) =>
            n["EDF with admission, number, %"] < 90 && n["FCFS, number, %"] < n["EDF with admission, number, %"],
        },
      ],
      figures: ["poisson", "poisson-computation", "bursty"].map((name) => ({
        file: `server-edge-exact-${name}.svg`,
        ours: `${images}/server-edge-exact-${name}.svg`,
      })),
    }),
  ],
};
