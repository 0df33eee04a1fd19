import { type NastyProgram, v } from "./program.ts";

export const control: NastyProgram[] = [
  {
    name: "return in finally overrides return and throw",
    code: `/** @preempt */ function f(mode) { try { for (const x of [1]) { if (mode === "throw") throw new Error("lost"); return "try"; } } finally { for (let i = 0; i < 2; i++) log("finally", i); if (mode !== "keep") return "finally"; } }
      /** @preempt */ function main() { return [f("throw"), f("return"), f("keep")]; }`,
  },
  {
    name: "break and continue in finally override a throw",
    code: `/** @preempt */ function main() { const out = []; for (let i = 0; i < 4; i++) { try { if (i % 2) throw i; out.push("ok" + i); } finally { out.push("f" + i); if (i === 1) continue; if (i === 3) break; } } return out; }`,
  },
  {
    name: "labelled continue and break go through try and finally",
    code: `/** @preempt */ function main() { outer: for (let i = 0; i < 3; i++) { log("i", i); inner: while (true) { try { for (let j = 0; j < 3; j++) { log("j", j); if (j === 1 && i === 0) continue outer; if (j === 1 && i === 1) break inner; if (i === 2) break outer; } } finally { log("fin", i); } } log("after inner", i); } block: { log("in"); if (1) break block; log("never"); } return "end"; }`,
  },
  {
    name: "unbraced bodies and else branches stay with their statements",
    code: `/** @preempt */ function g(x) { for (let i = 0; i < 2; i++) x += i; return x; }
      /** @preempt */ function main() { const out = []; for (let i = 0; i < 5; i++) if (i % 2) g(i); else if (i === 2) g(i); else out.push(i);
        if (out.length) for (const x of out) if (x) g(x); else log("zero"); else log("empty");
        let n = 3; while (n--) do g(n); while (g(n) < 0); for (;;) if (out.length > 5) break; else out.push(g(9)); lab: if (true) g(1); else g(2); return out; }`,
  },
  {
    name: "closures over loop variables have one binding an iteration",
    code: "/** @preempt */ function main() { const fs = []; for (let i = 0, j = 10; i < 3; i++, j--) { fs.push(() => [i, j]); if (i === 1) i += 0.5; } for (const k in { a: 1, b: 2 }) fs.push(() => k); for (let x of [7, 8]) { fs.push(() => x++); fs.push(() => x); } for (var v = 0; v < 2; v++) fs.push(() => v); return fs.map((f) => f()); }",
  },
  {
    name: "loop heads with calls, missing parts and side effects",
    code: `/** @preempt */ function c(x, y = x) { for (let i = 0; i < 1; i++) log("c", x); return y; }
      /** @preempt */ function main() { let n = 0; for (let i = c("init", 0); c("test", i < 3); i = c("step", i + 1)) { n += i; if (i === 1) continue; } for (;;) { if (n > 5) break; n = c("body", n + 2); } let i = 0; for (; i < 2; ) i = c("no step", i + 1); do n++; while (c("do", n < 10)); while (c("while", n < 12)) n++; return n; }`,
  },
  {
    name: "switch falls through, with a scope of its own",
    code: `/** @preempt */ function k(x) { for (let i = 0; i < 1; i++) log("case", x); return x; }
      /** @preempt */ function f(v) { const out = []; switch (k(v)) { case k(1): out.push("one"); case k(2): out.push("two"); let inner = "i"; break; default: out.push("default"); case k(3): out.push("three"); for (const x of [1, 2]) { if (x === 2) continue; out.push(x); } function late() { return "hoisted"; } out.push(late()); } return out; }
      /** @preempt */ function main() { return [f(1), f(2), f(3), f(4)]; }`,
  },
  {
    name: "a variable of a case without calls is known in the cases with calls, and hides what is around the switch",
    code: `/** @preempt */ function v(x) { for (let i = 0; i < 1; i++) log(x); return x; } /** @preempt */ function shared(z) { switch (z) { case 0: let y = 1; case 1: v(y); y = 2; return y; } } /** @preempt */ function hidden(xs) { let s = 10, n = 0; for (const x of xs) { switch (x) { case 0: let s = 1; n += s; case 1: v(x); n++; } s += n; } return [s, n]; } /** @preempt */ function left(xs) { const out = []; let s = "around"; for (const x of xs) { switch (x) { case 0: let s; out.push(s); s = 2; out.push(s); break; case 1: v(x); break; default: const [t, { u }] = [3, { u: s }]; out.push(t, u); } out.push(s); } return out; } /** @preempt */ function apart(xs) { const out = []; for (const x of xs) { switch (x) { case 0: let s = 1; out.push(s); break; case 1: v(x); break; default: const t = 3, [q] = [5]; out.push(t, q); } } return out; } /** @preempt */ function tested(x, seen) { let s = "around"; switch (x) { case 0: let s = 1; seen.push(() => s); break; case s: v(x); } return s; } /** @preempt */ function keyed(x) { const seen = []; let s = 5; switch (v(x)) { case 0: const s = 2; seen.push(() => s); case 1: seen.push(s); } return [s, seen.map((g) => typeof g === "function" ? g() : g)]; }
      /** @preempt */ function main() { const out = [hidden([0, 0, 0]), hidden([1, 0]), apart([1, 0, 1, 2])], seen = []; for (const f of [() => shared(0), () => shared(1), () => shared(2), () => left([1, 0, 1]), () => left([0, 2]), () => tested(0, seen), () => tested(1, seen), () => keyed(0), () => keyed(1), () => keyed(2)]) { try { out.push(f()); } catch (e) { out.push(e.message); } } return [out, seen.map((g) => g())]; }`,
  },
  {
    name: "TDZ inside switch and loops throws what it threw",
    code: "/** @preempt */ function main() { const e = []; for (let i = 0; i < 2; i++) { try { switch (i) { case 0: x = 1; case 1: let x; } } catch (err) { e.push(err); } try { for (const y of [y]) log(y); } catch (err) { e.push(err); } } return e; }",
  },
  {
    name: "for-in sees deletions and additions as it did",
    code: `/** @preempt */ function main() { const o = { a: 1, b: 2, c: 3 }; const out = []; for (const k in o) { out.push(k); delete o.b; o.z = 1; } for (var i in [4, 5]) out.push(i, typeof i); for (o.key in { p: 1 }) out.push(o.key); for (const c in "ab") out.push(c); for (let i = 0; i < 2; i++) log(i); return out; }`,
  },
  {
    name: "for-of closes its iterator on break, return, throw and continue outwards",
    code: `/** @preempt */ function iter(name, n = 3) { let i = 0; return { [Symbol.iterator]() { log(name, "open"); return this; }, next() { return { done: i >= n, value: i++ }; }, return(v) { log(name, "close"); return {}; } }; }
      /** @preempt */ function ret() { for (const x of iter("ret")) for (const y of iter("inner")) if (y === 1) return [x, y]; }
      /** @preempt */ function main() { for (const x of iter("break")) if (x === 1) break; try { for (const x of iter("throw")) throw new Error("body"); } catch (e) { log(e); } outer: for (const x of iter("outer", 2)) { for (const y of iter("cont")) { if (y === 1) continue outer; } } for (const x of iter("all")) log(x); const [a, b] = iter("destructure"); return [ret(), a, b]; }`,
  },
  {
    name: "an iterator whose return throws, and whose next throws",
    code: `/** @preempt */ function main() { const bad = (when) => ({ [Symbol.iterator]() { let n = 0; return { next() { if (when === "next" && n) throw new Error("next"); return { done: false, value: n++ }; }, return() { log("return"); throw new Error("return"); } }; } }); const out = []; for (const w of ["next", "return"]) { try { for (const x of bad(w)) { if (x === 1) break; } } catch (e) { out.push(e); } try { for (const x of bad(w)) { throw new TypeError("body"); } } catch (e) { out.push(e); } } return out; }`,
  },
  {
    name: "generators are consumed, and closed, by annotated code",
    code: `function* g(n) { try { for (let i = 0; i < n; i++) { const back = yield i; if (back) log("back", back); } return "ret"; } finally { log("g closed"); } }
      /** @preempt */ function main() { const out = [...g(3)]; for (const x of g(5)) { if (x === 2) break; out.push(x); } const it = g(2); out.push(it.next().value, it.next("hello").value, it.return(9).value); for (const x of (function* () { yield* g(2); })()) out.push(x); return out; }`,
  },
  {
    name: "exceptions go through several annotated frames, and finalizers run inside out",
    code: `/** @preempt */ function deep(n) { try { for (let i = 0; i < 2; i++) log("at", n); if (n === 0) throw new Error("bottom"); return deep(n - 1); } catch (e) { if (n === 2) { log("rethrow", e); throw new TypeError("from 2", { cause: e }); } throw e; } finally { log("leave", n); } }
      /** @preempt */ function main() { try { deep(4); } catch (e) { return [e, e.cause, e instanceof TypeError]; } }`,
  },
  {
    name: "catch without binding, nested, with its own scope",
    code: `/** @preempt */ function main() { let e = "outer"; const out = []; for (const t of [1, { a: 2 }, null]) { try { throw t; } catch { out.push(e); } try { throw t; } catch (e) { out.push(e); var hoisted = e; try { throw 3; } catch ({ length = "no length" }) { out.push(length); } } } return [out, e, hoisted]; }`,
  },
  {
    name: "using disposes in order, also when suspended inside",
    code: `/** @preempt */ function res(n) { for (let i = 0; i < 1; i++) log("open", n); return { n, [Symbol.dispose]() { log("dispose", n); } }; }
      /** @preempt */ function main() { for (let i = 0; i < 2; i++) { using a = res("a" + i); using b = res("b" + i); for (const x of [1, 2]) if (x === 2 && i) return "early"; log("body", a.n, b.n); } }`,
  },
  {
    name: "comma, conditional, logical and nullish operators call what they called",
    code: `/** @preempt */ function f(x) { for (let i = 0; i < 1; i++) log("f", x); return x; }
      /** @preempt */ function main() { let a = null, o = { v: 0, n: null }; const r = [f(0) && f(1), f(0) || f(2), f(null) ?? f(3), f(1) ? f(4) : f(5), (f(6), f(7)), !f(0), typeof f("t"), void f(8), -f(9)]; a ??= f(10); a ||= f(11); a &&= f(12); o.v ||= f(13); o.n ??= f(14); o.v += f(15); o[f("k")] = f(16); o[f("k")] **= f(2); return [r, a, o, \`\${f(17)}-\${f(18)}\`, [...f([1, 2]), f(19)], { ...f({ z: 1 }), [f("key")]: f(20) }]; }`,
  },
  {
    name: "outermost loops in branches of branches: each is entered again where it stands, and what follows is asked anew",
    code: `/** @preempt */ function work(n) { let s = 0; for (let i = 0; i < n % 4; i++) s += i; return s; }
      /** @preempt */ function main() { const out = []; for (let a = 0; a < 4; a++) for (let b = 0; b < 3; b++) out.push(run(a, b)); return out; }
      /** @preempt */ function run(a, b) { let s = 0; const asked = (x) => (log(x), x);
        if (asked(a > 0)) { const first = a * 2; if (asked(a > 1)) { s = 5; for (let i = 0; i < 3; i++) s += work(i + first); if (b) { while (s < 30) s += 1 + work(s); } else if (s > 6) do { s -= work(3) + 1; } while (s > 6); } else { for (const x of [1, 2, first]) { if (x === b) continue; s += work(x); } s++; } for (var v = 0; v < 2; v++) s += work(v + 2); } else for (let j = 0; j < 2; j++) { if (b === 2) return ["early", s]; s += work(j + b); }
        for (let k = 0; k < 2; k++) s += work(k);
        { let t = s; if (asked(s % 2)) { for (;;) { t += work(t) + 1; if (t > 20) break; } s = t; } else { for (const key in { a, b }) s += key.length + work(s); } }
        if (asked(b === 1)) { for (let m = 0; m < 3; m++) { for (let i = 0; i < 2; i++) s += work(m + i); } } return [s, v]; }`,
  },
  {
    name: "loops in loops in loops: a suspended round is finished, and the others go straight, whatever leaves them",
    code: `/** @preempt */ function work(n) { let s = 0; for (let i = 0; i < n % 3; i++) s += i; return s + 1; }
      const closing = (xs) => ({ [Symbol.iterator]() { let i = 0; return { next: () => ({ done: i >= xs.length, value: xs[i++] }), return() { log("closed", i); return {}; } }; } });
      /** @preempt */ function main() { let s = 0; const out = [];
        for (let a = 0; a < 3; a++) {
          for (let b = 0; b < 3; b++) { if (b === a) continue; s += work(b); for (const c of closing([1, 2, 3, 4])) { if (c === 2) continue; s += work(c); if (s % 7 === 0) break; let d = 0; do { d += work(d); if (d === 2) continue; s += d; } while (d < 4); } if (s > 300) break; }
          let w = 0; while (w < 3) { w++; switch (work(w + a)) { case 1: for (const [x, y = work(1)] of [[1], [2, 3]]) { if (y > 2) break; s += work(x + y); } break; case 2: s += work(2); default: if (w === 2) continue; out.push(w); } }
          named: for (let e = 0; e < 2; e++) { for (const key in { p: 1, q: 2 }) { if (key === "q" && e === 1) continue named; s += work(key.length); for (let f = 0; f < 3; f++) { s += work(f); if (s % 11 === 0) break named; } } }
          out.push(((n) => () => n)(s)); for (let g = 0, h = 9; g < h; g++, h--) { const at = g * h; out.push(() => at); s += work(at); if (a === 2 && g === 2) return [s, out.map((x) => (typeof x === "function" ? x() : x))]; }
        } return s; }`,
  },
  {
    name: "outermost loops with labels, in switches, and with calls in their heads",
    code: `/** @preempt */ function work(n) { let s = 0; for (let i = 0; i < n % 3; i++) s += i; return s + 1; }
      /** @preempt */ function next(o) { for (let i = 0; i < 2; i++) o.n++; return o.n < o.most ? o.n : 0; }
      /** @preempt */ function main() { return [run("a", 2), run("b", 5), run("c", 3), labelled(4), heads({ n: 0, most: 12 }), nested({ n: 0, most: 9 })]; }
      /** @preempt */ function run(kind, n) { let s = 0; switch (kind) { case "a": for (let i = 0; i < n; i++) { s += work(i); for (let j = 0; j < n; j++) s += work(j); } case "b": { let k = 0; while (k < n) { k++; if (k === 3) continue; s += work(k); if (k === 4) break; } } break; default: do s += work(s); while (s < 9); } return s; }
      /** @preempt */ function labelled(n) { let s = 0; one: for (let i = 0; i < n; i++) { for (let j = 0; j < n; j++) { if (j > i) break one; s += work(j); } s++; } two: for (let i = 0; i < n; i++) { for (let j = 0; j < n; j++) { if (j > i) continue two; s += work(j); } s += 5; } three: four: for (const x of [3, 1, 2]) { while (true) { s += work(x); if (x === 2) break three; if (s % 2) break; } if (s > 99) break four; } five: { for (let i = 0; i < n; i++) { s += work(i); if (i === 2) break five; } } return s; }
      /** @preempt */ function heads(o) { const out = []; for (let x = next(o); x; x = next(o)) { if (x === 4) continue; out.push(x, work(x)); if (x === 8) break; } let y; while ((y = next(o))) { out.push(y); for (let i = 0; i < 2; i++) { if (work(i) > 1) continue; out.push(i); } } do { out.push(o.n); if (o.n > 16) continue; } while (work(o.n) && next(o) < 1 && o.n < 20); o: for (; work(o.n) < 2; next(o)) { for (;;) { o.n++; if (o.n % 3 === 0) continue o; out.push(work(o.n)); } } return out; }
      /** @preempt */ function nested(o) { const out = []; for (let i = 0; i < 3; i++) { let x; while ((x = next(o))) { if (x % 3 === 0) continue; out.push(x); for (let y = work(i); y < 3; y += work(y)) { if (y === 2) break; out.push(-y); } } o.n = i; do { out.push(work(i)); } while (next(o) % 4); } return out; }`,
  },
  {
    name: "expressions that begin with a class, function, object or text stand where statements may",
    extension: "js",
    code: `${v} let n = 0; const o = {}, seen = []; let A, B; /** @preempt */ function heads() { for (class { static { log("head"); } }; n < 2; class { static { log("step"); n++; } }) v(n); n = 0; for (class {}.name; v(n) < 2; class { static { log("again"); } }, n++) v(n); n = 0; for (function () {}.x = 1; n < 2; (function () { n++; })()) ; n = 0; for ({ n } = { n }; n < 2; { n } = { n: n + 1 }) v(n); n = 0; for (class extends null {}; log("once"), false;) log("never"); for (class { static s = n; }.s; n < 2; class { static { n++; } }); return n; } /** @preempt */ function inGenerator(x) { try { n = 0; for (class { static { log("head"); } }; n < 2; class { static { log("step"); n++; } }) v(n); n = 0; for (class {}; n < 2; n++); for (class A { static s = n; }.s; n < 4; n++) log(n); } finally { v(1); } return n; } /** @preempt */ function statements() { (class { static { log("statement"); } static m(x) { return log("m", x); } }).m(v(1)); (class { static x; }).x = v(2); (class { static { log("comma"); } }), v(3); (class { static [v(4)] = 1; }); ({ a: v(5) }); (function () { log("f"); })(v(6)); (class { static m(x) { log("chain", x); } })?.m(v(7)); (class {}) && v(8); (class { static { log("alone"); } }); v(9) ? class {} : function () {}; return 1; } /** @preempt */ function walks() { for (class { static x; }.x of [1, 2]) v(1); for ((class { static x; }).x in { a: 1 }) v(2); for ((function () {}).x of [v(3)]); return 1; } /** @preempt */ const arrow = () => (class { static m(x) { return [x]; } }).m(v(1)); /** @preempt */ function inPlainBody() { let n = 0; for (class extends null {}; log("once"), false;) log("never"); for (class { static s = n; }.s; n < 2; class { static s = n++; }) v(n); for (class {}; n < 4; n++); for (class {}.x; n < 6; n++) log(n); do { (class {}) && v(n); } while (n++ < 6); return n; } /** @preempt */ function turns() { let n = 0; try { for (class {}; n < 2; n++); for (class {}.name; n < 4; class {}, n++); } finally { v(n); } return n; } /** @preempt */ function nothing() { for ("use strict"; n < 9; n++) v(n); return (function () { return this === undefined; })(); } /** @preempt */ function directive() { for ("use strict"; n < 9; n++) v(n); return [(() => this)() === undefined, n]; }
      /** @preempt */ function main() { return [inPlainBody(), turns(), nothing(), heads(), inGenerator(), statements(), walks(), arrow(), directive()]; }`,
  },
  {
    name: "expressions that begin with a class, function, object or text stand where statements may, in sloppy code",
    strict: false,
    extension: "js",
    code: `${v} let n = 0; const o = {}, seen = []; let A, B; /** @preempt */ function heads() { for (class { static { log("head"); } }; n < 2; class { static { log("step"); n++; } }) v(n); n = 0; for (class {}.name; v(n) < 2; class { static { log("again"); } }, n++) v(n); n = 0; for (function () {}.x = 1; n < 2; (function () { n++; })()) ; n = 0; for ({ n } = { n }; n < 2; { n } = { n: n + 1 }) v(n); n = 0; for (class extends null {}; log("once"), false;) log("never"); for (class { static s = n; }.s; n < 2; class { static { n++; } }); return n; } /** @preempt */ function inGenerator(x) { try { n = 0; for (class { static { log("head"); } }; n < 2; class { static { log("step"); n++; } }) v(n); n = 0; for (class {}; n < 2; n++); for (class A { static s = n; }.s; n < 4; n++) log(n); } finally { v(1); } return n; } /** @preempt */ function statements() { (class { static { log("statement"); } static m(x) { return log("m", x); } }).m(v(1)); (class { static x; }).x = v(2); (class { static { log("comma"); } }), v(3); (class { static [v(4)] = 1; }); ({ a: v(5) }); (function () { log("f"); })(v(6)); (class { static m(x) { log("chain", x); } })?.m(v(7)); (class {}) && v(8); (class { static { log("alone"); } }); v(9) ? class {} : function () {}; return 1; } /** @preempt */ function walks() { for (class { static x; }.x of [1, 2]) v(1); for ((class { static x; }).x in { a: 1 }) v(2); for ((function () {}).x of [v(3)]); return 1; } /** @preempt */ const arrow = () => (class { static m(x) { return [x]; } }).m(v(1)); /** @preempt */ function inPlainBody() { let n = 0; for (class extends null {}; log("once"), false;) log("never"); for (class { static s = n; }.s; n < 2; class { static s = n++; }) v(n); for (class {}; n < 4; n++); for (class {}.x; n < 6; n++) log(n); do { (class {}) && v(n); } while (n++ < 6); return n; } /** @preempt */ function turns() { let n = 0; try { for (class {}; n < 2; n++); for (class {}.name; n < 4; class {}, n++); } finally { v(n); } return n; } /** @preempt */ function nothing() { for ("use strict"; n < 9; n++) v(n); return (function () { return this === undefined; })(); } /** @preempt */ function directive() { for ("use strict"; n < 9; n++) v(n); return [(() => this)() === undefined, n]; }
      /** @preempt */ function main() { return [inPlainBody(), turns(), nothing(), heads(), inGenerator(), statements(), walks(), arrow(), directive()]; }`,
  },
];
