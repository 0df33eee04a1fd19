import { type NastyProgram, v } from "./program.ts";

const own = `const own = (name, ...xs) => ({ [Symbol.iterator]() { log("iterator", name); let i = 0; return { next() { log("next", name); return { done: i >= xs.length, value: xs[i++] }; }, return() { log("return", name); return {}; } }; } });`;

/** As {@link spreads}, where the paper's strategy has other words. */
export const spreadArguments: NastyProgram = {
  name: "arguments that cannot be spread, and callees that are none, are told in the engine's words for arguments before others",
  code: `${v} /** @preempt */ function fails(n, x) { const o = { x, g: v }; switch (n) { case 0: return v(...x, v("never")); case 1: return o.g(v(0), ...o.x, v("never")); case 2: return new Map(...x, v("never")); case 3: return o.g(v(0), ...x); case 4: return o.none(...[1], v(2)); case 5: return x(...[1], v(2)); case 6: return o.x(v(1), ...[2], 3); case 7: return o?.none(...[1], v(2)); case 8: return new x(...[1], v(2)); default: return o?.x(v(1), ...[2]); } }
    /** @preempt */ function main() { const e = []; for (const x of [5, undefined, null, {}, "s", Symbol("s"), true, 5n, [], /r/]) { for (let i = 0; i < 10; i++) { try { e.push(typeof fails(i, x)); } catch (err) { e.push(err); } } } return e; }`,
};

/** Lists, arguments and objects with calls behind spreads and computed keys. No function here but `main` needs a generator. */
export const spreads: NastyProgram[] = [
  {
    name: "lists are spread in their turn, once, whatever is changed by what is evaluated next",
    code: `${v} ${own} const g = (...xs) => xs; /** @preempt */ function h(...xs) { for (let i = 0; i < 1; i++) log(this?.tag, ...xs); return xs; } class C { constructor(...xs) { this.xs = xs; } }
      /** @preempt */ function lists(a, o) { const out = [[...a, v(1)], [0, ...a, v(a.push("p")), ...a], [...a, ...v(a)], [...own("x", 1, 2), v(3), ...own("y"), ...v(own("z", 4)), 5], [...v("ab"), v("c"), ..."de"], [v(1), , ...a, , v(2)]]; out.push(g(...a, v(1)), g(0, ...own("args", 1), v(a.pop()), ...a), o.h(...a, v(o), v(2)), o.h(...v(a), ...a, v(3)), h(v(0), ...a, ...v([1])), new C(...a, v(1)).xs, new C(v(0), ...a, ...v(a)).xs, Math.max(...[1, 2], v(3)), o.g?.(...a, v(4)), o?.h(...a, v(5)), [[...a, v(1)], ...a, [...a, v(2)]], [v(1), ...a, v(2), a.length, v(3), 4], [...a, a.push(9), v(1), ...own("late", 5), a.length], [...a, v(1), , 2], [0, ...v(a), 1, v(2)], [...a, ...own("m", 1), v(2)], g(...v(a), v(1)), g(a.length, ...a, v(a.push(8))), g(...a, v(1), 2), o.h(...a, ...v([1])), f(...a)(...a, v(1))); a.push(...a, v(1)); return out; } /** @preempt */ const f = (...xs) => (...ys) => v([xs, ys]);
      /** @preempt */ function nested(a) { return [...[...a, v(1)], ...h(...[...a, v(2)], v(3)), v(4)]; } /** @preempt */ function chosen(a, x) { return [...a, x ? v("yes") : "no", x && v("and"), ...(x ? v([1]) : [])]; } /** @preempt */ function loops(a) { let all = []; for (const x of a) all = [...all, ...h(x), v(x)]; return all; }
      /** @preempt */ function main() { const o = { g, h, tag: "o" }; return JSON.stringify([lists([7, 8], o), nested([1]), chosen([1], 0), chosen([1], 1), loops([1, 2, 3])], (k, x) => (x === o ? "o" : x)); }`,
  },
  {
    name: "objects are copied in their turn, and computed keys are keys before their values are there",
    code: `${v} const key = (name) => ({ toString() { log("toString", name); return name; } }); const source = (name, more = {}) => Object.defineProperties({ ...more }, { [name]: { enumerable: true, get() { log("get", name); return name; } }, hidden: { value: 1 } });
      /** @preempt */ function objects(o, k, s) { let n = 0; return [{ ...o, x: v(1) }, { x: 0, ...source("x"), y: v(2), ...source("y") }, { ...source("p"), ...v(source("q")), ...source("r") }, { ...null, ...undefined, ..."ab", z: v(3) }, { [k]: 1, b: v(2) }, { [key("k1")]: v(1), [key("k2")]: (n = 5), c: v(n) }, { [v("computed")]: v(1) }, { [v(k)]: n, [s]: v(2), 5: v(3), [6 + n]: v(4), [-0]: v(5), [null]: v(6) }, { a: n++, [n++]: v(n++), n, ["lit"]: n, d: v(n) }, { __proto__: { p: v(1) }, q: v(2) }, { ["__proto__"]: 1, q: v(3) }, { ...{ ["__proto__"]: 4 }, q: v(5) }]; }
      /** @preempt */ function members(k) { const o = { m() { return this.x; }, [k]() { return "k"; }, get g() { return this.x + 1; }, set [key("s")](x) { this.x = x; }, f: () => 1, [key("named")]: () => 2, *gen() { yield super.toString; }, async as() {}, x: v(3), [k + 2]: function () {}, y: v(4), late() { return super.hasOwnProperty("x"); } }; o.s = 9; return [o.m(), o.g, o[k](), o[k].name, o.f.name, o.named.name, o[k + 2].name, o.late(), o.gen().next().value === Object.prototype.toString, Object.keys(o), o.as.name]; }
      /** @preempt */ function reduced(xs) { return xs.reduce((all, x) => ({ ...all, [x]: x }), {}); } /** @preempt */ function loops(xs) { let all = {}; for (const x of xs) all = { ...all, [key(x)]: v(x), last: v(x) }; return all; }
      /** @preempt */ function main() { const s = Symbol("s"); const show = (o) => [Object.getPrototypeOf(o) === Object.prototype, Reflect.ownKeys(o).map((k) => [String(k), o[k]])]; return [objects({ a: 1 }, "k", s).map(show), members("m2"), reduced(["a", "b"]), loops(["a", "b"])]; }`,
  },
  {
    name: "what cannot be spread or be a key says so before what is behind it is evaluated",
    code: `${v} const g = (...xs) => xs; /** @preempt */ function fails(n, x) { const o = { x, g, h: v }, bad = { toString() { throw new Error("key"); } }; switch (n) { case 0: return [...x, v("never")]; case 1: return [...o.x, v("never")]; case 2: return g(...x, v("never")); case 3: return o.g(v(0), ...o.x, v("never")); case 4: return new Map(...x, v("never")); case 5: return v(...x, v("never")); case 6: return { [x]: 1, y: v(2) }; case 7: return { ...o.missing.x, y: v("never") }; case 8: return [...[1], ...x, ...v("never")]; case 9: return o.none(...[1], v(2)); case 10: return o?.h(...x, v("never")); case 11: return { [bad]: v("never"), y: v("never") }; default: return { [Object.create(null)]: 1, y: v("never") }; } }
      /** @preempt */ function main() { const e = []; for (const x of [5, undefined, null, {}, Symbol.iterator, { [Symbol.iterator]() { throw new Error("iterator"); } }, { [Symbol.iterator]: () => ({ next() { throw new Error("next"); } }) }, { [Symbol.iterator]: () => 1 }]) { for (let i = 0; i < 13; i++) { try { e.push(typeof fails(i, x)); } catch (err) { e.push(/^([2-5]|10)$/.test(i) ? err.name : err); } } } return e; }`,
  },
  {
    name: "nobody sees a list that was put aside: the common iterator, a setter of a prototype and an odd list are as they were",
    code: `${v} ${own} /** @preempt */ function lists(a) { return [[...a, v(1)], [...own("o", 1, 2), v(3)], Math.max(...a, v(9)), [...a, ...v(a)], { ...a, x: v(4) }]; }
      /** @preempt */ function main() { const out = [lists([5])]; const { next } = Object.getPrototypeOf([][Symbol.iterator]()); const values = Array.prototype[Symbol.iterator]; let asked = 0; const changed = (o, k, d, f) => { const before = Object.getOwnPropertyDescriptor(o, k); Object.defineProperty(o, k, { ...d, configurable: true }); try { out.push(f()); } finally { if (before) Object.defineProperty(o, k, before); else delete o[k]; } };
        changed(Array.prototype, Symbol.iterator, { value() { asked++; return values.call(this); } }, () => lists([6])); changed(Object.getPrototypeOf([][Symbol.iterator]()), "next", { value() { asked++; return next.call(this); } }, () => lists([8])); changed(Array.prototype, 0, { set(x) { asked += 100; }, get() { asked += 100; } }, () => lists([])); changed(Array.prototype, 1, { set(x) { asked += 100; }, get() { asked += 100; } }, () => lists([3])); return [out, asked]; }`,
  },
];
