import { type NastyProgram, v } from "./program.ts";

/** Names: where they are bound, hoisted, shadowed and captured. */
/** For strict and sloppy code alike, in which it does not come to the same. */
export const blockFunctions: NastyProgram = {
  name: "a function in a block has the name of a variable around",
  extension: "js",
  code: `${v} /** @preempt */ function hidden() { const h = -2; /** @preempt */ function k() { { /** @preempt */ function h() { for (let i = 0; i < 1; i++); return 2; } log(h()); } return h; } return k(); } /** @preempt */ function plain() { let h = -2; v(h); const k = () => { { function h() { return 2; } log(h()); } return h; }; h--; return [typeof k(), typeof v(k()), typeof h]; } /** @preempt */ function assigns() { let h = -2; v(h); const k = () => { { function h() { return 2; } log(h()); } h = 5; return h; }; const out = [k(), h, v(h)]; h = 7; return [...out, k(), h]; } /** @preempt */ function loops() { const out = []; for (let h = 0; h < 2; h++) { const k = () => { { function h() { return 2; } log(h()); } return typeof h; }; out.push(k, v(h)); } return out.map((f) => typeof f === "function" ? f() : f); } /** @preempt */ function cases(x) { let h = "outer"; { let h = "inner"; v(h); const k = () => { switch (x) { case 1: function h() { return 2; } log(h()); } return typeof h; }; return [k(), h]; } } /** @preempt */ function between() { let h = 1; { let h = v(2); { function h() { return 3; } log(h()); } h++; log(h); } return [h, (() => h)()]; } /** @preempt */ function asyncOne() { let h = v(1); h++; const k = () => { { async function h() {} function* g() {} log(typeof h, typeof g); } return [typeof h, typeof g]; }; return k(); } /** @preempt */ function param(h) { v(h); const k = () => h; { function h() { return 3; } log(h()); } return [typeof h, typeof k()]; } /** @preempt */ function vari() { var h = v(1); { function h() { return 3; } log(h()); } const k = () => typeof h; return [typeof h, k()]; } /** @preempt */ function call() { const h = (x) => "outer" + x; const k = /** @preempt */ () => { if (v(1)) { function h() { return "inner"; } log(h(1)); } return h(2); }; return [k(), h(3)]; } function g() { return "g"; } 
      /** @preempt */ function main() { return [typeof hidden(), plain(), assigns(), loops(), cases(1), cases(2), between(), asyncOne(), param(1), vari(), call()]; }`,
};

export const scopes: NastyProgram[] = [
  blockFunctions,
  { ...blockFunctions, name: `${blockFunctions.name}, in sloppy code`, strict: false },
  {
    name: "a sloppy function in a block is hoisted out of it when the block is entered",
    strict: false,
    code: `/** @preempt */ function main() { /** @preempt */ function g() { for (;;) return "outer"; } /** @preempt */ function run() { const r = [typeof h, g()]; { r.push(h()); /** @preempt */ function h() { for (;;) return "h"; } } r.push(typeof h, h()); return r; } return run(); }`,
  },
  {
    name: "a sloppy function in a block replaces the one around it for the rest of the function",
    strict: false,
    code: `/** @preempt */ function main() { /** @preempt */ function g() { for (;;) return "outer"; } /** @preempt */ function run(flag) { const r = []; if (flag) { /** @preempt */ function g() { for (;;) return "inner"; } r.push(g()); } try { r.push(g()); } catch (e) { r.push(e); } return r; } return [run(true), run(false), g()]; }`,
  },
  {
    name: "a sloppy function in a switch is callable from every case, and after it",
    strict: false,
    refused: ["PT1011"],
    code: `/** @preempt */ function f(x) { const r = []; switch (x) { case 0: r.push(g()); break; case 1: g = () => "replaced"; case 2: /** @preempt */ function g() { for (;;) return "g"; } r.push(g()); } r.push(typeof g); return r; } /** @preempt */ function main() { return [f(0), f(2), f(1), f(3)]; }`,
  },
  {
    name: "entering a block of sloppy code replaces the function of the same name around it",
    strict: false,
    code: `/** @preempt */ function f(x) { const r = [g()]; /** @preempt */ function g() { for (;;) return "outer"; } if (x) { r.push(g()); /** @preempt */ function g() { for (;;) return "inner"; } } r.push(g()); return r; } /** @preempt */ function main() { return [f(false), f(true)]; }`,
  },
  {
    name: "a function declaration as a branch",
    strict: false,
    code: `/** @preempt */ function f(x) { if (x) /** @preempt */ function g() { for (;;) return "then"; } else /** @preempt */ function h() { for (;;) return "else"; } return [typeof g, typeof h, x ? g() : h()]; } /** @preempt */ function main() { return [f(true), f(false)]; }`,
  },
  {
    name: "a strict function in sloppy code sees no global object as its this",
    strict: false,
    code: `/** @preempt */ function f() { "use strict"; /** @preempt */ function inner() { for (;;) return 1; } return [typeof this, inner()]; } const o = { m: f }; /** @preempt */ function main() { for (;;) return [f(), f.call(1), typeof o.m()[0], [0].concat([1].map(f)), Reflect.apply(f, "text", [])]; }`,
  },
  {
    name: "a function of a case is callable from the other cases, and may be replaced before",
    code: `/** @preempt */ function f(x) { const r = []; switch (x) { case 0: r.push(g()); break; case 1: g = () => "replaced"; case 2: function g() { for (;;) return "g"; } r.push(g()); } return r; } /** @preempt */ function main() { const out = []; for (const x of [0, 2, 1, 3]) out.push(f(x)); return out; }`,
  },
  {
    name: "an annotated function of a case that was replaced before its declaration stays replaced",
    refused: ["PT1011"],
    code: `/** @preempt */ function main() { const r = []; for (const x of [0, 1, 2]) switch (x) { case 1: g = null; case 0: /** @preempt */ function g() { for (;;) return "g"; } r.push(typeof g); } return r; }`,
  },
  {
    name: "repeated var and function declarations share one variable",
    strict: false,
    refused: ["PT1011"],
    code: `/** @preempt */ function main() { var r = [typeof f, f()]; var f = 1; r.push(f); var f; r.push(f); /** @preempt */ function f() { for (;;) return "first"; } /** @preempt */ function f() { for (;;) return "second"; } /** @preempt */ function g(a, a2) { var a; for (let i = 0; i < 1; i++) r.push(a); var a = 2; return [a, arguments[0]]; } r.push(g(7)); return r; }`,
  },
  {
    name: "loops begin with what a direct eval, a function of a block, a loop over keys or another file assigned",
    strict: false,
    code: `let n = 0; function set(s) { eval(s); } /** @preempt */ function count(x) { const out = []; set("n = " + x); for (let i = n; i < 3; i++) out.push(i); return out; } function around() { let m = 0; const set = (s) => (eval)(s); set("m = 1n"); return /** @preempt */ () => { const out = []; for (let i = m; i < 3; i++) out.push(i); return out; }; } function block() { var f = 0; { function f() {} } return /** @preempt */ function () { const out = []; for (let i = f; out.length < 3; i++) out.push(i); return out; }; } function keys() { for (var k = 0 in { a: 1, b: 2 }); return /** @preempt */ function () { const out = []; for (let i = k; out.length < 3; i++) out.push(i); return out; }; } namespace N { export let n = 0; export const given = /** @preempt */ () => { const out = []; for (let i = n; i < 3; i++) out.push(i); return out; }; } function other(o) { let w = 0; with (o) w = 2n; return /** @preempt */ function () { const out = []; for (let i = w; i < 5; i++) out.push(i); return out; }; }
      /** @preempt */ function main() { return [count("0"), count("-1"), count("1n"), count("0.5"), count("'x'"), around()(), block()(), keys()(), other({})(), other({ w: 1 })(), N.given(), ((N as any).n = 1n, N.given())]; }`,
  },
  {
    name: "a function beside one with a direct eval is preempted, and sees what that assigns",
    strict: false,
    code: `var n = 1, f = () => 1; const h = (x) => n + x; function g(s) { return eval(s); } function strictly(s) { "use strict"; return eval(s); }
      /** @preempt */ function sum() { let s = 0; for (let i = 0; i < arguments.length; i++) s += h(arguments[i]) + f(); return [s, typeof m, arguments.length]; }
      function around(s) { /** @preempt */ function own() { let s = 0; for (let i = 0; i < arguments.length; i++) s += arguments[i] + n; return s; } eval(s); return own(1, 2); }
      /** @preempt */ function main() { const out = [sum(1, 2)]; g("n = 10; f = () => 5; var m = 3"); out.push(sum(1, 2), around("var n = 100, arguments = [7]")); strictly("var n = 3, f = 4; n"); out.push(sum(3), around("n = 1000")); return out; }`,
  },
  {
    name: "a function that reads its arguments is preempted where a variable of that name is declared around it",
    strict: false,
    code: `var arguments = 5; /** @preempt */ function main(a = [].slice.call(arguments)) { let s = ""; for (let i = 0; i < 2; i++) s += typeof arguments + arguments.length; return [s, a.length]; }`,
  },
  {
    name: "a function declaration replaces the parameter of its name, a var does not",
    code: `/** @preempt */ function f(a, b) { var a, b = 2; /** @preempt */ function a() { for (;;) return "function"; } for (;;) return [typeof a, typeof a === "function" && a(), b]; } /** @preempt */ function main() { return f(1, 1); }`,
  },
  {
    name: "parameter initialisers have a scope of their own",
    code: `/** @preempt */ function f(a, get = () => a, set = (x) => { a = x; }) { var a; const r = [a]; for (let i = 0; i < 2; i++) { a = "body" + i; r.push(get()); set("param" + i); r.push(a, get()); } return r; } /** @preempt */ function g(x = y, y = 1) { for (;;) return [x, y]; } /** @preempt */ function h(x = arguments.length, { y = x, ...z } = { y: undefined, q: 1 }, [w = z.q] = []) { for (;;) return [x, y, z, w]; }
      /** @preempt */ function main() { const out = [f("arg"), h(), h(undefined, { r: 2 }, [])]; try { g(); } catch (e) { out.push(e); } return out; }`,
  },
  {
    name: "closures made in every kind of loop keep their iteration, also across suspensions",
    code: `/** @preempt */ function step(x) { for (let i = 0; i < 2; i++) x++; return x - 1; }
      /** @preempt */ function main() { const fs = []; for (let i = 0; i < 3; i = step(i)) { fs.push(() => i, (x) => (i += x)); if (i === 1) continue; step(i); } for (let i = 0, inc = () => i++; i < 2; inc(), i = step(i)) fs.push(() => i); for (const [k, v] of Object.entries({ a: 1, b: 2 })) fs.push(() => k + step(v)); for (const k in { x: 1, y: 2 }) { let n = 0; fs.push(() => k + n); n = step(n); } let w = 0; while (w < 2) { const c = w; fs.push(() => c); w = step(w); } do { let c = w; fs.push(() => c++); fs.push(() => c); } while ((w = step(w)) < 4); return [fs.map((f) => f(10)), fs.map((f) => f(1))]; }`,
  },
  {
    name: "the closure of a loop's head sees the first iteration's copy only",
    code: "/** @preempt */ function main() { const fs = []; for (let i = (fs.push(() => i), 0), n = 0; fs.push(() => i + 10), n < 3; fs.push(() => i + 20), i++, n++) { fs.push(() => (i += 100)); } return fs.map((f) => f()); }",
  },
  {
    name: "catch parameters, class names and labels do not clash with variables",
    code: "/** @preempt */ function main() { var e = 1; const r = []; try { throw 2; } catch (e) { var e = 3; r.push(e); for (;;) { try { throw 4; } catch ({ constructor: e }) { r.push(e.name); break; } } } r.push(e); e: for (const e of [1, 2]) { for (;;) { r.push(e); continue e; } } const C = class D { static self() { return D; } m() { return typeof D; } }; r.push(C.self() === C, new C().m()); return r; }",
  },
  {
    name: "names of the transform's own making are the user's where the user has them",
    code: `const $preempt = "p", $link = "l", $callee = "c", $it = "i", $error = "e", $rest = "r", $0 = "0", $activation = "a"; function f$resumable() { return "mine"; } class C { ["m$resumable"]() { return "mine"; } /** @preempt */ m() { for (;;) return typeof super.toString; } #p$resumable = 1; /** @preempt */ #p() { for (;;) return this.#p$resumable; } q() { return this.#p(); } }
      /** @preempt */ function f(o, $value, $self) { let $signal = 1; for (const x of [1]) { $value = o?.m($self) ?? $link; } return [$value, $self, $signal]; } /** @preempt */ function main() { /** @preempt */ const inner = ($0, ...$rest) => { for (;;) return [$0, $rest]; }; const attach = 1, run = 2, Symbol = 3, globalThis = 4, Object = 5; return [f({ m: (x) => x }, 1, 2), f(null, 3, 4), $preempt, $callee, $it, $error, $rest, $0, $activation, f$resumable(), new C()["m$resumable"](), new C().q(), inner(1, 2, 3), attach, run, Symbol, globalThis, Object]; }`,
  },
  {
    name: "variables of a loop that have the names of those which hold its values meanwhile",
    code: `/** @preempt */ function g(i) { for (let k = 0; k < 2; k++) i++; return i; }
      /** @preempt */ function main() {
        let s = 0;
        for (let i = 0; i < 5; i++) { s = s * 2 + g(i) * g(i + 1); let $t = i * 3, $t_1 = s & 1, $list = [s], $i = 1, $left = 2, $end = 3; s += $t + $t_1 + $list[0] + $i + $left + $end; }
        for (const x of [1, 2, 3]) { s += g(x) * g(s & 7); let $iteration = 4; s += $iteration; }
        return s;
      }`,
    extension: "js",
  },
  {
    name: "functions named like what emitted code calls are the user's",
    code: `/** @preempt */ function run(x) { for (;;) return "run" + x; } /** @preempt */ function of(x) { for (;;) return "of" + x; } /** @preempt */ const call = (x) => { for (;;) return "call" + x; }; /** @preempt */ function attach(x) { for (;;) return "attach" + x; } const state = { budget: 5 }, signal = "s"; const o = { /** @preempt */ run(x) { for (;;) return "o.run" + x; }, /** @preempt */ of(x) { for (;;) return "o.of" + x; } };
      /** @preempt */ function main() { const captured = []; for (const f of [run, of, call, attach]) captured.push(f(1)); return [run(1), of(2), call(3), attach(4), o.run(5), o.of(6), state, signal, captured]; }`,
  },
  {
    name: "parameters and variables named async, await, let, of, get, static and arguments-like",
    strict: false,
    code: "/** @preempt */ function main() { var async = 1, await = 2, let_ = 3, of = [4], get = 5, set = 6, static = 7, implements = 8; for ((async) of of) log(async); for (var of of of) log(of); const o = { async, await, get, set, static, of, get get() { return 1; }, set set(x) { log(x); }, async async() { return 1; } }; o.set = 3; label: for (;;) { if (await === 2) break label; } return [async, await, get, set, static, implements, o.get, typeof o.async]; }",
  },
  {
    name: "sloppy this, undeclared assignment, octal numbers and repeated parameters survive in the resumable body",
    strict: false,
    code: `/** @preempt */ function f(a, a) { for (let i = 0; i < 1; i++) undeclared_x = a; return [typeof this, this === globalThis, "\\x08", delete globalThis.undeclared_x, arguments.length, a]; } /** @preempt */ function strict() { "use strict"; for (let i = 0; i < 1; i++) try { undeclared_y = 1; } catch (e) { return [this === undefined, e]; } } /** @preempt */ function main() { return [f(1, 2), f.call(5, 3), strict()]; }`,
  },
  {
    name: "arguments of every kind of function keep their link to the parameters, or do not",
    strict: false,
    code: `/** @preempt */ function mapped(a, b) { const r = []; for (let i = 0; i < 2; i++) { a = "a" + i; arguments[1] = "b" + i; r.push(arguments[0], b, arguments.length); } delete arguments[0]; a = "gone"; r.push(arguments[0], [...arguments]); arguments.length = 1; r.push(Array.from(arguments)); return r; } /** @preempt */ function strict(a) { "use strict"; for (;;) { a = 2; arguments[1] = 5; return [...arguments, a]; } } /** @preempt */ function defaults(a, b = 2) { for (;;) { a = 9; return [...arguments, arguments.length]; } } /** @preempt */ function rest(a, ...b) { for (;;) { a = 9; b.push(1); return [...arguments]; } } /** @preempt */ function inner() { for (;;) { const f = () => arguments[0]; const g = function () { return arguments.length; }; return [f(7), g(1, 2, 3)]; } }
      /** @preempt */ function pass() { for (;;) return mapped.apply(this, arguments); } /** @preempt */ function main() { return [mapped(1, 2, 3), mapped(1), strict(1), defaults(1), rest(1, 2), inner(4), pass(1, 2), Object.prototype.toString.call((function () { return arguments; })())]; }`,
  },
  {
    name: "an arguments object that escapes still knows its function",
    strict: false,
    code: "function look(a) { return a.callee; } /** @preempt */ function f() { for (;;) return look(arguments) === f; } /** @preempt */ function main() { for (;;) return f(); }",
  },
  {
    name: "a closure made in a round keeps the variables of that round",
    code: `/** @preempt */ function v(x) { for (let i = 0; i < 1; i++) log(x); return x; } /** @preempt */ function body() { const fs = []; for (let i = 0; i < 3; i++) { const x = v(i * 10); fs.push(() => x); } return fs; } /** @preempt */ function quiet() { const fs = []; for (let i = 0; i < 3; i++) { const x = i * 10; fs.push(() => x); } return fs; } /** @preempt */ function lists() { const fs = []; for (const y of [1, 2]) { v(y); fs.push(() => y); } return fs; } /** @preempt */ function whiles() { const fs = []; let n = 0; while (n < 2) { const m = v(n++); const k = v(m + 1); fs.push(() => [m, k]); } return fs; } /** @preempt */ function counters() { const fs = []; for (let i = 0; i < 3; i++) { v(i); fs.push(() => i++); } return fs; }
      /** @preempt */ function main() { return [body, quiet, lists, whiles, counters].map((make) => { const fs = make(); return [fs.map((f) => v(f())), fs.map((f) => f())]; }); }`,
  },
  {
    name: "default values that a plain body computes do not see its variables",
    code: `${v} let x = "outer"; const own = (a) => a; function g() { return "outer g"; } class S { k = 2; m(a = x) { const x = this.k; return a + x; } }
      /** @preempt */ function vars(a = own(x), b = x + 1) { var x = v("inner"); return [a, b, x]; } /** @preempt */ function inBlock({ a = x, b = a } = {}) { if (v(1)) { var x = v(2); } return [a, b, x]; } /** @preempt */ function counter(a = x + 1) { for (var x = 0; x < 3; x++); return [a, x]; } /** @preempt */ function declared(a = g()) { v(1); function g() { return "inner g"; } return [a, v(g())]; }
      /** @preempt */ function hidden(a = x + 1) { let x = 5; return a + x; } /** @preempt */ function taken({ a = x } = {}) { const x = 6; return a + x; } /** @preempt */ function renamed(a = x + 1) { let x = v(5); { let x = v(6); } return [a, x]; } const self = /** @preempt */ function me(a = typeof me) { var me = v(1); return [a, me]; };
      /** @preempt */ function main() { const s = new S(), out = []; for (let i = 0; i < 2; i++) out.push(vars(), vars(1), vars(1, 2), inBlock(), inBlock({ a: 1 }), counter(), declared(), hidden(), taken(), renamed(), s.m(), self()); return out; }`,
  },
  {
    name: "a variable is called let",
    strict: false,
    code: `${v} /** @preempt */ function given(let = v(1)) { v(let); return let; } /** @preempt */ function taken({ let, a }) { v(let); return [let, a]; } /** @preempt */ function changing() { var let = v(1); const set = (x) => { let = x; }; set(v(2)); return let; }
      /** @preempt */ function main() { return [given(), given(3), taken({ let: 1, a: 2 }), changing()]; }`,
  },
];
