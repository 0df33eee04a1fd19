/** The measurements: urgent and bulky requests at once for each peer, and what bulky work costs by itself. */
import type { Terminal } from "../../lab/command.ts";
import { median } from "../../statistics.ts";
import { generateLoad } from "../load/generate.ts";
import { inOrder, type LoadReport, type PlannedRequest, poisson } from "../load/plan.ts";
import { type QuietOptions, whileQuiet } from "../load/quiet.ts";
import { ServerProcess } from "../load/server-process.ts";
import { byKind, type LatencySummary, summariseLatency } from "../load/summary.ts";
import { type BulkName, packagesOf } from "./bulk.ts";
import { validationBody } from "./orders.ts";
import { type Cost, flagsOf, isOurs, type PeerName, type PeerServerOrder, urgentDeadline } from "./variants.ts";

export interface PeersOptions {
  readonly blocks: number;
  /** Milliseconds of a block, for each peer. */
  readonly length: number;
  readonly workloads: readonly Workload[];
  /** How often each bulky request is run by itself. */
  readonly costs: number;
  /** Whether what is transformed comes from the cache, as at all starts but the first. */
  readonly isWarm: boolean;
  readonly quiet: QuietOptions;
}

export interface Workload {
  readonly bulk: BulkName;
  readonly peers: readonly PeerName[];
  readonly urgentRenders: boolean;
  /** The part of what plain Fastify can do that bulky requests ask for. */
  readonly share: number;
}

export interface PeerResult {
  readonly workload: string;
  readonly peer: PeerName;
  /** Medians of the blocks. Latencies in milliseconds, from the intended instant. */
  readonly urgent: LatencySummary;
  /** The share of urgent requests that were answered within their deadline. */
  readonly urgentOnTime: number;
  readonly bulk: LatencySummary;
  readonly refused: { readonly urgent: number; readonly bulk: number };
  /** Bulky requests answered per second of the server's processor time, all threads together. */
  readonly goodput: number;
  /** Bytes of the process, at most. */
  readonly memory: number;
}

export interface CostResult {
  readonly bulk: BulkName;
  /** Milliseconds of processor time for one bulky request by itself: plain, and as a job. Medians. */
  readonly plain: number;
  readonly job: number;
  /** Milliseconds on the wall, plain: how fast the machine was then, beside what else it did. */
  readonly wall: number;
}

export interface PeersReport {
  readonly costs: readonly CostResult[];
  readonly peers: readonly PeerResult[];
  readonly generatorLateness: number;
  /** Processors that other programs used: the median over all blocks. */
  readonly others: number;
}

export const workloadName = ({ bulk, urgentRenders, share }: Workload): string =>
  [
    bulk,
    ...(urgentRenders ? ["urgent pages too"] : []),
    ...(share === usualShare ? [] : [`${share} of the processor`]),
  ].join(", ");

/** Half of the processor. */
export const usualShare = 0.5;

const file = new URL("./server.ts", import.meta.url);

/** @param isWarm Whether files are transformed at a first start, and come from the cache at the one that is measured */
async function startPeer(order: PeerServerOrder, isWarm: boolean): Promise<ServerProcess> {
  const flags = flagsOf(order.peer);
  if (!isOurs(order.peer)) return ServerProcess.start(file, order, { flags });
  const preempt = { packages: packagesOf[order.bulk] };
  if (isWarm) await (await ServerProcess.start(file, order, { preempt }))[Symbol.asyncDispose]();
  return ServerProcess.start(file, order, { preempt, flags });
}

export async function measurePeers(options: PeersOptions, terminal: Terminal): Promise<PeersReport> {
  const { err, signal } = terminal;
  const late: number[] = [];
  const others: number[] = [];
  const costs: CostResult[] = [];
  const peers: PeerResult[] = [];
  for (const workload of options.workloads) {
    if (signal.aborted) break;
    const servers = new Map<PeerName, ServerProcess>();
    await using closing = { [Symbol.asyncDispose]: async () => void (await closeAll(servers)) };
    void closing;
    const { bulk, urgentRenders, share } = workload;
    err(`${workloadName(workload)}: servers start …\n`);
    for (const peer of workload.peers) {
      servers.set(peer, await startPeer({ peer, bulk, urgentRenders }, options.isWarm));
    }
    const body = bulk === "validation" ? validationBody() : undefined;
    const cost = await costOf(bulk, servers, body, options.costs);
    if (!urgentRenders && share === usualShare) costs.push(cost);
    const rate = (share * 1000) / cost.wall;
    const blocks = new Map<PeerName, Block[]>(workload.peers.map((peer) => [peer, []]));
    for (let block = -1; block < options.blocks && !signal.aborted; block++) {
      err(`${workloadName(workload)}: ${block < 0 ? "warming up" : `block ${block + 1} of ${options.blocks}`} …\n`);
      for (const [peer, server] of servers) {
        const requests = planned(rate, block < 0 ? Math.min(1500, options.length) : options.length, block, body);
        const measure = async (): Promise<Block> => {
          const before = await server.usage();
          const report = await generateLoad({
            ...{ origin: server.origin, requests, drain: 30_000 },
            ...(body !== undefined && { bodies: { rows: { type: "application/json", text: body } } }),
          });
          const after = await server.usage();
          return { report, cpu: after.cpu - before.cpu, memory: after.peak };
        };
        if (block < 0) await measure();
        else {
          const quiet = await whileQuiet(measure, options.quiet);
          late.push(quiet.value.report.lateness.p99);
          others.push(quiet.others ?? 0);
          blocks.get(peer)?.push(quiet.value);
        }
      }
    }
    for (const [peer, measured] of blocks) peers.push(resultOf(workloadName(workload), peer, measured));
  }
  return { costs, peers, generatorLateness: Math.max(0, ...late), others: median(others) };
}

async function closeAll(servers: ReadonlyMap<PeerName, ServerProcess>): Promise<void> {
  for (const server of servers.values()) await server[Symbol.asyncDispose]();
}

interface Block {
  readonly report: LoadReport;
  readonly cpu: number;
  readonly memory: number;
}

/** Plain and as a job in turns, in the two processes. */
async function costOf(
  bulk: BulkName,
  servers: ReadonlyMap<PeerName, ServerProcess>,
  body: string | undefined,
  samples: number,
): Promise<CostResult> {
  const [plain, job] = [[] as Cost[], [] as Cost[]];
  for (let i = -4; i < samples; i++) {
    for (const [peer, costs] of [
      ["fastify", plain],
      ["preempt", job],
    ] as const) {
      const cost = await servers.get(peer)?.ask<Cost>("cost", body);
      if (i >= 0 && cost !== undefined) costs.push(cost);
    }
  }
  const medianOf = (costs: readonly Cost[], what: keyof Cost) => median(costs.map((cost) => cost[what]));
  return { bulk, plain: medianOf(plain, "cpu"), job: medianOf(job, "cpu"), wall: medianOf(plain, "wall") };
}

/** Twenty logins a second, at random, and bulky requests at `rate`. */
function planned(rate: number, length: number, block: number, body: string | undefined): PlannedRequest[] {
  return inOrder([
    ...poisson(20, 0, length, 53, block + 1, 1).map((at) => ({ at, kind: "urgent", path: "/login" })),
    ...poisson(rate, 0, length, 53, block + 1, 2).map((at) => ({
      ...{ at, kind: "bulk", path: "/bulk" },
      ...(body !== undefined && { body: "rows" }),
    })),
  ]);
}

function resultOf(workload: string, peer: PeerName, blocks: readonly Block[]): PeerResult {
  const each = blocks.map(({ report: { requests }, cpu, memory }) => {
    const groups = byKind(requests);
    const [urgent, bulk] = [groups.get("urgent") ?? [], groups.get("bulk") ?? []];
    return {
      urgent: summariseLatency(urgent),
      bulk: summariseLatency(bulk),
      onTime:
        urgent.filter(({ status, done, intended }) => status === 200 && done - intended <= urgentDeadline).length /
        urgent.length,
      refusedUrgent: urgent.filter(({ status }) => status === 503).length,
      refusedBulk: bulk.filter(({ status }) => status === 503).length,
      goodput: bulk.filter(({ status }) => status === 200).length / (cpu / 1000),
      memory,
    };
  });
  const over = (of: (block: (typeof each)[number]) => number) => median(each.map(of));
  const sum = (of: (block: (typeof each)[number]) => number) => each.reduce((total, block) => total + of(block), 0);
  const latency = (of: (block: (typeof each)[number]) => LatencySummary): LatencySummary => ({
    count: sum((block) => of(block).count),
    answered: sum((block) => of(block).answered),
    p50: over((block) => of(block).p50),
    p90: over((block) => of(block).p90),
    p99: over((block) => of(block).p99),
    max: Math.max(...each.map((block) => of(block).max)),
  });
  return {
    ...{ workload, peer },
    urgent: latency(({ urgent }) => urgent),
    urgentOnTime: over(({ onTime }) => onTime),
    bulk: latency(({ bulk }) => bulk),
    refused: { urgent: sum(({ refusedUrgent }) => refusedUrgent), bulk: sum(({ refusedBulk }) => refusedBulk) },
    goodput: over(({ goodput }) => goodput),
    memory: over(({ memory }) => memory),
  };
}
