/**
 * The paper's Figure 4: what does a round of a tight loop cost at which budget? A preemption's cost is shared by the
 * rounds of a budget; what is left is the price of counting them.
 */
import { drive } from "@preempt/runtime/testing";
import { callApart } from "../call-apart.ts";
import { emissionNames, emitted } from "../emitted.ts";
import type { Turns } from "../turns.ts";
import { medianOf, timed } from "../turns.ts";
import { bareChain } from "./preemption.ts";
import { type MicroCase, type MicroSamples, measureCases } from "./row.ts";

export const budgets = [0, 1, 2, 3, 5, 10, 20, 50, 100, 200, 500, 1000] as const;

const program = `
/** @preempt */
export function loop(rounds) {
  let counter = 0;
  for (let i = 0; i < rounds; i++) counter += 1;
  return counter;
}
`;

type Loop = (rounds: number) => number;

const rounds = 2 ** 14;

export async function measureBudgets(turns: Turns): Promise<MicroSamples[]> {
  const cases: MicroCase[] = budgets.flatMap((budget) => [
    { subject: budget, way: "plain", sample: perRound(plainLoop) },
    { subject: budget, way: "hand-written checks", sample: perRound((rounds) => checkedLoop(rounds, budget)) },
    { subject: budget, way: bareChain, sample: perRound((rounds) => paperLoop(rounds, budget)) },
  ]);
  for (const emission of emissionNames) {
    // What others do every so many rounds is compared with what this does every so many.
    const { loop } = await emitted<{ loop: Loop }>(program, emission, { lightRounds: false });
    for (const budget of budgets) {
      const sample = perRound((rounds) => drive(loop, { args: [rounds], budget }).value);
      cases.push({ subject: budget, way: emission, sample });
    }
  }
  return await measureCases(cases, turns);
}

function perRound(loop: Loop): () => number {
  const run = callApart(loop);
  // Short runs first: the engine compiles a function best that is called often.
  for (let i = 0; i < 20; i++) run(1000);
  return () => {
    let counted = 0;
    const time = medianOf(5, () =>
      timed(() => {
        counted = run(rounds);
      }),
    );
    if (counted !== rounds) throw new Error(`${counted} rounds in place of ${rounds}`);
    return time / rounds;
  };
}

function plainLoop(rounds: number): number {
  let counter = 0;
  for (let i = 0; i < rounds; i++) counter += 1;
  return counter;
}

let left = 0;
let lastLook = 0;

/** What people write by hand: look at the clock once in a while. It gives nobody the thread. */
function checkedLoop(rounds: number, budget: number): number {
  let counter = 0;
  left = budget;
  for (let i = 0; i < rounds; i++) {
    if (--left < 0) look(budget);
    counter += 1;
  }
  return counter;
}

function look(budget: number): void {
  left = budget;
  lastLook = Math.max(lastLook, performance.now());
}

/** What the paper measured: the generator that its transform makes, and a loop that calls `next`. */
function paperLoop(rounds: number, budget: number): number {
  const generator = paperGenerator(rounds);
  for (;;) {
    left = budget;
    const { done, value } = generator.next();
    if (done) return value;
  }
}

function* paperGenerator(rounds: number): Generator<undefined, number> {
  let counter = 0;
  for (let i = 0; i < rounds; i++) {
    if (--left < 0) yield;
    counter += 1;
  }
  return counter;
}
