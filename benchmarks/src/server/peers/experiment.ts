/** `preempt-lab server peers`: urgent requests beside bulky ones, by other ways to keep a server responsive. */
import { digits, percent } from "../../lab/report/charts/show.ts";
import { chooseOf } from "../../report.ts";
import type { ReportSection, ServerExperiment } from "../experiment.ts";
import { lineFigure } from "../line-figure.ts";
import { quietFor } from "../load/quiet.ts";
import { bulkNames } from "./bulk.ts";
import { measurePeers, type PeersOptions, type PeersReport, usualShare, type Workload } from "./measure.ts";
import { flagsOf, isOurs, type PeerName, peerNames } from "./variants.ts";

/** Where the others differ from plain Fastify, they differ with one workload as with the others. */
const few: readonly PeerName[] = [
  "fastify",
  "piscina, 1 thread",
  "fastify, young 4 MB",
  "preempt",
  "preempt, young 4 MB",
];

export const peers: ServerExperiment = {
  async run({ quick, only }, terminal) {
    const chosen = chooseOf(bulkNames, only?.join(","), "workload");
    const options: PeersOptions = quick
      ? {
          ...{ blocks: 1, length: 1000, costs: 2, isWarm: false, quiet: quietFor(true) },
          workloads: (only === undefined ? (["csv"] as const) : chosen).map((bulk) => ({
            bulk,
            peers: peerNames.filter((peer) => flagsOf(peer).length === 0 && peer !== "piscina, 2 threads"),
            urgentRenders: false,
            share: usualShare,
          })),
        }
      : {
          ...{ blocks: 3, length: 6000, costs: 12, isWarm: true, quiet: quietFor(false) },
          workloads: chosen.flatMap(workloadsOf),
        };
    const report = await measurePeers(options, terminal);
    return {
      title: "Urgent requests beside bulky ones",
      sections: [...sectionsOf(report), costSection(report)],
      raw: report,
    };
  },
};

function workloadsOf(bulk: (typeof bulkNames)[number]): Workload[] {
  const one: Workload = { bulk, peers: bulk === "markdown" ? peerNames : few, urgentRenders: false, share: usualShare };
  if (bulk === "react") return [one, { ...one, urgentRenders: true }];
  return bulk === "markdown" || bulk === "csv" ? [one, { ...one, peers: few, share: 0.9 }] : [one];
}

function sectionsOf(report: PeersReport): ReportSection[] {
  const { peers: results } = report;
  const workloads = [...new Set(results.map(({ workload }) => workload))];
  const of = (workload: string, peer: PeerName) =>
    results.find((one) => one.workload === workload && one.peer === peer);
  return [latencySection(report, workloads, of), claimsSection(workloads, of)];
}

type Find = (workload: string, peer: PeerName) => PeersReport["peers"][number] | undefined;

function latencySection(
  { peers: results, generatorLateness, others }: PeersReport,
  workloads: readonly string[],
  of: Find,
): ReportSection {
  return {
    heading: "Latency",
    paragraphs: [
      "Twenty logins a second, at random, beside bulky requests that ask for half of plain Fastify's processor, or nine tenths where it says so. The load generator " +
        "waits for no answer, and latency counts from the instant at which a request was to be sent. " +
        `It was ${digits(generatorLateness)} ms late at most (99 % of a block's requests), and other programs used ${digits(others)} processors (median).`,
    ],
    tables: workloads.map((workload) => {
      const plain = of(workload, "fastify");
      return {
        caption: `${workload}: milliseconds (medians of blocks)`,
        head: [
          "",
          "urgent p50",
          "urgent p99",
          "within 50 ms",
          "refused",
          "bulk p50",
          "bulk p99",
          "bulk refused",
          "bulk per CPU second",
          "memory",
        ],
        rows: results
          .filter((one) => one.workload === workload)
          .map((one) => [
            one.peer,
            ...[one.urgent.p50, one.urgent.p99].map(digits),
            percent(one.urgentOnTime),
            `${one.refused.urgent} of ${one.urgent.count}`,
            ...[one.bulk.p50, one.bulk.p99].map(digits),
            `${one.refused.bulk} of ${one.bulk.count}`,
            ratio(one.goodput, plain?.goodput),
            ratio(one.memory, plain?.memory),
          ]),
      };
    }),
    figures: [
      lineFigure({
        name: "server-peers",
        title: "99 % of the latencies of urgent requests, by workload",
        note: "Medians of blocks. Urgent requests compute for about a millisecond.",
        caption: "99 % of the latencies of urgent requests in milliseconds, by what the bulky requests do",
        titles: { up: "milliseconds, 99 %", across: "" },
        columns: workloads,
        scale: "log",
        lines: peerNames
          .filter((peer) => results.some((one) => one.peer === peer))
          .map((peer) => ({
            name: peer,
            values: workloads.map((workload) => of(workload, peer)?.urgent.p99 ?? Number.NaN),
          })),
      }),
    ],
  };
}

function claimsSection(workloads: readonly string[], of: Find): ReportSection {
  return {
    heading: "What was claimed",
    tables: [
      {
        caption: "Preempt against plain Fastify and a thread of piscina",
        head: [
          "",
          "urgent p99: Fastify / Preempt",
          "urgent p99: piscina / Preempt",
          "bulk per CPU second: Preempt / Fastify",
          "memory: Preempt / Fastify",
        ],
        rows: workloads.flatMap((workload) =>
          peerNames.filter(isOurs).map((peer) => {
            const [plain, thread, ours] = (["fastify", "piscina, 1 thread", peer] as const).map((one) =>
              of(workload, one),
            );
            const over = (a: number | undefined, b: number | undefined) =>
              digits((a ?? Number.NaN) / (b ?? Number.NaN));
            return [
              `${workload}: ${peer}`,
              over(plain?.urgent.p99, ours?.urgent.p99),
              over(thread?.urgent.p99, ours?.urgent.p99),
              over(ours?.goodput, plain?.goodput),
              over(ours?.memory, plain?.memory),
            ];
          }),
        ),
      },
    ],
  };
}

const ratio = (value: number, plain: number | undefined) =>
  plain === undefined ? digits(value) : `${digits(value / plain)}x`;

function costSection({ costs }: PeersReport): ReportSection {
  return {
    heading: "What each library costs as a job",
    tables: [
      {
        caption: "Milliseconds of processor time for one bulky request by itself (medians)",
        head: ["", "plain", "as a job", "factor"],
        rows: costs.map(({ bulk, plain, job }) => [bulk, digits(plain), digits(job), digits(job / plain)]),
      },
    ],
  };
}
