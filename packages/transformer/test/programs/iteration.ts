import type { NastyProgram } from "./program.ts";

const v = "/** @preempt */ function v(x) { for (let i = 0; i < 1; i++) log(x); return x; }";
const it =
  "const it = (name, n, how = '') => { let i = 0; return { [Symbol.iterator]() { log(name, 'open'); return this; }, next(...a) { log(name, 'next', a.length); if (how === 'next' && i === 1) throw new Error('next'); return { get done() { log(name, 'done'); return i >= n; }, get value() { log(name, 'value'); return i++; } }; }, return(...a) { log(name, 'return', a.length); if (how === 'return') throw new Error('return'); return how === 'bad' ? 1 : {}; } }; };";

export const iteration: NastyProgram[] = [
  {
    name: "an iterator is closed by every way out, and once",
    code: `${v} ${it} /** @preempt */ function go(how) { outer: for (const a of it("a" + how, 3)) { try { for (const b of it("b", 3)) { switch (how) { case 0: break outer; case 1: continue outer; case 2: return v("value"); case 3: throw new Error("thrown"); case 4: break; case 5: try { return "lost"; } finally { continue outer; } case 6: continue; } break; } } finally { v("finally"); if (how === 3 && a === 1) break; if (how === 3) continue; } } return "end"; } /** @preempt */ function main() { const out = []; for (let i = 0; i < 7; i++) out.push(go(i)); return out; }`,
  },
  {
    name: "errors of return are lost behind a throw, and win over a break",
    code: `${v} ${it} /** @preempt */ function main() { const out = []; for (const how of ["return", "bad", "next"]) for (const way of ["break", "throw", "end"]) { try { for (const x of it(how + way, 2, how)) { v(x); if (way === "break") break; if (way === "throw") throw new RangeError("body"); } out.push("done"); } catch (e) { out.push(e.name, e.message.slice(0, 8)); } } return out; }`,
  },
  {
    name: "destructuring takes from an iterator what it needs, and closes it in time",
    code: `${v} ${it} /** @preempt */ function main() { const out = []; { const [a] = it("a", 3); out.push(a); } { const [a, , b = v("default"), ...c] = it("b", 5); out.push(a, b, c); } { const [] = it("c", 1); } { let a, b; [a, [b] = [v(1)]] = it("d", 1); out.push(a, b); } try { const [a = v(0), { x }] = it("e", 1); } catch (e) { out.push(e.name); } try { const o = { set x(_) { throw new Error("setter"); } }; [o.x] = it("f", 2); } catch (e) { out.push(e); } for (const [k, w = v(k)] of new Map([[1], [2, 3]])) out.push(k, w); for (const { length, [length - 1]: last } of ["ab", [1, 2, 3]]) out.push(length, last); /** @preempt */ const f = ([a, b] = it("p", 2), { c = v(a) } = {}) => { for (;;) return [a, b, c]; }; out.push(f(), f([5, 6], { c: 7 })); return out; }`,
  },
  {
    name: "generators of the user receive what they are sent, and finish as told",
    code: `${v} function* g(n) { let got; try { for (let i = 0; i < n; i++) { got = yield v(i); if (got === "throw") throw new Error("asked"); } } catch (e) { got = yield "caught " + e.message; } finally { yield "cleanup"; log("g done", got); } return "result"; } function* outer() { const r = yield* g(2); yield r; }
      /** @preempt */ function main() { const out = []; const a = g(3); out.push(a.next(), a.next("x"), a.throw(new Error("t")), a.next("y"), a.next(), a.next()); const b = g(3); b.next(); out.push(b.return("early"), b.next(), b.next()); for (const x of g(2)) out.push(x); for (const x of g(2)) { out.push(x); break; } out.push([...outer()]); const e = [].entries(); out.push(e.next()); const [p, q] = g(5); out.push(p, q); return out; }`,
  },
  {
    name: "for-in visits what it visited while the object changes, and inherited keys",
    code: `${v} /** @preempt */ function main() { const out = []; const base = { z: 1, shadow: 1 }; const o = Object.create(base, { hidden: { value: 1, enumerable: false }, shadow: { value: 2, enumerable: false }, own: { value: 3, enumerable: true, configurable: true, writable: true } }); o.a = 1; o.b = 2; o[2] = 0; o[1] = 0; for (const k in o) { out.push(v(k)); if (k === "own") { delete o.b; delete base.z; o.late = 1; } } for (const k in null) out.push("never"); for (const k in undefined) out.push("never"); for (const i in [5, , 6]) out.push(i); for (const k in "xy") out.push(k); let n = 0; for (var q in { last: 1 }) n++; out.push(q, n); l: for (const k in { p: 1, q: 2 }) { for (const m in { r: 1 }) { if (k === "p") continue l; out.push(k + m); break l; } } return out; }`,
  },
  {
    name: "arrays and maps that grow while they are walked are walked on",
    code: `${v} /** @preempt */ function main() { const out = []; const a = [1, 2]; for (const x of a) { if (a.length < 5) a.push(v(x * 10)); out.push(x); } const m = new Map([[1, "a"]]); for (const [k] of m) { if (k < 4) { m.delete(k); m.set(k + 1, "x"); } out.push(k); } const s = new Set([1]); for (const x of s) if (x < 3) s.add(v(x + 1)); out.push([...s]); for (const c of "a\\u{1F600}b") out.push(c.length); for (const x of Object.entries({ p: 1 })) out.push(x); return out; }`,
  },
  {
    name: "built-ins with annotated callbacks give this, index and the array, and stop early",
    code: `${v} /** @preempt */ function cb(...a) { for (let i = 0; i < 1; i++) log(this?.id, a.length, a[1]); return a[0] === 2; } /** @preempt */ const cmp = (a, b) => { for (;;) return a - b; }; /** @preempt */ function main() { const t = { id: "t" }, xs = [1, 2, 3]; return [xs.map(cb, t), xs.some(cb, t), xs.every(cb), xs.findIndex(cb, t), xs.filter(cb), xs.reduce((a, x) => a + v(x), 0), [3, 1, 2].sort(cmp), [3, 1, 2].toSorted((a, b) => cmp(b, a)), Array.from(xs, cb, t), "a-b".replace(/[ab]/g, (c, at) => v(c + at)), JSON.stringify({ a: 1, b: [2] }, function (k, x) { log(k, this !== undefined); return typeof x === "number" ? v(x + 1) : x; }), JSON.parse('{"a":[1,2]}', (k, x) => (k === "0" ? undefined : x)), Object.groupBy(xs, (x) => (cb(x) ? "two" : "other")), new Map([[1, 2]]).forEach((x, k) => v(x + k)), xs.flatMap((x) => [v(x), x]), Array.from({ length: 2 }, (_, i) => cmp(i, 1)), [..."ab"].map(v)]; }`,
  },
  {
    name: "deep recursion with loops, catch and closures at three hundred frames",
    code: `${v} class T { constructor(n) { this.kids = n > 0 ? [new T(n - 1)] : []; } /** @preempt */ walk(f, d = 0) { for (const k of this.kids) f(k.walk(f, d + 1)); return d; } } /** @preempt */ const via = (n, k) => { if (n === 0) return k(0); return via(n - 1, (x) => k(x + 1)); }; const o = { /** @preempt */ a(n) { try { return n ? o.b(n - 1) + 1 : this.c(0); } catch (e) { if (n % 100) throw e; return -n; } }, /** @preempt */ b(n) { for (const x of [n]) return o.a(x) + 1; }, c() { throw new Error("bottom"); } }; /** @preempt */ function ack(m, n) { return m === 0 ? n + 1 : n === 0 ? ack(m - 1, 1) : ack(m - 1, ack(m, n - 1)); } /** @preempt */ function main() { let sum = 0; const r = new T(300).walk((d) => { sum += d; }); return [r, sum, via(150, (x) => x), o.a(301), ack(2, 3)]; }`,
  },
];
