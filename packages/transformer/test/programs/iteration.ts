import { type NastyProgram, v } from "./program.ts";

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
    name: "maps, sets, texts and views of memory are walked as their iterators do, in loops that call nothing and in others",
    code: `${v} /** @preempt */ function sum(list, most = 9) { let s = 0, n = 0; for (const x of list) { if (++n > most) break; s += Number(x); } return [n, s]; } /** @preempt */ function all(list, each = () => {}) { const out = []; for (const x of list) { v(out.length); each(x); out.push(x); if (out.length > 9) return out; } return out; } /** @preempt */ function joined(list) { let text = ""; for (const x of list) text += "<" + x + ">"; return text; }
      /** @preempt */ function main() { const m = new Map([[1, "a"], [2, "b"], [3, "c"]]), s = new Set([4, 5, 6]), t = "a\u{1F600}b\ud83d\ude00c\ud83dd\ude00e\ud83d", b = new Uint8Array([7, 8, 9]), big = new BigInt64Array([1n, 2n]); const out = [];
        for (const list of [m, m.keys(), m.values(), m.entries(), s, s.keys(), s.entries(), t, t[Symbol.iterator](), b, b.keys(), b.entries(), b.values(), big, [1, 2].entries(), [1, 2].values(), "", new Set(), new Map(), new Float64Array(0)]) out.push(all(list), joined(list)); for (const list of [m.keys(), s, "123", b, big, new Float32Array([0.5, NaN, -0])]) out.push(sum(list), sum(list, 1), sum(list));
        const ks = m.keys(); ks.next(); out.push(sum(ks, 0), all(ks), ks.next()); const half = "xyz"[Symbol.iterator](); for (const c of half) { out.push(c); break; } out.push(joined(half)); class M extends Map { *[Symbol.iterator]() { yield "own"; } } out.push(all(new M([[1, 2]])), all(new (class extends Set {})([1])), joined(Object.assign(new Map([[1, 2]]), { length: 5 })));
        out.push(all(m, (e) => { if (e[0] === 1) m.delete(2), m.set(7, "g"); if (e[0] === 7) m.clear(), m.set(8, "h"); }), all(s, (x) => { s.delete(x); if (x < 12) s.add(x + 4); }), all(b, () => { b[1] = 0; b[2]++; })); return out; }`,
  },
  {
    name: "memory that grows, shrinks or goes while a view of it is walked ends the walk, or is an error",
    code: `${v} /** @preempt */ function walk(view, at, change) { let s = 0; for (const x of view) { s = s * 10 + x; if (s === at) change(); } return s; } /** @preempt */ function walkOn(view, at, change) { let s = 0; for (const x of view) { s = s * 10 + v(x); if (s === at) change(); } return s; }
      /** @preempt */ function main() { const out = []; for (const way of [walk, walkOn]) { const w = (...args) => { try { return way(...args); } catch (e) { return e instanceof TypeError; } }; const made = (n, most = 16) => { const b = new ArrayBuffer(n, { maxByteLength: most }); return [b, new Uint8Array(b).fill(1), new Uint8Array(b, 0, n)]; }; for (const i of [1, 2]) { let a = made(4); out.push(w(a[i], 11, () => a[0].resize(6))); a = made(4); out.push(w(a[i], 11, () => a[0].resize(3))); a = made(4); out.push(w(a[i], 11, () => a[0].resize(1))); a = made(4); out.push(w(a[i], 11, () => a[0].transfer())); a = made(4); out.push(w(a[i], 1111, () => a[0].transfer())); } const gone = new Uint8Array(2); gone.buffer.transfer(); out.push(w(gone, 0, () => {})); } return out; }`,
  },
  {
    name: "the next and return of built-in iterators are asked for as ever, also where somebody has put others there",
    code: `${v} /** @preempt */ function sum(list, from) { let s = 0; for (const x of list) { s += x; if (s > from) break; } return s; } /** @preempt */ function walk(list, each) { const out = []; for (const x of list) { out.push(v(x)); if (each(x)) break; } return out; }
      /** @preempt */ function main() { const out = []; const of = (n) => new Set([1, 2, 3, 4].slice(0, n)); const proto = Object.getPrototypeOf(of(1).values()), { next } = proto; let it;
        it = of(3).values(); it.next = function () { log("own"); return next.call(this); }; out.push(sum(it, 9)); it = of(3).values(); Object.defineProperty(it, "next", { get() { log("asked"); return next; } }); out.push(sum(it, 9)); it = of(3).values(); Object.defineProperty(it, "next", { get() { log("asked"); return next; } }); out.push(walk(it, () => false));
        it = of(4).values(); out.push(walk(it, (x) => { if (x === 2) it.next = () => { log("never"); return { done: true }; }; })); it = of(4).values(); it.return = function (...a) { log("return", this === it, a.length); return {}; }; out.push(sum(it, 2), walk(it, () => true)); it = of(4).values(); out.push(walk(it, (x) => { it.return = () => { log("late return"); return {}; }; return x === 3; }));
        for (const not of [new Proxy(of(2).values(), { get(t, k, r) { log(String(k)); return Reflect.get(t, k, t); }, getPrototypeOf(t) { log("prototype"); return Reflect.getPrototypeOf(t); }, has(t, k) { log("has"); return k in t; }, getOwnPropertyDescriptor(t, k) { log("descriptor"); return Reflect.getOwnPropertyDescriptor(t, k); } }), new Proxy(of(2), {}), Object.create(of(2).values()), { [Symbol.iterator]() { return this; }, next }, { [Symbol.iterator]: proto[Symbol.iterator], next }]) { try { out.push(sum(not, 9)); } catch (e) { out.push(e.name); } try { out.push(walk(not, () => false)); } catch (e) { out.push(e.name); } }
        try { for (const x of of(3)) { out.push(x); if (x === 1) proto.return = function () { log("shared return"); return {}; }; if (x === 2) break; } } finally { delete proto.return; } return out; }`,
  },
  {
    name: "built-ins with annotated callbacks give this, index and the array, and stop early",
    code: `${v} /** @preempt */ function cb(...a) { for (let i = 0; i < 1; i++) log(this?.id, a.length, a[1]); return a[0] === 2; } /** @preempt */ const cmp = (a, b) => { for (;;) return a - b; }; /** @preempt */ function main() { const t = { id: "t" }, xs = [1, 2, 3]; return [xs.map(cb, t), xs.some(cb, t), xs.every(cb), xs.findIndex(cb, t), xs.filter(cb), xs.reduce((a, x) => a + v(x), 0), [3, 1, 2].sort(cmp), [3, 1, 2].toSorted((a, b) => cmp(b, a)), Array.from(xs, cb, t), "a-b".replace(/[ab]/g, (c, at) => v(c + at)), JSON.stringify({ a: 1, b: [2] }, function (k, x) { log(k, this !== undefined); return typeof x === "number" ? v(x + 1) : x; }), JSON.parse('{"a":[1,2]}', (k, x) => (k === "0" ? undefined : x)), Object.groupBy(xs, (x) => (cb(x) ? "two" : "other")), new Map([[1, 2]]).forEach((x, k) => v(x + k)), xs.flatMap((x) => [v(x), x]), Array.from({ length: 2 }, (_, i) => cmp(i, 1)), [..."ab"].map(v)]; }`,
  },
  {
    name: "deep recursion with loops, catch and closures at three hundred frames",
    code: `${v} class T { constructor(n) { this.kids = n > 0 ? [new T(n - 1)] : []; } /** @preempt */ walk(f, d = 0) { for (const k of this.kids) f(k.walk(f, d + 1)); return d; } } /** @preempt */ const via = (n, k) => { if (n === 0) return k(0); return via(n - 1, (x) => k(x + 1)); }; const o = { /** @preempt */ a(n) { try { return n ? o.b(n - 1) + 1 : this.c(0); } catch (e) { if (n % 100) throw e; return -n; } }, /** @preempt */ b(n) { for (const x of [n]) return o.a(x) + 1; }, c() { throw new Error("bottom"); } }; /** @preempt */ function ack(m, n) { return m === 0 ? n + 1 : n === 0 ? ack(m - 1, 1) : ack(m - 1, ack(m, n - 1)); } /** @preempt */ function main() { let sum = 0; const r = new T(300).walk((d) => { sum += d; }); return [r, sum, via(150, (x) => x), o.a(301), ack(2, 3)]; }`,
  },
  {
    name: "what cannot be taken apart as a list is named where a variable is declared",
    code: `/** @preempt */ function v(x) { for (let i = 0; i < 1; i++) log(x); return x; } /** @preempt */ function pair(x) { const [a, , b] = x; return [v(a), v(b), a, b]; } /** @preempt */ function rest(x) { for (let i = 0; i < 2; i++) { let [a, ...b] = x; b.push(v(a)); x = [v(i), ...b]; } return x; } /** @preempt */ function none(x) { const [] = x; v(1); let [a] = x, [b] = x; a = v(b); return [a, b]; } /** @preempt */ function kept(x) { const [a, b] = x; const f = () => [a, b]; v(a); return f(); } /** @preempt */ function given(x) { const [a = 1, b] = x; return [v(a), b]; } /** @preempt */ function inner(x) { const [[a]] = x; return v(a); } /** @preempt */ function member(o) { const [a] = o.x; return v(a); }
      const own = (xs) => ({ [Symbol.iterator]() { log("iterator"); let i = 0; return { next() { log("next", i); return { done: i >= xs.length, value: xs[i++] }; }, return() { log("return"); return {}; } }; } });
      /** @preempt */ function main() { const out = []; for (const f of [pair, rest, none, kept, given, inner, (x) => member({ x })]) for (const x of [[1, 2, 3], own([4, 5, 6, 7]), "text", [[8]], 1, undefined, null, {}, own(undefined), { [Symbol.iterator]: 1 }, { [Symbol.iterator]() { return 1; } }]) { try { out.push(f(x)); } catch (e) { out.push(e); } } return out; }`,
  },
];
