/** The measurements: each policy serves the same requests, in virtual time and for real. */
import type { Terminal } from "../../lab/command.ts";
import { median } from "../../statistics.ts";
import { generateLoad } from "../load/generate.ts";
import { type QuietOptions, whileQuiet } from "../load/quiet.ts";
import { ServerProcess } from "../load/server-process.ts";
import { serveExactly } from "./exact.ts";
import { type EdgeReport, Gathered, type Run } from "./gathered.ts";
import { serveGuaranteed } from "./guarantee.ts";
import { type EdgeServerOrder, type Executed, hangsUp, isPlain, type PolicyName, pathTo } from "./policies.ts";
import { arrivalNames, drawRequests, type TimedRequest } from "./requests.ts";

export interface EdgeOptions {
  readonly policies: readonly PolicyName[];
  /** What requests ask for, as a part of the processor. */
  readonly loads: readonly number[];
  /** Requests in each run. */
  readonly count: number;
  /** How many sets of requests are drawn: for virtual time, and for real. */
  readonly seeds: { readonly exact: number; readonly real: number };
  readonly quiet: QuietOptions;
}

export async function exactEdge({ policies, loads, count, seeds }: EdgeOptions): Promise<EdgeReport> {
  const report = new Gathered();
  for (const arrivals of arrivalNames) {
    for (const load of loads) {
      for (let seed = 0; seed < seeds.exact; seed++) {
        const requests = drawRequests(arrivals, load, count, seed);
        const cell = { arrivals, load };
        for (const policy of policies)
          report.add(cell, policy, { requests, served: await serveExactly(requests, policy) });
        report.add(cell, "exact guarantee", { requests, served: serveGuaranteed(requests) });
      }
    }
  }
  return report.summary();
}

/** Also: processors that other programs used (median), and how late the generator was (99 % of a run's requests, the worst run). */
export interface RealEdge extends EdgeReport {
  readonly others: number;
  readonly lateness: number;
}

export async function measureEdge(options: EdgeOptions, { err, signal }: Terminal): Promise<RealEdge> {
  const { policies, loads, count, seeds, quiet } = options;
  const servers = new Map<PolicyName, ServerProcess>();
  const report = new Gathered();
  const [others, late]: [number[], number[]] = [[], []];
  try {
    err("servers start …\n");
    for (const policy of policies) {
      const order: EdgeServerOrder = { policy };
      const preempt = isPlain(policy) ? {} : { preempt: { packages: [] } };
      servers.set(policy, await ServerProcess.start(new URL("./server.ts", import.meta.url), order, preempt));
    }
    for (const arrivals of arrivalNames) {
      for (const load of loads) {
        for (let seed = 0; seed < seeds.real && !signal.aborted; seed++) {
          err(`${arrivals}, ${load} of the capacity, run ${seed + 1} of ${seeds.real} …\n`);
          const requests = drawRequests(arrivals, load, count, seed);
          for (const [policy, server] of servers) {
            const measured = await whileQuiet(() => runOnce(server, policy, requests), quiet);
            others.push(measured.others ?? 0);
            late.push(measured.value.lateness);
            report.add({ arrivals, load }, policy, measured.value);
          }
        }
      }
    }
  } finally {
    for (const server of servers.values()) await server[Symbol.asyncDispose]();
  }
  return { ...report.summary(), others: others.length === 0 ? 0 : median(others), lateness: Math.max(0, ...late) };
}

async function runOnce(
  server: ServerProcess,
  policy: PolicyName,
  requests: readonly TimedRequest[],
): Promise<Run & { readonly lateness: number }> {
  await server.ask("calibrate");
  await server.ask("executed");
  const load = await generateLoad({
    origin: server.origin,
    drain: requests.reduce((sum, { service }) => sum + service, 5000),
    requests: requests.map(({ release, service, deadline }) => ({
      ...{ at: release, kind: "request", path: `${pathTo}?service=${service}&deadline=${deadline - release}` },
      ...(hangsUp(policy) && { patience: Math.ceil(deadline - release) }),
    })),
  });
  const { planned, cpu } = await server.ask<Executed>("executed");
  return { ...recorded(requests, load.requests, planned === 0 ? 1 : cpu / planned), lateness: load.lateness.p99 };
}

/** As a load generator tells it. */
interface Sent {
  readonly sent: number;
  readonly done: number;
  readonly status: number;
}

/**
 * A run as it was: requests came when they were sent, and count from then. The bound is to hold, so a service counts as what was
 * planned or what it took, whichever is shorter.
 *
 * @param speed What services took, as a part of what was planned
 */
export function recorded(requests: readonly TimedRequest[], sent: readonly Sent[], speed: number): Run {
  return {
    requests: requests.map(({ release, service, deadline }, i) => {
      const at = (sent[i] as Sent).sent;
      return { release: at, service: service * Math.min(1, speed), deadline: at + deadline - release };
    }),
    served: sent.map(({ done, status }) => ({ end: status === 200 ? done : undefined, refused: status === 503 })),
  };
}
