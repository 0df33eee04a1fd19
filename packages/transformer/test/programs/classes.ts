import { type NastyProgram, v } from "./program.ts";

export const classes: NastyProgram[] = [
  {
    name: "a class inside an annotated function is a new one each time, with methods of its own",
    code: `${v} /** @preempt */ function make(n) { class C { #p = n; static all = []; static { v("block " + n); } /** @preempt */ m(k) { for (let i = 0; i < k; i++) this.#p += this.step(); return this.#p; } /** @preempt */ step() { for (;;) return n; } static is(o) { return #p in o; } } C.all.push(n); return C; } /** @preempt */ function main() { const A = make(1), B = make(10); const a = new A(), b = new B(); return [a.m(3), b.m(2), A.is(a), A.is(b), A === make(1), A.all, Object.getOwnPropertyNames(A.prototype)]; }`,
  },
  {
    name: "a private name is looked for in what calls give, in every form",
    extension: "js",
    code: `${v} class A { #p; /** @preempt */ static has(o) { return #p in v(o); } /** @preempt */ static all(o) { for (let i = 0; i < 1; i++) v(0); return [!(#p in v(o)), #p in (v(0) || o), #p in (o = v(o)), #p in (v(1) ? o : 2), #p in (v(1), o), #p in o, #p in (o ? o : 1), #p in v(o) && 1, #p in v(o) === true, #p in (o?.x?.(v(1)) ?? o)]; } /** @preempt */ static held(o) { try { return #p in v(o) ? v(1) : v(2); } finally { v(#p in v(o)); } } }
      /** @preempt */ function main() { const out = []; for (const o of [new A(), {}, { x: v }]) out.push(A.has(o), A.all(o), A.held(o)); try { A.has(1); } catch (e) { out.push(e); } return out; }`,
  },
  {
    name: "anonymous classes and functions that are put aside while a call is suspended have no name",
    extension: "js",
    code: `${v} const names = []; /** @preempt */ function held(n, f) { if (n < 1) return f; return held(n - 1, class { static { names.push("inlined" + this.name); } }); }
      /** @preempt */ function main() { const out = [(class { static { names.push("receiver" + this.name); } /** @preempt */ static m(x) { return v(x); } }).m(v(1)), (class { static { names.push("chain" + this.name); } static m(x) { return v(x); } })?.m?.(v(2)), (class { static { names.push("key" + this.name); } static m(x) { return v(x); } })[v("m")](v(3))];
        try { out.push((class { static { names.push("callee" + this.name); } })(v(4))); } catch (e) { log(e.message); } try { out.push((class { static { names.push("called" + this.name); } })(() => { for (;;) return v(5); })); } catch (e) { log(e.message); } try { out.push((class { static { names.push("optional" + this.name); } })?.(v(6))); } catch (e) { log(e.message); }
        for (const x of class { static { names.push("walked" + this.name); } static *[Symbol.iterator]() { yield 7; } }) v(x); switch (class { static { names.push("compared" + this.name); } }) { case v(8): break; default: v(9); } v((() => {}).name + (class {}).name + (function () {}).name, class { static { names.push("argument" + this.name); } }); return [out, held(2).name, names]; }`,
  },
  {
    name: "private methods check their receiver before the arguments run",
    code: `${v} class A { #n = 2; /** @preempt */ #m(x) { for (let i = 0; i < 1; i++) x += this.#n; return x; } /** @preempt */ static #s(x) { for (;;) return [this === A, x]; } get #g() { return v; } /** @preempt */ call(o, x) { for (;;) return o.#m(v(x)); } /** @preempt */ opt(o) { for (;;) return [o?.#m(v(1)), o?.#g?.(v(2)), this.#g(v(3))]; } /** @preempt */ static st(C, x) { for (;;) return C.#s(v(x)); } #x = 5; /** @preempt */ bad() { for (;;) return this.#x(v("arg")); } }
      /** @preempt */ function main() { const a = new A(), out = [a.call(a, 1), a.opt(a), a.opt(null), A.st(A, 4)]; for (const f of [() => a.call({}, 1), () => a.call(null, 1), () => A.st(class extends A {}, 1), () => a.bad()]) { try { out.push(f()); } catch (e) { out.push(e.name); } } return out; }`,
  },
  {
    name: "private names in optional chains are returned, thrown and tested",
    extension: "js",
    isUnprintable: true,
    code: `${v} class A { #n = 1; #o = { m: (x) => x }; /** @preempt */ get(o) { for (let i = 0; i < 1; i++) v(i); return o?.#n; } /** @preempt */ call(o, x) { for (;;) return o?.#o.m(v(x)) + 1; } /** @preempt */ fail(o) { for (;;) throw o?.#n; } plain(o) { return o?.#o?.m; } *it(o) { yield o?.#n; } } /** @preempt */ function main() { const a = new A(); const out = [a.get(a), a.get(null), a.call(a, 2), typeof a.plain(a), [...a.it(a)]]; try { a.fail(a); } catch (e) { out.push(e); } try { a.get({}); } catch (e) { out.push(e.name); } return out; }`,
  },
  {
    name: "super reaches the home object's parent, whatever this is",
    code: `${v} class A { get g() { log("A.g"); return this.id; } set g(x) { log("A.set", x); } /** @preempt */ m(x) { for (;;) return ["A", this.id, x]; } /** @preempt */ static s(x) { for (;;) return ["sA", this.id, x]; } } class B extends A { id = "b"; static id = "B"; /** @preempt */ m(x) { for (let i = 0; i < 1; i++) super.g = v(1); return [super.m(v(x)), super.m.call({ id: "other" }, v(2)), super[v("m")](v(3)), super.g, super.none?.(v("skip")), super.m?.(v(4)), typeof super.none, (() => super.m(5))(), Reflect.apply(super.m, { id: "r" }, [6])]; } /** @preempt */ static s(x) { for (;;) return [super.s(v(x)), super["s"](7)]; } }
      /** @preempt */ function main() { const b = new B(); const out = [b.m(0), B.s(1), b.m.call({ id: "moved", __proto__: B.prototype }, 2)]; Object.setPrototypeOf(B.prototype, { __proto__: A.prototype, m(x) { return ["inserted", x]; } }); out.push(b.m(3)); try { new B().m.call(undefined, 1); } catch (e) { out.push(e.name); } return out; }`,
  },
  {
    name: "overriding picks the method of the object, also from a base's constructor and callbacks",
    code: `${v} class A { constructor() { this.r = this.init(1); } /** @preempt */ init(x) { for (;;) return ["A", x]; } /** @preempt */ run(n) { const out = []; for (let i = 0; i < n; i++) out.push(this.step(i), ...[i].map((k) => this.step(k))); return out; } /** @preempt */ step(i) { for (;;) return i; } } class B extends A { f = 1; /** @preempt */ init(x) { for (;;) return ["B", x, this.f]; } step(i) { return -i; } } const mixin = (Base) => class extends Base { /** @preempt */ step(i) { for (;;) return [super.step(i)]; } };
      /** @preempt */ function main() { const M = mixin(B), m = new M(); const own = new A(); own.step = /** @preempt */ (i) => { for (;;) return "own" + i; }; return [new A().r, new B().r, m.r, m.run(2), own.run(1), A.prototype.run.call({ step: (i) => i * 100 }, 2)]; }`,
  },
  {
    name: "fields, static blocks and accessors run their code in order, with annotated arrows inside",
    code: `${v} class A { a = v("a"); f = /** @preempt */ (x) => { for (;;) return [this.a, x]; }; [v("computed")] = v("value"); static s = v("static"); static { for (const x of [1, 2]) v(this.s + x); } static t = /** @preempt */ (x) => { for (;;) return [this === A, x]; }; static get x() { return this.t(v("get")); } #h = /** @preempt */ function (x) { for (;;) return [this.a, x]; }; /** @preempt */ h(x) { for (;;) return [this.#h(x), this.#h.name, this.f.name, A.t.name]; } }
      /** @preempt */ function main() { const a = new A(); return [a.f(1), A.t(2), A.x, a.h(3), a.f.call(null, 4), Object.keys(a), Object.keys(A)]; }`,
  },
  {
    name: "constructors, getters and generators inside annotated code keep new.target, this and their order",
    code: `${v} /** @preempt */ function F(x) { for (let i = 0; i < 1; i++) this.x = x; this.t = new.target?.name; if (x === 2) return { other: true }; if (x === 3) return 5; } class G extends F { constructor(x) { const y = v("before"); super(v(x)); this.y = y; this.z = v("after"); } } /** @preempt */ function main() { const C = class { constructor() { v("C"); this.n = new.target.name; } get g() { return v("g"); } *it() { yield v("it"); yield* [1]; } }; class D extends C {} const out = []; for (const x of [1, 2, 3]) { const f = new F(x), g = new G(x); out.push(f.x, f.t, f.other, g instanceof G, g.x, g.t, g.y, g.z); } out.push(new D().n, new C().g, [...new C().it()], Reflect.construct(F, [1], D).t, F.call({}, 1), new F(1).constructor === F, F.prototype.constructor === F); try { F(1); } catch (e) { out.push(e.name); } return out; }`,
  },
  {
    name: "object methods, accessors and symbols keep their this, names and order",
    code: `${v} const key = Symbol("key"); /** @preempt */ function main() { const o = { /** @preempt */ m(...a) { for (;;) return [this === o, a, arguments.length]; }, get g() { return this.m; }, /** @preempt */ "quoted name"() { for (;;) return 1; }, /** @preempt */ 1.5() { for (;;) return 2; }, /** @preempt */ async am() { for (;;) return 3; }, [v("k" + 1)]() { return 4; }, [key]: /** @preempt */ function () { for (;;) return 5; }, f: /** @preempt */ function () { for (;;) return 6; }, a: /** @preempt */ () => { for (;;) return 7; }, *gen() { yield v(8); }, set s(x) { v(x); }, __proto__: { inherited: /** @preempt */ function () { for (;;) return [this === o, 9]; } } };
        o.s = 1; const out = [o.m(1, 2), o.g(3), o["quoted name"](), o[1.5](), typeof o.am, o.k1(), o[key](), o.f(), o.a(), [...o.gen()], o.inherited(), Object.keys(o)]; for (const k of ["m", "quoted name", "1.5", "am", "f", "a"]) out.push(o[k].name, o[k].length, "prototype" in o[k]); return out; }`,
  },
  {
    name: "annotated functions show the same properties, prototypes and construct behaviour",
    code: `/** @preempt */ function f(a, b) { for (;;) return 1; } /** @preempt */ const arrow = (a) => { for (;;) return 1; }; /** @preempt */ async function af(a) { for (;;) return 1; } /** @preempt */ function outer() { /** @preempt */ function inner() { for (;;) return 1; } return inner; } const o = { /** @preempt */ m() { for (;;) return 1; } }; class C { /** @preempt */ m() { for (;;) return 1; } /** @preempt */ static s() { for (;;) return 1; } /** @preempt */ ["x y"]() { for (;;) return 1; } }
      /** @preempt */ function main() { const out = []; for (const g of [f, arrow, af, outer, outer(), o.m, C.prototype.m, C.s, C.prototype["x y"]]) { let made; try { made = typeof new g(); } catch (e) { made = e.name; } out.push([g.name, g.length, Reflect.ownKeys(g), Object.prototype.toString.call(g), Object.getPrototypeOf(g) === Function.prototype, made, Object.isExtensible(g), JSON.stringify(Object.getOwnPropertyDescriptors(g)), typeof g.prototype]); } for (const holder of [C, C.prototype, o]) out.push(Reflect.ownKeys(holder), JSON.stringify(Object.getOwnPropertyDescriptors(holder))); return out; }`,
  },
  {
    name: "classes made in the rounds of loops see the variables of their round",
    code: `${v} const uses = (made) => made.map((C) => { const c = new C(); return [c.x, C.s, c.get, c.f?.(), Object.keys(c)]; });
      /** @preempt */ function fields() { const made = []; for (let i = 0; i < 2; i++) made[i] = class { x = i; }; return made; } /** @preempt */ function declared() { const made = []; for (let i = 0, j = 5; i < 2; i++, j += i) { class C { x = i + j; f = () => i * j; } made[i] = C; } return made; } /** @preempt */ function statics() { const made = []; for (let i = 0; i < 2; i++) made[i] = class { static s = i; static { this.t = () => i; } get get() { return [i, new.target, this.constructor.t()]; } }; return made; } /** @preempt */ function keys() { const made = []; for (let i = 0; i < 2; i++) made[i] = class { [i] = 1; ["x"] = i; static ["s" + ""] = i; }; return made; } /** @preempt */ function inherits(A, B) { const made = []; for (let i = 0; i < 2; i++) made[i] = class extends [A, B][i] { x = [i, super.y]; }; return made; } /** @preempt */ function inHead() { const made = []; for (let i = 0; made[i] = class { x = i; }, i < 1; i++); return made; } /** @preempt */ function inStep() { const made = []; for (let i = 0; i < 2; made[i] = class { x = i; }, i++); return made.filter(Boolean); } /** @preempt */ function walks() { const made = []; for (const k of [1, 2]) made[made.length] = class { x = k; static { this.s = k; } }; for (const k in { a: 1, b: 2 }) made[made.length] = class { x = k; }; let n = 0; while (n < 2) { const k = n++; made[made.length] = class { x = k; }; } return made; } /** @preempt */ function nested() { const made = []; for (let i = 0; i < 2; i++) for (let j = 0; j < 2; j++) made[made.length] = class { x = class { static s = [i, j]; }.s; f = function () { return i + j; }; }; return made; } /** @preempt */ function changes() { const made = []; for (let i = 0; i < 3; i++) { made[made.length] = class { x = i++; }; if (i === 1) i++; } return made; } /** @preempt */ function calls() { const made = []; for (let i = 0; i < 2; i++) { made.push(class { x = i; f() { return v(i); } }); v(i); } return made; } /** @preempt */ async function awaits() { const made = []; for (let i = 0; i < 2; i++) made[i] = class { x = i; }; return made; } /** @preempt */ function later() { let made = []; for (let i = 0; i < 2; i++) made[i] = class { x = i; }; const of = /** @preempt */ function () { for (let i = 0; i < 2; i++) made[i + 2] = class { x = [i, made.length]; }; return made; }; return of(); }
      class A { y = "A"; get y2() { return 1; } } class B extends A {} A.prototype.y = "protoA";
      /** @preempt */ function main() { const out = []; for (const f of [fields, declared, statics, keys, () => inherits(A, B), inHead, inStep, walks, nested, changes, calls, later]) { const made = f(); out.push(uses(made), uses(made)); v(out.length); } awaits(); return out; }`,
  },
];
