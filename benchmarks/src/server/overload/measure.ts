/** The measurement: a load that steps from half of the capacity to a multiple of it, and back. */
import type { Terminal } from "../../lab/command.ts";
import { median } from "../../statistics.ts";
import { generateLoad } from "../load/generate.ts";
import { inOrder, type PlannedRequest, poisson, type SentRequest } from "../load/plan.ts";
import { type QuietOptions, whileQuiet } from "../load/quiet.ts";
import { ServerProcess } from "../load/server-process.ts";
import { type ClassName, classes, classNames, type GuardName, type OverloadServerOrder } from "./classes.ts";
import { type ExactName, exactNames, runExactly } from "./exact.ts";

export interface OverloadOptions {
  readonly blocks: number;
  readonly guards: readonly GuardName[];
  /** Of the capacity. */
  readonly loads: readonly number[];
  /** Milliseconds: before, at, and after the step. */
  readonly steps: readonly [before: number, during: number, after: number];
  readonly quiet: QuietOptions;
}

export interface ClassResult {
  readonly sent: number;
  /** Shares of those that were to be sent during the step: answered in full within the deadline; degraded within it; refused at first. */
  readonly onTime: number;
  readonly degraded: number;
  readonly refused: number;
}

export interface OverloadResult {
  readonly guard: GuardName | ExactName;
  readonly load: number;
  readonly classes: Readonly<Record<ClassName, ClassResult>>;
  /** Computation that was answered in time during the step, as a part of its length. */
  readonly usefulWork: number;
  /** Milliseconds after the step until the last request that was late or refused; of logins, and of all. */
  readonly recoveryOfLogins: number;
  readonly recovery: number;
  /** How often refusing began again, after it had ended. */
  readonly flaps: number;
  /** Processors that other programs used meanwhile. */
  readonly others: number;
}

/** Of refusing: a tenth of a second with a refusal counts as refusing, half a second without one ends it. */
const bin = 100;
const calm = 5;

export async function measureOverload(options: OverloadOptions, { err, signal }: Terminal): Promise<OverloadResult[]> {
  const servers = new Map<GuardName, ServerProcess>();
  const samples = new Map<string, { guard: GuardName; load: number; results: OverloadResult[] }>();
  try {
    err("servers start …\n");
    for (const guard of options.guards) {
      const order: OverloadServerOrder = { guard };
      const file = new URL("./server.ts", import.meta.url);
      const preempt = guard.startsWith("scheduled") ? { preempt: { packages: [] } } : {};
      servers.set(guard, await ServerProcess.start(file, order, preempt));
    }
    for (let block = 0; block < options.blocks && !signal.aborted; block++) {
      for (const load of options.loads) {
        err(`block ${block + 1} of ${options.blocks}: ${load} of the capacity …\n`);
        for (const [guard, server] of servers) {
          const requests = planned(load, options.steps, block);
          const { value: report, others } = await whileQuiet(async () => {
            await server.ask("calibrate");
            return generateLoad({
              ...{ origin: server.origin, requests, retries: 3, drain: 9000 },
              patience: Object.fromEntries(classNames.map((name) => [name, classes[name].patience])),
            });
          }, options.quiet);
          const key = `${guard} ${load}`;
          if (!samples.has(key)) samples.set(key, { guard, load, results: [] });
          samples
            .get(key)
            ?.results.push({ ...resultOf(guard, load, report.requests, options.steps), others: others ?? 0 });
        }
      }
    }
  } finally {
    for (const server of servers.values()) await server[Symbol.asyncDispose]();
  }
  return [...samples.values()].map(({ guard, load, results }) => medianResult(guard, load, results));
}

/** In virtual time: medians over loads of several seeds. */
export async function exactOverload(
  loads: readonly number[],
  steps: OverloadOptions["steps"],
  seeds: number,
): Promise<OverloadResult[]> {
  const all: OverloadResult[] = [];
  for (const load of loads) {
    for (const name of exactNames) {
      const results: OverloadResult[] = [];
      for (let seed = 0; seed < seeds; seed++) {
        results.push(resultOf(name, load, await runExactly(planned(load, steps, seed), name), steps));
      }
      all.push(medianResult(name, load, results));
    }
  }
  return all;
}

function planned(load: number, [before, during, after]: OverloadOptions["steps"], block: number): PlannedRequest[] {
  const base = Math.min(0.5, load);
  const parts = [
    [0, before, base],
    [before, before + during, load],
    [before + during, before + during + after, base],
  ] as const;
  return inOrder(
    classNames.flatMap((name, i) =>
      parts.flatMap(([from, to, at], part) =>
        poisson((at * classes[name].part * 1000) / classes[name].work, from, to, 53, block, i, part).map((instant) => ({
          ...{ at: instant, kind: name, path: `/${name}` },
        })),
      ),
    ),
  );
}

const isOnTime = ({ kind, status, done, intended }: SentRequest) =>
  status === 200 && done - intended <= classes[kind as ClassName].deadline;
const wasRefused = ({ status, retries }: SentRequest) => status === 503 || retries > 0;

export function resultOf(
  guard: GuardName | ExactName,
  load: number,
  requests: readonly SentRequest[],
  [before, during]: OverloadOptions["steps"],
): OverloadResult {
  const end = before + during;
  const step = requests.filter(({ intended }) => intended >= before && intended < end);
  const of = (name: ClassName): ClassResult => {
    const all = step.filter(({ kind }) => kind === name);
    const share = (some: (request: SentRequest) => boolean) => all.filter(some).length / Math.max(1, all.length);
    return {
      sent: all.length,
      onTime: share((one) => isOnTime(one) && one.degraded !== true),
      degraded: share((one) => isOnTime(one) && one.degraded === true),
      refused: share(wasRefused),
    };
  };
  const lastTrouble = (name?: ClassName) =>
    requests.reduce(
      (last, one) =>
        one.intended >= end &&
        (name === undefined || one.kind === name) &&
        !(isOnTime(one) && one.degraded !== true && !wasRefused(one))
          ? Math.max(last, one.intended - end)
          : last,
      0,
    );
  return {
    ...{ guard, load },
    classes: Object.fromEntries(classNames.map((name) => [name, of(name)])) as Record<ClassName, ClassResult>,
    usefulWork:
      step.reduce(
        (sum, one) => sum + (isOnTime(one) && one.degraded !== true ? classes[one.kind as ClassName].work : 0),
        0,
      ) / during,
    recoveryOfLogins: lastTrouble("login"),
    recovery: lastTrouble(),
    flaps: flapsOf(requests),
    others: 0,
  };
}

function flapsOf(requests: readonly SentRequest[]): number {
  const bins = new Set(requests.filter(wasRefused).map(({ intended }) => Math.floor(intended / bin)));
  const sorted = [...bins].sort((a, b) => a - b);
  return sorted.filter((one, i) => i > 0 && one - (sorted[i - 1] as number) > calm).length;
}

function medianResult(guard: GuardName | ExactName, load: number, results: readonly OverloadResult[]): OverloadResult {
  const over = (of: (result: OverloadResult) => number) => median(results.map(of));
  return {
    ...{ guard, load },
    classes: Object.fromEntries(
      classNames.map((name) => [
        name,
        {
          sent: results.reduce((sum, result) => sum + result.classes[name].sent, 0),
          onTime: over((result) => result.classes[name].onTime),
          degraded: over((result) => result.classes[name].degraded),
          refused: over((result) => result.classes[name].refused),
        },
      ]),
    ) as Record<ClassName, ClassResult>,
    usefulWork: over(({ usefulWork }) => usefulWork),
    recoveryOfLogins: over(({ recoveryOfLogins }) => recoveryOfLogins),
    recovery: over(({ recovery }) => recovery),
    flaps: over(({ flaps }) => flaps),
    others: over(({ others }) => others),
  };
}
