/**
 * What does a switch cost? Two jobs of emitted code, more urgent than `length` others that are ready too, are preempted
 * at each point, and give way to each other: the frame is saved, the clock read, the job put back, the other one taken
 * out and resumed. Under round robin all are equal, and all take turns.
 */
import { type Policy, Scheduler } from "@preempt/runtime";
import { steppingHost } from "./hosts.ts";
import { forever, randomNumbers } from "./policies.ts";

const program = `
/** @preempt */
export function spin(state) { let rounds = 0; while (!state.ends) rounds++; return rounds; }
`;

interface Spinning {
  ends: boolean;
}

let compiled: Promise<{ spin: (state: Spinning) => number }> | undefined;

/** When it is first needed: the other operations do without a compiler. */
async function compile() {
  const { emitted } = await import("../emitted.ts");
  return await emitted<{ spin: (state: Spinning) => number }>(program, "plain bodies");
}

export async function measureSwitches(policy: Policy, length: number, count: number): Promise<number> {
  compiled ??= compile();
  const { spin } = await compiled;
  const random = randomNumbers();
  const state = { ends: false };
  let measuring = forever;
  let from = 0n;
  let time = 0;
  const host = steppingHost((readings) => {
    if (readings === measuring) from = process.hrtime.bigint();
    if (readings !== measuring + count) return;
    time = Number(process.hrtime.bigint() - from);
    state.ends = true;
  });
  const rt = new Scheduler({ policy, host, slice: 1, round: forever, budget: 0 });
  const submit = (at: number, priority: number) => rt.submit(spin, { args: [state], deadline: { at }, priority });
  // In this order, so that both are behind the others where all are equal.
  for (let i = 0; i < length; i++) submit(1e12 + random(), random() % 16);
  const pair = [submit(1e11, 16), submit(1e11, 16)];
  // Once all that take part have started: that is a look at the clock each.
  measuring = host.now() + length + 100;
  const rounds = await Promise.all(pair);
  await rt.idle();
  if (rounds.some((own) => own < Math.floor(count / (length + 2)))) throw new Error("the two did not take turns");
  return time / count;
}
