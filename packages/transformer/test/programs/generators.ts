import { type NastyProgram, v } from "./program.ts";

const rows = "/** @preempt */ function* rows(n) { for (let i = 0; i < n; i++) yield v(i); return 'end'; }";

/** Generator functions that are preemptable, driven in all ways. */
export const generators: NastyProgram[] = [
  {
    name: "a preemptable generator is walked by loops, spreads, patterns and built-ins",
    code: `${v} ${rows} /** @preempt */ function main() { const out = []; for (const x of rows(3)) out.push(x); out.push([...rows(3)], [0, ...rows(2), v(9)], Math.max(...rows(3), 1)); const [a, , b = v("default")] = rows(2); out.push(a, b); out.push(Array.from(rows(2)), new Set(rows(2)), Object.fromEntries([...rows(2)].map((x) => [x, x]))); const it = rows(2); for (const x of it) { out.push(x); break; } out.push(it.next()); const again = rows(2); out.push(again.next(), again.next(), again.next(), again.next()); return out; }`,
  },
  {
    name: "a preemptable generator receives what it is sent, and finishes as told",
    code: `${v} /** @preempt */ function* g(n) { let got; try { for (let i = 0; i < n; i++) { got = yield v(i); if (got === "throw") throw new Error("asked"); } } catch (e) { got = yield "caught " + e.message; } finally { yield v("cleanup"); log("g done", got); } return "result"; } /** @preempt */ function* outer() { const r = yield* g(2); yield r; }
      /** @preempt */ function main() { const out = []; const a = g(3); out.push(a.next(), a.next("x"), a.throw(new Error("t")), a.next("y"), a.next(), a.next()); const b = g(3); b.next(); out.push(b.return("early"), b.next(), b.next()); for (const x of g(2)) out.push(x); for (const x of g(2)) { out.push(x); break; } out.push([...outer()]); const c = g(1); out.push(c.return(5), c.next()); const d = g(1); try { d.throw(new Error("first")); } catch (e) { out.push(e.message, d.next()); } const e = g(2); e.next(); e.throw(new Error("in")); try { e.throw(new Error("again")); } catch (x) { out.push(x.message); } out.push(e.next(), e.next()); return out; }`,
  },
  {
    name: "generator functions and their objects stay what they were",
    code: `${v} ${rows} function names(o) { return Object.getOwnPropertyNames(o).concat(Object.getOwnPropertySymbols(o)).join(); } const GF = Object.getPrototypeOf(function* () {});
      /** @preempt */ function main() { const out = []; const it = rows(1); out.push(Object.prototype.toString.call(rows), Object.prototype.toString.call(it), names(rows), names(it), rows.length, rows.name, it instanceof rows, Object.getPrototypeOf(it) === rows.prototype, Object.getPrototypeOf(rows) === GF, Object.getPrototypeOf(rows.prototype) === GF.prototype, it[Symbol.iterator]() === it, "prototype" in rows, names(rows.prototype), Object.isExtensible(it));
        const mine = { mine: 1 }; rows.prototype = mine; const other = rows(1); out.push(Object.getPrototypeOf(other) === mine, other.mine, it instanceof rows, other instanceof rows); rows.prototype = 5; const none = rows(1); out.push(Object.getPrototypeOf(none) === GF.prototype); try { new rows(); } catch (e) { out.push(e.name, e.message); } for (const name of ["next", "throw", "return"]) { const f = GF.prototype[name]; out.push(f.name, f.length, names(f)); try { f.call({}); } catch (e) { out.push(e.name, e.message); } } return out; }`,
  },
  {
    name: "parameters and this of a generator are those of the call, and errors of parameters come at once",
    code: `${v} const o = { id: "o", /** @preempt */ *m(a = v("a"), ...rest) { yield [this.id, a, rest]; for (const x of rest) yield v(x); } }; class B { *base(x) { yield v(x + 1); } } class C extends B { #p = 7; /** @preempt */ *[Symbol.iterator]() { yield* super.base(this.#p); yield* this.more(2); } /** @preempt */ *more(n) { while (n-- > 0) yield v(n); } /** @preempt */ static *made(...a) { yield a.length; yield* [v(1), 2]; } } /** @preempt */ function* bad({ x }) { yield x; } /** @preempt */ function* args() { yield arguments.length; yield [...arguments]; }
      /** @preempt */ function main() { const out = []; const it = o.m(); o.id = "changed"; out.push([...it], [...o.m(1, 2, 3)], [...new C()], [...C.made(1, 2)], [...args(1, 2)]); try { bad(); } catch (e) { out.push(e.name); } const late = bad({ x: 1 }); out.push(late.next(), late.next()); const f = /** @preempt */ function* self(n) { yield n; if (n > 0) yield* self(n - 1); }; out.push([...f(3)], f.name); const { m } = o; const undef = m(); try { undef.next(); } catch (e) { out.push(e.name); } return out; }`,
  },
  {
    name: "a generator that is asked while it runs is running already, whoever asks",
    code: `${v} let it; /** @preempt */ function ask() { try { return it.next(); } catch (e) { return [e.name, e.message]; } } function askPlainly() { try { return it.next(); } catch (e) { return [e.name, e.message]; } } /** @preempt */ function* g() { yield v(1); yield ask(); yield askPlainly(); try { it.return(5); } catch (e) { yield e.message; } try { it.throw(5); } catch (e) { yield e.message; } try { [...it]; } catch (e) { yield e.message; } try { for (const x of it) v(x); } catch (e) { yield e.message; } return v("end"); }
      /** @preempt */ function main() { const out = []; it = g(); for (let i = 0; i < 9; i++) out.push(it.next()); return out; }`,
  },
  {
    name: "yield* passes on what is sent to iterators of all kinds, and closes them as the language does",
    code: `${v} const it = (name, how = "") => ({ [Symbol.iterator]() { log(name, "open"); return this; }, i: 0, next(...a) { log(name, "next", ...a); if (how === "next") throw new Error("next"); return how === "bad" ? 1 : { done: this.i > 1, value: this.i++ }; }, ...(how === "methods" && { throw(e) { log(name, "throw", e); return { done: true, value: "thrown" }; }, return(x) { log(name, "return", x); return { done: x === "stop", value: x }; } }), ...(how === "return" && { return(...a) { log(name, "return", ...a); return {}; } }) });
      /** @preempt */ function* d(x) { try { log("result", yield* x); } catch (e) { yield v(e.name + (/not iterable/.test(e.message) ? "" : ": " + e.message)); } finally { v("left"); } return "d"; }
      /** @preempt */ function main() { const out = []; for (const how of ["", "next", "bad", "methods", "return"]) { out.push([...d(it("a" + how, how))]); for (const end of ["throw", "return"]) { const g = d(it("b" + how, how)); out.push(g.next("first")); try { out.push(g[end]("sent")); } catch (e) { out.push(String(e)); } out.push(g.next("x"), g.return("stop"), g.next()); } } for (const no of [5, undefined, {}, { [Symbol.iterator]: 1 }, { [Symbol.iterator]: () => 1 }]) out.push([...d(no)]); out.push([...d(d([1, 2]))], [...d("ab")]); return out; }`,
  },
  {
    name: "loops over a preemptable generator close it by every way out",
    code: `${v} /** @preempt */ function* g(name) { try { for (let i = 0; i < 3; i++) yield v(i); } finally { v("closed " + name); } } /** @preempt */ function go(how) { outer: for (const a of g("a" + how)) { try { for (const b of g("b")) { switch (how) { case 0: break outer; case 1: continue outer; case 2: return v("value"); case 3: throw new Error("thrown"); case 4: break; case 5: continue; } break; } } finally { v("finally"); if (how === 3 && a === 1) break; if (how === 3) continue; } } return "end"; } /** @preempt */ function main() { const out = []; for (let i = 0; i < 6; i++) out.push(go(i)); const fs = []; for (let x of g("c")) { fs.push(() => x++); } out.push(fs.map((f) => f() + f())); try { for (const { y } of g("d")) { out.push(y); throw v("e"); } } catch (e) { out.push(e); } let k; for (k of g("k")); var o = {}; for (o.p of g("p")) if (o.p) break; out.push(k, o.p); try { for (const z of (() => z, g("z"))) out.push(z); } catch (e) { out.push(e.name); } return out; }`,
  },
  {
    name: "generators inside generators, closures and recursion",
    code: `${v} /** @preempt */ function* walk(t) { if (t === null) return; yield* walk(t.l); yield v(t.k); yield* walk(t.r); } const tree = (d) => (d === 0 ? null : { l: tree(d - 1), k: d, r: tree(d - 1) }); /** @preempt */ function* outer(n) { let i = 0; const inc = /** @preempt */ () => { for (let k = 0; k < 2; k++) i++; return i; }; const inner = /** @preempt */ function* (m) { for (let j = 0; j < m; j++) yield inc(); }; for (let k = 0; k < n; k++) { yield* inner(k); yield [i, k]; } function* plain() { yield i; } yield* plain(); } /** @preempt */ function* primes() { const seen = []; for (let n = 2; ; n++) { if (seen.every((p) => n % p)) { seen.push(n); yield n; } } } /** @preempt */ function* take(it, n) { for (const x of it) { if (n-- <= 0) return; yield x; } } /** @preempt */ function* map(it, f) { for (const x of it) yield f(x); }
      /** @preempt */ function main() { const out = [[...walk(tree(3))], [...outer(3)], [...take(map(primes(), (p) => v(p) * 2), 4)]]; let s = 0; for (const x of take(primes(), 30)) s += x; out.push(s); return out; }`,
  },
  {
    name: "a generator that delegates returns when the inner one has, also where that was suspended",
    code: `${v} /** @preempt */ function* inner(n) { try { for (let i = 0; i < n; i++) yield v(i); } finally { for (let i = 0; i < 3; i++) v("in " + i); if (n > 3) yield "late"; if (n > 4) throw new Error("closing"); } } /** @preempt */ function* outer(n) { try { yield v("first"); const r = yield* inner(n); v("not returned " + r); yield r; } catch (e) { yield e.message; } finally { v("out"); } return "end"; }
      /** @preempt */ function main() { const out = []; for (const n of [2, 4, 5]) { const it = outer(n); out.push(it.next(), it.next(), it.return("given"), it.next("x"), it.next(), it.next()); } for (const x of outer(2)) { out.push(x); if (x === 1) break; } return out; }`,
  },
  {
    name: "objects of preemptable generators are handed to code that knows nothing of it, and back",
    code: `${v} /** @preempt */ function* rows(n) { try { for (let i = 0; i < n; i++) log("sent", yield v(i)); return "end"; } catch (e) { yield v("caught " + e); } finally { v("closed"); } } function all(it) { const out = []; for (const x of it) out.push(x); return out; } function one(it, how = "next", x) { try { return it[how](x); } catch (e) { return "thrown " + e; } } function first([a, b]) { return [a, b]; }
      /** @preempt */ function main() { const out = [all(rows(3)), first(rows(3)), [...new Set(rows(2))], Array.from(rows(2), (x) => v(x) + 1), new Map(Array.from(rows(2), (x) => [x, x]))]; const it = rows(9); out.push(one(it), it.next("a"), one(it, "next", "b"), it.next("c"), one(it, "throw", "t"), it.next(), one(it), it.next()); const r = rows(9); out.push(r.next(), one(r, "return", 5), r.next(), one(r)); const e = rows(2); out.push(one(e, "return", 6), e.next()); const t = rows(2); out.push(one(t, "throw", 7), t.next(), one(t)); const m = rows(3); for (const x of m) { out.push(x, one(m)); break; } out.push(m.next()); return out; }`,
  },
  {
    name: "generator methods with private names, of objects and of classes, are walked, delegated to and asked",
    // TypeScript cannot compile super in a private method for older engines.
    extension: "js",
    code: `${v} class Z { base() { return 5; } } class A extends Z { #k = 2; /** @preempt */ *#g(n) { try { for (let i = 0; i < n; i++) { const sent = yield v(i) + this.#k + super.base(); if (sent) log(sent); } } finally { log("end", v(n)); } return v("r"); } /** @preempt */ static *#sg(n) { yield* [v(n), this.name]; } /** @preempt */ *h() { const r = yield* this.#g(2); log(r); const it = this.#g(3); log(it.next().value, it.next("sent").value, it.return(4).value); } /** @preempt */ sum(o) { let s = 0; for (const x of o.#g(4)) { if (x > 9) break; s += x; } return [s, [...A.#sg(1)], [...this.#g(v(1))], Array.from(o.#g(2)), o.#g === this.#g, Object.prototype.toString.call(o.#g(1)), Object.getPrototypeOf(o.#g(0)) === o.#g.prototype]; } /** @preempt */ static read(o) { return o.#g(1); } plain() { return [...this.#g(2)]; } }
      /** @preempt */ function main() { const a = new A(); const errors = [{}, undefined, null, 1].map((o) => { try { A.read(o); } catch (e) { return e.name; } }); return [a.sum(new A()), [...a.h()], a.plain(), errors]; }`,
  },
];
