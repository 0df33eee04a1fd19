/**
 * Programs that are written once, with two marks: where functions are annotated, and where people who write checks by hand
 * would look at a counter. The budget is one that a kernel learns for such code.
 */
import { drive } from "@preempt/runtime/testing";
import { callApart } from "../call-apart.ts";
import { emissionNames, emitted, untransformed } from "../emitted.ts";
import { medianOf, type Turns, timed } from "../turns.ts";
import { type MicroCase, type MicroSamples, measureCases } from "./row.ts";

/** `// @mark` is an annotation; `CHECK;` a check. `run(n)` does `each` of what is counted for each of `n`. */
export interface MarkedProgram {
  readonly subject: string;
  readonly each: number;
  readonly text: string;
}

export const budget = 10_000;

/** What people write: a counter, and the clock once a budget. */
const checking = `
let left = ${budget}, last = 0;
function look() { left = ${budget}; last = performance.now(); }
`;

type Run = (n: number) => number;

/** All ways of a program; each gives the same numbers. */
export async function waysOf(text: string): Promise<{ readonly way: string; readonly run: Run }[]> {
  const bare = text.replaceAll("CHECK;", "");
  const plain = await untransformed<{ run: Run }>(bare);
  const checked = await untransformed<{ run: Run }>(checking + text.replaceAll("CHECK", "if (--left < 0) look()"));
  const ways = [
    { way: "plain", run: plain.run },
    { way: "hand-written checks", run: checked.run },
  ];
  for (const emission of emissionNames) {
    const { run } = await emitted<{ run: Run }>(bare.replaceAll("// @mark", "/** @preempt */"), emission);
    ways.push({ way: emission, run: (n) => drive(run, { args: [n], budget }).value });
  }
  return ways;
}

const counted = 20_000;

/** How long what is counted takes in each way. */
export async function measurePrograms(programs: readonly MarkedProgram[], turns: Turns): Promise<MicroSamples[]> {
  const cases: MicroCase[] = [];
  for (const { subject, each, text } of programs) {
    const n = Math.ceil(counted / each);
    let expected: number | undefined;
    for (const { way, run: direct } of await waysOf(text)) {
      const run = callApart(direct);
      // Short runs first: the engine compiles a function best that is called often.
      for (const end = performance.now() + 30; performance.now() < end; ) run(Math.ceil(n / 20));
      const value = run(n);
      expected ??= value;
      if (value !== expected) throw new Error(`${subject}, ${way}: ${value} in place of ${expected}`);
      cases.push({ subject, way, sample: () => medianOf(7, () => timed(() => run(n))) / n / each });
    }
  }
  return await measureCases(cases, turns);
}
