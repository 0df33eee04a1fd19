import { type NastyProgram, v } from "./program.ts";

const rows =
  "/** @preempt */ async function* rows(n) { try { for (let i = 0; i < n; i++) { await null; yield v(i); } return 'end'; } finally { v('closed'); } }";

/** Async generator functions that are preemptable. */
export const asyncGenerators: NastyProgram[] = [
  {
    name: "yield* of an async generator looks for each of the two iterator methods once",
    isAsync: true,
    code: `${v} const seen = (what, value) => { log(what); return value; };
      const both = { get [Symbol.asyncIterator]() { return seen("async", null); }, get [Symbol.iterator]() { return seen("sync", function () { log(this === both, arguments.length); return [1, Promise.resolve(2)][Symbol.iterator](); }); } };
      const bad = { get [Symbol.asyncIterator]() { seen("async"); }, get [Symbol.iterator]() { throw new Error("sync"); } }, none = { get [Symbol.asyncIterator]() { seen("async"); } };
      /** @preempt */ async function* all(of) { v("begins"); yield* of; v("ends"); }
      /** @preempt */ async function main() { const out = []; for (const of of [both, bad, none, [3], "ab"]) try { for await (const x of all(of)) out.push(v(x)); } catch (e) { out.push(e instanceof TypeError ? "TypeError" : e); } return out; }`,
  },
  {
    name: "a preemptable async generator is walked by loops, and closed by every way out",
    isAsync: true,
    code: `${v} ${rows} /** @preempt */ async function go(how) { for await (const x of rows(3)) { if (how === 0) break; if (how === 1 && x === 1) return v("value"); if (how === 2) throw new Error("thrown"); if (how === 3) continue; v(x * 10); } return "end"; } /** @preempt */ async function main() { const out = []; for (let i = 0; i < 5; i++) { try { out.push(await go(i)); } catch (e) { out.push(e.message); } } const it = rows(2); for await (const x of it) { out.push(x); break; } out.push(await it.next()); return out; }`,
  },
  {
    name: "a preemptable async generator receives what it is sent, awaits what it yields and returns, and finishes as told",
    isAsync: true,
    code: `${v} /** @preempt */ async function* g(n) { let got; try { for (let i = 0; i < n; i++) { got = yield v(i); if (got === "throw") throw new Error("asked"); } } catch (e) { got = yield "caught " + e.message; } finally { yield v("cleanup"); log("g done", got); } return Promise.resolve("result"); } /** @preempt */ async function* w() { try { v("w"); yield Promise.resolve(1); yield { then(f) { log("then"); f(2); } }; yield Promise.reject(new Error("no")); } catch (e) { yield e.message; } return { then(f) { f("late"); } }; }
      /** @preempt */ async function main() { const out = []; const a = g(3); out.push(await a.next(), await a.next("x"), await a.throw(new Error("t")), await a.next("y"), await a.next(), await a.next()); const b = g(3); await b.next(); out.push(await b.return("early"), await b.next(), await b.next()); const c = g(1); out.push(await c.return(Promise.resolve(5)), await c.next()); const d = g(1); try { await d.throw(new Error("first")); } catch (e) { out.push(e.message, await d.next()); } const e = g(2); await e.next(); await e.throw(new Error("in")); try { await e.throw(new Error("again")); } catch (x) { out.push(x.message); } out.push(await e.next(), await e.next()); const f = w(); for (let i = 0; i < 5; i++) out.push(await f.next()); const h = g(1); await h.next(); try { out.push(await h.return(Promise.reject(new Error("rejected")))); out.push(await h.next(), await h.next()); } catch (x) { out.push(x.message); } return out; }`,
  },
  {
    name: "requests of a preemptable async generator are answered in their order",
    isAsync: true,
    code: `${v} ${rows} /** @preempt */ async function main() { const out = []; const it = rows(4); const asked = [it.next(), it.next(), it.next()]; out.push(await it.next()); out.push(await Promise.all(asked)); const last = [it.next(), it.next(), it.return(7), it.throw(new Error("late")).catch((e) => e.message)]; out.push(await it.next()); out.push(await Promise.all(last)); const c = rows(3); const first = c.next(), closed = c.return("r"); for await (const x of c) out.push(x); out.push(await first, await closed); return out; }`,
  },
  {
    name: "async generator functions and their objects stay what they were",
    isAsync: true,
    code: `${v} ${rows} function names(o) { return Object.getOwnPropertyNames(o).concat(Object.getOwnPropertySymbols(o)).join(); } const GF = Object.getPrototypeOf(async function* () {});
      /** @preempt */ async function main() { const out = []; const it = rows(1); out.push(Object.prototype.toString.call(rows), Object.prototype.toString.call(it), names(rows), names(it), rows.length, rows.name, it instanceof rows, Object.getPrototypeOf(it) === rows.prototype, Object.getPrototypeOf(rows) === GF, it[Symbol.asyncIterator]() === it, "prototype" in rows);
        const mine = { mine: 1 }; rows.prototype = mine; out.push(Object.getPrototypeOf(rows(1)) === mine); rows.prototype = 5; out.push(Object.getPrototypeOf(rows(1)) === GF.prototype); try { new rows(); } catch (e) { out.push(e.name, e.message); } for (const name of ["next", "throw", "return"]) { const f = GF.prototype[name]; out.push(f.name, f.length, names(f)); const p = f.call({}); try { await p; } catch (e) { out.push(e.name, e.message); } } /** @preempt */ async function* bad({ x }) { yield x; } try { bad(); } catch (e) { out.push(e.name); } return out; }`,
  },
  {
    name: "yield* of async generators passes on what is sent, to iterators of both kinds",
    isAsync: true,
    code: `${v} const it = (name, how = "") => ({ [how === "sync" ? Symbol.iterator : Symbol.asyncIterator]() { log(name, "open"); return this; }, i: 0, next(...a) { log(name, "next", ...a); if (how === "next") throw new Error("next"); if (how === "rejects") return Promise.reject(new Error("rejected")); return how === "bad" ? 1 : { done: this.i > 1, value: this.i++ }; }, ...((how === "methods" || how === "sync") && { throw(e) { log(name, "throw", e); return { done: true, value: "thrown" }; }, return(x) { log(name, "return", x); return { done: x === "stop", value: x }; } }), ...(how === "return" && { async return(...a) { log(name, "return", ...a); return {}; } }) });
      /** @preempt */ async function* d(x) { try { log("result", yield* x); } catch (e) { yield v(e.name); } finally { v("left"); } return "d"; } /** @preempt */ async function all(x) { const out = []; for await (const y of x) out.push(y); return out; }
      /** @preempt */ async function main() { const out = []; for (const how of ["", "next", "rejects", "bad", "methods", "return", "sync"]) { out.push(await all(d(it("a" + how, how)))); for (const end of ["throw", "return"]) { const g = d(it("b" + how, how)); out.push(await g.next("first")); try { out.push(await g[end]("sent")); } catch (e) { out.push(String(e)); } out.push(await g.next("x"), await g.return("stop"), await g.next()); } } for (const no of [5, undefined, {}]) out.push(await all(d(no))); out.push(await all(d(d([1, Promise.resolve(2)]))), await all(d("ab"))); return out; }`,
  },
  {
    name: "async generators in classes, with super, this, arguments and closures",
    isAsync: true,
    code: `${v} class B { async *base(x) { yield v(x + 1); } } class C extends B { #p = 7; /** @preempt */ async *[Symbol.asyncIterator]() { yield* super.base(this.#p); yield* this.more(2); } /** @preempt */ async *more(n) { while (n-- > 0) yield v(n); } /** @preempt */ static async *made(...a) { yield arguments.length; for await (const x of a) yield x; } } const o = { /** @preempt */ async *m(a = v("a")) { const f = /** @preempt */ async (x) => { for (let i = 0; i < 2; i++) await i; return [x, this === o]; }; yield await f(a); yield f(1); } }; /** @preempt */ async function all(x) { const out = []; for await (const y of x) out.push(y); return out; } /** @preempt */ async function* tree(d) { if (d > 0) { yield* tree(d - 1); yield d; yield* tree(d - 1); } }
      /** @preempt */ async function main() { return [await all(new C()), await all(C.made(1, Promise.resolve(2))), await all(o.m()), await all(tree(3))]; }`,
  },
  {
    name: "objects of preemptable async generators are handed to code that knows nothing of it, and back",
    isAsync: true,
    code: `${v} /** @preempt */ async function* rows(n) { try { for (let i = 0; i < n; i++) log("sent", yield v(i)); await null; return "end"; } catch (e) { yield v("caught " + e); } finally { await v("closed"); } } async function all(it) { const out = []; for await (const x of it) out.push(x); return out; } async function one(it, how = "next", x) { try { return await it[how](x); } catch (e) { return "thrown " + e; } }
      /** @preempt */ async function main() { const out = [await all(rows(3))]; const it = rows(9); out.push(await one(it), await it.next("a"), await one(it, "next", "b"), await it.next("c"), await one(it, "throw", "t"), await it.next(), await one(it), await it.next()); const r = rows(9); out.push(await r.next(), await one(r, "return", 5), await r.next(), await one(r)); const e = rows(2); out.push(await one(e, "return", 6), await e.next()); const t = rows(2); out.push(await one(t, "throw", 7), await t.next()); const m = rows(3); for await (const x of m) { out.push(x, await one(m)); break; } out.push(await m.next()); const q = rows(3); const asked = [one(q), one(q)]; for await (const x of q) out.push(x); out.push(await Promise.all(asked)); return out; }`,
  },
  {
    name: "async generator methods with private names",
    isAsync: true,
    code: `${v} class A { #k = 2; /** @preempt */ async *#g(n) { try { for (let i = 0; i < n; i++) yield v(i) + this.#k; } finally { v("closed"); } } /** @preempt */ static async *#s() { yield v(this.name); } /** @preempt */ async sum() { let s = 0; for await (const x of this.#g(3)) { if (x > 3) break; s += x; } const it = A.#s(); return [s, await it.next(), await it.next()]; } /** @preempt */ async *all() { yield* this.#g(2); yield* A.#s(); } }
      /** @preempt */ async function main() { const out = [await new A().sum()]; for await (const x of new A().all()) out.push(x); return out; }`,
  },
];
