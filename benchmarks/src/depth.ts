/**
 * What does one preemption cost when the innermost loop runs `depth` annotated calls deep?
 *
 * The paper's `yield*` passes every suspension and every resume through all frames; run-or-capture resumes the
 * innermost frame alone. Each preemption is one suspend and one resume of a loop with budget 0; the first, which
 * saves the frames, is left out. Depths and strategies take turns, and medians are compared.
 */
import { start } from "@preempt/runtime/testing";
import "@preempt/runtime/script";
import { transform } from "@preempt/transformer";
import { median } from "./statistics.ts";

export const depths = [1, 10, 100, 1000] as const;
const strategies = ["capture", "paper"] as const;

export interface DepthRow {
  readonly strategy: (typeof strategies)[number];
  readonly depth: number;
  /** Median nanoseconds of one preemption. */
  readonly nanoseconds: number;
  /** Against depth 1 of the same strategy. */
  readonly ratio: number;
}

const program = `
/** @preempt */
function descend(depth, rounds) {
  if (depth > 1) return descend(depth - 1, rounds);
  let sum = 0;
  for (let i = 0; i < rounds; i++) sum += i;
  return sum;
}
`;

type Descend = (depth: number, rounds: number) => number;

function compile(strategy: "capture" | "paper"): Descend {
  const { code } = transform(program, { fileName: "descend.js", module: false, strategy, sourceMap: false });
  return new Function(`"use strict";${code}\nreturn descend;`)() as Descend;
}

/** @param options.repetitions Samples for each depth and strategy. */
export function measureDepth({ repetitions }: { repetitions: number }): DepthRow[] {
  const compiled = strategies.map((strategy) => ({ strategy, descend: compile(strategy) }));
  const cases = compiled.flatMap(({ strategy, descend }) => depths.map((depth) => ({ strategy, depth, descend })));
  const samples = cases.map((): number[] => []);
  for (let round = -2; round < repetitions; round++) {
    for (const [i, { descend, depth, strategy }] of cases.entries()) {
      // As many as take about as long everywhere: the paper's cost grows with the depth.
      const preemptions = strategy === "paper" ? Math.max(200, Math.floor(20_000 / depth)) : 20_000;
      const nanoseconds = onePreemption(descend, depth, preemptions);
      if (round >= 0) samples[i]?.push(nanoseconds);
    }
  }
  const medians = samples.map(median);
  return cases.map(({ strategy, depth }, i) => {
    const shallow = medians[cases.findIndex((c) => c.strategy === strategy && c.depth === 1)] as number;
    const nanoseconds = medians[i] as number;
    return { strategy, depth, nanoseconds, ratio: nanoseconds / shallow };
  });
}

function onePreemption(descend: Descend, depth: number, preemptions: number): number {
  const steps = start(descend, { args: [depth, preemptions + 10], budget: 0 });
  // Down to the loop: the start of each call is a preemption point too.
  for (let i = 0; i < depth + 5; i++) steps.next();
  const from = process.hrtime.bigint();
  for (let i = 0; i < preemptions; i++) steps.next();
  const time = Number(process.hrtime.bigint() - from);
  return time / preemptions;
}

export function depthTable(rows: readonly DepthRow[]): string {
  const lines = ["call depth   run or capture         yield* (paper)"];
  for (const depth of depths) {
    const cells = strategies.map((strategy) => {
      const row = rows.find((r) => r.depth === depth && r.strategy === strategy);
      return row ? `${row.nanoseconds.toFixed(0).padStart(7)} ns ${`${row.ratio.toFixed(2)}x`.padStart(9)}` : "";
    });
    lines.push(`${String(depth).padStart(10)}   ${cells.join("   ")}`);
  }
  return lines.join("\n");
}
