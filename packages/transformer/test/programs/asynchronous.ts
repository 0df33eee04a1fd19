import { type NastyProgram, v } from "./program.ts";

const later =
  "const later = (v, ticks = 1) => { let p = Promise.resolve(v); for (let i = 0; i < ticks; i++) p = p.then((x) => x); return p; };";

export const asynchronous: NastyProgram[] = [
  {
    name: "await stands in any position, with promises, thenables and plain values",
    code: `${later} /** @preempt */ async function f(x) { for (let i = 0; i < 2; i++) await null; return x; }
      /** @preempt */ async function main() { const o = { p: later(1), then: undefined, m(x) { return [this === o, x]; } }; let n = 1; n += await f(10); const t = { then(ok) { log("then"); ok("thenable"); } };
        return [await later(1) + await f(2), [await 3, ...(await f([4, 5]))], { a: await t, [await f("k")]: 6 }, \`\${await f(7)}\`, o.m(await f(8)), (await f(o)).p === o.p, await f(0) || await f(9), n, -(await later(4))]; }`,
  },
  {
    name: "a rejection is thrown at the await, also through annotated callers",
    code: `${later} /** @preempt */ async function bad(how) { for (let i = 0; i < 2; i++) await i; if (how === "throw") throw new Error("thrown"); return Promise.reject(new Error("returned")); }
      /** @preempt */ async function middle(how) { try { return await bad(how); } finally { log("finally", how); await later(0); log("after", how); } }
      /** @preempt */ async function main() { const out = []; for (const how of ["throw", "reject"]) { try { await middle(how); } catch (e) { out.push(e); } try { out.push(await bad(how)); } catch (e) { out.push(e); } } return out; }`,
  },
  {
    name: "return of a promise in try does not catch its rejection",
    code: `/** @preempt */ async function bad() { for (;;) throw new Error("x"); }
      /** @preempt */ async function f() { try { return bad(); } catch { return "caught inside"; } finally { log("finally first"); } }
      /** @preempt */ async function g() { try { return await bad(); } catch { return "caught inside"; } }
      /** @preempt */ async function main() { const out = [await g()]; try { out.push(await f()); } catch (e) { out.push(e); } return out; }`,
  },
  {
    name: "finally with await, and return in it",
    code: `${later} /** @preempt */ async function f(x) { try { for (;;) { if (x) throw new Error("t"); return "r"; } } finally { await later(1, 3); if (x === 2) return "override"; log("done", x); } }
      /** @preempt */ async function main() { const out = []; for (const x of [0, 1, 2]) { try { out.push(await f(x)); } catch (e) { out.push(e); } } return out; }`,
  },
  {
    name: "for await over synchronous and asynchronous iterables, closed on every exit",
    code: `${later} function iter(name, n = 3) { let i = 0; return { [Symbol.asyncIterator]() { log(name, "open"); return { async next() { return { done: i >= n, value: i++ }; }, async return() { log(name, "close"); return {}; } }; } }; }
      async function* gen() { try { yield 1; yield later(2); } finally { log("gen closed"); } }
      /** @preempt */ async function ret() { for await (const x of iter("ret")) return x; }
      /** @preempt */ async function main() { const out = []; for await (const x of [1, later(2), later(3, 4)]) out.push(x); for await (const x of iter("all")) out.push(x); for await (const x of iter("break")) if (x === 1) break; try { for await (const x of iter("throw")) throw new Error("body"); } catch (e) { log(e); } outer: for (const y of [1, 2]) for await (const x of iter("cont" + y)) continue outer; for await (const x of gen()) { if (x === 2) break; } for await (const { a, b = 5 } of [{ a: 1 }]) out.push(a, b); let z; for await (z of gen()) out.push(z); out.push(await ret()); try { for await (const x of 5) log(x); } catch (e) { out.push(e instanceof TypeError); } try { for await (const x of [Promise.reject(new Error("item"))]) log(x); } catch (e) { out.push(e); } return out; }`,
    isAsync: true,
  },
  {
    name: "un-awaited calls are ordinary async functions that run side by side",
    code: `${later} /** @preempt */ async function f(name, n) { for (let i = 0; i < n; i++) { log(name, i); await later(i); } return name; }
      /** @preempt */ async function main() { const p = f("a", 2); log("started", typeof p.then); const all = await Promise.all([f("b", 1), p, f("c", 3)]); const r = await Promise.race([f("d", 1), f("e", 5)]); return [all, r]; }`,
  },
  {
    name: "async methods, arrows, and functions with this, arguments and defaults",
    code: `${later} class C { v = 3; /** @preempt */ async m(a, b = this.v) { for (let i = 0; i < 2; i++) await later(i); const f = /** @preempt */ async (x) => { for (;;) return (await later(x)) + this.v; }; return [await f(a), b, arguments.length]; } /** @preempt */ static async s() { return await later(this.name); } }
      class D extends C { /** @preempt */ async m(a) { for (;;) return ["D", await super.m(a + 1)]; } }
      const o = { /** @preempt */ async m() { for await (const x of [this.k]) return x; }, k: "k" };
      /** @preempt */ async function main() { return [await new C().m(1), await new D().m(1), await C.s(), await o.m(), await (/** @preempt */ async (...xs) => { let s = 0; for (const x of xs) s += await x; return s; })(1, later(2))]; }`,
  },
  {
    name: "a synchronous annotated function inside an async one, and the other way round",
    code: `/** @preempt */ function sum(n) { let s = 0; for (let i = 0; i < n; i++) s += i; return s; }
      /** @preempt */ async function a(n) { return sum(n) + (await b(n)); }
      /** @preempt */ async function b(n) { for (let i = 0; i < 2; i++) await sum(2); return sum(n) * 2; }
      /** @preempt */ function start(n) { for (;;) return a(n).then((x) => x + 1); }
      /** @preempt */ async function main() { return [await a(10), await start(5), sum(4)]; }`,
  },
  {
    name: "a function containing others keeps its ticks when it is called without await",
    code: `${later} /** @preempt */ async function outer(name, n) { /** @preempt */ const inner = async (i) => { for (;;) { log(name, "inner", i); return i; } }; let s = 0; for (let i = 0; i < n; i++) { s += await inner(i); log(name, "after", i); } return s; }
      /** @preempt */ async function main() { const [a, b] = await Promise.all([outer("a", 2), outer("b", 3)]); return [a, b, await outer("c", 2)]; }`,
  },
  {
    name: "the result of an async function may be a thenable or a function",
    code: `/** @preempt */ async function t() { for (;;) return { then(ok, no) { log("then called"); ok(Promise.resolve("inner")); } }; }
      /** @preempt */ async function bad() { for (;;) return { get then() { log("getter"); throw new Error("getter"); } }; }
      /** @preempt */ async function fn() { for (;;) return () => 5; }
      /** @preempt */ async function main() { const out = [await t(), (await fn())()]; try { await bad(); } catch (e) { out.push(e); } return out; }`,
  },
  {
    name: "errors in parameters reject, and throw at the await",
    code: `/** @preempt */ async function f({ a }) { for (;;) return a; }
      /** @preempt */ async function main() { const out = []; const p = f(); out.push(typeof p.catch); await p.catch((e) => out.push(e instanceof TypeError)); try { await f(null); } catch (e) { out.push(e instanceof TypeError); } return [out, await f({ a: 1 })]; }`,
  },
  {
    name: "async functions, generators and functions that are not annotated call and are called through the block",
    isAsync: true,
    code: `${v} /** @preempt */ function fail(x) { for (let i = 0; i < 1; i++) log("fail", x); throw x; } /** @preempt */ async function later(x) { await null; if (x > 1) fail(x); return v(x); } function* gen() { try { yield tried(v, 1); yield tried(fail, 2); } catch (e) { yield e; } } /** @preempt */ function tried(f, x) { try { return f(v(x)); } catch (e) { return ["caught", v(e)]; } } const plain = (f) => { try { return tried(f, 5); } catch (e) { return e; } };
      /** @preempt */ async function main() { const out = []; for (const x of [1, 2]) { try { out.push(await later(x)); } catch (e) { out.push(tried(fail, e)); } } out.push(...gen(), plain(v), plain(fail), plain(() => { throw "u"; }), [3, 4].map((x) => tried(/** @preempt */ (y) => (y === 3 ? fail(y) : v(y)), x))); return JSON.stringify(out); }`,
  },
  {
    name: "loops that call nothing have their rounds, jumps and variables in functions that await",
    isAsync: true,
    code: `/** @preempt */ async function jumps(n, m) { let s = 0; for (let i = 0; i < n; i++) { s += i; if (s === m) return "returned " + s; if (i === 7) break; if (i % 2) continue; s++; } outer: for (const x of [1, 2, 3]) { let k = 5; own: while (k-- > 0) { if (k === 4) continue own; if (k === x) continue outer; if (k === 0) break own; if (x === 3 && m === 1) break outer; s += k * x; } s += 100; } block: { for (;;) { s++; if (s % 5 === 0) break block; } s = -1; } for (let i = 0; ; i++) switch (i & 3) { case 2: s += 7; break; case 3: if (i > n) return s; default: s++; } }
      /** @preempt */ async function thrown(n) { let s = 0; try { for (let i = 0; ; i++) { s += i; if (i === n) throw s; } } catch (e) { s = e + await 1; } try { for (let o = null; ; ) { s += o.x; } } catch (e) { s += e.constructor.name; } finally { for (var j = 0; j < 3; j++) s += j; } for (let i = 0; i < 2; i++) { try { if (i) throw i; s += "t"; } catch (e) { s += e; continue; } finally { s += "f"; } } return s + j; }
      /** @preempt */ async function heads(n) { const out = []; for (let i = await n, f = () => i; i < 4; i++) { out[i] = f; } for (let i = 0, m = (await n) + 2; i < m; i++) out.push(i); for (var v = 0, w = n; v < w; v += 2); let k = 0; for (; k < 3; ) k++; for (k = 9; k > await 7; k--) out.push(k); do { k--; } while (k > 4); while (k < await 8) k++; for (let i = 0; i < 3; i++) { const own = i * 2; let i2 = own; { let i = 10; i2 += i; } out.push(i2); } if (n) for (let i = 0; i < 2; i++) out.push("if"); else for (;;) break; return [out.map((x) => (typeof x === "function" ? x() : x)), v, w, k]; }
      /** @preempt */ async function shadowed($left) { for (let i = 0; i < 3; i++) $left += i; return $left; } const arrow = /** @preempt */ async (n) => { let s = 0n; for (let i = 0n; i < n; i++) s += i; return await s; };
      /** @preempt */ async function constant(out) { const c = 1; await 0; for (let i = 0; i < 3; i++) { out[i] = i; c += 1; } } /** @preempt */ async function clause(out, n) { await 0; switch (n) { case 0: let x = 1; default: for (let i = 0; i < 2; i++) { out[i] = n; x += i; } return x; } }
      class C { #n = 3; /** @preempt */ async sum() { let s = 0; for (let i = 0; i < this.#n; i++) s += this.#n; await null; while (this.#n > 0) this.#n--; return [s, this.#n]; } }
      /** @preempt */ async function main() { const kept = []; for (const f of [constant, clause]) { for (let n = 0; n < 2; n++) { const out = []; try { out.push(await f(out, n)); } catch (e) { out.push(e.name + e.message); } kept.push(out); } } return JSON.stringify([await jumps(9, 3), await jumps(9, 1), await jumps(4, 0), await thrown(3), await heads(1), await heads(0), await shadowed(1), String(await arrow(5n)), await new C().sum(), kept]); }`,
  },
  {
    name: "lists that are walked where functions await, and call nothing in their rounds, give what their iterators give",
    isAsync: true,
    code: `const asked = (xs, name) => new Proxy(xs, { get(o, k) { log(name, String(k)); return o[k]; } }); function* gen(n) { try { for (let i = 0; i < n; i++) yield i; } finally { log("closed"); } } const odd = (how) => ({ [Symbol.iterator]() { log(new Error("asked").message); if (how === "fails") throw "iterator"; if (how === "none") return 1; let i = 0; return { next() { if (how === "next" && i) throw "next"; return { done: i > 3, value: i++ }; }, return() { log("return"); if (how === "return") throw "closing"; return {}; } }; } });
      /** @preempt */ async function walked(xs, n) { const out = []; outer: for (let k = 0; k < 2; k++) { own: for (const x of xs) { if (x === n) continue own; if (n === 3 && x === 2) continue outer; if (n === 4 && x === 1) break own; if (n === 5 && x === 1) break outer; if (n === 6 && x === 1) return [x, ...out]; if (n === 7 && x === 1) throw x; if (n === 8 && x === 0) xs.length = 2; if (n === 9 && x === 0) xs[5] = 1; if (n === 10) { try { if (x) throw x; } catch (e) { out[out.length] = -e; continue; } } out[out.length] = x; } await null; for (let x of xs) { x++; out[out.length] = x; } for (var v of xs) { if (v === 1) break; } out[out.length] = v; } return out; }
      /** @preempt */ async function words(n) { const o = { none: null, f() { return 1; }, s: "a\u{1F600}" }; const out = []; switch (n) { case 0: for (const x of o.missing) out[0] = x; case 1: for (const x of o.none) out[0] = x; case 2: for (const x of o) out[0] = x; case 3: case 4: for (const x of o.s) out[out.length] = x; return out; case 5: for (const x of [x]) out[0] = x; case 6: for (const x of [, 1, ,]) out[out.length] = x; return out; case 7: for (const [a] of [[1], [2]]) out[out.length] = a; return out; case 8: for (o.x of [1, 2]); return o.x; default: for (const x of await gen(3)) { if (x) break; } return out; } }
      /** @preempt */ async function main() { const out = []; for (let n = 0; n < 11; n++) for (const make of [() => [0, 1, 2], () => asked([0, 1, 2], "p"), () => new Set([0, 1, 2]), () => gen(3), () => odd("return"), () => odd("fails"), () => odd("none"), () => odd("next"), () => 5]) { try { out.push(await walked(make(), n)); } catch (e) { out.push(e); } } for (let n = 0; n < 10; n++) { try { out.push(await words(n)); } catch (e) { out.push(e); } } return out; }`,
  },
];
for (const p of asynchronous) Object.assign(p, { isAsync: true });
