import type { NastyProgram } from "./program.ts";

const later =
  "const later = (v, ticks = 1) => { let p = Promise.resolve(v); for (let i = 0; i < ticks; i++) p = p.then((x) => x); return p; };";
const f = "/** @preempt */ async function f(x) { for (let i = 0; i < 2; i++) await i; log('f', x); return x; }";

const programs: NastyProgram[] = [
  {
    name: "await stands in computed keys of classes and object literals",
    code: `${later} ${f} /** @preempt */ async function main() { const o = { [await f("a")]() { return 1; }, get [await later("b")]() { return 2; }, set [await f("b")](x) { log("set", x); }, async [await f("c")]() { return 3; }, *[await f("d")]() { yield 4; }, [await f("e")]: 5 }; class C { [await f("m")]() { return 6; } static [await f("s")]() { return 7; } [await f("field")] = 8; get [await later("g")]() { return 9; } static [await f("sf")] = 10; } o.b = 1; const c = new C(); return [o.a(), o.b, await o.c(), [...o.d()], o.e, c.m(), C.s(), c.field, c.g, C.sf]; }`,
  },
  {
    name: "await in every operator keeps its precedence",
    code: `${later} ${f} /** @preempt */ async function main() { let x = 2, o = { n: 1, k: "n" }; const nil = null; return [2 ** await f(3), (await f(2)) ** await later(2), 1 - await f(2) - await f(3), await f(1) ? await f(2) : await f(3), await f(0) || await f(4) && await f(5), (await f(null)) ?? await later(6), !await f(0), -await f(1), typeof await f("s"), void await f(1), [...await f([1, 2]), await f(3)], { ...await f({ a: 1 }), [await f("b")]: await f(2) }, \`\${await f(1)}-\${await later(2)}\`, await f("n") in o, await f([]) instanceof await f(Array), (x += await f(3), x), (o[await f("n")] += await later(4), o.n), o?.[await f(o.k)], nil?.[await f("skipped")].x, (await f(o)).n++, await (await f(f))("inner"), await await f(later(1)), new (await f(Date))(0).getTime(), (await f((s) => s[0]))\`tag\`, (await later(1), await f(2)), await f(1) < await f(2) === true, delete (await f(o)).n, Object.keys(o), (await f(1)) + +await f("2")]; }`,
  },
  {
    name: "await in patterns, heads, cases and throws",
    code: `${later} ${f} /** @preempt */ async function main() { const out = []; const { a = await f(1), [await f("k")]: b = await later(2), ...r } = await f({ k: undefined, z: 1 }); let c, d; [c = await f(3), ...d] = await f([undefined, 4]); for (let i = await f(0); i < await f(2); i += await f(1)) out.push(i); for (const x of await f([1, 2])) out.push(x); for (const k in await f({ p: 1 })) out.push(k); while (await f(out.length < 6)) out.push("w"); do out.push("d"); while (await f(out.length < 8)); switch (await f(2)) { case await f(1): out.push("one"); case await f(2): out.push("two"); default: out.push("default"); } if (await f(1)) out.push("if"); try { throw await f(new Error("thrown")); } catch ({ message = await f("never") }) { out.push(message); } class E extends (await f(Array)) {} out.push(new E(3).length); label: { if (await f(1)) break label; out.push("never"); } return [a, b, r, c, d, out]; }`,
  },
  {
    name: "TypeScript around awaits and calls keeps their precedence",
    code: `${later} async function f<T>(x: T): Promise<T> { for (let i = 0; i < 1; i++) await i; return x; } /** @preempt */ function s<T>(x: T): T { for (;;) return x; } interface O { n: number; m?(x: number): number } const o: O = { n: 3, m(x) { return this.n + x; } };
      /** @preempt */ async function main(this: void): Promise<unknown> { return [await f(1)! ? 1 : 2, s(1)! ? 1 : 2, -(s(1)! as number), s(2)! ** 2, 2 ** s(2)!, 2 ** (await f(2) as number), s(o)!.n, s(o as O).m!(1), (s(o) as O).m?.(2), (<O>s(o)).n, (s(o) satisfies O).n, typeof (s(1) as any), !(s(0)!), s(1)! + s(2)!, (await f(o))!.n, (await f(o) as O).m!(3), \`\${s(1)!}\`, [...s([1])!], { ...s({ a: 1 })! }, (s as any)(4), (s as <U>(x: U) => U)<number>(5), (s)!(6), o!.m!(7), (o.m as any).call(o, 8), (o.m!)(9), o?.m!(10), o!.m?.(11)]; }`,
  },
  {
    name: "for await reads from its iterator what it read, and closes it as it did",
    code: `${later} const trace = (name, steps, back = {}) => { let i = 0; return { get [Symbol.asyncIterator]() { log(name, "get asyncIterator"); return function (...a) { log(name, "open", a.length); return { get next() { log(name, "get next"); return function (...a) { log(name, "next", a.length); const step = steps[i++]; return Promise.resolve({ get done() { log(name, "get done"); return step === undefined; }, get value() { log(name, "get value"); return step; } }); }; }, get return() { log(name, "get return"); return function (...a) { log(name, "return", a.length); return back; }; }, get throw() { log(name, "get throw"); } }; }; } }; };
      /** @preempt */ async function main() { const out = []; for await (const x of trace("all", [1, 2])) out.push(x); for await (const x of trace("break", [1, 2])) break; try { for await (const x of trace("throw", [1, 2])) throw new Error("body"); } catch (e) { out.push(e); } try { for await (const x of trace("bad", [1], 5)) break; } catch (e) { out.push(e.name); } o: for (;;) { for await (const x of trace("outer", [1, 2])) { if (x === 2) break o; continue; } } try { for await (const { a: { b } } of trace("pattern", [1])) out.push(b); } catch (e) { out.push(e.name); } for await (const x of trace("promise", [Promise.resolve(1)])) out.push(x instanceof Promise); return out; }`,
  },
  {
    name: "for await over a synchronous iterator reads and closes it as it did",
    code: `${later} const trace = (name, steps, back = {}) => { let i = 0; return { get [Symbol.asyncIterator]() { log(name, "get asyncIterator"); return undefined; }, get [Symbol.iterator]() { log(name, "get iterator"); return function (...a) { log(name, "open", a.length); return { get next() { log(name, "get next"); return function (...a) { log(name, "next", a.length); const step = steps[i++]; return { get done() { log(name, "get done"); return step === undefined; }, get value() { log(name, "get value"); return step; } }; }; }, get return() { log(name, "get return"); return function (...a) { log(name, "return", a.length); return back; }; } }; }; } }; };
      /** @preempt */ async function main() { const out = []; for await (const x of trace("all", [1, later(2)])) out.push(x); for await (const x of trace("break", [1, 2])) break; try { for await (const x of trace("throw", [1, 2])) throw new Error("body"); } catch (e) { out.push(e); } try { for await (const x of trace("bad", [1], 5)) break; } catch (e) { out.push(e.name); } try { for await (const x of trace("reject", [Promise.reject(new Error("item"))])) log(x); } catch (e) { out.push(e); } return out; }`,
  },
  {
    name: "an async iterator without return, with errors in next, and what is not iterable",
    code: `${later} /** @preempt */ async function main() { const out = []; const make = (next, ret) => ({ [Symbol.asyncIterator]: () => ({ next, ...(ret === undefined ? {} : { return: ret }) }) }); let n = 0; const step = async () => ({ done: n > 5, value: n++ }); const tries = [make(step), make(async () => { throw new Error("next rejects"); }), make(() => { throw new Error("next throws"); }), make(() => 5), make(step, 5), make(step, () => { throw new Error("return throws"); }), make(step, async () => { throw new Error("return rejects"); }), make(step, null), {}, null, 5, { [Symbol.asyncIterator]: () => 5 }, { [Symbol.asyncIterator]: 5 }]; for (const t of tries) for (const how of ["break", "throw"]) { try { for await (const x of t) { out.push(x); if (how === "break") break; throw new Error("body"); } } catch (e) { out.push(e instanceof TypeError ? "TypeError" : e); } } return out; }`,
  },
  {
    name: "labels of for await are continued and left from inside",
    code: `${f} /** @preempt */ async function main() { const out = []; l: for await (const x of [1, 2, 3, 4]) { for (;;) { if (x === 2) continue l; if (x === 4) break l; break; } out.push(await f(x)); } a: b: for await (const y of [1, 2]) { for await (const z of [5, 6]) { if (z === 6) continue a; if (y === 2) break b; out.push(y, z); } } return out; }`,
  },
  {
    name: "the head of a for await loop has its own scope",
    code: `${f} /** @preempt */ async function main() { const out = [], x = [1, 2]; try { for await (const x of x) out.push(x); } catch (e) { out.push(e); } const fs = []; for await (let y of x) { fs.push(() => y, () => y++); } for await (var v of x) fs.push(() => v); const o = {}; for await (o.p of x) out.push(o.p); for await ([o.q = await f(9)] of [[undefined]]) out.push(o.q); try { for await (const k of [1]) { k = 2; } } catch (e) { out.push(e); } for await (const x of [5]) { const x = 6; out.push(x); } return [out, fs.map((g) => g()), v]; }`,
  },
  {
    name: "return and break out of for await run finalizers in order, and the value first",
    code: `${f} const it = (name) => ({ [Symbol.asyncIterator]() { let i = 0; return { async next() { return { value: i++, done: i > 3 }; }, async return() { log(name, "closing"); await null; log(name, "closed"); return {}; } }; } });
      /** @preempt */ async function r() { try { for await (const x of it("a")) { try { for await (const y of it("b")) { try { if (y === 1) return await f("value"); } finally { log("inner finally"); await f("in finally"); } } } finally { log("middle finally"); } } } finally { log("outer finally"); } }
      /** @preempt */ async function o() { try { for await (const x of it("c")) { try { return "lost"; } finally { continue; } } return "end"; } finally { log("o"); } } /** @preempt */ async function main() { return [await r(), await o()]; }`,
  },
  {
    name: "an error of a promise that nobody awaits yet does not reach the program",
    code: `${later} ${f} /** @preempt */ async function bad(x) { for (;;) throw new Error("bad " + x); } /** @preempt */ async function main() { const out = []; const p = bad(1); p.catch(() => {}); await f(1); try { await p; } catch (e) { out.push(e); } const all = await Promise.allSettled([bad(2), f(3), bad(4)]); out.push(all.map((s) => s.status)); try { await Promise.all([f(5), bad(6)]); } catch (e) { out.push(e); } try { await Promise.any([bad(7)]); } catch (e) { out.push(e.errors); } return out; }`,
  },
  {
    name: "thenables are asked once, with both functions, and may misbehave",
    code: `${f} const th = (name, g) => ({ get then() { log(name, "get then"); return function (...a) { log(name, "then", a.length, this !== undefined); return g(...a); }; } }); /** @preempt */ async function give(x) { for (;;) return x; }
      /** @preempt */ async function main() { const out = []; const cases = [th("ok", (ok) => ok(1)), th("no", (ok, no) => no(new Error("no"))), th("throw", () => { throw new Error("throw"); }), th("twice", (ok, no) => { ok(2); no(new Error("late")); ok(3); }), th("late throw", (ok) => { ok(4); throw new Error("late"); }), th("nested", (ok) => ok(th("inner", (ok2) => ok2(5)))), { then: 5 }, { get then() { throw new Error("getter"); } }]; for (const c of cases) { try { const v = await c; out.push(typeof v === "object" ? "object" : v); } catch (e) { out.push(e); } try { const v = await give(c); out.push(typeof v === "object" ? "object" : v); } catch (e) { out.push(e); } } return out; }`,
  },
  {
    name: "async functions called plainly start at once and interleave as they did",
    isRace: true,
    code: `${later} /** @preempt */ async function w(name, n) { log(name, "start"); for (let i = 0; i < n; i++) { log(name, i); await (i % 2 ? later(i, i) : i); } log(name, "end"); return name; } /** @preempt */ async function chain(name) { const r = await w(name + "1", 1); log(name, "between"); return w(r + "2", 1); } /** @preempt */ const arrow = async (name) => { try { return await w(name, 2); } finally { log(name, "finally"); } };
      /** @preempt */ async function container(name) { /** @preempt */ const inner = async (i) => { for (let k = 0; k < i; k++) { log(name, "inner", k); await null; } return i; }; /** @preempt */ async function second(i) { for (;;) return inner(i); } const a = await inner(1); const b = await second(2); for await (const x of [inner(1), later(2), 3]) log(name, "for await", x); for await (const x of (async function* () { yield 1; yield inner(2); })()) log(name, "gen", x); try { return inner(3); } finally { log(name, a, b); } }
      /** @preempt */ async function main() { log("main"); const all = [w("a", 3), w("b", 2), chain("c"), arrow("d"), container("e"), container("f")]; log("started"); return Promise.all(all); }`,
  },
  {
    name: "methods, private methods, super and statics await in the job",
    code: `${f} class A { #v = 1; /** @preempt */ async #p(x) { for (;;) { await null; return this.#v + x; } } /** @preempt */ async m(x) { return await this.#p(await this.#p(x)); } /** @preempt */ static async #s(x) { for (;;) return await f(x); } /** @preempt */ static async s(x) { return A.#s(x); } /** @preempt */ async n() { const g = /** @preempt */ async () => { for (;;) { /** @preempt */ const h = async () => { for (;;) return await this.#p(10); }; return await h(); } }; return await g(); } }
      class B extends A { /** @preempt */ async m(x) { for (let i = 0; i < 1; i++) await i; const g = async () => super.m(x); return [await super.m(x), await g(), await super["m"](x)]; } /** @preempt */ static async s(x) { return ["B", await super.s(x)]; } f = /** @preempt */ async (x) => { for (;;) return await this.m(x); }; }
      /** @preempt */ async function main() { const b = new B(); return [await b.m(1), await B.s(2), await b.f(3), await b.n(), await new A().m(4)]; }`,
  },
  {
    name: "errors in an async container's parameters, in awaits and in its finalizers reject as they did",
    code: `${f} /** @preempt */ async function c({ a }, b = (() => { throw new Error("default"); })()) { /** @preempt */ const g = () => { for (;;) return a; }; return [g(), b]; } /** @preempt */ async function d(x) { /** @preempt */ const g = async (y) => { for (;;) { if (y === 1) throw new Error("inner"); return y; } }; try { return await g(x); } catch (e) { if (x === 1) throw new Error("again", { cause: e }); } finally { await f(x); if (x === 2) throw new Error("finally"); } }
      /** @preempt */ async function main() { const out = []; for (const call of [() => c(), () => c({ a: 1 }), () => c({ a: 1 }, 2), () => d(0), () => d(1), () => d(2)]) { try { out.push(await call()); } catch (e) { out.push(e instanceof TypeError ? "TypeError" : e, e.cause); } } try { await c(); } catch (e) { out.push(e.name); } return out; }`,
  },
  {
    name: "what the then of a thenable returns is nobody's: not asked for a then, and free to reject",
    code: `/** @preempt */ async function give(x) { for (;;) return x; } class Q extends Promise { then(...a) { log("then"); return super.then(...a); } }
      /** @preempt */ async function main() { const out = [await give(Q.resolve(1)), await new Q((ok) => ok(2))]; for (const back of [Promise.reject(new Error("back")), { get then() { log("asked"); } }]) { if (back instanceof Promise) back.catch(() => {}); out.push(await give({ then(ok) { Promise.resolve().then(() => {}).then(() => {}).then(() => {}).then(() => ok("late")); return back; } })); } return out; }`,
  },
  {
    name: "a synchronous iterator that breaks in for await is closed where the engine closes it",
    code: `const it = (next) => { let i = 0; return { [Symbol.iterator]: () => ({ next: () => next(i++), get return() { log("get return"); return () => { log("return"); throw new Error("closing"); }; } }) }; };
      /** @preempt */ async function main() { const out = []; for (const next of [() => { throw new Error("next"); }, () => 5, () => ({ get done() { throw new Error("done"); } }), (i) => ({ done: i > 0, get value() { if (i > 0) throw new Error("value"); return i; } }), () => ({ value: Promise.reject(new Error("item")) })]) { try { for await (const x of it(next)) out.push(x); } catch (e) { out.push(e); } } return out; }`,
  },
];

export const awaits: NastyProgram[] = programs.map((p) => ({ ...p, isAsync: true }));
