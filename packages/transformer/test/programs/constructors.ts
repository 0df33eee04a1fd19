import ts from "typescript";
import { type NastyProgram, v } from "./program.ts";

/** Logs an error by its name, and gives it. */
const failing = "const failing = (f) => { try { return f(); } catch (e) { log(e.name); return e.name; } };";

export const constructors: NastyProgram[] = [
  {
    name: "super in a constructor has the object for its this, and none before the base class has made it",
    code: `${v} class A { n = 1; get x() { return [typeof this.n, this instanceof B, this.own]; } m() { return this.own; } } const tried = (f) => { try { return f(); } catch (e) { return String(e); } };
      class B extends A { own = 5; /** @preempt */ constructor(early) { for (let i = 0; i < 2; i++) v(i); if (early === 0) super.x; if (early === 1) { try { super["x"]; } catch (e) { log(String(e)); } } if (early === 2) { try { super.m(); } catch (e) { log(String(e)); } } super(); const x = super.x; v(2); this.seen = [x, super.m(), super["x"]]; } }
      /** @preempt */ function make(early) { return new B(early); } /** @preempt */ function main() { const out = []; for (let i = 0; i < 4; i++) { try { out.push(make(i)); } catch (e) { out.push(String(e)); } } return out; }`,
  },
  {
    name: "the constructor of a base class is suspended, and gives its object",
    extension: "js",
    code: `${v} class A { #p = 1; q = [this.constructor.name]; /** @preempt */ constructor(a, b = 5) { this.a = v(a); for (let i = 0; i < 3; i++) this.#p += v(i); this.b = b; } get p() { return this.#p; } static made(n) { return new A(n); } }
      /** @preempt */ function main() { const a = new A(1), b = new A(v(2), v(3)); return [a, b, a.p, b.p, Object.keys(a), a instanceof A, Object.getPrototypeOf(b) === A.prototype, A.length, A.name, Reflect.ownKeys(A), Reflect.ownKeys(A.prototype), A.made(7), new A(...[1, 2]), new A]; }`,
  },
  {
    name: "a constructor that returns another object gives that, and ignores what is no object",
    extension: "js",
    code: `${v} class A { /** @preempt */ constructor(x, r) { this.x = v(x); if (v(x) > 2) return r; if (x > 1) { v(9); return; } for (const i of [1, 2]) { if (v(i) === x) return v(r); } } }
      /** @preempt */ function main() { const out = []; const o = { o: 1 }, f = () => 1; for (const r of [o, f, 5, null, undefined, "s", [1]]) for (const x of [1, 2, 3]) { const a = new A(x, r); out.push(a === r, a instanceof A, a.x); } return out; }`,
  },
  {
    name: "derived classes: super is suspended, in its arguments and in the base class",
    extension: "js",
    code: `${v} class A { x = 1; /** @preempt */ constructor(n) { this.s = 0; for (let i = 0; i < n; i++) this.s += v(i); this.made(); } made() { log("A made", Object.keys(this)); } } class B extends A { /** @preempt */ constructor(n, m) { log("before"); super(v(n), v(m)); this.m = v(m); } } class C extends B { /** @preempt */ constructor(...all) { const x = v(all[0]); super(x, ...all); this.c = new.target === undefined ? 0 : 1; } made() { log("C made", Object.keys(this)); super.made(); } }
      /** @preempt */ function main() { const b = new B(2, 3), c = new (class D extends B {})(3, 4); return [b, c, b instanceof A, c instanceof B, Object.keys(b), c.constructor.name, new A(1).s, new B(1, ...[2]).m]; }`,
  },
  {
    name: "derived classes have their fields and private names after super, whatever the base class is",
    extension: "js",
    code: `${v} class A { /** @preempt */ constructor(n) { this.a = v(n); this.hook(); } hook() { log("A hook", Object.keys(this)); } } class B extends A { b = log("field b") ?? "b"; #p = (log("private"), 7); f = () => this.#p; /** @preempt */ constructor(n) { super(v(n)); this.c = v(n + 1); this.#p += this.#m(); } #m() { return this.#p * 2; } get p() { return this.#p; } hook() { log("B hook", #p in this, Object.keys(this)); } } class D extends B { #p = 100; d = this.p; get own() { return this.#p; } } class Plain { constructor(n) { this.plain = n; } } class P extends Plain { #q = log("q") ?? 1; x = this.plain; /** @preempt */ constructor(n) { super(v(n), 1); this.y = v(this.#q); } } class L extends Array { #z = 3; /** @preempt */ constructor(n) { super(v(n)); this.fill(v(this.#z)); } } class Fields { u = log("u") ?? 1; #w = log("w") ?? 2; /** @preempt */ constructor(n) { this.n = v(n) + this.#w; } } class G extends Fields { g = log("g") ?? this.n; #h = log("h") ?? 4; /** @preempt */ constructor(n) { super(v(n)); this.all = [this.g, this.#h, v(this.u)]; } } class H extends Fields { /** @preempt */ constructor(n) { super(v(n)); this.h = v(1); } } class Quiet { list = []; #n = 1; f = () => this.#n; /** @preempt */ constructor(n) { this.list.push(v(n)); } } class K extends Quiet { #k = log("k") ?? this.list.length; /** @preempt */ constructor(n) { super(n); this.k = [v(this.#k), this.f()]; } }
      /** @preempt */ function main() { const b = new B(1), d = new D(2), p = new P(3), l = new L(2), g = new G(5), h = new H(6), k = new K(7); return [b, b.p, b.f(), d, d.p, d.own, p, l, l.length, g, h, k, Object.keys(d), Object.keys(g), Object.keys(k)]; }`,
  },
  {
    name: "ordinary functions are constructors with their resumable bodies",
    extension: "js",
    code: `${v} /** @preempt */ function F(x) { this.x = v(x); if (x === 2) return { other: true }; if (x === 3) return 5; } F.prototype.get = function () { return this.x; }; /** @preempt */ const G = function (y) { for (let i = 0; i < y; i++) this[i] = v(i); }; G.prototype = null; class H extends F { constructor(x) { super(x); this.h = 1; } } class I extends F { #i = 2; /** @preempt */ constructor(x) { super(v(x)); this.i = v(this.#i ?? 0); } } /** @preempt */ function args() { this.n = arguments.length; for (const a of arguments) this[a] = v(a); } const bound = F.bind(null, 4); const arrow = /** @preempt */ () => { v(1); }; const o = { /** @preempt */ m() { v(2); } }; ${failing}
      /** @preempt */ function main() { const out = []; for (const x of [1, 2, 3]) { const f = new F(x); out.push(f, f instanceof F, f.get?.()); } out.push(new G(2), Object.getPrototypeOf(new G(1)) === Object.prototype, new H(1), new I(1), new args(1, 2), new bound(), new o.m.constructor("return 1")()); F.prototype = { get: () => "changed" }; out.push(new F(1).get(), F(2), failing(() => new arrow()), failing(() => new o.m()), new (F)(1), new F); for (const f of [arrow, o.m, 1, undefined, Math.max]) out.push(failing(() => new f(v(3)))); return out; }`,
  },
  {
    name: "errors of constructors are those of the engine, with its words",
    extension: "js",
    code: `${v} class A { /** @preempt */ constructor(x) { if (v(x) === 1) throw new RangeError("x" + x); this.x = x; } } class B extends A { #p = 1; /** @preempt */ constructor(x) { try { v(0); } finally { log("finally"); } super(x); if (v(x) === 2) return 7; } } class N extends null { /** @preempt */ constructor() { super(v(1)); } } const C = { /** @preempt */ m() {} }, n = 3; let later; const texts = []; const say = (f) => { try { texts.push(f()); } catch (e) { texts.push(e.name + ": " + e.message); } };
      /** @preempt */ function main() { for (const x of [1, 2, 3]) { say(() => new A(x).x); say(() => new B(x).x); } say(() => new N()); say(() => A(1)); say(() => B.call({}, 1)); for (let i = 0; i < 1; i++) { try { new C.m(v(1)); } catch (e) { texts.push(e.message); } try { new n(v(2)); } catch (e) { texts.push(e.message); } try { new later(v(3)); } catch (e) { texts.push(e.message); } try { new C.none(...[v(4)]); } catch (e) { texts.push(e.message); } try { new (v(C))[v("m")](); } catch (e) { texts.push(e.message); } try { new Late(v(5)); } catch (e) { texts.push(e.message); } try { new N(v(1)); } catch (e) { texts.push(e.message); } try { new B(2); } catch (e) { texts.push(e.message); } } return texts; } class Late { /** @preempt */ constructor(x) { v(x); } }`,
  },
  {
    name: "new.target is the one of the call, also through Reflect.construct",
    extension: "js",
    code: `${v} class A { f = log("field"); /** @preempt */ constructor(x) { this.x = v(x); } } class B extends A { #b = 1; /** @preempt */ constructor(x) { super(x); this.b = v(this.#b); } } function Other() {} Other.prototype = { other: true }; const proxied = new Proxy(B, { get(t, k, r) { log("get", String(k)); return Reflect.get(t, k, r); } }); class D extends proxied { d = 1; }
      /** @preempt */ function main() { const a = Reflect.construct(A, [1], Other), b = Reflect.construct(B, [2], Other); class E extends Other { constructor() { return Reflect.construct(B, [v(3)], new.target); } } const p = new proxied(4), d = new D(5); const bound = B.bind(null, 6); return [a, b, a.other, b.other, a instanceof A, new E(), p, d, p instanceof B, new bound(), new (class extends bound { constructor() { super(); this.more = 1; } })()]; }`,
  },
  {
    name: "parameters of constructors are evaluated once, in order, after the fields",
    extension: "js",
    code: `${v} const d = (x) => (log("default", x), x); class A { f = log("field"); /** @preempt */ constructor(a = d(1), b = d(a), ...rest) { this.all = [v(a), v(b), rest]; } } class B extends A { g = log("g"); /** @preempt */ constructor({ a, b = 2, ...others }, c = d(3)) { super(v(a), v(b), c, others); this.c = v(c); } } class C { /** @preempt */ constructor({ x = 1, y } = {}) { this.x = v(x); this.y = v(y); } } class R { /** @preempt */ constructor(...all) { for (const x of all) this[x] = v(x); } } class Z { /** @preempt */ constructor() { this.z = v(arguments?.length ?? 0); } } class Y { /** @preempt */ constructor() { this.y = v(1); } } class Hid { /** @preempt */ constructor(a) { var a; function b() { return a; } this.a = v(a); this.b = b(); } } class T { /** @preempt */ constructor([a, b]) { this.a = v(a + b); } } ${failing}
      /** @preempt */ function main() { return [new A(), new A(undefined, 5), new A(1, 2, 3, 4), new B({ a: 1 }), new B({ a: 1, b: 3, z: 9 }, 4), failing(() => new B()), new C(), new C({ y: 5 }), new R(1, 2), new R(), new Z(1), new Y(), new Hid(4), new T([1, 2]), [A, B, C, R, Z, Y, Hid, T].map((K) => [K.length, K.name])]; }`,
  },
  {
    name: "super in arrow functions, twice, in branches and in try keeps its rules",
    extension: "js",
    code: `${v} class A { /** @preempt */ constructor(x) { this.x = v(x); } } class B extends A { #b = log("b") ?? 1; /** @preempt */ constructor(x) { const f = () => super(v(x)); if (v(x)) f(); else super(0); this.b = v(this.#b); } } class C extends A { c = log("c"); /** @preempt */ constructor(x) { super(v(x)); try { super(v(x + 1)); } catch (e) { log(e.message); } this.d = v(1); } } class D extends A { /** @preempt */ constructor(x) { try { if (v(x) > 1) this.early = 1; super(x); } catch (e) { log(e.message); super(v(9)); } } } class E extends A { /** @preempt */ constructor(x) { if (v(x)) return { e: 1 }; super(1); } } class F extends A { /** @preempt */ constructor(x) { v(x); } } ${failing}
      /** @preempt */ function main() { return [v(7), new B(1), new B(0), new C(2), new D(1), new D(2), new E(1), new E(0), failing(() => new F(1))]; }`,
  },
  {
    name: "the base class is the one that the class has when super begins",
    extension: "js",
    code: `${v} class A { a = 1; /** @preempt */ constructor(x) { this.ax = v(x); } } class Z { z = log("z"); constructor(x) { this.zx = x; } } class Y { /** @preempt */ constructor(x) { this.yx = v(x); } } class B extends A { #b = log("b") ?? 2; /** @preempt */ constructor(x) { super(v(x)); this.b = v(this.#b); } } class H extends B {} class I extends H { i = log("i"); } class Swap { /** @preempt */ constructor(x) { this.s = v(x); Object.setPrototypeOf(S, Z); } } class S extends Swap { #s = 5; /** @preempt */ constructor(x) { super(x); this.t = v(this.#s); } }
      /** @preempt */ function main() { const out = [new B(1), new H(1), new I(1), Object.setPrototypeOf(B, Z) === B, new B(3), new H(2), new I(1)]; Object.setPrototypeOf(B, Y); out.push(new B(1), new I(1), new S(1), Object.getPrototypeOf(S) === Z, new S(2)); Object.setPrototypeOf(H, A); out.push(new H(1), new I(1)); return out; }`,
  },
  {
    name: "constructors call constructors: objects of many classes, recursion, and what is constructed by members",
    extension: "js",
    code: `${v} class Node { children = []; /** @preempt */ constructor(depth, make) { this.depth = v(depth); for (let i = 0; i < depth; i++) this.children.push(new make.Node(depth - 1, make)); } } class Leaf extends Node { #n = 1; /** @preempt */ constructor(d, make) { super(d > 1 ? d - 1 : 0, make); this.n = v(this.#n); } } const ns = { Node, Leaf, inner: { Node: Leaf } };
      /** @preempt */ function main() { const kinds = [Node, Leaf, class extends Leaf {}, class { /** @preempt */ constructor(d) { this.d = v(d); } }, class {}, Map, Array]; const out = kinds.map((K) => JSON.stringify(new K(K === Map ? undefined : 2, ns))); for (const K of kinds) out.push(new K(K === Map ? [[1, v(2)]] : 1, ns)); out.push(new ns.Node(3, ns), new ns.inner.Node(2, ns), new ns["Leaf"](v(2), ns), new (v(ns).Leaf)(1, ns)); return out; }`,
  },
  {
    name: "what sees the object before it is complete sees what it would have seen",
    extension: "js",
    code: `${v} const seen = []; class A { self = seen.push(this); get = () => this; /** @preempt */ constructor(x) { seen.push(this); const inner = () => [this.x, v(x)]; this.x = v(x); this.i = inner(); for (const k of [1, 2]) seen.push(/** @preempt */ () => { for (;;) return [this, v(k)][1] + this.x; }); } } class B extends A { f = /** @preempt */ () => { for (;;) return v(this.x); }; /** @preempt */ constructor(x) { super(x); const g = /** @preempt */ () => { for (;;) return v(this.f()); }; this.g = g(); this.h = [1, 2].map((k) => this.x + v(k)); } }
      /** @preempt */ function main() { const b = new B(3), a = new A(4); const fs = seen.filter((s) => typeof s === "function"); return [seen[0] === b, seen[1] === b, b.get() === b, b.g, b.h, fs.map((f) => f()), a.i, seen.length]; }`,
  },
  {
    name: "classes with preemptable constructors look like classes to everybody else",
    extension: "js",
    code: `${v} class A { static s = 1; #p; x; /** @preempt */ constructor(a, b) { for (let i = 0; i < 1; i++) v(i); } m() {} static t() { return new this(1); } } class B extends A { /** @preempt */ constructor() { super(v(1)); } } const C = class { /** @preempt */ constructor(x) { v(x); } }, D = class Inner { /** @preempt */ constructor(x) { v(Inner.name); } }; ${failing}
      /** @preempt */ function main() { const out = []; for (const K of [A, B, C, D]) out.push([K.name, K.length, Reflect.ownKeys(K), Reflect.ownKeys(K.prototype), JSON.stringify(Object.getOwnPropertyDescriptors(K)), Object.prototype.toString.call(K), typeof K, Object.isExtensible(K), failing(() => K()), failing(() => Reflect.apply(K, {}, [])), Reflect.ownKeys(new K(1)), K.prototype.constructor === K]); out.push(A.t() instanceof A, B.t() instanceof B, Object.getPrototypeOf(B) === A, [1, 2].map((x) => new C(x)).length); return out; }`,
  },
  {
    name: "constructors whose bodies are generators: arguments, finally, using and eval-like forms",
    extension: "js",
    code: `${v} class A { #p = log("field") ?? 1; /** @preempt */ constructor() { this.n = v(arguments.length); for (const a of arguments) { try { if (v(a) === 3) return; if (a === 4) return 5; if (a === 5) return { other: a }; } finally { v("finally"); } } this.p = this.#p; } } class B extends A { b = log("b"); #q = 2; /** @preempt */ constructor(...all) { try { super(...all, v(0)); } finally { v("super"); } this.q = v(this.#q); this.f = () => [this.q, new.target.name]; const g = /** @preempt */ () => { for (;;) return v(this.q); }; this.g = g(); } } class C extends A { /** @preempt */ constructor(x) { try { if (v(x)) this.early = 1; } catch (e) { log(e.message); } finally { v("C"); } const again = () => super(v(x)); again(); try { again(); } catch (e) { log(e.message); } try { return x > 1 ? v(undefined) : 7; } finally { v("returned"); } } } class D extends A { /** @preempt */ constructor() { try { v(1); } finally { v(2); } } } ${failing}
      /** @preempt */ function main() { return [[], [1, 2], [1, 3, 2], [4, 1], [5]].flatMap((list) => { const a = new A(...list), b = new B(...list); return [a, b, b.f?.(), a instanceof A, b instanceof B]; }).concat([failing(() => new C(0)), failing(() => new C(2)), failing(() => new D())], [new C(3), new A(v(1)), failing(() => { for (;;) return new C(1); })]); }`,
  },
  {
    name: "async functions and generators construct preemptably",
    extension: "js",
    isAsync: true,
    code: `${v} class A { #p = 1; /** @preempt */ constructor(x) { this.x = v(x) + this.#p; } } class B extends A { /** @preempt */ constructor(x) { super(v(x)); this.b = v(x); } } const ns = { B }; const texts = [];
      /** @preempt */ async function main() { const out = [new B(await v(1)), new ns.B(v(2)), new (await ns).B(...[3])]; for (const K of [A, B, Map]) out.push(new K(K === Map ? [] : await v(4))); try { out.push(new texts(await 1)); } catch (e) { texts.push(e.message); } try { out.push(new ns.none(v(1))); } catch (e) { texts.push(e.message); } return [out, texts]; }`,
  },
  {
    name: "this in the arguments of super is asked for too early",
    extension: "js",
    code: `${v} class A { /** @preempt */ constructor(...given) { this.given = v(given.length); } m() {} } ${failing}
      /** @preempt */ function main() { return [class extends A { /** @preempt */ constructor() { v(1); super(this); } }, class extends A { /** @preempt */ constructor() { super(1, v(this)); } }, class extends A { /** @preempt */ constructor() { super([this]); v(1); } }, class extends A { /** @preempt */ constructor() { super(super.m()); v(1); } }, class extends A { /** @preempt */ constructor() { super(...[this]); v(1); } }, class extends A { /** @preempt */ constructor() { super(() => this); v(1); } }].map((K) => failing(() => new K())); }`,
  },
  ...[ts.ScriptTarget.ES2017, ts.ScriptTarget.ES2021, ts.ScriptTarget.ES2022, ts.ScriptTarget.ESNext].flatMap(
    (target) => [withFields(target, true), withFields(target, false)],
  ),
];

/** TypeScript moves some of them into the constructors. */
function withFields(target: ts.ScriptTarget, useDefineForClassFields: boolean): NastyProgram {
  const areOlder = target < ts.ScriptTarget.ES2022;
  const areMoved = areOlder || !useDefineForClassFields;
  // No engine has accessors of its own yet.
  const auto =
    target < ts.ScriptTarget.ESNext
      ? 'class Auto { accessor a = 1; accessor #b = log("b") ?? 2; /** @preempt */ constructor(n: number) { this.a += v(n); this.#b += n; } get b() { return this.#b; } }'
      : "";
  const refused = [
    areOlder, // Hidden
    areOlder, // Methods
    areMoved, // Early
  ].filter(Boolean);
  return {
    name: `constructors of classes with fields, ${useDefineForClassFields ? "defined" : "assigned"} in ${ts.ScriptTarget[target]}`,
    code: `/** @preempt */ function v(x: any): any { for (let i = 0; i < 1; i++) log(x); return x; }
      class Sum { readonly sum: number; static made = 0; /** @preempt */ constructor(n: number) { let s = 0; for (let i = 0; i < n; i++) s += v(i); this.sum = s; Sum.made++; } }
      class Base { list: number[] = []; n = log("n", Object.keys(this)) ?? 5; #p = 7; [v("key")] = 1; /** @preempt */ constructor(n: number, k = "k") { for (let i = 0; i < n; i++) this.list.push(v(i)); this.#p += this.#m(k) + n; this.hook(); } #m(k: string): number { return k.length; } get p() { return this.#p; } hook() { log("hook", Object.keys(this)); } }
      class Typed extends Base { sum?: number; /** @preempt */ constructor(n: number) { super(v(n), "of Typed"); this.sum = v(this.p); } }
      class Own extends Base { own = log("own") ?? "own"; /** @preempt */ constructor(n: number) { super(n); v(this.own); } }
      class Hidden extends Base { #h: number; /** @preempt */ constructor(n: number) { super(n); this.#h = v(n); } get h() { return this.#h; } }
      class Methods extends Base { #q() { return this.p; } /** @preempt */ constructor(n: number) { super(n); v(this.#q()); } }
      class Plain extends Base { f = log("f") ?? 6; late?: number; #r = 8; get r() { return this.#r; } }
      class Setter extends Base { set n(x: number) { log("set n", x); } get n() { return 9; } set list(x: any) { log("set list"); Object.defineProperty(this, "list", { value: x }); } get list() { return []; } }
      class Heir extends Setter { g = [1]; /** @preempt */ constructor(n: number) { super(n); v("Heir"); } } class Kept extends Setter { late?: number; }
      class Failing { x = (() => { throw new Error("field"); })(); /** @preempt */ constructor() { v("never"); } } class Early { x = log("x") ?? 1; /** @preempt */ constructor(n: number, y = v("y")) { v([n, y]); } } ${auto}
      class Again { inner: unknown = new Base(1); /** @preempt */ constructor() { v(this.inner); } } ${failing.replace("f)", "f: any)").replace("e)", "e: any)")}
      /** @preempt */ function main() { const out: any[] = []; for (const K of [Sum, Base, Typed, Own, Hidden, Methods, Plain, Setter, Heir, Kept, Again, Failing, Early, ${auto && "Auto"}] as any[]) for (let n = 0; n < 3; n++) { out.push(failing(() => { for (;;) { const made = new K(n); return [made, Object.keys(made), made.p, made.h, made.r, made.a, made.b, made instanceof K, K.length, Reflect.construct(K, [n], Sum) instanceof Sum]; } })); } return [out, Sum.made, new Sum(3).sum]; }`,
    target,
    useDefineForClassFields,
    refused: refused.map(() => "PT1028"),
  };
}
