import { type NastyProgram, v } from "./program.ts";

const rows = `/** @preempt */ function* rows(n, end) { try { for (let i = 0; i < n; i++) { v(i); yield i; } return "returned"; } catch (e) { log("caught " + e); throw e; } finally { v("closed"); if (end === "throw") throw new Error("at the end"); } }`;
const cart = `class Cart { items = [1, 2]; n = null; constructor(more) { Object.assign(this, more); } /** @preempt */ get total() { let n = 0; for (const x of this.items) n += v(x); return n; } /** @preempt */ get none() { for (let i = 0; i < 2; i++) v("none"); } /** @preempt */ get boom() { for (let i = 0; i < 2; i++) v("boom"); throw new Error("boom"); } get plain() { return v("plain"); } /** @preempt */ get inner() { v("inner"); return new Cart(); } }`;
const tell = `const tell = (f) => { try { return f(); } catch (e) { return e instanceof Error ? e.name + ": " + e.message : ["thrown", e]; } };`;

/** Patterns that fail for one source or another, in words that quote it. */
const failing = [
  ...["const { total } = x", "const { total = 1 } = x", "const { total: t = 1, n } = x", "const { n, total } = x"],
  ...["const { total } = x.y", "const { total } = x.y.z", "const { total } = f(x)", "const { total } = g.h(x).y"],
  ...["const { total } = x?.y", "const { total } = x ? x : null", "const { 'total': t } = x", "const { 1: t, total } = x"],
  ...["const { ['n']: t, total } = x", "const { [key]: t, total } = x.y", "const { total: { n } } = x"],
  ...["const { y: { total } } = x", "const { y: { total } } = x.y", "const { y: { total: { n = 1 } = {} } } = x"],
  ...["const { total, y: { n } } = x", "const { total, y: { n } = x } = x", "const { total, y: [n] = f(x) } = x"],
  ...["const { total, y: [n] } = x", "const { total, y: {} } = x", "const { total, ...rest } = x"],
  ...["const { y: {} = {}, total } = x", "const { y: { total } = {} } = x", "const { y: { total = 1 } = x.y } = x"],
  ...["let t; ({ total: t } = x)", "let t; ({ total: t = 1 } = x)", "let t; ({ total: t } = x.y)", "let t; [t] = rows(x.n.n)"],
  ...["let o = {}; ({ total: o.p } = x)", "const { total } = undefined", "const { total } = null", "const { total } = this"],
  ...["const { total } = this.y", "const { total } = x ?? x", "const { total } = new Cart()", "const { total } = v(x)"],
];

/** What may be suspended inside of patterns: see 4-plan/taken-apart.ts. */
export const patterns: NastyProgram[] = [
  {
    name: "default values of a pattern with getters are evaluated in their place, where a key gives nothing",
    code: `${v} ${cart} const key = { toString() { log("key"); return "plain"; } };
      /** @preempt */ function defaults(o) { const { none = v("first"), total = v("never"), plain: p = v("never"), missing = v(total), [key]: k = v("k"), inner: { total: t, gone = v(t), none: { x } = { x: v("x") } } } = o; return [none, total, p, missing, k, t, gone, x]; }
      /** @preempt */ function functions(o) { const { none: f = () => 1, missing: C = class {}, total: g = function () {} } = o; return [f.name, C.name, g]; }
      /** @preempt */ function order(o) { let { none: a = (log("before b"), b), items: b } = o; return [a, b]; }
      /** @preempt */ function main() { const o = new Cart(); const out = [defaults(o), functions(o), defaults({ inner: o })]; try { order(o); } catch (e) { out.push(String(e)); } return out; }`,
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
    name: "of nothing that a pattern with getters takes apart, the engine's words are the original's",
    code: `${v} ${cart} ${rows} ${tell} const key = "n"; const f = (x) => x, g = { h: (x) => x };
      ${failing.map((p, i) => `/** @preempt */ function f${i}(x) { for (let i = 0; i < 1; i++); ${p}; return "ok"; }`).join("\n")}
      /** @preempt */ function main() { const out = []; for (const x of [undefined, null, 5, {}, new Cart(), { y: null }, { y: new Cart() }, { y: {} }, { total: null, n: 1 }, { y: { y: 1, n: null } }]) for (const f of [${failing.map((_, i) => `f${i}`)}]) out.push(tell(/** @preempt */ () => f.call(x, x))); return out; }`,
  },
];
