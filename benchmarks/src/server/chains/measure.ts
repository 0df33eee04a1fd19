/** The measurement: a server warms up, serves each kind of request alone, and then all of them at once, as sporadic tasks. */
import { Random } from "../../lab/generate/random.ts";
import { generateLoad } from "../load/generate.ts";
import { inOrder, type LoadReport, type PlannedRequest } from "../load/plan.ts";
import { type QuietOptions, whileQuiet } from "../load/quiet.ts";
import { ServerProcess } from "../load/server-process.ts";
import { packagesOf } from "../peers/bulk.ts";
import {
  type ChainServerOrder,
  type KindName,
  kindNames,
  kinds,
  type ServerRecords,
  type VariantName,
} from "./kinds.ts";

/** Milliseconds. */
export interface MeasureOptions {
  readonly warmUp: number;
  /** Of each kind by itself. */
  readonly alone: number;
  /** Of all at once. */
  readonly together: number;
  /** Whether files are transformed at a first start, and come from the cache at the one that is measured. */
  readonly isWarm: boolean;
  readonly quiet: QuietOptions;
}

/** Instants are milliseconds of the machine's monotonic clock. */
export interface ClientRecord {
  readonly kind: KindName;
  readonly sent: number;
  /** When the answer was whole; undefined: there was none. */
  readonly done: number | undefined;
}

export interface Phase extends ServerRecords {
  /** By the place in the load. */
  readonly client: readonly ClientRecord[];
  /** How late the generator was: 99 % of the requests. */
  readonly lateness: number;
}

export interface MeasuredVariant {
  readonly variant: VariantName;
  readonly alone: Phase;
  readonly together: Phase;
  /** Processors that other programs used meanwhile; undefined where the system does not tell. */
  readonly others: number | undefined;
}

const file = new URL("./server.ts", import.meta.url);

export async function measureVariant(
  variant: VariantName,
  { warmUp, alone, together, isWarm, quiet }: MeasureOptions,
): Promise<MeasuredVariant> {
  await using server = await startServer(variant, isWarm);
  await phase(server, sporadic(warmUp, 1));
  const first = await phase(server, oneByOne(alone));
  const { value, others } = await whileQuiet(() => phase(server, sporadic(together, 2)), quiet);
  return { variant, alone: first, together: value, others };
}

async function startServer(variant: VariantName, isWarm: boolean): Promise<ServerProcess> {
  const order: ChainServerOrder = { variant };
  if (variant === "event loop") return ServerProcess.start(file, order);
  const packages = [...packagesOf.markdown, ...packagesOf.graphql, ...packagesOf.react, ...packagesOf.csv];
  // Where nothing is in the cache, four libraries are transformed first.
  const options = { preempt: { packages }, startsWithin: 240_000 };
  if (isWarm) await (await ServerProcess.start(file, order, options))[Symbol.asyncDispose]();
  return ServerProcess.start(file, order, options);
}

async function phase(server: ServerProcess, requests: readonly PlannedRequest[]): Promise<Phase> {
  await server.ask("records");
  const load = await generateLoad({
    ...{ origin: server.origin, requests, isStamped: true },
    separation: Object.fromEntries(kindNames.map((kind) => [kind, kinds[kind].T])),
  });
  const records = await server.ask<ServerRecords>("records");
  return { ...records, client: clientRecords(load), lateness: load.lateness.p99 };
}

function clientRecords({ requests, startedAt }: LoadReport): ClientRecord[] {
  return requests.map(({ kind, sent, done, status }) => ({
    ...{ kind: kind as KindName, sent: startedAt + sent },
    done: status === 200 ? startedAt + done : undefined,
  }));
}

/** Between two requests of a kind is its T, and on average a fifth of it more: the sporadic model, near its worst. */
export function sporadic(length: number, seed: number): PlannedRequest[] {
  return numbered(
    kindNames.flatMap((kind, k) => {
      const random = new Random(seed, k);
      const { T } = kinds[kind];
      const instants: number[] = [];
      for (let at = T * random.real(); at < length; at += T * (1 - 0.2 * Math.log(random.real()))) instants.push(at);
      return instants.map((at) => ({ at, kind }));
    }),
  );
}

/** One kind after the other, each for so long. */
function oneByOne(length: number): PlannedRequest[] {
  return numbered(
    kindNames.flatMap((kind, k) => {
      const { T } = kinds[kind];
      return Array.from({ length: Math.max(1, Math.floor(length / T)) }, (_, i) => ({ at: k * length + i * T, kind }));
    }),
  );
}

const numbered = (requests: readonly { readonly at: number; readonly kind: KindName }[]): PlannedRequest[] =>
  inOrder(requests.map((one) => ({ ...one, path: "" }))).map((one, i) => ({ ...one, path: `/${one.kind}/${i}` }));
