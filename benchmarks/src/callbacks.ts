/**
 * What does a counterpart of a built-in cost an element, against the engine's own? This decides which inline callbacks
 * become preemptable: where the work of one is less than what the counterpart adds, the engine's own is called.
 *
 * Each case runs in a driven job with a budget of 300, on arrays of several lengths; the cases take turns, and medians
 * are compared. "At a stretch" is how long the engine's own holds the thread on the longest array.
 */
import "@preempt/runtime/script";
import { drive } from "@preempt/runtime/testing";
import { transform } from "@preempt/transformer";
import { median } from "./statistics.ts";

export const lengths = [10, 1000, 100_000] as const;

/** `engine` holds the thread from end to end; `counterpart` is preempted. */
const cases = [
  { name: "map, x * 2", engine: "xs.map((x) => x * 2)", counterpart: "xs.map(double)" },
  { name: "forEach, sum += x", engine: "xs.forEach((x) => { sum += x; })", counterpart: "xs.forEach(add)" },
  { name: "reduce, s + x", engine: "xs.reduce((s, x) => s + x, 0)", counterpart: "xs.reduce(plus, 0)" },
  { name: "map, JSON.parse", engine: "texts.map(parse)", counterpart: "texts.map((x) => JSON.parse(x))" },
  { name: "map, a loop of 100", engine: "xs.map(spinPlainly)", counterpart: "xs.map((x) => spin(x))" },
  {
    name: "sort, a - b",
    engine: "native.call(xs.slice(), ascending)",
    counterpart: "xs.slice().sort((a, b) => a - b)",
  },
] as const;

export interface CallbackRow {
  readonly name: string;
  readonly length: number;
  /** Median nanoseconds an element. */
  readonly engine: number;
  readonly counterpart: number;
}

const declarations = `
let sum = 0;
const native = Array.prototype.sort;
const ascending = (a, b) => a - b;
const parse = (x) => JSON.parse(x);
/** @preempt */ function double(x) { return x * 2; }
/** @preempt */ function add(x) { sum += x; }
/** @preempt */ function plus(s, x) { return s + x; }
/** @preempt */ function spin(x) { let s = x; for (let i = 0; i < 100; i++) s = (s * 31 + i) | 0; return s; }
function spinPlainly(x) { let s = x; for (let i = 0; i < 100; i++) s = (s * 31 + i) | 0; return s; }
`;

type Run = (xs: readonly number[], texts: readonly string[], rounds: number) => unknown;

function compile(expression: string): Run {
  const program = `${declarations}
    /** @preempt */ function run(xs, texts, rounds) { let last; for (let i = 0; i < rounds; i++) last = ${expression}; return last; }`;
  const { code } = transform(program, { fileName: "callbacks.js", module: false, sourceMap: false });
  return new Function(`"use strict";${code}\nreturn run;`)() as Run;
}

/** @param options.repetitions Samples for each case and length. */
export function measureCallbacks({ repetitions }: { repetitions: number }): CallbackRow[] {
  const compiled = cases.map(({ engine, counterpart }) => [compile(engine), compile(counterpart)] as const);
  const inputs = lengths.map((length) => {
    const xs = Array.from({ length }, (_, i) => (i * 7919) % 10_007);
    return { length, xs, texts: xs.map((x) => `{"a":${x},"b":[${x}]}`) };
  });
  const samples = cases.map(() => lengths.map((): [number[], number[]] => [[], []]));
  for (let round = -2; round < repetitions; round++) {
    for (const [c, runs] of compiled.entries()) {
      for (const [n, { length, xs, texts }] of inputs.entries()) {
        for (const [kind, run] of runs.entries()) {
          const rounds = Math.max(1, Math.floor(20_000 / length));
          const from = process.hrtime.bigint();
          drive(run, { args: [xs, texts, rounds], budget: 300 });
          const time = Number(process.hrtime.bigint() - from);
          if (round >= 0) samples[c]?.[n]?.[kind]?.push(time / rounds / length);
        }
      }
    }
  }
  return cases.flatMap(({ name }, c) =>
    lengths.map((length, n) => {
      const [engine = [], counterpart = []] = samples[c]?.[n] ?? [];
      return { name, length, engine: median(engine), counterpart: median(counterpart) };
    }),
  );
}

export function callbackTable(rows: readonly CallbackRow[]): string {
  const lines = ["                         length      engine   counterpart             at a stretch"];
  for (const { name, length, engine, counterpart } of rows) {
    const times = `${engine.toFixed(1).padStart(8)} ns ${counterpart.toFixed(1).padStart(10)} ns`;
    const ratio = `${(counterpart / engine).toFixed(1)}x`.padStart(8);
    const held = length === lengths.at(-1) ? `${((engine * length) / 1e6).toFixed(1)} ms`.padStart(14) : "";
    lines.push(`${name.padEnd(22)} ${String(length).padStart(8)} ${times} ${ratio} ${held}`);
  }
  return lines.join("\n");
}
