import { type NastyProgram, v } from "./program.ts";

const caught = "const caught = []; const attempt = (f) => { try { f(); } catch (e) { caught.push(e); } };";

const tells =
  "const tell = (f) => { try { return f(); } catch (e) { return e instanceof Error ? e.name + ': ' + e.message : 'no error'; } };";

/** Statements that fail, for one x or another, in words that quote it. */
const quoting = [
  ...["(x)()", "x!()", "(x as any)()", "x.foo()", "new x.Foo()", "new (x.y)()", "x[0]()", "globalThis[x]()", "x.y``"],
  ...[
    "[...x.y]",
    "[...(x)]",
    "for (const a of x.y);",
    "for (const a of (x));",
    "const { a } = x.y",
    "const { a } = (0, x.y)",
  ],
  ...["let a; ({ a } = x.y)", "const { p: { a } = x.z } = {}", "const { p: [a] = x } = {}", "(x || 0)()", "(0, x)()"],
  ...[
    "x.y(x).z()",
    "x.y()()",
    "[x.y].foo()",
    "`${x.y}`.foo()",
    "(x + 1)()",
    "(-x)()",
    "(typeof x)()",
    "(x ? x.y : 0)()",
  ],
];

/** In functions that mention x before it has a value, or whose x hides another one, or changes in rounds, or which are preemptable. */
function quotes(statement: string, i: number): string {
  return [
    `/** @preempt */ function early${i}(y) { const g = () => { ${statement}; }; log(tell(g)); let x = v(y); return tell(g); }`,
    `/** @preempt */ function hides${i}(y) { const x = v(1), out = []; { const x = v(y), g = () => { ${statement}; }; out.push(tell(g)); v(0); } return [x, out]; }`,
    `/** @preempt */ function rounds${i}(y) { const out = []; for (let i = 0; i < 2; i++) { let x = v(y); const g = () => { ${statement}; }; out.push(tell(g)); x = i ? 0 : x; } return out; }`,
    `/** @preempt */ function inner${i}(y) { const x = v(1), out = []; { const x = v(y), g = /** @preempt */ () => { v(0); ${statement}; }; out.push(tell(() => g())); v(0); } return [x, out]; }`,
  ].join(" ");
}

const parameters = [
  ...[
    "{ a } = { a: 4 }",
    "{ a = 1 }",
    "{ a = 1 } = {}",
    "{ a: { b } = {} }",
    "{ a: { b } = {} } = {}",
    "{ z, a: { b } = {} } = {}",
  ],
  ...[
    "x, { a } = undefined",
    "x, { a } = x",
    "{} = {}",
    "y = v(1), [a]",
    "y = [...[1]], [a]",
    "[a] = v([1])",
    "y = v.name, [a]",
  ],
  ...["{ a, z = v(1) } = {}, [b]", "[a = v(1)] = [], [b]", "{ a: { b: { c } = {} } }"],
];
const patterns = [
  "{ a }",
  "{ a = 1 }",
  "{ a: { b } = {} }",
  "{ z, a: { b } = {} }",
  "{ a: [b] }",
  "{ a: { b = 1 } }",
  "[a = 1]",
];

/** Which error, with which words, after which side effects. */
export const errors: NastyProgram[] = [
  {
    name: "calling what is not a function names it as the engine did",
    code: `${v} /** @preempt */ function main() { const o = { n: 1, d: { e: {} }, a: [0] }, k = "n", f = 5; let u; const nil = null; const e = []; class C { #p = 1; static s = 2; p(x) { for (;;) this.#p(v(x)); } } const c = new C(); const sym = Symbol("s");
      for (let i = 0; i < 24; i++) { try { switch (i) { case 0: f(v(i)); case 1: o.n(v(i)); case 2: o[k](v(i)); case 3: o["n"](v(i)); case 4: o.d.e.g(v(i)); case 5: o.a[0](v(i)); case 6: u(v(i)); case 7: nil(v(i)); case 8: v(1)(v(i)); case 9: o.d["e"][k](v(i)); case 10: C.s(v(i)); case 11: c.p(v(i)); case 12: this.x(v(i)); case 13: o?.n(v(i)); case 14: o.n?.(v(i)); case 15: o[sym](v(i)); case 16: (o.n)(v(i)); case 17: c.missing(v(i)); case 18: o.a.at(0)(v(i)); case 19: undefined(v(i)); case 20: [].x(v(i)); case 21: "text".x(v(i)); case 22: o[0](v(i)); case 23: o.d[v("e")].h(v(i)); } } catch (err) { e.push(err); } } return e; }`,
  },
  {
    name: "calling a computed callee that is not a function names its parts as the engine did, after the arguments",
    code: `${v} /** @preempt */ function main() { const e = []; const o = {}; let a = 0, u; for (let i = 0; i < 30; i++) { try { switch (i) { case 0: (a || u)(v(i)); case 1: (a ? u : 1)(v(i)); case 2: (0, a)(v(i)); case 3: (a = 1)(v(i)); case 4: ({})(v(i)); case 5: (\`x\`)(v(i)); case 6: ((x) => 1)(v(i))(v(i)); case 7: (new Map)(v(i)); case 8: o[\`x\${i}\`](v(i)); case 9: (a + 1).x(v(i)); case 10: (-a)(v(i)); case 11: (typeof a)(v(i)); case 12: /r/g.x(v(i)); case 13: (class {}).x(v(i)); case 14: (() => 1).x(v(i)); case 15: o[a + 1](v(i)); case 16: o[v](v(i)); case 17: o[null](v(i)); case 18: o[undefined](v(i)); case 19: o[[]](v(i)); case 20: o[-1](v(i)); case 21: o[1.5](v(i)); case 22: o["a b"](v(i)); case 23: (void 0)(v(i)); case 24: (a ?? u)(v(i)); case 25: [1, a].x(v(i)); case 26: ({ a: 1 }).x(v(i)); case 27: v\`a\`(v(i)); case 28: (a && o).x(v(i)); case 29: o[0x10](v(i)); } } catch (err) { e.push(err); } } return e; }`,
  },
  {
    name: "a callee that counts is named with its parentheses, as the engine did",
    extension: "js",
    code: `${v} /** @preempt */ function main() { const e = []; const a = { c: {} }; let b = 0; for (let i = 0; i < 12; i++) { try { switch (i) { case 0: a[b++](); case 1: a[b--](v(i)); case 2: a[++b](v(i)); case 3: a[a.d++](); case 4: (b++)(v(i)); case 5: (b--).x(v(i)); case 6: (a.c.n--)(...[v(i)]); case 7: a[b++].x(v(i)); case 8: a.c[b++ + b--](v(i)); case 9: a?.[b++](v(i)); case 10: a[new.target](v(i)); case 11: a[[b++]](v(i)); } } catch (err) { e.push(err); } } return e; }`,
  },
  {
    name: "preemptable functions that are called or constructed where they are made are no more than a value to the engine",
    extension: "js",
    code: `${v} ${caught} class A { /** @preempt */ m(a) { attempt(() => new (/** @preempt */ () => { for (;;) return v(1); })()); attempt(() => new (/** @preempt */ async function () { for (;;) v(1); })(v(2))); attempt(() => (/** @preempt */ () => { for (;;) return v(3); })()()); attempt(() => (/** @preempt */ () => { for (;;) return 1; }).x(v(4)));
      attempt(() => [/** @preempt */ () => { for (;;) return 1; }].x()); attempt(() => a[/** @preempt */ () => { for (;;) return 1; }]()); attempt(() => new a[/** @preempt */ () => { for (;;) return 1; }]()); attempt(() => (/** @preempt */ () => { for (;;) return 1; })\`x\`(v(5))); attempt(() => (/** @preempt */ function () { for (;;) return 1; }).a.b()); attempt(() => (-/** @preempt */ function () { for (;;) return 1; })());
      return [new (/** @preempt */ function () { for (let i = 0; i < 1; i++) this.n = v(6); })().n, (/** @preempt */ (x) => { for (;;) return v(x); })(7), (/** @preempt */ (x) => { for (;;) return v(x); }).call(null, 8), (/** @preempt */ () => { for (;;) return 1; }).name]; } } /** @preempt */ function main() { return [new A().m({}), v(9), caught]; }`,
  },
  {
    name: "constants that the engine's parser computes are named by their values, operators in a row without parentheses",
    extension: "js",
    code: `${v} /** @preempt */ function main() { const e = []; const o = {}; let a = 0, u; for (let i = 0; i < 22; i++) { try { switch (i) { case 0: o[1 + 1](v(i)); case 1: (1 + 2 * 3)(v(i)); case 2: (a + 1 + 2)(v(i)); case 3: (a - (1 - 1) - 2)(v(i)); case 4: ("a" + "b").x(v(i)); case 5: (!0)(v(i)); case 6: (a, u, 1)(v(i)); case 7: for (const x of 1 + 1) v(x); case 8: (1 && a && u)(v(i)); case 9: (-0)(v(i)); case 10: (~~1.5)(v(i)); case 11: (a ** 2 ** 3)(v(i)); case 12: ("a" + 1)(v(i)); case 13: (!null)(v(i)); case 14: ((a | 1) | (2 | u))(v(i)); case 15: (-"1")(v(i)); case 16: ((a, 1), 2)(v(i)); case 17: ((a ?? 1) ?? 2)(v(i)); case 18: o["a" + "b"](v(i)); case 19: (1 < 2)(v(i)); case 20: (1 - 1 - a)(v(i)); case 21: (5 % -3 >>> 0)(v(i)); } } catch (err) { e.push(err); } } return e; }`,
  },
  {
    name: "spreading what is not iterable says so before the call",
    code: `${v} /** @preempt */ function main() { const e = []; const o = { v }; let u; for (let i = 0; i < 6; i++) { try { switch (i) { case 0: v(...u); case 1: o.v(...5); case 2: o.v(v(1), ...{}); case 3: [...u]; case 4: new Set(...u); case 5: v(v(2), ...null, v("never")); } } catch (err) { e.push(err.name); } } return e; }`,
  },
  {
    name: "constructors called as functions, and functions that cannot be constructed",
    code: `${v} /** @preempt */ function main() { class C {} const o = { m() { return 1; }, /** @preempt */ a() { for (;;) return 1; } }; const arrow = /** @preempt */ () => { for (;;) return 1; }; const e = []; for (let i = 0; i < 7; i++) { try { switch (i) { case 0: C(v(i)); case 1: new o.m(v(i)); case 2: new o.a(v(i)); case 3: new arrow(v(i)); case 4: new o.b.c(v(i)); case 5: class D extends null { constructor() { super(); } } new D(); case 6: class E extends v(3) {} } } catch (err) { e.push(err); } } return e; }`,
  },
  {
    name: "an uninitialised variable throws wherever it is touched, and is bound afterwards",
    code: `${v} ${caught} /** @preempt */ function main() { attempt(() => a); try { v(a); } catch (e) { caught.push(e); } try { a = v(1); } catch (e) { caught.push(e); } try { typeof a; } catch (e) { caught.push(e); } try { f(); } catch (e) { caught.push(e); } try { new K(); } catch (e) { caught.push(e); } for (let i = 0; i < 2; i++) { try { if (i) log(b); let b = v(i); { log(b); c; let c = b; } } catch (e) { caught.push(e); } } let a = v(2); const f = /** @preempt */ () => { for (;;) return a; }; class K { x = f(); } return [a, f(), new K().x, caught]; }`,
  },
  {
    name: "constants stay constant, after the value was computed",
    code: `${v} /** @preempt */ function main() { const c = 1, e = []; for (let i = 0; i < 6; i++) { try { switch (i) { case 0: c = v(i); case 1: c += v(i); case 2: c++; case 3: [c] = [v(i)]; case 4: c ||= v("skipped"); c ??= v("skipped"); c &&= v(i); case 5: for (c of [v(i)]) log("never"); } } catch (err) { e.push(err); } } for (const k of [1]) { try { k = v(9); } catch (err) { e.push(err); } } return [c, e]; }`,
  },
  {
    name: "destructuring what is missing throws, with the iterators closed",
    code: `${v} function* g() { try { yield 1; yield 2; } finally { log("closed"); } } /** @preempt */ function f({ a, b: { c } }, [d] = g()) { for (;;) return [a, c, d]; }
      /** @preempt */ function main() { const e = []; for (let i = 0; i < 7; i++) { try { switch (i) { case 0: e.push(f({ a: 1, b: { c: 2 } })); case 1: f({ a: 1 }); case 2: f(); case 3: { const [x, { y }] = v(g()); } case 4: { const [x = (() => { throw new RangeError("default"); })()] = [v(undefined)]; } case 5: { let x; [x.y] = g(); } case 6: { const { [v("k")]: { z } } = {}; } } } catch (err) { e.push(err.name); } } return e; }`,
  },
  {
    name: "errors thrown by arguments, getters and conversions leave the call unmade",
    code: `${v} /** @preempt */ function main() { const boom = (s) => { throw new Error(s); }; const o = { get bad() { boom("getter"); }, f: v, [Symbol.toPrimitive]() { boom("prim"); } }; const e = []; for (let i = 0; i < 7; i++) { try { switch (i) { case 0: v(v(1), boom("arg"), v("never")); case 1: o.bad(v("never")); case 2: o[boom("key")](v("never")); case 3: o[o](v("never")); case 4: o.f(...[1], boom("late")); case 5: boom("callee")(v("never")); case 6: o?.bad?.(v("never")); } } catch (err) { e.push(err); } } return e; }`,
  },
  {
    name: "errors keep their identity, cause and added properties through many frames",
    code: `${v} class MyError extends Error { constructor(m, extra) { super(m); this.extra = extra; } get name() { return "MyError"; } } /** @preempt */ function thrower(x) { for (let i = 0; i < 3; i++) if (i === x) throw new MyError("m" + i, { i }); throw x; }
      /** @preempt */ const through = (x) => { try { return thrower(x); } finally { v("f" + String(x)); } }; class T { /** @preempt */ m(x) { for (;;) { try { return through(x); } catch (e) { if (e instanceof MyError) { e.seen = true; throw e; } throw new TypeError("wrapped", { cause: e }); } } } }
      /** @preempt */ function main() { const out = []; for (const x of [0, 2, "s", null, undefined, 5]) { try { new T().m(x); } catch (e) { out.push([e, e.extra, e.seen, e.cause, e instanceof MyError]); } } try { throw undefined; } catch (e) { out.push(e); } return out; }`,
  },
  {
    name: "a thrown error leaves main as it is, at every budget",
    code: `${v} /** @preempt */ function main() { try { for (let i = 0; ; i++) if (v(i) === 2) null.x; } finally { for (let i = 0; i < 2; i++) v("finally"); } }`,
  },
  {
    name: "what is called, constructed, walked or taken apart has the original's words, whatever its variables are called in a body",
    code: `${v} ${tells} ${quoting.map(quotes).join("\n")}
      /** @preempt */ function main() { const out = []; for (const x of [{}, null, 5, { y() { return {}; } }]) for (const f of [${quoting.map((_, i) => `early${i}, hides${i}, rounds${i}, inner${i}`).join()}]) out.push(tell(() => f(x))); return out; }`,
  },
  {
    name: "in sloppy code, deleting a variable that has no value yet deletes nothing, and does not look at it",
    strict: false,
    code: `${v} ${tells} /** @preempt */ function deletes() { const g = () => delete x, h = () => delete (x); const out = [tell(g), tell(h)]; let x = v(5); return [out, g(), h(), x]; }
      /** @preempt */ function main() { return deletes(); }`,
  },
  {
    name: "of parameters and rounds that cannot be taken apart, default values and calls beside them are told as they were",
    code: `${v} ${tells} ${parameters.map((p, i) => `/** @preempt */ function f${i}(${p}) { return v(${i}); }`).join(" ")} ${patterns.map((p, i) => `/** @preempt */ function g${i}(x) { for (const ${p} of [x]) v(0); return "ok"; }`).join(" ")}
      /** @preempt */ function main() { const out = []; for (const x of [undefined, null, 5, {}, [], { a: null }, { a: 5 }, { a: { b: null } }, { [Symbol.iterator]: 1 }]) { for (const f of [${parameters.map((_, i) => `f${i}`)}]) out.push(tell(() => f(x, x)), tell(() => f(1, x)), tell(() => f(undefined, x))); for (const g of [${patterns.map((_, i) => `g${i}`)}]) out.push(tell(() => g(x))); } return out; }`,
  },
  {
    name: "a computed key is made text where it stands",
    code: `const key = (name) => ({ toString() { log(name); return name; } }); const a = key("a"), b = key("b"), c = key("c");
      /** @preempt */ function main() { const o = { [a]: /** @preempt */ (x) => { for (let i = 0; i < 2; i++) log(x); return x; },
        x: 1, /** @preempt */ [b](x) { return o.a(x); }, [c]: /** @preempt */ function (x) { return o.b(x); } }; return [o.c(1), o.a.name, o.b.name, o.c.name]; }`,
  },
];
