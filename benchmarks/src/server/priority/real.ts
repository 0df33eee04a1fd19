/** The cells for real: Express on 127.0.0.1, a load generator in another process, blocks of all cells in turn. */
import type { Terminal } from "../../lab/command.ts";
import { Random } from "../../lab/generate/random.ts";
import { median, quantile } from "../../statistics.ts";
import { generateLoad } from "../load/generate.ts";
import { inOrder, type PlannedRequest } from "../load/plan.ts";
import { type QuietOptions, whileQuiet } from "../load/quiet.ts";
import { ServerProcess } from "../load/server-process.ts";
import { type BurstMeans, burstOf, type ModelName, meansOf } from "./bursts.ts";
import { burstCells, type CellSpec, flowCells, type PriorityServerOrder, type Remembered } from "./cells.ts";
import { arrivalsAt } from "./flow.ts";
import { deadlineOf, type Kind, kinds } from "./requests.ts";

export interface RealOptions {
  readonly blocks: number;
  /** Bursts of a cell in a block. */
  readonly bursts: number;
  /** Milliseconds of a block with random arrivals. */
  readonly flow: number;
  readonly loads: readonly number[];
  readonly quiet: QuietOptions;
}

export interface RealBurst extends BurstMeans {
  readonly cell: CellSpec;
  readonly requests: number;
  /** What requests took once they had started: medians, in milliseconds. */
  readonly took: Readonly<Record<Kind, number>>;
}

export interface RealFlow {
  readonly cell: CellSpec;
  readonly load: number;
  readonly kinds: Readonly<Record<Kind, RealKind>>;
}

export interface RealKind {
  readonly sent: number;
  /** Those of which the answer came before the end. */
  readonly answered: number;
  /** Milliseconds, at the server: medians over the blocks. */
  readonly meanWait: number;
  readonly p99Wait: number;
  /** At the client, from the intended instant. */
  readonly p99: number;
  /** The share of all that were sent. */
  readonly onTime: number;
}

export interface RealReport {
  readonly bursts: readonly RealBurst[];
  readonly flows: readonly RealFlow[];
  /** How late the load generator was, at most, in milliseconds. */
  readonly generatorLateness: number;
  /** Processors that other programs used: the median over all cells. */
  readonly others: number;
}

/** Milliseconds from one burst to the next: longer than its service. */
const gapOf: Readonly<Record<ModelName, number>> = { serial: 330, poll: 330, pairs: 90 };

export async function measureReal(options: RealOptions, { err, signal }: Terminal): Promise<RealReport> {
  const order: PriorityServerOrder = { scale: 1 };
  await using server = await ServerProcess.start(new URL("./server.ts", import.meta.url), order, {
    preempt: { packages: [] },
  });
  const seen = new Map<string, Remembered[][]>();
  const flows = new Map<string, FlowBlock[]>();
  const late: number[] = [];
  const others: number[] = [];
  const run = async (cell: CellSpec, requests: readonly PlannedRequest[], drain: number) => {
    const quiet = await whileQuiet(() => runCell(server, cell, requests, drain), options.quiet);
    others.push(quiet.others ?? 0);
    late.push(quiet.value.lateness);
    return quiet.value;
  };
  for (let block = 0; block < options.blocks && !signal.aborted; block++) {
    err(`block ${block + 1} of ${options.blocks}: bursts …\n`);
    for (const cell of burstCells) {
      const { remembered } = await run(cell, plannedBursts(cell, options.bursts, block), 10_000);
      put(seen, cell.id, remembered);
    }
    for (const load of options.loads) {
      err(`block ${block + 1} of ${options.blocks}: random arrivals at ${load} of the free capacity …\n`);
      for (const cell of flowCells) {
        const planned = plannedFlow(cell, load, options.flow, block);
        const { remembered, sent } = await run(cell, planned, 30_000);
        put(flows, `${cell.id} ${load}`, { remembered, sent });
      }
    }
  }
  return {
    bursts: burstCells.flatMap((cell) => burstOfCell(cell, seen.get(cell.id) ?? [])),
    flows: options.loads.flatMap((load) =>
      flowCells.flatMap((cell) => flowOf(cell, load, flows.get(`${cell.id} ${load}`))),
    ),
    generatorLateness: Math.max(0, ...late),
    others: median(others),
  };
}

interface FlowBlock {
  readonly remembered: readonly Remembered[];
  readonly sent: readonly { readonly kind: string; readonly status: number; readonly latency: number }[];
}

async function runCell(server: ServerProcess, cell: CellSpec, requests: readonly PlannedRequest[], drain: number) {
  await server.ask("use", cell.id);
  const report = await generateLoad({ origin: server.origin, requests, drain });
  const remembered = await server.ask<Remembered[]>("remembered");
  const sent = report.requests.map(({ kind, status, done, intended }) => ({ kind, status, latency: done - intended }));
  return { remembered, sent, lateness: report.lateness.p99 };
}

function plannedBursts(cell: CellSpec, bursts: number, block: number): PlannedRequest[] {
  const random = new Random(53, block);
  const { auth, static: others } = burstOf[cell.model];
  return Array.from({ length: bursts }, (_, burst) => {
    const order: Kind[] = [...Array<Kind>(auth).fill("auth"), ...Array<Kind>(others).fill("static")];
    // Not in step with the poll.
    const at = 50 + burst * gapOf[cell.model] + random.between(0, 10);
    return random.shuffle(order).map((kind) => ({ at, kind, path: `/${cell.id}/${kind}?burst=${burst}` }));
  }).flat();
}

function plannedFlow(cell: CellSpec, load: number, length: number, block: number): PlannedRequest[] {
  return inOrder(
    arrivalsAt(load, length, 530 + block).map(({ kind, arrival }) => ({
      at: arrival,
      kind,
      path: `/${cell.id}/${kind}`,
    })),
  );
}

function burstOfCell(cell: CellSpec, blocks: readonly (readonly Remembered[])[]): RealBurst[] {
  if (blocks.length === 0) return [];
  const means = blocks.map((remembered) => {
    const bursts = new Map<number, Remembered[]>();
    for (const request of remembered) put(bursts, request.burst, request);
    return meansOf([...bursts.values()].map((burst) => burst.sort((a, b) => a.started - b.started)));
  });
  const medianOf = (of: (means: BurstMeans) => number) => median(means.map(of));
  const took = (kind: Kind) =>
    median(blocks.flat().flatMap((one) => (one.kind === kind ? [one.response - one.waited] : [])));
  return [
    {
      cell,
      requests: blocks.reduce((sum, { length }) => sum + length, 0),
      waited: { auth: medianOf(({ waited }) => waited.auth), static: medianOf(({ waited }) => waited.static) },
      inversions: medianOf(({ inversions }) => inversions),
      took: { auth: took("auth"), static: took("static") },
    },
  ];
}

function flowOf(cell: CellSpec, load: number, blocks: readonly FlowBlock[] = []): RealFlow[] {
  if (blocks.length === 0) return [];
  const of = (kind: Kind): RealKind => {
    const waits = blocks.map(({ remembered }) =>
      remembered.filter((one) => one.kind === kind).map(({ waited }) => waited),
    );
    const sent = blocks.map((block) => block.sent.filter((one) => one.kind === kind));
    const all = sent.flat();
    return {
      sent: all.length,
      answered: all.filter(({ status }) => status === 200).length,
      meanWait: median(waits.map((some) => some.reduce((sum, wait) => sum + wait, 0) / some.length)),
      p99Wait: median(waits.map((some) => quantile(some, 0.99))),
      p99: median(
        sent.map((some) =>
          quantile(
            some.map(({ latency }) => latency),
            0.99,
          ),
        ),
      ),
      onTime: all.filter(({ status, latency }) => status === 200 && latency <= deadlineOf[kind]).length / all.length,
    };
  };
  return [{ cell, load, kinds: Object.fromEntries(kinds.map((kind) => [kind, of(kind)])) as Record<Kind, RealKind> }];
}

function put<Key, Value>(map: Map<Key, Value[]>, key: Key, value: Value): void {
  const values = map.get(key);
  if (values === undefined) map.set(key, [value]);
  else values.push(value);
}
