/**
 * The paper's Table II: what does one preemption cost when the innermost loop runs `depth` calls deep?
 *
 * The loop is suspended in each round, and resumed at once. The paper's `yield*` passes every suspension and every
 * resume through all frames; run-or-capture resumes the innermost frame alone. The first preemption, which saves the
 * frames, is left out: see capture.ts.
 *
 * Three references: the engine's own `next` on a bare generator, hand-written `yield*` chains of them (what the paper
 * measured), and a bare generator in the door through which transformed functions are driven here.
 */
import { type Steps, start } from "@preempt/runtime/testing";
import { type Emission, emissionNames, emitted } from "../emitted.ts";
import type { Turns } from "../turns.ts";
import { medianOf, timed } from "../turns.ts";
import { type MicroCase, type MicroSamples, measureCases } from "./row.ts";

export const depths = [1, 2, 3, 10, 100, 1000] as const;
export const bareNext = "bare next";
export const drivenGenerator = "bare, driven";
export const bareChain = "hand-written generators";

const program = `
/** @preempt */
export function descend(depth, rounds) {
  if (depth > 1) return 1 + descend(depth - 1, rounds);
  let sum = 0;
  for (let i = 0; i < rounds; i++) sum = (sum + i) | 0;
  return sum;
}
`;

export type Descend = (depth: number, rounds: number) => number;

export async function compileDescend(emission: Emission): Promise<Descend> {
  return (await emitted<{ descend: Descend }>(program, emission)).descend;
}

export async function measurePreemptions(turns: Turns): Promise<MicroSamples[]> {
  const cases: MicroCase[] = [
    { subject: 1, way: bareNext, sample: () => bare(bareLoop(rounds), preemptions) },
    { subject: 1, way: drivenGenerator, sample: () => driven(start(bareLoop, { args: [rounds] }), 0) },
    ...depths.map((depth) => ({
      subject: depth,
      way: bareChain,
      sample: () => bare(bareDescend(depth, rounds), countFor(depth, true)),
    })),
  ];
  for (const emission of emissionNames) {
    const descend = await compileDescend(emission);
    for (const depth of depths) {
      const count = countFor(depth, emission === "yield* (paper)");
      const sample = () => driven(start(descend, { args: [depth, rounds], budget: 0 }), depth, count);
      cases.push({ subject: depth, way: emission, sample });
    }
  }
  return await measureCases(cases, turns);
}

const preemptions = 40_000;
/** In which they are timed. */
const blocks = 20;
/** More than are run. */
const rounds = 2 * preemptions;

/** As many as take about as long everywhere: the cost of a chain grows with the depth. */
function countFor(depth: number, isChain: boolean): number {
  return isChain ? blocks * Math.max(10, Math.floor(preemptions / depth / blocks)) : preemptions;
}

function driven(steps: Steps<unknown>, depth: number, count = preemptions): number {
  // Down to the loop: the start of each call is a preemption point too.
  for (let i = 0; i < depth + 5; i++) steps.next();
  const time = medianOf(blocks, () => timed(() => advance(steps, count / blocks)));
  if (steps.next().done) throw new Error("the loop ended before it was measured");
  return time / (count / blocks);
}

function bare(generator: Generator<undefined, number>, count: number): number {
  for (let i = 0; i < 5; i++) generator.next();
  const time = medianOf(blocks, () => timed(() => advanceBare(generator, count / blocks)));
  if (generator.next().done) throw new Error("the loop ended before it was measured");
  return time / (count / blocks);
}

function advance(steps: Steps<unknown>, count: number): void {
  for (let i = 0; i < count; i++) steps.next();
}

/** Apart from {@link advance}, so that each finds one kind of thing. */
function advanceBare(generator: Generator, count: number): void {
  for (let i = 0; i < count; i++) generator.next();
}

function* bareLoop(rounds: number): Generator<undefined, number> {
  let sum = 0;
  for (let i = 0; i < rounds; i++) {
    yield;
    sum = (sum + i) | 0;
  }
  return sum;
}

function* bareDescend(depth: number, rounds: number): Generator<undefined, number> {
  if (depth > 1) return 1 + (yield* bareDescend(depth - 1, rounds));
  return yield* bareLoopOf(rounds);
}

/** Apart from {@link bareLoop}, so that neither is compiled for the other's callers. */
function* bareLoopOf(rounds: number): Generator<undefined, number> {
  let sum = 0;
  for (let i = 0; i < rounds; i++) {
    yield;
    sum = (sum + i) | 0;
  }
  return sum;
}
