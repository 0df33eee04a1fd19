import { type NastyProgram, v } from "./program.ts";

/** What arrow functions take from the function around them, and what `arguments` tells. */
export const lexical: NastyProgram[] = [
  {
    name: "arrow functions see the arguments of the function around them, as they are now",
    strict: false,
    code: `${v} function outer(a, b) { const get = /** @preempt */ (i) => { for (;;) return [arguments[i], arguments.length, v(arguments[0])]; }; const deep = /** @preempt */ () => { for (;;) return (() => [...arguments, ({ arguments: 1 }).arguments, { arguments }.arguments.length])(); }; a = "changed"; arguments[1] = "too"; return [get(0), get(1), b, deep()]; }
      /** @preempt */ function kept(a) { const f = /** @preempt */ async (x = arguments[0]) => { for (;;) return [x, arguments.length]; }; const inner = function () { return (/** @preempt */ () => { for (;;) return arguments[0]; })(); }; return [inner("own"), (/** @preempt */ (k) => { arguments[0] = k; for (;;) return a; })("mapped"), typeof f]; }
      /** @preempt */ function main() { return [outer(1, 2), kept(3)]; }`,
  },
  {
    name: "arrow functions see the new.target of the function around them",
    code: `${v} /** @preempt */ function Made() { const ask = /** @preempt */ () => { for (;;) return new.target; }; this.asked = v(1) && ask(); this.ask = ask; /** @preempt */ function inner() { for (;;) return [new.target === undefined, v(2)]; } this.inner = inner(); this.made = new inner(); } class A { constructor() { this.t = (/** @preempt */ () => { for (;;) return new.target; })(); } } class B extends A {}
      /** @preempt */ function main() { const called = { at: v(0) }; Made.call(called); const made = new Made(); return [called.asked === undefined, called.ask() === undefined, made.asked === Made, made.ask() === Made, called.inner, made.inner, new A().t === A, new B().t === B, Reflect.construct(Made, [], B).asked === B]; }`,
  },
  {
    name: "arrow functions reach super: read, called, assigned and computed",
    code: `${v} class A { get g() { return ["A.g", this.id]; } set s(x) { log("A.s", this.id, x); } /** @preempt */ m(x) { for (;;) return ["A.m", this.id, x]; } static t(x) { return ["A.t", this.id, x]; } } class B extends A { id = "b"; static id = "B"; field = /** @preempt */ (x) => { for (;;) return [super.m(v(x)), super.g]; }; m(x) { const f = /** @preempt */ (k) => { for (let i = 0; i < 1; i++) super.s = v(k); super.fresh = v("fresh"); super["s"] = 2; [super.s, super[v("s")]] = [3, 4]; return [super.m(v(x)), super["m"](5), super[v("g")], super.none, super.m.call({ id: "other" }, 6), typeof super.none, Object.keys(this)]; }; return f; } static t(x) { return (/** @preempt */ () => { for (;;) return super.t(v(x)); })(); } }
      /** @preempt */ function main() { const b = new B(); const f = b.m(1); const out = [f(2), b.field(3), B.t(4)]; Object.setPrototypeOf(B.prototype, { __proto__: A.prototype, m(x) { return ["inserted", x]; } }); out.push(f(7)); return out; }`,
  },
  {
    name: "ordinary arrow functions inside an annotated one call super with the this around both",
    code: `${v} class A { m(x) { return ["A.m", this.id, x]; } } class B extends A { id = "b"; m(x) { return (/** @preempt */ () => { const plain = () => super.m(v(x)), later = () => super["m"](x + 1); for (;;) return [plain(), later()]; })(); } } /** @preempt */ function main() { v(0); return new B().m(1); }`,
  },
  {
    name: "arrow functions in the constructor of a derived class get this when it is there",
    code: `${v} class A { constructor() { this.a = 1; } } class D extends A { constructor(early) { const self = /** @preempt */ (x) => { for (let i = 0; i < 1; i++) v(x); return this; }; const container = /** @preempt */ () => { const inner = /** @preempt */ () => { for (;;) return this.a; }; return inner(); }; const free = /** @preempt */ (x) => { for (;;) return v(x); }; free("free"); if (early) try { self("early"); } catch (e) { log(e.name, e.message); } super(); this.same = self("late") === this; this.inner = container(); } }
      /** @preempt */ function main() { v(0); const a = new D(true), b = new D(false); return [a.same, a.inner, b.same, b.inner]; }`,
  },
  {
    name: "arguments.callee is the function, wherever it gets to",
    strict: false,
    code: `${v} /** @preempt */ function fact(n) { return n < 2 ? 1 : n * arguments.callee(n - 1); } function show(args) { return args.callee; } const o = { /** @preempt */ m() { for (;;) return [show(arguments), arguments.callee === o.m]; }, e: /** @preempt */ function () { for (let i = 0; i < 1; i++) v(i); return arguments["cal" + "lee"]; } }; /** @preempt */ function container(a) { /** @preempt */ function inner() { for (;;) return arguments; } return [inner(1).callee === inner, arguments.callee, (() => arguments.callee)() === container, Object.getOwnPropertyNames(arguments), delete arguments.callee, arguments.callee]; }
      /** @preempt */ function defaults(a = 1) { try { for (;;) return arguments.callee; } catch (e) { return e.name; } } /** @preempt */ function strict() { "use strict"; try { for (;;) return arguments.callee; } catch (e) { return e.name; } } /** @preempt */ function assigned(a) { const before = arguments.length; arguments = v(5); a = 6; for (;;) return [before, arguments, a]; }
      /** @preempt */ function main() { return [fact(6), o.m()[0] === o.m, o.m()[1], o.e() === o.e, container(1)[1] === container, container(2).slice(2), defaults(), strict(), assigned(1)]; }`,
  },
  {
    name: "a directive behind the first statement is none",
    extension: "js",
    strict: false,
    code: `/** @preempt */ function main() { var interface = 2; "use strict"; var public = 1; for (let i = 0; i < 2; i++) public += interface; return [public, interface, this === undefined]; }`,
  },
  {
    name: "an arrow function with a directive of its own, and others inside",
    strict: false,
    code: `${v} /** @preempt */ const f = (a) => { "use strict"; /** @preempt */ const inner = (x) => { for (;;) return [x, (function () { return this; })()]; }; try { undeclared_z = 1; } catch (e) { return [e.name, inner(v(a))]; } }; /** @preempt */ function main() { return [f(1), [2].map((x) => f(x))]; }`,
  },
  {
    name: "async arrow functions see arguments, super and new.target after an await",
    isAsync: true,
    code: `${v} class A { async m(x) { return ["A", x]; } } class B extends A { m(x) { return (/** @preempt */ async () => { for (let i = 0; i < 2; i++) await v(i); return [await super.m(arguments[0]), arguments.length, this instanceof B]; })(); } } function F(a) { this.p = (/** @preempt */ async () => { await null; for (;;) return [new.target === F, arguments[0]]; })(); }
      /** @preempt */ async function main() { return [await new B().m("x"), await new F("y").p]; }`,
  },
  {
    name: "arrow functions that are generators see the this of a plain body around them",
    code: `${v} class C { n = 1; /** @preempt */ tried() { const f = /** @preempt */ (by = this.n) => { try { return [v(this.n), { [this.n]: by, [\`get\${this.n}\`]() { return this; } }]; } finally { this.n += by; } }; return [f(), f(5), v(this.n)]; } }
      /** @preempt */ function main() { return new C().tried().map((x) => (Array.isArray(x) ? [x[0], Object.keys(x[1])] : x)); }`,
  },
  {
    name: "functions in class fields have the class's this, in plain bodies too, and names from computed keys are theirs",
    code: `${v} const key = Symbol("key"); /** @preempt */ function fields() { v(0); class C { static f = /** @preempt */ () => { v(1); return this; }; n = 7; g = /** @preempt */ () => v(this.n); } return [C.f() === C, new C().g(), C.f.name]; } /** @preempt */ function keys() { v(3); const o = { [key]: /** @preempt */ () => v(4), ["a" + 1]: /** @preempt */ function () { return v(5); }, plain: /** @preempt */ () => v(6) }; return [o[key].name, o.a1.name, o.plain.name, o[key](), o.a1(), o.plain()]; }
      /** @preempt */ function main() { return [...fields(), ...keys()]; }`,
  },
  {
    name: "this is not deleted, in whatever function",
    code: `${v} class C { /** @preempt */ m() { v(1); return [delete this, delete (this), [1].map(/** @preempt */ () => { v(2); return delete this; }), this instanceof C]; } }
      /** @preempt */ function main() { return new C().m(); }`,
  },
];
