/** A process of its own in which all kinds take turns: prints their rows as JSON. */
import { drive } from "@preempt/runtime/testing";
import { callApart } from "../call-apart.ts";
import { orderOf } from "../child.ts";
import { emitted, untransformed } from "../emitted.ts";
import { type MicroCase, measureCases } from "../micro/row.ts";
import { medianOf, type Turns } from "../turns.ts";
import { kinds, type MixedKind, programOf, world } from "./kinds.ts";

interface Program {
  run(x: unknown, n: number): number;
  argument(): unknown;
}

/** As a kernel's budgets are: an engine compiles a function best that is called often. */
const short = 2000;
/** One call for all, with a budget that never ends: an engine replaces the code of a loop while that runs. */
const long = 100_000;
const endless = 2 ** 25;

async function casesOf(kind: MixedKind): Promise<MicroCase[]> {
  const plain = await untransformed<Program>(programOf(kind, ""));
  const preemptable = await emitted<Program>(programOf(kind, "/** @preempt */"), "plain bodies");
  // The same objects: in both, an engine has seen what the other did with them.
  const x = plain.argument();
  const ways = (n: number, label: string) => [
    { way: `plain, ${label}`, n, run: callApart(() => plain.run(x, n)) },
    {
      way: `preemptable, ${label}`,
      n,
      run: callApart(() => drive(preemptable.run, { args: [x, n], budget: endless }).value),
    },
  ];
  const [expected] = ways(short, "").map(({ run }) => run(undefined));
  return [...ways(short, "short"), ...ways(long, "long")].map(({ way, n, run }) => {
    const runs = Math.ceil(40_000 / n);
    if (n === short && kind.argument !== "new lib.Random()" && run(undefined) !== expected)
      throw new Error(`${kind.name}, ${way}: another result`);
    const sample = () => medianOf(3, () => cpuTime(() => repeat(run, runs))) / runs / n / (kind.calls ?? 1);
    return { subject: kind.name, way, sample };
  });
}

function repeat(run: (input: undefined) => unknown, times: number): void {
  for (let i = 0; i < times; i++) run(undefined);
}

/** Nanoseconds of the processor: others may use it meanwhile. */
function cpuTime(work: () => void): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) * 1000;
}

const { turns } = orderOf<{ readonly turns: Turns }>();
const { run: seeWorld } = await emitted<{ run: (n: number) => number }>(world, "plain bodies");
drive(seeWorld, { args: [10_000], budget: short });
const cases: MicroCase[] = [];
for (const kind of kinds) cases.push(...(await casesOf(kind)));
process.stdout.write(JSON.stringify(await measureCases(cases, turns)));
