import type { NastyProgram } from "./program.ts";

/** Built-in functions with callbacks that are preempted. */
export const builtins: NastyProgram[] = [
  {
    name: "map, filter, forEach and reduce with inline and named callbacks, holes, thisArg and mutation",
    code: `/** @preempt */ function work(x) { let s = 0; for (let i = 0; i < 3; i++) s += x; log("work", x); return s; }
      /** @preempt */ function main() { const xs = [3, 1, , 2]; const o = { k: 10 };
        const a = xs.map(function (x, i, all) { if (i === 0) all.push(9); return work(x) + this.k; }, o);
        const b = xs.filter((x) => work(x) > 3).map(work);
        xs.forEach((x, i) => { if (i === 1) xs.length = 3; log("each", work(x), i, 2 in xs); });
        return [a, a.length, 2 in a, b, xs.reduce((s, x, i) => s + work(x) * i, 0), xs.reduceRight((s, x) => s + "," + work(x))]; }`,
  },
];
