import { type NastyProgram, v } from "./program.ts";

/** Methods with computed keys, methods that may be replaced, and `super` in object literals. */
export const members: NastyProgram[] = [
  {
    name: "methods with computed keys are attached to the right function, and their keys run once and in order",
    code: `${v} let n = 0; const key = { [Symbol.toPrimitive](hint) { log(hint); return "k" + n++; } }; const sym = Symbol("s");
      /** @preempt */ function make(same) { return class C { [v("before")] = 1; /** @preempt */ [key](x) { for (;;) return ["k", x, this instanceof C]; } /** @preempt */ static [v("st")](x) { for (;;) return ["st", x, this === C]; } /** @preempt */ [sym](x) { for (;;) return ["sym", x]; } /** @preempt */ m(x) { for (let i = 0; i < 1; i++) v("m"); return ["m", x]; } [v(same ? "m" : "other")](x) { return ["replaced", x]; } /** @preempt */ get(x) { for (;;) return super.toString === Object.prototype.toString && x; } get [v(same ? "get" : "got")]() { return () => "accessor"; } /** @preempt */ [1 + 1](x) { for (;;) return super.constructor === Object && x; } /** @preempt */ async [v("am")](x) { for (;;) return x; } static [v("last")] = v("static"); }; }
      /** @preempt */ function main() { const out = []; for (const same of [false, true]) { n = 0; const C = make(same), c = new C(); out.push(c.k0(1), C.st(2), c[sym](3), c.m(4), c.get(5), c[2](6), c.k0.name, C.st.name, c[sym].name, typeof c.am, Reflect.ownKeys(C.prototype), Reflect.ownKeys(C)); } return out; }`,
  },
  {
    name: "computed keys with calls stand in both copies of a method",
    code: `${v} class A { /** @preempt */ m(q) { for (;;) { const o = { /** @preempt */ [v("z")](x) { for (;;) return [x, this === o]; } }; class B { /** @preempt */ [v("k")](x) { for (;;) return this.#p(x); } /** @preempt */ #p(x) { for (;;) return v(x) + q; } } return [o.z(1), new B().k(2)]; } } } /** @preempt */ function main() { const a = new A(); return [a.m(1), [5].map((x) => a.m(x))]; }`,
  },
  {
    name: "a class in a loop keeps the keys of each round",
    code: `${v} /** @preempt */ function main() { const made = []; for (let i = 0; i < 3; i++) { class C { /** @preempt */ ["m" + i](x) { for (;;) return [i, x, v(this.n)]; } n = i; } made.push(new C()); } return made.map((c, i) => c["m" + i](i * 10)); }`,
  },
  {
    name: "of two methods of one name the later is the class's",
    code: `${v} class C { /** @preempt */ m() { for (;;) return 1; } get m() { return 0; } /** @preempt */ m() { for (;;) return v(2); } static m() { return 3; } } const o = { /** @preempt */ m() { for (;;) return 4; }, /** @preempt */ m() { for (;;) return v(5); } }; /** @preempt */ function main() { return [new C().m(), C.m(), o.m()]; }`,
    refused: ["PT1009"],
  },
  {
    name: "object methods with computed keys keep name, order, this and their place",
    code: `${v} const sym = Symbol("s"), anonymous = Symbol(); let n = 0; const key = { toString() { log("key"); return "k" + n++; } };
      /** @preempt */ function main() { const inner = 7; const o = { a: v(1), /** @preempt */ [key](x) { for (;;) return [this === o, arguments.length, x]; }, b: v(2), /** @preempt */ [v("c")]: /** @preempt */ (x) => { for (;;) return [this === undefined, x]; }, [sym]: /** @preempt */ function () { for (;;) return this.a; }, /** @preempt */ [anonymous]() { /** @preempt */ function nested() { for (;;) return inner; } return nested(); }, /** @preempt */ async [v("d")]() { for (;;) return 4; }, /** @preempt */ ["__proto__"]() { for (;;) return "own"; }, [v("e")]: (/** @preempt */ () => { for (;;) return 5; }), 7: v(7), /** @preempt */ a() { for (;;) return "replaces a"; } };
        return [o.k0(1), o.c(2), o[sym](), o[anonymous](), typeof o.d, o.__proto__(), o.e(), o.a(), Reflect.ownKeys(o), Object.values(o).map((f) => [f.name, f.length, "prototype" in Object(f)]), JSON.stringify(Object.getOwnPropertyDescriptors(o))]; }`,
  },
  {
    name: "computed keys of methods and fields inside loops' functions see the this around them",
    code: `${v} class A { k = "key"; /** @preempt */ m(n) { for (let i = 0; i < n; i++) v(i); const o = { [this.k]() { return [this === o, 1]; }, get [this.k + 2]() { return this === o; } }; const C = class { [this.k] = this?.k; static [this.k + "s"] = this.name; }; return [o.key(), o.key2, new C().key, C.keys, Object.keys(o), (() => this.k)(), function () { return this === undefined; }()]; } }
      /** @preempt */ function main() { return new A().m(2); }`,
  },
  {
    name: "a method named __proto__ is a method, whatever stands beside it",
    code: `${v} /** @preempt */ function main() { const o = { __proto__: { inherited: 1 }, /** @preempt */ __proto__(x) { for (;;) return [v(x), this === o]; } }; const p = { /** @preempt */ "__proto__"() { for (;;) return 2; }, get __proto__() { return 3; } }; return [v(0), o.inherited, Reflect.ownKeys(o), Object.getOwnPropertyDescriptor(o, "__proto__").value.call(o, 1), Object.getOwnPropertyDescriptor(o, "__proto__").value.name, Reflect.ownKeys(p), p.__proto__]; }`,
  },
  {
    name: "methods named by big integers",
    code: `${v} /** @preempt */ function main() { const o = { /** @preempt */ 1n(x) { for (;;) return [1, v(x)]; }, 0x2n: /** @preempt */ () => { for (;;) return 2; }, __proto__: { 4n: 5 }, /** @preempt */ 4n() { for (;;) return super[4n]; } }; class C { /** @preempt */ 3n() { for (;;) return v(3); } /** @preempt */ static 4n() { for (;;) return super.name; } } return [o[1](7), o[2](), o[4](), new C()[3n](), C[4](), o[1].name, o[2n].name, Reflect.ownKeys(C.prototype)]; }`,
  },
  {
    name: "super in object literals reaches the prototype that the object has by then",
    code: `${v} const base = { m(x) { return ["base", this.id, x]; }, get g() { return ["g", this.id]; } }; /** @preempt */ function main() { const o = { __proto__: base, id: "o", /** @preempt */ m(x) { for (let i = 0; i < 1; i++) v(i); return [super.m(v(x)), super.g, (/** @preempt */ () => { for (;;) return super.m("arrow"); })()]; }, /** @preempt */ async am(x) { for (;;) return super.m(x); }, /** @preempt */ "quoted name"() { /** @preempt */ const f = () => { for (;;) return super.g; }; return f(); }, last: 1 }; const out = [o.m(1), o["quoted name"](), Reflect.ownKeys(o), o.m.name, o.m.length, Object.keys(o)]; Object.setPrototypeOf(o, { m(x) { return ["other", x]; }, g: "other g" }); out.push(o.m(2)); const moved = { id: "moved", m: o.m }; out.push(moved.m(3)); return out; }`,
  },
  {
    name: "a function that is the branch of an if statement stands for one in a block",
    strict: false,
    code: `${v} /** @preempt */ function pick(x) { const before = typeof f; if (x) /** @preempt */ function f(a) { for (;;) return ["then", v(a)]; } else /** @preempt */ function f(a) { for (;;) return ["else", v(a)]; } return [before, f(1), f.name]; } /** @preempt */ function main() { if (v(1)) function g() { return v("g"); } return [pick(true), pick(false), g()]; }`,
  },
  {
    name: "of several functions of one name in one list the last is called, from everywhere",
    strict: false,
    code: `${v} /** @preempt */ function main() { const out = [f()]; /** @preempt */ function f() { for (;;) return v("first"); } out.push(f()); /** @preempt */ function f() { for (;;) return v("second"); } { out.push(f()); function f() { return v("block"); } } return out.concat([f()]); }`,
    refused: ["PT1011"],
  },
  {
    name: "assigning to the own name of a function expression is an error in strict code",
    code: `${v} const main = /** @preempt */ function self() { try { self = v(1); } catch (e) { log(e.name); } for (;;) return typeof self; };`,
  },
  {
    name: "older decorators see the methods, and may replace them",
    experimentalDecorators: true,
    code: `${v} function logged(target, key, descriptor) { log("decorate", key, typeof descriptor.value); return undefined; } function doubled(target, key, descriptor) { const f = descriptor.value; return { ...descriptor, value: function (...a) { return [f.apply(this, a), f.apply(this, a)]; } }; } function sealed(C) { log("class", C.name); } @sealed class A { n = 1; @logged /** @preempt */ m(x: number) { for (;;) return [this.n, v(x)]; } @doubled @logged /** @preempt */ d(x: number) { for (let i = 0; i < 1; i++) v(i); return this.m(x); } @logged /** @preempt */ static s() { for (;;) return A.name; } }
      /** @preempt */ function main() { const a = new A(); return [a.m(1), a.d(2), A.s()]; }`,
  },
  {
    name: "computed keys in both bodies of a function that uses new.target",
    code: `${v} /** @preempt */ function key(k) { for (let i = 0; i < 2; i++) v(i); return k; } /** @preempt */ function G(a) { const made = new.target !== undefined; class C { [key("plain")]() { return "plain"; } /** @preempt */ [key("m")]() { for (;;) return [made, a]; } } const o = { [key("p")]: made, /** @preempt */ [key("q")](x) { for (;;) return [made, x]; } }; const c = new C(); const r = [c.m(), c.plain(), o.p, o.q(a)]; if (made) { this.r = r; return; } return r; }
      /** @preempt */ function main() { return [new G(1).r, G(2), Reflect.construct(G, [3]).r, G.call({}, 4)]; }`,
  },
];
