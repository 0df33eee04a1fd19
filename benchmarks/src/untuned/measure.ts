/** One program: its forms are made, and pairs of processes are measured one after the other. */
import { join } from "node:path";
import { median } from "../statistics.ts";
import type { Form } from "./form.ts";
import { type FunctionCounts, formsOf, type Mode } from "./forms.ts";
import type { Program } from "./program.ts";
import type { Sample } from "./session.ts";
import { type Sizes, sizesOf } from "./sizes.ts";
import { Session } from "./turns.ts";

export interface Effort {
  /** Pairs of processes. */
  readonly processes: number;
  /** Milliseconds that each form runs before samples count. */
  readonly warmUp: number;
  /** Of each form in each process. */
  readonly samples: number;
  /** Least milliseconds of a sample of the plain form. */
  readonly sampleLength: number;
}

/** One pair of processes. Milliseconds, and ratios of the preemptable form to the plain one. */
export interface PairReport {
  readonly plain: number;
  readonly wall: number;
  readonly cpu: number;
  readonly load: readonly [plain: number, preemptable: number];
  readonly first: readonly [plain: number, preemptable: number];
  /** All cold runs together, the first included. */
  readonly cold: readonly [plain: number, preemptable: number];
  readonly coldRuns: number;
}

export interface ProgramReport {
  readonly suite: string;
  readonly name: string;
  readonly pairs: readonly PairReport[];
  readonly sizes: { readonly plain: Sizes; readonly preemptable: Sizes };
  readonly functions: FunctionCounts;
  /** Milliseconds. */
  readonly longest: number;
}

/** A program that could not be measured: it fails in one form, or the forms give different results. */
export interface ProgramFault {
  readonly suite: string;
  readonly name: string;
  readonly fault: string;
}

const coldRuns = 20;
/** Milliseconds. A program whose single run takes long has fewer cold runs. */
const coldTime = 3000;
const stretchTime = 5000;
/** Lines of an error that are kept: its message, and where it happened. */
const faultLength = 5;

export async function measureProgram(
  program: Program,
  folder: string,
  mode: Mode,
  effort: Effort,
): Promise<ProgramReport | ProgramFault> {
  const { suite, name } = program;
  try {
    const forms = await formsOf(program, join(folder, suite, name), mode);
    const pairs: PairReport[] = [];
    let expected = "";
    for (let i = 0; i < effort.processes; i++) {
      const { report, result } = await measurePair(forms, i % 2 === 1, effort);
      pairs.push(report);
      expected = result;
    }
    const { longest, result } = await stretchesOf(forms.preemptable);
    if (result !== expected) throw new Error(`called by plain code it gives ${result} in place of ${expected}`);
    const sizes = { plain: sizesOf(forms.plain), preemptable: sizesOf(forms.preemptable) };
    return { suite, name, pairs, sizes, functions: forms.functions, longest };
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error);
    return { suite, name, fault: text.split("\n").slice(0, faultLength).join("\n") };
  }
}

interface Sides {
  readonly plain: Session;
  readonly job: Session;
}

/** @param swapped Whether the preemptable form is loaded first */
async function measurePair(
  { plain, preemptable }: { readonly plain: Form; readonly preemptable: Form },
  swapped: boolean,
  effort: Effort,
): Promise<{ report: PairReport; result: string }> {
  const started: Session[] = [];
  const start = async (form: Form, isJob: boolean) => {
    const session = await explained(isJob, Session.start(form, isJob));
    started.push(session);
    return session;
  };
  try {
    const early = swapped ? await start(preemptable, true) : undefined;
    const sides = { plain: await start(plain, false), job: early ?? (await start(preemptable, true)) };
    const cold = await runCold(sides);
    const times = await warmUp(sides, effort);
    const hot = await runHot(sides, times, effort.samples);
    const report: PairReport = { load: [sides.plain.load, sides.job.load], ...cold.report, ...hot };
    return { report, result: cold.result };
  } finally {
    for (const session of started) session.stop();
  }
}

/** A run of both, of the plain form first. @throws Error if the results differ */
async function runBoth(
  { plain, job }: Sides,
  times: number,
  order: "plain first" | "job first" = "plain first",
): Promise<[plain: Sample, job: Sample]> {
  const early = order === "job first" ? await explained(true, job.run(times)) : undefined;
  const a = await explained(false, plain.run(times));
  const b = early ?? (await explained(true, job.run(times)));
  if (a.result !== b.result) throw new Error(`as a job it gives ${b.result} in place of ${a.result}`);
  return [a, b];
}

async function explained<T>(isJob: boolean, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw new Error(`${isJob ? "preemptable" : "plain"}: ${(error as Error).message}`);
  }
}

async function runCold(
  sides: Sides,
): Promise<{ report: Pick<PairReport, "first" | "cold" | "coldRuns">; result: string }> {
  const [a, b] = await runBoth(sides, 1);
  const cold: [number, number] = [a.wall, b.wall];
  let runs = 1;
  for (; runs < coldRuns && cold[0] + cold[1] < coldTime; runs++) {
    const [next, other] = await runBoth(sides, 1);
    cold[0] += next.wall;
    cold[1] += other.wall;
  }
  return { report: { first: [a.wall, b.wall], cold, coldRuns: runs }, result: a.result };
}

/**
 * Short runs first, since engines compile a function best that is called often.
 *
 * @returns how many times the program runs in a sample
 */
async function warmUp(sides: Sides, { warmUp, sampleLength }: Effort): Promise<number> {
  let times = 1;
  for (let spent = 0; spent < warmUp; ) {
    const [a] = await runBoth(sides, times);
    spent += a.wall;
    if (a.wall < sampleLength) times = Math.ceil(times * Math.min(4, Math.max(1, sampleLength / a.wall)));
  }
  return times;
}

/** Plain, job, job, plain, and so on; the ratios are of neighbours. */
async function runHot(
  sides: Sides,
  times: number,
  samples: number,
): Promise<Pick<PairReport, "plain" | "wall" | "cpu">> {
  const pairs: [Sample, Sample][] = [];
  for (let i = 0; i < samples; i++) pairs.push(await runBoth(sides, times, i % 2 === 0 ? "plain first" : "job first"));
  return {
    plain: median(pairs.map(([a]) => a.wall)) / times,
    wall: median(pairs.map(([a, b]) => b.wall / a.wall)),
    cpu: median(pairs.map(([a, b]) => b.cpu / a.cpu)),
  };
}

async function stretchesOf(form: Form): Promise<{ longest: number; result: string }> {
  const session = await Session.start(form, true);
  try {
    return await session.stretches(stretchTime);
  } finally {
    session.stop();
  }
}
