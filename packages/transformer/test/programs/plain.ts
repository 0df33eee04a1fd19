import { type NastyProgram, v } from "./program.ts";

/** What plain bodies take apart and put together again. No function here needs a generator. */
export const plain: NastyProgram[] = [
  {
    name: "operands keep the values that they had, whatever is assigned before the operator",
    code: `${v} /** @preempt */ function sums() { let a = 1, b = "b"; const o = { n: 1 }; const out = [a + (a = v(2)) + a, [a, (a = v(3)), a++, v(a), a], b + v((b += "c")) + b, (a, v(a), (a += 1), a) * a, o.n + (o.n = v(7)) + o.n, [a, v((a = 9)), a]]; a += v((a = 20)); b = b + (v(1), (b = "d")) + b; out.push(a, b, -a + v(a++), { a, x: v(a--), b: a }, \`\${a}\${v((a = 1))}\${a}\`); return out; }
      /** @preempt */ function main() { return sums(); }`,
  },
  {
    name: "callees are read before their arguments, which may replace them",
    code: `${v} const o = { f: (...xs) => ["f", xs], n: 0 }; const g = (...xs) => ["g", xs]; /** @preempt */ function callees() { let h = o.f; const out = [o.f(v(1), (o.f = g), v(2)), o.f(v(3)), h(v(4), (h = g), v(5)), h(v(6)), o["f"](v(o.n++), (o.f = undefined))]; out.push(Math.max(v(1), v(2)), String(v(3)), [1].concat(v(4)), new Map([[v(5), v(6)]]).get(v(5))); return out; } /** @preempt */ function gone() { return o.f(v(7)); } /** @preempt */ function none() { return o.none(v(8), (o.none = g)); } /** @preempt */ function missing() { let none; return none(v(9)); } /** @preempt */ function pushed() { return o.push(v(9)); }
      /** @preempt */ function main() { const out = [callees()]; for (const f of [gone, none, missing, none, pushed]) { try { out.push(f()); } catch (e) { out.push(e.message); } } return out; }`,
  },
  {
    name: "conditions, cases and loops are entered again where they were left",
    code: `${v} /** @preempt */ function main() { const out = []; for (let i = 0; v(i) < 4; i += v(1)) { if (v(i) === 1) continue; switch (v(i)) { case 0: out.push("zero"); v("0"); case 2: v("2"); out.push("two"); break; default: v("d"); out.push("rest"); } if (i === 2 ? v(false) : v(i) > 9) out.push("never"); else if (v(i)) out.push("else", i); } let n = 3; do { if (v(n) === 2) continue; out.push(n); } while (v(--n)); outer: while (v(true)) { for (;;) { if (n++ > v(3)) break outer; if (n % 2) continue outer; v("odd"); } } block: { if (v(1)) break block; out.push("skipped"); } return [out, n, v(0) || v("") || v("or"), v(1) && v(2), v(null) ?? v("nullish"), n > 2 ? v("yes") : v("no")]; }`,
  },
  {
    name: "a branch that was taken is gone on with, whatever its condition would say by then",
    code: `${v} /** @preempt */ function either(box) { if (box.done) return "early"; else { box.done = v(true); v(1); } return box.done ? v("late") : "never"; } /** @preempt */ function neither(box) { if (!box.done) { box.done = v(true); v(1); } else return "early"; return box.done ? "late" : v("never"); }
      /** @preempt */ function main() { return [either({}), neither({}), either({ done: 1 }), neither({ done: 1 })]; }`,
  },
  {
    name: "loops that call nothing leave in every way, and go on in every way",
    code: `${v} /** @preempt */ function find(xs, x) { for (let i = 0; i < xs.length; i++) { if (xs[i] === x) return i; } return -1; } /** @preempt */ function pairs(n) { let found = 0; outer: for (let i = 0; i < n; i++) { for (let j = 0; j < n; j++) { if (j > i) continue outer; if (i * j === 12) break outer; if ((i + j) % 3 === 0) continue; found++; } } return found; } /** @preempt */ function halves(n) { let steps = 0; while (n !== 1) { if (n > 1e6) return -steps; n = n % 2 ? 3 * n + 1 : n / 2; if (++steps > 200) break; } return steps; } /** @preempt */ function text(n) { let s = "", k = 0n, f = 0.5; for (let i = "0"; i < n; i++) { s += i; k += 2n; f *= 1.5; } for (let i = 5; i--; ) s += i; return s + k + f; }
      /** @preempt */ function main() { return [find([5, 6, 7], 7), find([], 1), find("abcabc", "c"), pairs(6), halves(27), halves(3), text(5), v(1)]; }`,
  },
  {
    name: "lists are walked while they change, and iterators are closed on every way out",
    code: `${v} function* g(n) { try { for (let i = 0; i < n; i++) yield i; log("end"); } finally { log("closed", n); } } class L { *[Symbol.iterator]() { yield* [this, 1]; } }
      /** @preempt */ function walk(xs, stop) { const out = []; for (const x of xs) { if (v(x) === stop) break; if (out.length > 20) return "long"; out.push(x); if (Array.isArray(xs) && xs.length < 5) xs.push(x + 1); } return out; } /** @preempt */ function nested(n) { for (const a of g(n)) for (const b of g(a)) { if (b === 2) return [a, v(b)]; if (a === 1) { v("next"); continue; } } return "none"; } /** @preempt */ function fails(n) { for (const a of g(n)) { if (a === 1) throw new Error("at " + v(a)); v(a); } } /** @preempt */ function sum(xs) { let s = 0; for (const x of xs) s += x; return s; } /** @preempt */ function holes(xs) { const out = []; for (const x of xs) out.push(x); return out; } /** @preempt */ function none(xs) { for (const x of xs) v(x); }
      /** @preempt */ function main() { const out = [walk([1, 2], 9), walk(g(4), 2), walk(g(3)), walk("añ😀", "z"), walk(new Set([1, 2])), nested(5), sum([1, 2, 3]), sum(g(4)), sum(new Uint8Array([1, 2])), holes([1, , 3]), walk(new Map([[1, 2]]).keys()), typeof walk(new L())[0]]; for (const f of [() => fails(3), () => none(5), () => none(undefined), () => none({ [Symbol.iterator]: () => 1 })]) { try { f(); } catch (e) { out.push(e.name, e.message); } } return out; }`,
  },
  {
    name: "parameters are taken apart once, in their order, with the engine's words where there is nothing",
    code: `${v} let n = 0; const next = (x) => { log("default", x); return n += x; }; /** @preempt */ function f({ a, b: c = next(1), ...rest }, d = next(a), e = d + 1, ...more) { for (let i = 0; i < 2; i++) v(i); return [a, c, rest, d, e, more]; }
      /** @preempt */ function main() { const out = [f({ a: 5, x: 1 }), f({ get a() { log("a"); return 1; }, b: 2 }, 3, undefined, 4, 5), f.length]; for (const x of [undefined, null]) { try { f(x); } catch (e) { out.push(e.message); } } return out; }`,
  },
  {
    name: "closures see the variables of a plain body that never change",
    code: `${v} /** @preempt */ function main() { const base = v(10), add = (x) => x + base; let late = 0; const out = [1, 2].map((x) => v(add(x))); for (let i = 0; i < 2; i++) late += add(v(i)); { const base = v(1); out.push(base, late); } return [out, [3].map(/** @preempt */ (x) => { for (let i = 0; i < 2; i++) x += v(base); return x; })]; }`,
  },
  {
    name: "a counter declared with var may be undefined when its loop begins",
    code: `/** @preempt */ function late() { let n = 0; for (; n < 3; i++) n++; const seen = [n, i]; var i = 0; for (; i < 2; i++) n++; return [seen, n, i]; } /** @preempt */ function skipped(x) { let n = 0; if (x) var i = 0; else for (; n < 3; i++) n++; for (; n < 6; i++) n++; return [n, i]; } /** @preempt */ function entered(x) { const out = []; switch (x) { case 0: var i = 0; case 1: for (; out.length < 3; i++) out.push(i); } return out; } /** @preempt */ function started() { const out = []; for (let i = k; i < 3 || !(out.length > 2); i++) out.push(i); var k = 1; for (let i = k; i < 4; i++) out.push(i); return out; } /** @preempt */ function pairs() { const out = []; for (var i = 0; i < 4; i++) for (var j = i + 1; j < 4; j++) out.push(i * j); for (; i < 7; i++) out.push(i); return out; }
      /** @preempt */ function main() { return [late(), skipped(false), skipped(true), entered(0), entered(1), started(), pairs()]; }`,
  },
  {
    name: "a loop counts with what is no integer, and with what its body changes",
    code: `/** @preempt */ function halves() { const out = []; for (let i = 0.5; i < 3; i++) out.push(i); for (let i = -0; i < 1; i++) out.push(Object.is(i, -0)); return out; } /** @preempt */ function big() { const out = []; for (let i = 0n; i < 3; i++) out.push(i); for (let i = "1"; out.length < 5; i++) out.push(i); for (let i = 2 ** 53 - 1; out.length < 9; i++) out.push(i); for (let i = Infinity; out.length < 11; i++) out.push(i); for (let i; out.length < 13; i++) out.push(i); return out; } /** @preempt */ function jumps() { const out = []; for (let i = 0; i < 9; i++) { out.push(i); i += 2; } for (let i = 0; i < 20; i++) { if (i === 3) i = 15; out.push(i); } for (let i = 0; i++ < 3; i++) out.push(i); for (let i = 0; out.length < 25; i++) { out.push(i); if (i > 1) i = "x"; } for (let i = 0; i < 3; i++) { const o = {}; [o.x, i] = [i, i + 1]; out.push(o.x); } return out; }
      /** @preempt */ function main() { return [halves(), big(), jumps()]; }`,
  },
  {
    name: "a loop's counter is hidden in its body",
    code: `${v} /** @preempt */ function own() { let n = 0; for (let i = 0; i < 5; i++) { n++; if (n > 2) break; let i = 9; n += i - 9; } return n; } /** @preempt */ function other() { let n = 0; for (let i = 0; i < 5; i++) { n++; if (n > 3) { let i = 1n; if (n > 0) break; } } return n; } /** @preempt */ function taken() { let n = 0; for (let i = 0; i < 5; i++) { n++; switch (n) { case 3: const { i } = { i: "x" }, [j] = [i]; return n + j; } } return n; } /** @preempt */ function twice() { let n = v(0); let i = v("i"); for (let i = 0; i < 5; i++) { n++; { let i = 3; if (n > i) break; } } return [n, i]; }
      /** @preempt */ function main() { return [own(), other(), taken(), twice()]; }`,
  },
  {
    name: "the error that is caught in a loop has the name of its counter",
    code: "/** @preempt */ function h(xs) { let n = 0; for (let i = 0; i < xs.length; i++) { n++; try { xs[i].x; } catch (i) { return [n, i.message]; } } return n; } /** @preempt */ function main() { return [h([1, 2]), h([1, null, 2])]; }",
  },
  {
    name: "a loop's counter is declared again in its body",
    code: "/** @preempt */ function main() { const out = []; for (var i = 0; i < 10; i++) { if (i === 1) { var i = 5; break; } } out.push(i); let n = 0; for (var k = 0; k < 10; k++) { n++; if (n === 3) var k = 7; } out.push(k, n); for (n = 0, k = 0; k < 6; k++) { n++; if (n === 5) var k = 0; } out.push(k, n); return out; }",
  },
  {
    name: "blocks hide variables that are in use around them, and show them again",
    code: `${v} const outside = "outside"; /** @preempt */ function blocks(x) { const out = []; let a = v(1); { let a = v(2); out.push(a, v(a)); { const a = v(3); out.push(v(a)); } out.push(v(a)); } out.push(v(a)); for (let a = v(10); a < 12; a++) { let x = v(a); { let a = v("inner"), x = v("x"); out.push(v(a), v(x)); } out.push(v(a), v(x)); } out.push(v(a), v(x)); { let outside = v("inside"); out.push(v(outside)); } out.push(v(outside)); for (const a of [v(4), v(5)]) { out.push(v(a)); for (const a of [v(6)]) out.push(v(a)); out.push(v(a)); } var w = v("w"); { let w = v("let"); out.push(v(w)); } out.push(v(w), v(a)); return out; }
      /** @preempt */ function main() { return blocks("parameter"); }`,
  },
  {
    name: "a property of a variable called __proto__ is one like any other",
    code: `${v} /** @preempt */ function proto() { const out = []; let __proto__ = v(1); const seen = (o) => out.push([Object.keys(o), o.__proto__, Object.getPrototypeOf(o) === Object.prototype]); seen({ __proto__, a: v(2) }); const none = { __proto__: null, __proto__, b: v(3) }; out.push(Object.keys(none), none.__proto__, Object.getPrototypeOf(none)); { let __proto__ = v(4), rest; seen({ __proto__, c: 1 }); ({ __proto__, ...rest } = { d: v(5), ["__proto__"]: 6 }); seen(rest); out.push(__proto__); ({ __proto__ = "none" } = { e: v(7), ["__proto__"]: undefined }); out.push(__proto__); const given = () => ({ __proto__, f: 1 }); v(8); seen(given()); try { ({ __proto__ } = null); } catch (e) { out.push(e.message); } } { const { __proto__: a, __proto__: b, ...rest } = { g: v(9), ["__proto__"]: 10 }; out.push(v(a), v(b), rest); } out.push(v(__proto__)); return out; }
      /** @preempt */ function main() { return proto(); }`,
  },
  {
    name: "cases that are computed are computed once, in their order, up to the one that is taken",
    code: `${v} const o = { get a() { log("a"); return 1; }, get b() { log("b"); return 2; }, get nan() { log("nan"); return NaN; }, get bad() { throw new Error("bad"); } }; /** @preempt */ function pick(x) { const out = []; switch (x) { case o.a: out.push(v("a")); case o.b: v("b"); out.push("b"); break; default: out.push(v("default")); case o.nan: out.push(v("nan")); break; case "s": case x: out.push(v("x")); } return out; } /** @preempt */ function same(x) { let n = 0; do { switch (x) { case 1: v(n++); break; case 1: v("never"); case o.b: switch (n) { case o.a: v("inner"); n += 2; continue; default: v(n); n++; } } } while (n < 3); return n; } /** @preempt */ function bad(x) { switch (v(x)) { case o.a: return v("a"); case o.bad: return v("bad"); } return v("none"); } /** @preempt */ function none(x) { switch (x) { case undefined: return v("undefined"); case null: return v("null"); } return v("neither"); }
      /** @preempt */ function main() { const out = [pick(1), pick(2), pick(NaN), pick("s"), pick(3), same(1), same(2), bad(1), none(undefined), none(null), none(0)]; for (const x of [2, "1"]) { try { out.push(bad(x)); } catch (e) { out.push(e.message); } } return out; }`,
  },
  {
    name: "arrow functions inside see the this of a plain body",
    code: `${v} class C { n = 1; /** @preempt */ twice(xs) { return xs.map(/** @preempt */ (x) => { this.n += v(x); return this.n; }).concat(v(this.n)); } /** @preempt */ nested() { const f = /** @preempt */ (k = this.n) => { const g = /** @preempt */ () => { v(k); return [this.n, { [this.n]() { return typeof this; } }, function () { return this; }.call(k)]; }; return [g(), v(this === f.self), ...[1].map(() => this.n)]; }; f.self = this; return [f(), v(f(5))]; } /** @preempt */ later() { v(0); return /** @preempt */ () => { v(1); return this.n; }; } } function Sloppy() { "sloppy"; } Sloppy.prototype.kind = /** @preempt */ function () { v(1); return [1].map(/** @preempt */ () => { v(2); return typeof this; }); }; /** @preempt */ function free() { v(3); return [1].map(/** @preempt */ () => { v(4); return this === undefined; }); }
      /** @preempt */ function main() { const c = new C(); const [a, b] = c.nested(); return [c.twice([1, 2]), a.map(String), b.map(String), c.later()(), c.later.call({ n: "other" })(), Sloppy.prototype.kind.call("text"), free(), Object.keys(c)]; }`,
  },
  {
    name: "a function inside that calls itself is a variable like any other",
    code: `${v} /** @preempt */ function main() { const out = []; const walk = /** @preempt */ (n) => { v(n); if (n > 0) walk(n - 1); return out.length; }; out.push(v(walk(2))); const fact = (n) => (n < 2 ? 1 : n * fact(n - 1)); out.push(v(fact(4))); { const even = function (n) { return n === 0 ? even.zero : !even(n - 1); }; even.zero = v(true); out.push(even(3)); } return out; }`,
  },
  {
    name: "what a round leaves behind is there wherever somebody reads it later",
    code: `${v} /** @preempt */ function leaves(n) { const out = []; let last = "none", sum = 0, kept, seen = 0; for (let i = 0, step = v(1); i < n; i += step) { const a = v(i), b = a * 2; let c; if (a === 1) { last = v("one"); continue; } if (a === 3) { kept = b; step = v(2); } switch (a) { case 0: c = v("zero"); case 2: sum += v(b); out.push(c); break; case 5: last = a; break; default: v(c = "rest"); } out.push(a, c, v(b), sum); seen = a; } return [out, last, sum, v(kept), seen]; } /** @preempt */ function jumps(n) { let a = 0, b = 1, c = 2, tries = 0; outer: for (;;) { a = v(b); inner: for (b = 0; b < 3; b++) { if (v(tries++) > n) break outer; if (b === 1 && a) continue outer; block: { if (tries % 2) break block; c += v(a); if (c > 9) break inner; } a = v(c) - a; } do { a = v(a) + 1; if (a % 3) continue; c = a; } while (v(a) < b + c && a < 20); while (v(c) > 3) { const d = c; c -= 2; if (v(d) % 2) { b = d; break; } } } return [a, b, c, tries]; } /** @preempt */ function late(xs) { let first, count = 0, before = "start"; for (const x of xs) { const y = x.y, z = x.z ?? y; count += v(y); if (first === undefined) first = v(z); const was = before; before = v(z) + was; if (count > 5) return [first, before, was, count]; try { if (z > 2) throw z; } catch (e) { count = e + count; } } return [first, v(before), count]; } /** @preempt */ function holds(n) { let x = 0, y = 0, t; while (n-- > 0) { t = x; x = y; v(0); y = t + 1; v(1); [x, y] = [y, x]; ({ t = x } = {}); v(t); y ||= v(t); t &&= v(y); } return [x, y, t]; }
      /** @preempt */ function cases(n) { const out = []; let a = 0, b = 0, c, d = "d", x; for (const k of [1, 2, 3]) { c = k * 2; d = k + 1; switch (v(k)) { case 1: a = v(1); break; case 2: out.push(c); break; case 9: d = v(9); } out.push(d); switch (v(k)) { case 1: d = "one"; break; case 3: d = "three"; } out.push(d); } for (x of [v(4), v(5)]) { if (n > 5) { v(n); break; } b += x; } do { a++; x = v(a); } while (a < 3); let late; for (let i = 0; i < v(2); i++) late = i + b; return [out, a, b, v(x), late]; }
      /** @preempt */ function main() { return [cases(1), cases(9), leaves(8), jumps(9), jumps(2), late([{ y: 1 }, { y: 2, z: 3 }, { y: 3 }]), late([{ y: 1, z: 0 }]), late([]), holds(4), holds(0)]; }`,
  },
  {
    name: "keys are walked as the engine walks them, while the object changes",
    strict: false,
    code: `${v} class P { constructor() { this.own = 1; this.two = 2; } } P.prototype.inherited = 3; Object.defineProperty(P.prototype, "hidden", { value: 4, enumerable: false }); const seen = () => new Proxy({ a: 1, b: 2, c: 3 }, { ownKeys(t) { log("ownKeys"); return Reflect.ownKeys(t); }, getOwnPropertyDescriptor(t, k) { log("descriptor", k); return Reflect.getOwnPropertyDescriptor(t, k); }, getPrototypeOf(t) { log("prototype"); return Reflect.getPrototypeOf(t); } }); const broken = () => new Proxy({}, { ownKeys() { throw new Error("no keys"); } });
      /** @preempt */ function changing() { const o = { a: 1, b: 2, c: 3, 7: 0, 1: 0 }, out = []; for (const k in o) { out.push(v(k)); if (k === "1") { delete o.b; o.late = 1; o.a = 9; } } return out; } /** @preempt */ function plainly(o) { const out = []; for (const k in o) out.push(k, o[k]); return out; } /** @preempt */ function targets(o) { const t = {}; let k; var w = "before"; for (t[v("x")] in o); for (k in o) if (v(k) === "b") break; for (var w in o) v(w); for (var none in null) v(none); return [t, k, w, none]; } /** @preempt */ function leaves(o) { outer: for (const a in o) { for (const b in o) { if (b === "b") continue outer; if (v(a) === "c") return [a, b]; } } return "none"; } /** @preempt */ function fails() { for (const k in broken()) v(k); } /** @preempt */ function counts(o) { let n = 0; for (const k in o) n += k.length; return n; } /** @preempt */ function initial() { for (var i = v(5) in {}) v(i); return i; }
      /** @preempt */ function main() { const out = [changing(), plainly(new P()), plainly("añ"), plainly([5, , 6]), plainly(undefined), targets({ a: 1, b: 2, c: 3 }), leaves({ a: 1, b: 2 }), leaves({ c: 1 }), plainly(seen()), counts({ ab: 1, c: 2 }), initial()]; for (const k in seen()) { if (v(k) === "b") break; } try { fails(); } catch (e) { out.push(e.message); } return out; }`,
  },
  {
    name: "loops take their values apart, with the engine's words where there is nothing to take",
    code: `${v} function* g(...xs) { try { yield* xs; } finally { log("closed"); } } const own = (xs) => ({ [Symbol.iterator]() { log("iterator"); let i = 0; return { next() { log("next", i); return { done: i >= xs.length, value: xs[i++] }; }, return() { log("return"); return {}; } }; } });
      /** @preempt */ function pairs(xs) { const out = []; for (const [a, b = String("default"), ...rest] of xs) { if (v(a) === 2) continue; out.push([a, b, rest]); } return out; } /** @preempt */ function fields(xs) { const out = []; for (let { a, b: { c = 3 } = {}, ...rest } of xs) { a += v(c); out.push([a, c, rest]); if (a > 10) break; } return out; } /** @preempt */ function sum(xs) { let n = 0; for (const [, x] of xs) n += x; for (const { length } of xs) n += length; return n; } /** @preempt */ function nested(xs) { for (const [a] of xs) for (const { a: b } of [{ a }]) { const a = v(b); if (a === 2) return [a, b]; } return []; } /** @preempt */ function holes(xs) { const out = []; for (const [x = 7] of xs) out.push(x); return out; }
      /** @preempt */ function fails(xs) { for (const [a] of xs) v(a); } /** @preempt */ function lacks(xs) { for (const { a } of xs) v(a); } /** @preempt */ function keyed(xs, k) { for (const { [k]: x } of xs) v(x); } /** @preempt */ function others(xs) { for (const { ...x } of xs) v(x); } /** @preempt */ function empty(xs) { for (const {} of xs) v(0); }
      /** @preempt */ function main() { const out = [pairs([[1], [2], [3, 4, 5]]), pairs(new Map([[1, 2]])), pairs(g("ab", own([8, 9, 10]))), fields([{ a: 1 }, { a: 9, b: { c: 5 }, z: 1 }, { a: 1 }]), fields(g({ a: 20 }, 1)), sum([[1, 2], [3, 4]]), nested([[1], [2]]), holes([[], [1], ""])]; for (const f of [() => fails([1]), () => fails(g([1], undefined)), () => fails([null]), () => fails([{}]), () => lacks([null]), () => lacks(g({}, undefined)), () => lacks([5]), () => empty([null]), () => keyed([{ a: 1 }, null], "a"), () => others([{ a: 1 }, undefined]), () => pairs(own([{ [Symbol.iterator]: 1 }]))]) { try { out.push(f()); } catch (e) { out.push(e.name, e.message); } } const { iterator } = Symbol, { [iterator]: values } = Array.prototype; Array.prototype[iterator] = function () { log("patched"); return values.call(this); }; try { out.push(pairs([[1, 2]])); } finally { Array.prototype[iterator] = values; } return out; }`,
  },
  {
    name: "what a function returns as another gave it",
    code: `${v} const own = (xs) => ({ [Symbol.iterator]() { let i = 0; return { next() { return { done: i >= xs.length, value: xs[i++] }; }, return() { log("closed"); return {}; } }; } }); /** @preempt */ function same(x) { v(x); return v(x); }
      /** @preempt */ function chosen(a, b) { return a ? same(a) : b ? v("b") && same(b) : (v("neither"), same(0)); } /** @preempt */ function either(a) { return same(a) || same("or"); } /** @preempt */ function both(a) { return a && same(a); } /** @preempt */ function unless(a) { return a || (log("or"), same("unless")); } /** @preempt */ function nullish(a) { return (a ?? same("nullish")); } /** @preempt */ function twice(a) { return a.x && a.y && same(a.y) && v(a.x); } /** @preempt */ const arrow = (a) => (log("arrow"), a) && same(a); /** @preempt */ function inner(a) { return same(same(a)); } /** @preempt */ function nothing(a) { return void same(a); }
      /** @preempt */ function loops(xs) { for (const x of xs) { if (x > 1) return both(x); if (x < 0) return x && same(x); } return nullish(); } /** @preempt */ function counts(n) { for (let i = 0; i < 9; i++) for (let k = 0; ; k++) { if (k > n) break; if (k === 3) return chosen(k, i); } return same(n); } /** @preempt */ function switched(x) { switch (x) { case 1: return same("one"); case 2: { label: { if (v(x)) break label; return 0; } return unless(0); } default: return x(same); } } /** @preempt */ function fails(n) { return n > 0 ? fails(n - 1) : both({ toString() { return "fails"; } }).missing.property; }
      /** @preempt */ function main() { const out = [chosen(1, 2), chosen(0, 2), chosen(0, 0), either(1), either(0), both(1), both(0), both(""), unless(3), unless(), nullish(0), nullish(null), twice({ x: 1, y: 2 }), twice({ x: 1, y: 0 }), twice({ get x() { log("x"); } }), arrow(0), arrow(7), inner(5), nothing(6), loops([0, 1, 2, 3]), loops(own([1, 2, 3])), loops(own([-1])), loops(own([])), counts(2), counts(4), switched(1), switched(2), switched(both), switched((f) => f(9))]; for (let n = 0; n < 3; n++) { try { fails(n); } catch (e) { out.push(e.constructor.name, e.message); } } return out; }`,
  },
  {
    name: "functions that are suspended where they begin are called as they were",
    strict: false,
    code: `${v} let calls = 0; /** @preempt */ function begins(a, b = 2, c = {}, d = -1, e = undefined) { const x = v(a); a = x + 1; c.n = v(b); var b; e = calls++; return [a, b, c, d, e]; } /** @preempt */ function twins(a, a) { var a = v(a) + 1; return v(a); } /** @preempt */ function many(a, b, c, d, e, f, g) { return v([a, b, c, d, e, f, g].join()); } /** @preempt */ function none() { return v(calls++); } /** @preempt */ function rest(a, ...more) { v(a); return more; } /** @preempt */ function computed(a, b = v(a)) { v(b); return [a, b]; } /** @preempt */ function taken({ a, b }) { v(a); return b; } /** @preempt */ function strict(a) { "use strict"; v(a); return this; } Number.prototype.kind = /** @preempt */ function (k) { if (v(k)) { seen.push(this); return k ? this.kind(k - 1) : typeof this; } return [typeof this, this === seen.at(-1)]; }; const seen = []; class C { #p = 3; /** @preempt */ #m(a) { v(a); this.#p += a; return this.#n(a); } /** @preempt */ #n(a) { return v(this.#p); } /** @preempt */ m(a) { return this.#m(a); } get g() { return v(this.#p); } /** @preempt */ static s(a) { return v(a); } }
      /** @preempt */ const over = (a, b) => many(a, b, 3, 4, 5, 6, 7); /** @preempt */ function makes(x) { const f = /** @preempt */ (y) => { v(y); return [x, y]; }, g = /** @preempt */ (y) => f(x + y); return [g(1), v(f(2))]; } /** @preempt */ function first(x) { while (v(x) > 0) x--; return x; } /** @preempt */ function order(f, x) { return f(v("one"), v(x), (x = v("three"))); }
      /** @preempt */ function main() { const c = new C(); const out = [begins(1), begins(1, undefined, { z: 1 }, 5, 6, 7), begins(), twins(1, 2), many(1, 2), many(1, 2, 3, 4, 5, 6, 7, 8), none(), none(1), rest(1, 2, 3), computed(1), computed(1, 2), taken({ a: 1, b: 2 }), strict(1) === undefined, (5).kind(1), c.m(2), c.m(), C.s(4), over(1), makes(3), first(2), order(many, 2), calls]; try { order(undefined, 1); } catch (e) { out.push(e.message); } return out; }`,
  },
  {
    name: "what a jump out of a try statement leads to may read what was assigned before",
    code: `${v} /** @preempt */ function breaks(n) { let y = 0, r = 0; for (let i = 0; i < n; i++) { y = i * 2; v(i); try { if (i === 3) break; } catch {} y = 7; r += y; } return [y, r]; } /** @preempt */ function goesOn(n) { const r = []; let y = 0; for (let i = 0; i < n; i++, r.push(y)) { y = i * 2; v(i); try { if (i === 3) continue; } finally { r.push("f"); } y = 7; } return r; }
      /** @preempt */ function far(n) { const r = []; let y = 0, z = 0; out: for (let i = 0; i < n; i++) { z = i; for (let k = 0; k < 3; k++) { y = i * k; v(k); try { if (y === 4) break out; if (y === 2) continue out; } catch {} y = -1; v(z); } z = 100; r.push(z); } return [y, z, r]; } /** @preempt */ function blocks(n) { const r = []; let y = 0; for (let i = 0; i < n; i++) { b: { y = i; v(i); try { if (i === 2) break b; } catch {} y = 50; } r.push(y); switch (i) { case 1: y = 8; v("c"); try { if (i) break; } catch {} y = 9; } r.push(y); y = 1; } return r; }
      /** @preempt */ function main() { return [breaks(9), goesOn(6), far(6), blocks(4)]; }`,
  },
  {
    name: "functions have the names of variables that are called otherwise",
    code: `${v} /** @preempt */ function names(x, y) { const out = [x]; { let x = v(1), y; const set = /** @preempt */ () => { x = () => 1; y ??= class {}; [x = v] = []; return v(x.name + y.name); }; out.push(set(), x.name, y.name); ({ x = () => 2 } = {}); [y = function () {}] = []; out.push(v(x.name), y.name); x = () => 3; out.push(x.name, v(2)); } return [out, x, y]; } /** @preempt */ function shorthand(x) { const out = []; { let x = v(1); ({ x = () => 2 } = {}); out.push(v(x.name)); ({ x = class { static n = 1; } } = {}); out.push(v(x.name)); ({ x = class Own {} } = {}); out.push(x.name); } return [out, x]; }
      /** @preempt */ function main() { return [names("X", "Y"), shorthand("X")]; }`,
  },
  {
    name: "a comment behind return, throw, ?, : or => ends no statement",
    code: `${v} /** @preempt */ function objects(x) { return x ? (
        // an object
        { a: v(1), ...v({ b: 2 }) }
      ) : // a list
        [v(2)]; }
      /** @preempt */ function members(o, x) { return x === 0 ? (
        /* a
        member */ v(o).m ) : x === 1 ? // a chain
        o?.m(v(1))?.n : x === 2 ? // plain
        o.k : (
          // of an object
          { m: v(4) }
        ).m; }
      /** @preempt */ function throws(x) { if (v(x)) throw (
        // an error
        new Error(v("thrown"))
      ); return ( // the last
        /* and
        another */ v(x) + 1, v([x])
      ); }
      /** @preempt */ const arrow = (x) => // the value
        v(x) ? /* first
        */ { x: v(x) } : // other
        x;
      /** @preempt */ const both = (x) => // left
        v(x) && // right
        (
          // inside
          { y: v(x) });
      /** @preempt */ function templates(x) { return x ? // a template
        \`a\${v(x)}\` : // a class
        class { static z = 1; }.z; }
      /** @preempt */ function caught(x) { try { return x ? ( // of a generator
        [v(x)]
      ) : ( // of another
        { x: v(x) } ); } catch (e) { throw ( // again
        e ); } }
      /** @preempt */ function main() { const o = { m: (x) => ({ n: x }), k: "k" }; const out = [objects(1), objects(0), members(o, 0) === o.m, members(o, 1), members(o, 2), members(o, 3), arrow(1), arrow(0), both(0), both(1), throws(0), templates(1), templates(0), caught(1), caught(0)]; try { throws(1); } catch (e) { out.push(e); } return out; }`,
  },
  {
    name: "loops around others are left from inside in all ways, and gone on with",
    code: `${v} /** @preempt */ function nest(n, way) { let s = 0, t = ""; outer: for (let i = 0; i < n; i++) { let k = i; s += k; for (let j = i; j < n; j += 2) { if (way === 1 && j === 5) break outer; if (way === 2 && j === 4) continue outer; if (way === 3 && j === 6) return [s, t, "in"]; if (way === 4 && i === 2) throw new RangeError(t + s); s += j % 3; t += i < 2 ? j : ""; } while (k-- > 0) { if (way === 5 && k === 1) break; if (k % 2) continue; s -= k; } do s++; while (s % 5); switch (i % 3) { case 1: for (let q = 1; q < 9; q += i) { if (q > 6) break; s += q; } break; default: s--; } if (way === 6 && i === 3) break; } return [s, t]; }
      /** @preempt */ function deep(n) { const out = []; let s = 0; for (let a = 0; a < n; a++) for (let b = 0; b < a; b++) { let c = 0; while (c < b) { for (let d = 0; d < 2; d++) s += d + c; c++; } if (s > 40) { s -= 40; for (const x of [1, b, -1]) { if (x === 2) continue; s += x; } } out[a] = s; } return out; }
      /** @preempt */ function main() { const out = [deep(6)]; for (let way = 0; way < 7; way++) { try { out.push(nest(9, way)); } catch (e) { out.push(v(e.message)); } } return out; }`,
  },
  {
    name: "methods of a class have the names of the language's own, which are called where its own objects are",
    code: `${v} class Heap { #xs = []; #seen = new Map(); log = ["h"]; /** @preempt */ push(x) { for (let i = 0; i < 2; i++) this.#xs.push(v(x + i)); this.#seen.set(x, this.#xs.length); this.log.push("p"); return this; } /** @preempt */ pop() { let x = this.#xs.pop(); while (x > 2) { const xs = this.#xs; x = xs.pop(); } return v(x ?? "none"); } /** @preempt */ get(x) { for (const y of this.#xs) if (y === x) return v(y); return this.#seen.get(x); } /** @preempt */ has(x) { return this.#seen.has(x) || v(this.#xs.includes(x)); } swap(xs) { this.#xs = xs; } }
      /** @preempt */ function main() { const h = new Heap(); let list = [h]; list.push(h.push(1)); const out = [h.push(3).get(1), h.get(4), h.has(3), h.pop(), list.pop() === h]; list = h; out.push(list.push(7) === h, h.log.pop()); h.swap({ push: (x) => v("own " + x), pop: () => v("swapped"), includes: () => "i" }); h.push(9); out.push(h.pop(), h.has(5)); try { h.swap(undefined); h.push(1); } catch (e) { out.push(e.message); } const m = new Map([[1, h]]); out.push(m.get(1) === h, m.has(2), "a,b".concat("c").indexOf("c")); return out; }`,
  },
];
