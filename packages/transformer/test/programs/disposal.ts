import { type NastyProgram, v } from "./program.ts";

const res = `const later = (x) => Promise.resolve().then(() => x); const a = (name, how = "") => ({ name, get [Symbol.asyncDispose]() { log("get async", name); return how === "none" ? undefined : async function (...args) { log("dispose", name, args.length, this.name); await later(1); if (how === "throw") throw new Error("async " + name); log("disposed", name); }; }, get [Symbol.dispose]() { log("get sync", name); return () => { log("sync", name); if (how === "throw") throw new Error("sync " + name); return later(how); }; } }); const s = (name, how = "") => ({ [Symbol.dispose]() { log("sync", name); if (how === "throw") throw new Error("sync " + name); } }); const show = (e) => e instanceof SuppressedError ? ["S", show(e.error), show(e.suppressed), e.message, Object.getOwnPropertyNames(e).length] : e instanceof TypeError ? "TypeError" : e;`;

const programs: NastyProgram[] = [
  {
    name: "await using in the head of a loop that calls nothing, and of one with a label",
    code: `${v} ${res} /** @preempt */ async function few() { for (await using x = a("few"); ; ) break; } /** @preempt */ async function counts(n) { let s = 0; for (await using x = a("counts"), y = s ? null : a("second"); n > 0; n--) s += n; return s; } /** @preempt */ async function named(how) { outer: for (await using x = a("named"); ; ) { for (let i = 0; i < 3; i++) { if (i === how) break outer; if (i === 2) continue outer; } } return how; } /** @preempt */ async function main() { return [await few(), await counts(3), await named(1), v(4)]; }`,
  },
  {
    name: "await using disposes in reverse order at every way out of a block",
    code: `${v} ${res} /** @preempt */ async function go(how) { const out = []; outer: for (let i = 0; i < 2; i++) { { await using x = a("x" + i); using y = s("y" + i), w = a("w" + i); await using z = v(a("z" + i)); log("body", x.name, z.name); if (how === 0) break outer; if (how === 1) continue outer; if (how === 2) return v("value"); if (how === 3) throw new Error("thrown"); } log("after"); } return out; } /** @preempt */ async function main() { const out = []; for (let how = 0; how < 5; how++) { try { out.push(await go(how)); } catch (e) { out.push(show(e)); } } return out; }`,
  },
  {
    name: "errors of a block and of its disposals are gathered in the order they came",
    code: `${v} ${res} /** @preempt */ async function go(how) { await using x = a("x", how & 1 ? "throw" : ""); using y = s("y", how & 2 ? "throw" : ""); await using z = a("z", how & 4 ? "throw" : "none"); if (how & 8) throw new Error("body"); return v(how); } /** @preempt */ async function main() { const out = []; for (let how = 0; how < 16; how++) { try { out.push(await go(how)); } catch (e) { out.push(show(e)); } } return out; }`,
  },
  {
    name: "await using of null, of what is not disposable, and of what is disposable without await",
    code: `${v} ${res} /** @preempt */ async function go(r) { log("start"); { using first = s("first"); await using x = r(); log("in"); } log("end"); return "done"; } /** @preempt */ async function main() { const out = []; for (const r of [() => null, () => undefined, () => 5, () => ({}), () => ({ [Symbol.asyncDispose]: 4 }), () => s("plain"), () => a("none", "none"), () => { throw new Error("initialiser"); }, () => ({ [Symbol.asyncDispose]: null, [Symbol.dispose]() { throw new Error("sync"); } }), () => ({ [Symbol.asyncDispose]() { throw new Error("at once"); } }), () => Object.assign(() => 1, { [Symbol.asyncDispose]() { log("function"); } })]) { try { out.push(await go(r)); } catch (e) { out.push(show(e)); } } return out; }`,
  },
  // V8 13.6 disposes of the variables of a for statement once a round when a closure takes them, and does not mind
  // assignments to the variable of for-of: neither is here.
  {
    name: "await using in loops disposes after each round, and in a for statement once",
    code: `${v} ${res} /** @preempt */ async function each(out, fs) { for (await using x of [a("1"), a("2"), null, a("3")]) { fs.push(() => x?.name); if (x === null) continue; v("round"); } } /** @preempt */ async function counted(out) { l: for (await using y = a("for"); out.length < 3; out.push(y.name)) { for (;;) { if (out.length === 1) { out.push("skip"); continue l; } break; } } } /** @preempt */ async function closed(fs) { let n = 0; for (await using y = a("one"), w = a("two"); n < 2; n++) v(y.name + w.name); } /** @preempt */ async function both() { for await (await using z of (async function* () { yield a("4"); yield a("5"); yield a("6"); })()) { log(z.name); if (z.name === "4") continue; break; } } /** @preempt */ async function failing() { for (await using e of [a("6", "throw"), a("7")]) v("once"); } /** @preempt */ async function main() { const out = [], fs = []; await each(out, fs); await counted(out); await closed(fs); await both(); try { await failing(); } catch (e) { out.push(show(e)); } return [out, fs.map((f) => f())]; }`,
  },
  {
    name: "functions, closures and uninitialised names around await using are what they were",
    code: `${v} ${res} /** @preempt */ async function main(p) { "use strict"; const out = []; try { early(); } catch (e) { out.push(e.name); } await using x = a("x"), y = a(x.name + "y"); out.push(early(), inner(2)); var hoisted = 1; function early() { return x.name + y.name; } /** @preempt */ function inner(n) { for (let i = 0; i < n; i++) v(x.name); return hoisted; } { await using x = a("shadow"); out.push(early(), x.name); } switch (1) { case 1: { await using c = a("case"); out.push(c.name); } } const f = /** @preempt */ async () => { await using q = a("arrow"); for (;;) return q.name; }; out.push(await f()); return out; }`,
  },
  {
    name: "await using and synchronous using in the order of their ticks",
    code: `${v} ${res} /** @preempt */ async function go(list) { { using s1 = s("s1"); await using n1 = null; using s2 = s("s2"); await using n2 = undefined; log("body"); } log("after"); { await using n3 = null; } log("end"); } /** @preempt */ async function main() { const ticks = (async () => { for (let i = 0; i < 8; i++) { await null; log("tick", i); } })(); const both = Promise.all([go(), ticks]); await both; return v(1); }`,
    isRace: true,
  },
];

export const disposal: NastyProgram[] = programs.map((p) => ({ ...p, isAsync: true, extension: "js" }));
