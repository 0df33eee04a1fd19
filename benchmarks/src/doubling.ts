/** How transform time grows: a file of each shape is doubled four times, and each factor is about 2 where time is linear in length. */
import { transform } from "@preempt/transformer";
import { collectGarbage } from "./machine.ts";

const many = (count: number, text: (i: number) => string) =>
  Array.from({ length: count }, (_, i) => text(i)).join("\n");
const short = "function g(a, b) { for (;;) if (a > b) return a; }";

const shapes: Readonly<Record<string, (count: number) => string>> = {
  "one long line": (n) =>
    `function f(a, b) { return [${many(n, (i) => `a*${i}*b`).replaceAll("\n", ",")}].map((x) => g(x)); } ${short}`,
  "many functions": (n) =>
    many(n, (i) => `function f${i}(x) { for (let i = 0; i < x; i++) x += i; return f${(i * 7) % n}(x - 1); }`),
  "a chain of functions": (n) =>
    `${many(n, (i) => `function f${i}(x) { return x ? f${i + 1}(x - 1) : 2; }`)}\nfunction f${n}() { return 1; }`,
  "many methods": (n) =>
    `class C { ${many(n, (i) => `m${i}(x) { for (let i = 0; i < x; i++) this.m${(i * 3 + 1) % n}(i); }`)} }`,
  "many closures": (n) =>
    `function f(x) { ${many(n, (i) => `const c${i} = (y) => { for (let i = 0; i < y; i++) x += i; return x; };`)} return c0(x); }`,
  "one function of many variables": (n) =>
    `function f(x) { ${many(n, (i) => `let v${i} = x + ${i};`)} return g(v0, v1); } ${short}`,
  "one function of many calls": (n) => `function f(x) { ${many(n, () => "x += g(x, 1);")} return x; } ${short}`,
  "an object literal": (n) =>
    `const data = { ${many(n, (i) => `k${i}: { a: ${i}, b: [${i}, "x"] },`)} }; function f(x) { for (const k in data) x += data[k].a; return x; }`,
};

export interface DoublingRow {
  readonly shape: string;
  /** Kilobytes of the largest file. */
  readonly kilobytes: number;
  /** Processor time of the largest file, in milliseconds. */
  readonly milliseconds: number;
  /** From each file to the one twice as long. */
  readonly factors: readonly number[];
}

/** @param options.from How many statements, functions or members the smallest file has */
export function measureDoubling({ from, rounds }: { from: number; rounds: number }): DoublingRow[] {
  return Object.entries(shapes).map(([shape, make]) => {
    const files = [1, 2, 4, 8, 16].map((times) => make(from * times));
    const least = files.map(() => Number.POSITIVE_INFINITY);
    for (let round = 0; round < rounds; round++) {
      collectGarbage();
      for (const [i, code] of files.entries()) least[i] = Math.min(least[i] as number, timeOf(code));
    }
    const factors = least.slice(1).map((time, i) => time / (least[i] as number));
    return { shape, kilobytes: (files.at(-1) as string).length / 1000, milliseconds: least.at(-1) as number, factors };
  });
}

/** Of the processor: what else the machine does counts little. */
function timeOf(code: string): number {
  const from = process.cpuUsage();
  transform(code, { fileName: "doubled.js", functions: "all" });
  const { user, system } = process.cpuUsage(from);
  return (user + system) / 1000;
}

export function doublingTable(rows: readonly DoublingRow[]): string {
  const table = rows.map(({ shape, kilobytes, milliseconds, factors }) => {
    const shown = factors.map((factor) => factor.toFixed(1).padStart(5)).join("");
    return `${shape.padEnd(32)} ${`${kilobytes.toFixed(0)} kB`.padStart(8)} ${`${milliseconds.toFixed(0)} ms`.padStart(9)}  ${shown}`;
  });
  const head = `${"each file twice as long".padEnd(32)} ${"at last".padStart(8)} ${"least".padStart(9)}  ${"factors".padStart(8)}`;
  return [head, ...table].join("\n");
}
