/** The measurements: static answers without a line, and the two phases with everything else through slow lines. */
import type { Terminal } from "../../lab/command.ts";
import { median } from "../../statistics.ts";
import { generateLoad } from "../load/generate.ts";
import { inOrder, type PlannedRequest, poisson, type SentRequest } from "../load/plan.ts";
import { type QuietOptions, whileQuiet } from "../load/quiet.ts";
import { ServerProcess } from "../load/server-process.ts";
import { byKind, summariseLatency } from "../load/summary.ts";
import type { AnswerServerOrder } from "./answer-server.ts";
import { type AnswerWay, answerWays } from "./answers.ts";
import { type DeviceKind, type DeviceServerOrder, deviceKinds, deviceVariants } from "./device-kinds.ts";
import type { SlowLinkOrder } from "./slow-link.ts";

/** Bytes per second, and milliseconds there and back. */
export const line = { rate: 14_400, roundTrip: 100 } as const;

export interface DeviceOptions {
  readonly blocks: number;
  /** Static answers per sample. */
  readonly answers: number;
  /** Browsers that open the page, and milliseconds for which each then polls. */
  readonly browsers: number;
  readonly session: number;
  readonly quiet: QuietOptions;
}

export interface AnswerCost {
  readonly way: AnswerWay;
  readonly path: "page" | "data";
  readonly persistent: boolean;
  /** Of the server, in microseconds: median of the blocks. */
  readonly cpu: number;
  /** Bytes of the body. */
  readonly bytes: number;
}

export interface DeviceResult {
  readonly variant: string;
  /** Milliseconds, at the client: medians of the blocks. */
  readonly kinds: Readonly<Record<DeviceKind, { readonly count: number; readonly p50: number; readonly p99: number }>>;
  /** Of the server for all that was asked, per request, in milliseconds. */
  readonly cpu: number;
}

export interface DeviceReport {
  readonly answers: readonly AnswerCost[];
  readonly device: readonly DeviceResult[];
  /** How late the generator was: the largest of all p99, in milliseconds. */
  readonly generatorLateness: number;
  /** Processors that other programs used: the median over all blocks of the phases. */
  readonly others: number;
}

const file = (name: string) => new URL(`./${name}.ts`, import.meta.url);

export async function measureDevice(
  options: DeviceOptions,
  parts: readonly string[],
  terminal: Terminal,
): Promise<DeviceReport> {
  const late: number[] = [];
  const others: number[] = [];
  const answers = parts.includes("answers") ? await measureAnswers(options, terminal) : [];
  const device = parts.includes("phases") ? await measurePhases(options, terminal, late, others) : [];
  return { answers, device, generatorLateness: Math.max(0, ...late), others: others.length === 0 ? 0 : median(others) };
}

async function measureAnswers({ blocks, answers }: DeviceOptions, { err, signal }: Terminal): Promise<AnswerCost[]> {
  const samples = new Map<string, { readonly cost: Omit<AnswerCost, "cpu">; readonly cpu: number[] }>();
  for (let block = 0; block < blocks && !signal.aborted; block++) {
    err(`block ${block + 1} of ${blocks}: static answers …\n`);
    for (const way of answerWays) {
      const order: AnswerServerOrder = { way };
      await using server = await ServerProcess.start(file("answer-server"), order);
      for (const path of ["page", "data"] as const) {
        // The first ones are compiled, and not counted.
        for (const [persistent, isCounted] of [
          [true, false],
          [true, true],
          [false, true],
        ] as const) {
          const requests = Array.from(
            { length: answers },
            (_, i): PlannedRequest => ({ at: i * 2, kind: path, path: `/${path}` }),
          );
          const before = await server.usage();
          const headers = { "accept-encoding": "br" };
          const report = await generateLoad({ origin: server.origin, requests, persistent, headers });
          const cpu = (((await server.usage()).cpu - before.cpu) / answers) * 1000;
          const failed = report.requests.filter(({ status }) => status !== 200).length;
          if (failed > 0)
            throw new Error(
              `${way}: ${failed} of ${answers} requests of /${path} failed: ${[...new Set(report.requests.map(({ status, error }) => `${status} ${error}`))].join(", ")}.`,
            );
          if (!isCounted) continue;
          const cost = { way, path, persistent, bytes: report.requests[0]?.bytes ?? 0 };
          const key = JSON.stringify(cost);
          if (!samples.has(key)) samples.set(key, { cost, cpu: [] });
          samples.get(key)?.cpu.push(cpu);
        }
      }
    }
  }
  return [...samples.values()].map(({ cost, cpu }) => ({ ...cost, cpu: median(cpu) }));
}

async function measurePhases(
  options: DeviceOptions,
  { err, signal }: Terminal,
  late: number[],
  others: number[],
): Promise<DeviceResult[]> {
  interface Block {
    readonly sent: readonly SentRequest[];
    readonly cpu: number;
  }
  const cells = deviceVariants.map((variant) => ({ variant, blocks: [] as Block[] }));
  for (let block = 0; block < options.blocks && !signal.aborted; block++) {
    for (const { variant, blocks } of cells) {
      const { name, order: service, compressed, persistent, preemptive } = variant;
      err(`block ${block + 1} of ${options.blocks}: ${name} …\n`);
      const order: DeviceServerOrder = { order: service, compressed };
      await using server = await ServerProcess.start(
        file("device-server"),
        order,
        preemptive ? { preempt: { packages: [] } } : {},
      );
      const link: SlowLinkOrder = { port: Number(new URL(server.origin).port), ...line };
      await using proxy = await ServerProcess.start(file("slow-link"), link);
      const { value, others: meanwhile } = await whileQuiet(async () => {
        const before = await server.usage();
        const report = await generateLoad({
          origin: proxy.origin,
          requests: phases(options, block),
          bodies: {
            firmware: { type: "application/octet-stream", text: "f".repeat(20_000) },
            password: { type: "text/plain", text: "p".repeat(60) },
          },
          ...{ persistent, drain: 20_000 },
        });
        return { report, cpu: (await server.usage()).cpu - before.cpu };
      }, options.quiet);
      const { requests, lateness } = value.report;
      blocks.push({ sent: requests, cpu: value.cpu / requests.length });
      late.push(lateness.p99);
      others.push(meanwhile ?? 0);
    }
  }
  return cells.flatMap(({ variant, blocks }) => {
    if (blocks.length === 0) return [];
    const summaries = blocks.map(({ sent }) => byKind(sent));
    const of = (kind: DeviceKind) => {
      const each = summaries.map((groups) => summariseLatency(groups.get(kind) ?? []));
      return {
        count: each.reduce((sum, { answered }) => sum + answered, 0),
        p50: median(each.map(({ p50 }) => p50)),
        p99: median(each.map(({ p99 }) => p99)),
      };
    };
    const kinds = Object.fromEntries(deviceKinds.map((kind) => [kind, of(kind)])) as DeviceResult["kinds"];
    return [{ variant: variant.name, kinds, cpu: median(blocks.map(({ cpu }) => cpu)) }];
  });
}

/** Each browser opens the page, and then polls; meanwhile there are logins and uploads. The same for all variants of a block. */
function phases({ browsers, session }: DeviceOptions, block: number): PlannedRequest[] {
  const polls = Array.from({ length: browsers }, (_, browser) => {
    const opened = 200 + (browser * session) / (5 * browsers);
    const count = Math.floor(session / 500);
    return [
      { at: opened, kind: "page", path: "/page" },
      ...Array.from({ length: count }, (_, i) => ({ at: opened + 1500 + i * 500, kind: "data", path: "/data" })),
    ];
  }).flat();
  const end = session + 1500 + session / 5;
  const logins = poisson(8, 200, end, 53, block, 1).map((at) => ({
    at,
    kind: "login",
    path: "/login",
    body: "password",
  }));
  const uploads = poisson(1, 200, end, 53, block, 2).map((at) => ({
    at,
    kind: "upload",
    path: "/upload",
    body: "firmware",
  }));
  return inOrder([...polls, ...logins, ...uploads]);
}
