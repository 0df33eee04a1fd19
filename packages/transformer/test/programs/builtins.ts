import type { NastyProgram } from "./program.ts";

const work = `/** @preempt */ function work(x) { let s = 0; for (let i = 0; i < 3; i++) s += x; log("work", x); return s; }`;

/** Built-in functions with callbacks that are preempted. */
export const builtins: NastyProgram[] = [
  {
    name: "map, filter, forEach and reduce with inline and named callbacks, holes, thisArg and mutation",
    code: `${work} /** @preempt */ function main() { const xs = [3, 1, 2, 2]; delete xs[2]; const o = { k: 10 };
        const a = xs.map(function (x, i, all) { if (i === 0) all.push(9); return work(x) + this.k; }, o);
        const b = xs.filter((x) => work(x) > 3).map(work);
        xs.forEach((x, i) => { if (i === 1) xs.length = 3; log("each", work(x), i, 2 in xs); });
        return [a, a.length, 2 in a, b, xs.reduce((s, x, i) => s + work(x) * i, 0), xs.reduceRight((s, x) => s + "," + work(x))]; }`,
  },
  {
    name: "callbacks inside callbacks, with this, closures per iteration and errors through all of them",
    code: `${work} /** @preempt */ function main() { const o = { n: 2, run(xs) { return xs.map((row) => row.filter((x) => work(x) !== 6).map((x) => { if (x === this.n * 4) throw new Error("eight"); return () => work(x) + this.n; })); } }; const out = o.run([[1, 2, 3], [], [4]]).flatMap((fs) => fs.map((f) => f())); try { o.run([[1], [2, 8, 9]]); } catch (e) { out.push(e); } finally { out.push(work(7)); } return out; }`,
  },
  {
    name: "find, some and every stop where they stopped",
    code: `${work} /** @preempt */ function main() { const xs = [1, 2, 3, 4]; return [xs.find((x) => work(x) > 5), xs.findIndex((x) => work(x) > 50), xs.findLast((x) => work(x) < 9), xs.findLastIndex((x) => work(x) < 9), xs.some((x) => work(x) === 6), xs.every((x) => work(x) < 6), [].every((x) => work(x)), xs?.some((x) => work(x) > 100), xs["find"]((x) => work(x) === 9)]; }`,
  },
  {
    name: "sort with comparators that work, log and throw makes the engine's comparisons",
    code: `${work} /** @preempt */ function main() { const xs = Array.from({ length: 90 }, (_, i) => ({ k: (i * 37) % 23, i })); const by = (a, b) => { log(a.i, b.i); return work(a.k) - work(b.k); }; const out = [xs.toSorted(by).map((x) => x.i), [5, undefined, 1, 3].sort((a, b) => work(b) - work(a))]; try { xs.sort((a, b) => { if (a.i === 60) throw new Error("60"); return work(a.k) - work(b.k); }); } catch (e) { out.push(e, xs.every((x, i) => x.i === i)); } return out; }`,
  },
  {
    name: "a comparator that is only an expression: a long sort is preempted between its comparisons",
    code: `/** @preempt */ function main() { const xs = Array.from({ length: 300 }, (_, i) => (i * 7919) % 1009); xs.sort((a, b) => a - b); let s = ""; for (let i = 0; i < 2; i++) s += xs; return s; }`,
  },
  {
    name: "replace and replaceAll with functions, groups, and expressions that are matched by user code",
    code: `${work} class Own extends RegExp { /** @preempt */ exec(s) { for (let i = 0; i < 2; i++) log("exec", this.lastIndex); return super.exec(s); } }
      /** @preempt */ function main() { const s = "one two three"; return [s.replace(/(?<w>\\w)(\\w+)/g, (m, a, b, at, all, groups) => groups.w + work(at) + b.length), s.replace("two", (m, at) => m + work(at)), s.replaceAll("e", (m, at) => "[" + work(at) + "]"), s.replace(new Own("o", "g"), (m, at) => String(work(at))), /e/g[Symbol.replace](s, (m, at) => String(work(at))), s.replace(/t/, "$&$&")]; }`,
  },
  {
    name: "JSON.parse with a reviver and JSON.stringify with a replacer, toJSON and indentation",
    code: `${work} /** @preempt */ function main() { const o = { a: [1, { b: 2 }], d: { /** @preempt */ toJSON(k) { for (let i = 0; i < 2; i++) log("toJSON", k); return [k]; } }, s: "text", u: undefined }; const replacer = function (k, v) { log(k, this === o); return typeof v === "number" ? work(v) : v; }; const text = JSON.stringify(o, replacer, 1);
        return [text, JSON.parse(text, function (k, v) { if (k === "0") delete this[1]; return typeof v === "number" ? work(v) : k === "s" ? undefined : v; }), JSON.parse('{"a":[1,2]}', (k, v) => (Array.isArray(v) ? v.map(work) : v))]; }`,
  },
  {
    name: "Array.from closes its iterator when the callback throws; groupBy, maps, sets and typed arrays",
    code: `${work} /** @preempt */ function main() { const it = { [Symbol.iterator]() { let n = 0; return { next: () => ({ done: n > 4, value: n++ }), return() { log("closed"); return {}; } }; } }; const out = [Array.from(it, (x) => work(x)), Array.from({ length: 2, 0: 4 }, (x, i) => work(i))]; try { Array.from(it, (x) => { if (work(x) > 3) throw new Error("enough"); }); } catch (e) { out.push(e); }
        out.push(Object.groupBy(it, (x) => (work(x) > 5 ? "big" : "small")), [...Map.groupBy([1, 2, 3], (x) => work(x) % 2)]); new Map([[1, 2]]).forEach((v, k) => out.push(work(v), k)); new Set([5]).forEach((v, k, s) => out.push(work(v), k, s.size)); const t = Uint8Array.of(3, 1, 2); return [...out, [...t.map((x) => work(x) * 50)], [...t.toSorted((a, b) => work(a) - work(b))], t.reduce((s, x) => s + work(x), 0), [...Uint8Array.from([1, 2], (x) => work(x))]]; }`,
  },
  {
    name: "what has the name of a built-in and is none",
    code: `${work} class Box { constructor(x) { this.x = x; } map(f) { log("Box.map", f.name, f.length); return new Box(f(this.x, 0)); } sort(f) { return f === undefined ? "none" : f(2, 1); } }
      /** @preempt */ function main() { const b = new Box(3); const e = []; for (const o of [undefined, { map: 5 }, {}]) { try { o.map((x) => work(x)); } catch (err) { e.push(err); } try { o?.forEach((x) => work(x)); } catch (err) { e.push(err); } } return [b.map((x) => work(x)).x, b.sort((a, c) => work(a) - c), b.sort(), ...e]; }`,
  },
  {
    name: "callbacks that stay as they are: async, generators, bound, built in, classes, and what is no function",
    code: `${work} /** @preempt */ function main() { const xs = [1, 2]; const e = []; for (const f of [5, undefined, null, class {}, { apply() {} }]) { try { e.push(xs.map(f)); } catch (err) { e.push(err); } } const bound = work.bind(null, 4); return [xs.map(String), xs.map(bound), xs.map(async (x) => x).length, xs.map(function* (x) { yield work(x); }).flatMap((g) => [...g]), xs.map(new Proxy(work, {})), ...e, work(1)]; }`,
  },
  {
    name: "built-ins called in other ways: through variables, call and apply, spread, super",
    code: `${work} class Sub extends Array { /** @preempt */ twice(f) { for (let i = 0; i < 1; i++) log("twice"); return super.map((x) => f(x) * 2); } }
      /** @preempt */ function main() { const { map } = Array.prototype; const xs = Sub.from([1, 2]); const e = []; try { map((x) => work(x)); } catch (err) { e.push(err); } const args = [(x) => work(x)]; return [xs.twice(work), xs.twice(work) instanceof Sub, map.call("ab", (x) => work(x)), map.apply(xs, [work]), xs.map(...args), Array.prototype.filter.call([1], work), ...e]; }`,
  },
  {
    name: "an async function whose callbacks are preempted between its awaits",
    isAsync: true,
    code: `${work} /** @preempt */ async function main() { const out = []; for (const n of [1, 2]) { out.push([n, n + 1].map((x) => work(x))); out.push(await Promise.all([3, 4].map(async (x) => work(await x)))); } return out.flat().reduce((s, x) => s + work(x), await 1); }`,
  },
];
