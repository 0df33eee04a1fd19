/**
 * What do single constructs cost: loops over keys, `finally`, sorting, and functions that make functions? Each program runs as it is
 * written, transformed and called by plain code, and transformed and driven as a job. The three take turns; medians of processor time
 * count, and ratios to the plain program.
 */
import { drive } from "@preempt/runtime/testing";
import { emitted, untransformed } from "./emitted.ts";
import { median } from "./statistics.ts";
import { showTime, textTable } from "./text-table.ts";

const objects =
  'const objects = Array.from({ length: 5000 }, (_, i) => ({ id: i, name: "n" + i, tag: "t", on: i % 2 === 0 }));';
const numbers = "const numbers = Array.from({ length: 5000 }, (_, i) => (i * 7919) % 10007);";
const called =
  "let depth = 0; /** @preempt */ function step(x) { let s = x; for (let i = 0; i < 3; i++) s += i; return s; }";

/** `run` is what is measured; the words say what a run does. */
const programs: Readonly<Record<string, string>> = {
  "for … in, 5000 objects of 4 keys": `${objects}
    /** @preempt */ export function run() { let n = 0; for (const o of objects) for (const k in o) if (k === "id") n += o.id; return n; }`,
  "for … in, copies them": `${objects}
    /** @preempt */ export function run() { let n = 0; for (const o of objects) { const c = {}; for (const k in o) c[k] = o[k]; n += c.id; } return n; }`,
  "for … in, rounds that may be suspended": `${objects} ${called}
    /** @preempt */ export function run() { let n = 0; for (const o of objects) for (const k in o) n += step(k.length); return n; }`,
  "try … finally, 20,000 rounds": `
    /** @preempt */ export function run() { let n = 0; for (let i = 0; i < 20000; i++) { try { n += i & 3; } finally { n -= 1; } } return n; }`,
  "try … finally around a call": `${called}
    /** @preempt */ function guarded(i) { depth++; try { return step(i); } finally { depth--; } }
    /** @preempt */ export function run() { let n = 0; for (let i = 0; i < 5000; i++) n += guarded(i); return n; }`,
  "sort, 5000 objects in runs": `${objects}
    /** @preempt */ export function run() { return objects.slice().sort((a, b) => (b.id % 97) - (a.id % 97))[0].id; }`,
  "sort, 5000 numbers": `${numbers}
    /** @preempt */ export function run() { return numbers.slice().sort((a, b) => a - b)[0]; }`,
  "sort, 300 lists of 20": `${numbers}
    /** @preempt */ export function run() { let n = 0; for (let i = 0; i < 300; i++) n += numbers.slice(i, i + 20).sort((a, b) => a - b)[0]; return n; }`,
  "clone through closures": `
    /** @preempt */ function each(a, f) { for (let i = 0; i < a.length; i++) f(a[i], i); }
    /** @preempt */ function clone(v, seen) {
      if (v === null || typeof v !== "object") return v;
      const r = Array.isArray(v) ? [] : {};
      if (seen.has(v)) return seen.get(v);
      seen.set(v, r);
      if (Array.isArray(v)) each(v, /** @preempt */ (x, i) => { r[i] = clone(x, seen); });
      else each(Object.keys(v), /** @preempt */ (k) => { r[k] = clone(v[k], seen); });
      return r;
    }
    const xs = Array.from({ length: 800 }, (_, i) => ({ id: i, g: "g" + i % 9, v: i, tags: Array.from({ length: i % 5 }, (_, t) => "t" + t) }));
    /** @preempt */ export function run() { return clone(xs, new Map()).length; }`,
  "recursion through a closure": `
    /** @preempt */ function fib(n) { const go = /** @preempt */ (k) => (k < 2 ? k : fib(k - 1) + fib(k - 2)); return go(n); }
    /** @preempt */ export function run() { return fib(16); }`,
  "recursion through a closure that is kept": `
    const kept = [];
    /** @preempt */ function fib(n) { const go = /** @preempt */ (k) => (k < 2 ? k : fib(k - 1) + fib(k - 2)); kept[0] = go; return go(n); }
    /** @preempt */ export function run() { return fib(16); }`,
};

/** Points of a job at a stretch. */
const budget = 1000;
const ways = ["plain", "called", "job"] as const;

export interface ConstructRow {
  readonly construct: string;
  /** Median nanoseconds of a run of the plain program. */
  readonly plain: number;
  /** Ratios to that. */
  readonly called: number;
  readonly job: number;
}

interface Program {
  run(): unknown;
}

/**
 * @param samples Of each way
 * @param length Of a sample, in nanoseconds
 * @throws Error if a transformed program gives something else
 */
export async function measureConstructs(samples: number, length = 20e6): Promise<ConstructRow[]> {
  const rows: ConstructRow[] = [];
  for (const [construct, text] of Object.entries(programs)) rows.push(await measure(construct, text, samples, length));
  return rows;
}

async function measure(construct: string, text: string, samples: number, length: number): Promise<ConstructRow> {
  const plain = await untransformed<Program>(text);
  const made = await emitted<Program>(text, "plain bodies");
  const runs = {
    plain: () => plain.run(),
    called: () => made.run(),
    job: () => drive(made.run, { budget }).value,
  };
  const expected = runs.plain();
  for (const way of ways) if (runs[way]() !== expected) throw new Error(`${construct}: ${way} gives something else`);
  const times = { plain: [] as number[], called: [] as number[], job: [] as number[] };
  const rounds = Object.fromEntries(ways.map((way) => [way, roundsIn(length, runs[way])]));
  for (let i = 0; i < samples; i++)
    for (const way of ways) {
      const count = rounds[way] as number;
      const from = processorTime();
      for (let j = 0; j < count; j++) runs[way]();
      times[way].push((processorTime() - from) / count);
    }
  const base = median(times.plain);
  return { construct, plain: base, called: median(times.called) / base, job: median(times.job) / base };
}

/** How often it runs in so many nanoseconds once it is warm. */
function roundsIn(nanoseconds: number, run: () => unknown): number {
  const warm = processorTime() + 20 * nanoseconds;
  let count = 0;
  let from = 0;
  for (; processorTime() < warm; count++) {
    if (from === 0 && processorTime() > warm - nanoseconds) {
      from = processorTime();
      count = 0;
    }
    run();
  }
  return Math.max(1, count);
}

function processorTime(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) * 1e3;
}

export function constructTable(rows: readonly ConstructRow[]): string {
  const ratio = (value: number) => `${value.toFixed(2)}x`;
  const lines = rows.map(({ construct, plain, called: by, job }) => [
    construct,
    showTime(plain),
    ratio(by),
    ratio(job),
  ]);
  return textTable(["", "plain", "called plainly", "as a job"], lines);
}
