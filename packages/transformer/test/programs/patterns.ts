import { type NastyProgram, v } from "./program.ts";

const rows = `/** @preempt */ function* rows(n, end) { try { for (let i = 0; i < n; i++) { v(i); yield i; } return "returned"; } catch (e) { log("caught " + e); throw e; } finally { v("closed"); if (end === "throw") throw new Error("at the end"); } }`;
const cart = `class Cart { items = [1, 2]; n = null; constructor(more) { Object.assign(this, more); } /** @preempt */ get total() { let n = 0; for (const x of this.items) n += v(x); return n; } /** @preempt */ get none() { for (let i = 0; i < 2; i++) v("none"); } /** @preempt */ get boom() { for (let i = 0; i < 2; i++) v("boom"); throw new Error("boom"); } get plain() { return v("plain"); } /** @preempt */ get inner() { v("inner"); return new Cart(); } }`;
const tell = `const tell = /** @preempt */ (f) => { try { return f(); } catch (e) { return e instanceof Error ? e.name + ": " + e.message : ["thrown", e]; } };`;

/** Patterns that fail for one source or another, in words that quote it. */
const failing = [
  ...["const { total } = x", "const { total = 1 } = x", "const { total: t = 1, n } = x", "const { n, total } = x"],
  ...["const { total } = x.y", "const { total } = x.y.z", "const { total } = f(x)", "const { total } = g.h(x).y"],
  ...[
    "const { total } = x?.y",
    "const { total } = x ? x : null",
    "const { 'total': t } = x",
    "const { 1: t, total } = x",
  ],
  ...["const { ['n']: t, total } = x", "const { [key]: t, total } = x.y", "const { total: { n } } = x"],
  ...["const { y: { total } } = x", "const { y: { total } } = x.y", "const { y: { total: { n = 1 } = {} } } = x"],
  ...["const { total, y: { n } } = x", "const { total, y: { n } = x } = x", "const { total, y: [n] = f(x) } = x"],
  ...["const { total, y: [n] } = x", "const { total, y: {} } = x", "const { total, ...rest } = x"],
  ...[
    "const { y: {} = {}, total } = x",
    "const { y: { total } = {} } = x",
    "const { n, y: { total } = {} } = x",
    "const { n, y: { total = 1 } = {} } = x",
    "const { n, y: { total } } = x",
    "const { y: { total = 1 } = x.y } = x",
  ],
  ...[
    "let t; ({ total: t } = x)",
    "let t; ({ total: t = 1 } = x)",
    "let t; ({ total: t } = x.y)",
    "let t; [t] = rows(x.n.n)",
  ],
  ...[
    "let o = {}; ({ total: o.p } = x)",
    "const { total } = undefined",
    "const { total } = null",
    "const { total } = this",
  ],
  ...["const { total } = this.y", "const { total } = x ?? x", "const { total } = new Cart()", "const { total } = v(x)"],
];

/** What may be suspended inside of patterns: see 4-plan/taken-apart.ts. */
export const patterns: NastyProgram[] = [
  {
    name: "default values of a pattern with getters are evaluated in their place, where a key gives nothing",
    code: `${v} ${cart} const key = { toString() { log("key"); return "plain"; } };
      /** @preempt */ function defaults(o) { const { none = v("first"), total = v("never"), plain: p = v("never"), missing = v(total), [key]: k = v("k"), inner: { total: t, gone = v(t), none: { x } = { x: v("x") } }, missing: { total: w = v("w"), none: y } = (log("instead"), o) } = o; return [none, total, p, missing, k, t, gone, x, w, y]; }
      /** @preempt */ function functions(o) { const { none: f = () => 1, missing: C = class {}, total: g = function () {} } = o; return [f.name, C.name, g]; }
      /** @preempt */ function order(o) { let { none: a = (log("before b"), b), items: b } = o; return [a, b]; }
      /** @preempt */ function main() { const o = new Cart(); const out = [defaults(o), functions(o), defaults({ inner: o })]; try { order(o); } catch (e) { out.push(String(e)); } return out; }`,
  },
  {
    name: "the rest of an object whose getters are preempted has what is left, by keys that are made text once",
    code: `${v} ${cart} ${tell} const key = { toString() { log("key"); return "n"; } }, symbol = Symbol("s");
      /** @preempt */ function rest(o) { const { total, ...r } = o; let { [key]: n, total: t = 1, "items": i, [symbol]: s, inner: { total: u = 0, ...q } = {}, 1: one, ...p } = o; let a; ({ none: a, ...r.own } = o); ({ total: a, ...a } = o); return [total, r, n, t, i, s, u, q, one, p, a, Object.getPrototypeOf(p) === Object.prototype]; }
      /** @preempt */ const given = ({ total, ...r }, { n, ...q } = {}) => [total, r, q];
      const proxy = (o) => new Proxy(o, { get(t, k, r) { log("get " + String(k)); return Reflect.get(t, k, r); }, ownKeys(t) { log("keys"); return Reflect.ownKeys(t); }, getOwnPropertyDescriptor(t, k) { log("own " + String(k)); return Reflect.getOwnPropertyDescriptor(t, k); } });
      const odd = () => Object.defineProperty({ get g() { log("g"); return this.x; }, x: 1, [symbol]: 2, 1: 3, 0: 4, n: 5, "__proto__": { inherited: 1 }, ["__proto__"]: 6 }, "hidden", { value: 1 });
      const throwing = () => ({ a: 1, get b() { throw new Error("b"); }, get c() { log("never"); } });
      /** @preempt */ function main() { return [new Cart(), odd(), proxy(new Cart({ inner2: 1 })), proxy(odd()), "text", 5, throwing(), undefined, null, { inner: new Cart(), total: 0 }].map((o) => [tell(/** @preempt */ () => rest(o)), tell(/** @preempt */ () => given(o, o))]); }`,
  },
  {
    name: "names of a pattern are there one after the other, for functions inside, getters and default values",
    code: `${v} ${cart} ${rows}
      /** @preempt */ function seen(show) { const see = () => { for (const f of [() => a, () => b, () => c]) try { log(f()); } catch (e) { log(e.message); } }; const o = { /** @preempt */ get total() { see(); for (let i = 0; i < 2; i++) v(i); return 1; } }; const { total: a, none: b = see(), total: c = 5 } = o; see(); return [a, b, c]; }
      /** @preempt */ function listed() { const see = () => { for (const f of [() => a, () => b, () => c]) try { log(f()); } catch (e) { log(e.message); } }; function* inner() { see(); yield v(1); see(); yield undefined; see(); } const [a, b = see(), ...c] = inner(); return [a, b, c]; }
      /** @preempt */ function kept() { try { var { total, boom, items } = new Cart(); } catch (e) { log(String(e)); } try { var [x, y = boom.x] = rows(1); } catch (e) { log(e.message); } return [total, boom, items, x, y]; }
      /** @preempt */ function closures(o) { const fs = []; for (let i = 0; i < 2; i++) { const { total, n = i } = o; fs.push(() => [total, n, i]); } for (let [k = 3, l] = rows(1); k < 5; k++) fs.push(() => [k, l]); return fs.map((f) => f()); }
      /** @preempt */ function main() { return [seen(), listed(), kept(), closures(new Cart({ n: undefined }))]; }`,
  },
  {
    name: "default values of what a generator gives are evaluated between its steps, and it is closed once",
    code: `${v} ${rows} ${tell} const gives = (xs, more) => ({ i: 0, next() { log("next"); return this.i < xs.length ? { get done() { log("done"); return false; }, get value() { log("value"); return xs[this.i]; }, i: this.i++ } : { done: true, value: 9 }; }, [Symbol.iterator]() { log("iterator"); return this; }, return() { log("return"); return {}; }, ...more });
      /** @preempt */ function* holes() { for (const x of [undefined, 1, undefined, undefined]) yield v(x); }
      /** @preempt */ function some(k) { const g = k === undefined ? holes() : k; const [a = v("a"), b = v("never"), , c = v("c"), d = v("d"), [e] = [v("e")]] = k === undefined ? holes() : k; return [a, b, c, d, e]; }
      /** @preempt */ function nested() { const [[a], { x, y = v("y") }, ...[b, , ...c]] = pairs(); return [a, x, y, b, c]; }
      /** @preempt */ function* pairs() { yield [v(1)]; yield { x: v(2) }; yield 3; yield 4; yield 5; }
      /** @preempt */ function throws(k, end) { switch (k) { case 0: { const [a, b = v.x.y] = rows(1, end); break; } case 1: { const [a = 1, { b }] = empty(end); break; } case 2: { const [a = v.x.y] = empty(end); break; } case 3: { const [a, ...{ x = v.x.y }] = rows(3, end); break; } case 4: { const [[a]] = rows(2, end); break; } case 5: { const [] = rows(2, end); break; } case 6: { const [a, b, c] = rows(3, end); break; } } return k; }
      /** @preempt */ function* empty(end) { try { yield v(); yield null; yield 2; } finally { v("over"); if (end) throw new Error("at the end"); } }
      /** @preempt */ function odd(k) { const source = k > 7 ? rows(2) : [rows(2), gives([1, undefined, 3]), gives([1], { return: 5 }), gives([1], { return() { log("bad"); return 5; } }), gives([], { next() { return 3; } }), gives([], { next() { throw "in next"; } }), gives([1], { return: undefined }), gives([1, 2], { return() { throw "in return"; } })][k]; const [a, , b = v("b")] = k > 7 ? rows(2) : source; return [a, b]; }
      /** @preempt */ function* outer() { try { const [a, b = yield a, c = yield b] = rows(1); return [a, b, c]; } finally { log("left"); } }
      /** @preempt */ function main() { const out = [some(), some([1, , 3, 4]), some("text"), nested()]; for (let k = 0; k < 7; k++) for (const end of [undefined, "throw"]) out.push(tell(/** @preempt */ () => throws(k, end))); for (let k = 0; k < 9; k++) out.push(tell(/** @preempt */ () => odd(k)));
        for (const how of ["next", "return", "throw"]) { const g = outer(); out.push(g.next()); out.push(tell(/** @preempt */ () => g[how](v(how)))); } return out; }`,
  },
  {
    name: "assignments by a pattern have its getters and generators preempted, and their value is what was taken apart",
    code: `${v} ${cart} ${rows} ${tell} let top;
      /** @preempt */ function some(o) { let a, b, c; const whole = ({ total: a, none: b = v("b"), plain: c } = o); const all = ([a = 1, b] = rows(2)); ({ total: top } = o); ({ items: [c] = [], total: top = 2, inner: { total: b } } = o); if (a) [a, ...b] = rows(3); return [whole === o, typeof all.next, a, b, c, top, ([c] = rows(1)) === c]; }
      /** @preempt */ function places(o) { const p = { get o() { log("place"); return this; } }; ({ total: p.o.x, items: [p.o.y] } = o); [p.o.z] = rows(1); return [p.x, p.y, p.z]; }
      /** @preempt */ function constant(o) { const a = 1; ({ total: a } = o); }
      /** @preempt */ function listed() { const a = 1; [a] = rows(1); }
      /** @preempt */ function main() { const o = new Cart(); return [some(o), places(o), tell(/** @preempt */ () => constant(o)), tell(/** @preempt */ () => listed()), tell(/** @preempt */ () => { [late] = rows(1); let late; })]; }`,
  },
  {
    name: "parameters that are patterns have their getters and generators preempted, in their order",
    code: `${v} ${cart} ${rows} ${tell} const x = "outer";
      /** @preempt */ function some(a = v("a"), { total, none = v(total), plain: p = total } = new Cart(), b = v(total), { n: m, items: [i] = [], inner: { total: t } } = new Cart({ n: b }), c = () => [x, a, total, t], ...others) { total++; return [a, total, none, p, b, i, m, t, c(), others]; }
      /** @preempt */ const arrow = ({ total = 0 } = {}, f = () => total) => { total += 1; return [total, f(), f.name]; };
      /** @preempt */ function listed([a = v("a"), b = a, , ...c], { n = b }) { return [a, b, c, n]; }
      /** @preempt */ const pair = ([a, b], end) => [a, b, end];
      /** @preempt */ function early(a, { total = b }, b) { return [a, total, b]; }
      /** @preempt */ function shadowed({ total, f = () => x }) { var x = "inner"; return [total, f(), x]; }
      /** @preempt */ function before(f = () => total, { total }) { return [f(), total]; }
      /** @preempt */ function again({ total, n }) { var n; function total2() {} return [total, n, typeof total2]; }
      /** @preempt */ function counted(a, { total }) { a = 5; return [arguments.length, arguments[0], total]; }
      /** @preempt */ async function later({ total, boom }) { await null; return total; }
      /** @preempt */ function* stepped({ total, none = v("none") }) { yield total; yield none; }
      class Methods { k = 1; /** @preempt */ m({ total, none = this.k }) { return [total, none]; } /** @preempt */ set s({ total }) { this.k = total; } /** @preempt */ static m({ total = super.x }) { return total; } /** @preempt */ #p({ total }) { return total; } p(o) { return this.#p(o); } }
      const literal = { k: 2, /** @preempt */ m({ total, none = this.k }) { return [total, none]; }, /** @preempt */ ["n" + 1]({ total }, b = this.k) { return [total, b]; } };
      /** @preempt */ function outer(o) { let n = 0; /** @preempt */ const inner = ({ total, k = n++ }) => { for (let i = 0; i < 2; i++) n += total; return [k, n]; }; return [inner(o), [o, o].map(inner), [o].map(({ total }) => total + n)]; }
      /** @preempt */ function container({ total, none = 1 }, [a, b] = [total]) { /** @preempt */ const inner = () => { for (let i = 0; i < 2; i++) v(total++); return () => [total, none, a, b]; }; return inner()(); }
      const plainly = (o) => [container(o), new (class { made; /** @preempt */ take({ total }) { this.made = /** @preempt */ () => v(total); return this.made(); } })().take(o)];
      /** @preempt */ function Old({ total }) { this.total = total; }
      /** @preempt */ function main() { const o = new Cart(), out = [some(), some(1, { total: 2 }, 3, o, undefined, 4, 5), arrow(), arrow(o), tell(() => arrow(o, null)), listed(rows(5), {}), pair(rows(3), "end"), pair([1, 2]), counted(1, o), again(o), container(o), plainly(o), new Old(o).total, literal.m(o), literal.n1(o), outer(o), new Methods().m(o), Methods.m(o), new Methods().p(o)]; const made = new Methods(); made.s = o; const it = stepped(o); v("made"); out.push(made.k, [...it], tell(/** @preempt */ () => { stepped(null); v("never"); }));
        for (const f of [early, before, shadowed]) out.push(tell(/** @preempt */ () => f(o, o, 1)), tell(/** @preempt */ () => f(undefined, o))); for (const y of [undefined, null, 5, {}, "ab"]) for (const f of [some, arrow, early, counted, literal.m, (y) => pair(y), (y) => listed(y, y), (y) => listed([], y), (y) => listed(y ? rows(1) : y)]) out.push(tell(/** @preempt */ () => f.call(literal, y, y, y, y))); return out; }`,
  },
  {
    name: "in sloppy code, parameters that are patterns are no part of the arguments, and functions of blocks are the body's",
    strict: false,
    code: `${v} ${cart}
      /** @preempt */ function counted(a, { total, n = 1 }) { a = 5; arguments[0] = 6; n = 7; return [a, arguments.length, arguments[0], arguments[1].n, total]; }
      /** @preempt */ function blocks({ total, f = () => typeof g }) { const before = f(); { function g() {} } return [before, f(), typeof g, total]; }
      /** @preempt */ function evals({ total, n = 1 }) { var x = eval("total + n"); return x; }
      /** @preempt */ function called({ total }) { return [typeof this, this === globalThis, total]; }
      /** @preempt */ function main() { const o = new Cart({ n: undefined }); return [counted(o, o), blocks(o), evals(o), called(o)]; }`,
    refused: ["PT1002"],
  },
  {
    name: "of what loops walk, patterns in their heads have getters preempted, and the iterator is closed where one fails",
    code: `${v} ${cart} ${rows} ${tell} const walked = (xs) => ({ *[Symbol.iterator]() { try { yield* xs; } finally { log("closed"); } } });
      /** @preempt */ function some(xs) { const out = []; for (const { total, none = v("none"), items: [i] = [] } of walked(xs)) { if (total === 1) continue; if (total === 2) break; const t = total; { const total = v("own"); out.push(total); } out.push(() => [t, total, none, i]); } for (var { total: kept } of xs) out.push(kept); for (let { total, n } of xs) { total += 1; out.push(() => [total++, n]); } return out.map((f) => (typeof f === "function" ? f() : f)).concat(kept); }
      /** @preempt */ function labelled(xs) { let n = 0; outer: for (const { total } of walked(xs)) { for (const { total: t = 4 } of walked([{}, ...xs])) { n += t; if (t === 3) continue outer; if (n > 20) break outer; } } return n; }
      /** @preempt */ function* carts(n) { try { for (let i = 0; i < n; i++) yield v(new Cart({ n: i })); } finally { v("closed"); } }
      /** @preempt */ function stepped() { const out = []; for (const { total, n, none = v(n) } of carts(2)) out.push(total, n, none); return out; }
      /** @preempt */ function fails(xs, k) { switch (k) { case 0: for (const { total } of walked(xs)) v(total); break; case 1: for (const { total = 1 } of walked(xs)) v(total); break; case 2: for (const { n: { total } } of walked(xs)) v(total); break; case 3: for (const { boom } of walked(xs)) v(boom); break; case 4: for (const { total } of total) v(total); break; case 5: let t; for ({ total: t } of walked(xs)) v(t); break; } return k; }
      /** @preempt */ function heads() { const out = []; for (let { total, n = 0 } = new Cart(); total < 5; total++) out.push(() => [total, n++]); for (let { total, n = 0 } = new Cart({ n: undefined }); n < total; n++) out.push(() => n); let sum = 0; for (let { total, items: [i] = [] } = new Cart(); i < total; i++) sum += i; return [sum, ...out.map((f) => f())]; }
      /** @preempt */ function main() { const o = new Cart(), xs = [{ total: 1 }, o, new Cart({ items: [3] }), o, { total: 2 }, o]; const out = [some(xs), labelled(xs), stepped(), heads()]; for (const bad of [undefined, null, 5, o, {}]) for (let k = 0; k < 6; k++) out.push(tell(/** @preempt */ () => fails([o, bad], k))); return out; }`,
  },
  {
    name: "of nothing that a pattern with getters takes apart, the engine's words are the original's",
    code: `${v} ${cart} ${rows} ${tell} const key = "n"; const f = (x) => x, g = { h: (x) => x };
      ${failing.map((p, i) => `/** @preempt */ function f${i}(x) { for (let i = 0; i < 1; i++); ${p}; return "ok"; }`).join("\n")}
      /** @preempt */ function main() { const out = []; for (const x of [undefined, null, 5, {}, new Cart(), { y: null }, { y: new Cart() }, { y: {} }, { total: null, n: 1 }, { y: { y: 1, n: null } }]) for (const f of [${failing.map((_, i) => `f${i}`)}]) out.push(tell(/** @preempt */ () => f.call(x, x))); return out; }`,
  },
];

/** The same where functions wait. */
export const asynchronousPatterns: NastyProgram[] = [
  {
    name: "patterns of async functions wait in their default values, and what their parameters throw rejects",
    isAsync: true,
    code: `${v} ${cart} ${rows} ${tell} const soon = (x) => Promise.resolve(x); async function* asked(n) { for (let i = 0; i < n; i++) yield new Cart({ n: i }); }
      /** @preempt */ async function some(o) { const { total = await soon(1), none = await soon(2), items: [a = await soon(3)] = [await soon(undefined)] } = await soon(o); const [b = await soon(4), c = await soon(5), ...d] = rows(1); return [total, none, a, b, c, d]; }
      /** @preempt */ async function given({ total, boom = 1 } = {}, [a, b] = rows(2)) { await null; return [total, boom, a, b]; }
      /** @preempt */ async function walked() { const out = []; for await (const { total, n = await soon(7) } of asked(2)) out.push(total, n); for await (const { total } of [new Cart(), soon(new Cart())]) out.push(total); try { for await (const { total } of [null]) out.push(total); } catch (e) { out.push(e.message); } return out; }
      /** @preempt */ async function fails() { const { total } = await soon(null); }
      /** @preempt */ async function told(f) { try { return await f(); } catch (e) { return String(e); } }
      /** @preempt */ async function main() { const o = new Cart(); return [await some(o), await some({}), await given({ total: 1 }), await told(() => given(o)), await told(() => given(null)), await walked(), await told(fails)]; }`,
  },
];
