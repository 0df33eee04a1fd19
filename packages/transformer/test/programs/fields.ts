import ts from "typescript";
import { type NastyProgram, v } from "./program.ts";

/** A function that says what it was given and what its `this` has, which is an object in the making. */
const seen = `/** @preempt */ function seen(o, x) { for (let i = 0; i < 2; i++) log("seen", x, Reflect.ownKeys(o).map(String)); return x; }`;
const say = 'const say = (f) => { try { return f(); } catch (e) { return e.name + ": " + e.message; } };';

export const fields: NastyProgram[] = [
  {
    name: "initialisers of fields are suspended in their order, and the object has the fields before them",
    extension: "js",
    code: `${v} ${seen} class A { a = seen(this, 1); b; ["c"] = 3; d = v(this.a + this.c) + v(this.a); "e f" = () => this.d; 7 = seen(this, "seven"); __proto__ = v("own"); static s = 1; g = [v(1), v(2)].map((x) => this.a + v(x)); h = this["e f"]() + v(0); /** @preempt */ constructor(x) { log("body", Object.keys(this)); this.x = v(x); } get own() { return this.h; } }
      class B { only = seen(this, this.constructor.name); /** @preempt */ constructor() {} } class C extends B {} class D extends B { more = this.only + "!"; } class E extends B { more = v(this.only) + "?"; constructor() { super(); log("E", Object.keys(this)); v(1); } }
      /** @preempt */ function main() { const a = new A(5), d = new D(); return [a, a.own, a["e f"].name, Object.getOwnPropertyDescriptor(a, "a"), Object.getPrototypeOf(a) === A.prototype, Object.getOwnPropertyDescriptor(a, "__proto__")?.value, A.length, Reflect.ownKeys(A), new B(), new C(), d, d instanceof B, new E(), Reflect.ownKeys(D)]; }`,
  },
  {
    name: "fields of derived classes come after super, which may have shown the object to others",
    extension: "js",
    code: `${v} ${seen} const all = []; class A { a = v(1); /** @preempt */ constructor(...xs) { all.push(this); this.hook?.(xs); } } const look = (x) => { log("look", all.map((o) => Object.keys(o))); return v(x); }; class B extends A { b = look(2); c = look(this.a); /** @preempt */ constructor(x) { log("before"); super(v(x), x); log("after", Object.keys(this)); this.x = look(x); } hook(xs) { log("hook", xs, Object.keys(this)); } } class C extends B { d = look(3); } class D extends C { e = look(this.d); f = 1; /** @preempt */ constructor(x) { if (v(x) > 1) super(x); else super(x, 1); } } class P { constructor(n) { this.n = n; } } class Q extends P { q = v(this.n); /** @preempt */ constructor(n) { super(n, 2); } } class R extends Q { r = v(this.q); } class L extends Array { l = v(this.length); /** @preempt */ constructor(n) { super(v(n)); } } function F(x) { this.x = x; if (x === 2) return { other: x }; if (x === 3) return 5; } class G extends F { g = v(this.x ?? "none"); /** @preempt */ constructor(x) { super(x); } } class Er extends Error { code = v(7); /** @preempt */ constructor(m) { super(m); } }
      /** @preempt */ function main() { return [new B(1), new C(2), new D(1), new D(2), new Q(4), new R(5), new L(3), new L(3).length, new G(1), new G(2), new G(3), new G(1) instanceof F, new Er("m").message, new Er("m").code, new Er("m") instanceof Er]; }`,
  },
  {
    name: "what an initialiser throws, and what refuses a field, is the error of the class",
    extension: "js",
    code: `${v} ${say} /** @preempt */ function fail(x) { for (let i = 0; i < 1; i++) log(x); throw new RangeError("r" + x); } class A { a = v(1); b = fail(2); c = v(3); /** @preempt */ constructor() { log("never"); } } class Z { a = (Object.preventExtensions(this), v(1)); /** @preempt */ constructor() { log("never"); } } class Y { a = v(1); b = Object.freeze(this) && v(2); c = v(3); /** @preempt */ constructor() {} } class X { a = Object.defineProperty(this, "b", { value: 1, configurable: false }) && v(1); b = v(2); /** @preempt */ constructor() {} }
      class N extends null { a = v(1); /** @preempt */ constructor() { super(v(2)); } } let base = class { a = v(1); /** @preempt */ constructor() { return { other: v(2) }; } }; class O extends base { b = v(this.other); /** @preempt */ constructor() { super(); } } class W extends base { b = v(1); /** @preempt */ constructor() { super(); try { super(); } catch (e) { log(e.name, e.message); } } } class T extends base { b = v(3); /** @preempt */ constructor(x) { if (x) { log("no super"); v(1); } else { const f = () => super(); v(1); f(); } } } class M { m = v(9); /** @preempt */ constructor() {} } class U extends M { u = v(10); /** @preempt */ constructor() { super(); } }
      /** @preempt */ function main() { const out = [say(() => new N()), say(() => A())]; for (let i = 0; i < 1; i++) { for (const K of [A, Z, Y, X, N, O, W, T]) { try { out.push(new K()); } catch (e) { out.push(e.name, e.message); } } try { new T(1); } catch (e) { out.push(e.name, e.message); } Object.setPrototypeOf(U, {}); try { new U(); } catch (e) { out.push(e.name, e.message); } Object.setPrototypeOf(U, O); out.push(new U()); } return out; }`,
  },
  {
    name: "new.target decides of what kind the object is, and its prototype is asked for once",
    extension: "js",
    code: `${v} class A { a = v(Object.getPrototypeOf(this).kind ?? "none"); t = typeof new.target; /** @preempt */ constructor(x) { this.x = v(x); this.nt = new.target.name; } } class A2 { a = v(Object.getPrototypeOf(this) === Object.prototype); /** @preempt */ constructor(x) { this.x = v(x); this.nt = new.target.name; } } class B extends A2 { b = v(this.a); /** @preempt */ constructor(x) { super(x); this.nt2 = new.target.name; } } function Other() {} Other.prototype = { kind: "other" }; function None() {} None.prototype = 5; const proxied = new Proxy(B, { get(t, k, r) { log("get", String(k)); return Reflect.get(t, k, r); } }); const odd = new Proxy(A2, { get(t, k, r) { log("odd", String(k)); return k === "prototype" ? 1 : Reflect.get(t, k, r); } });
      /** @preempt */ function main() { const b = B.bind(null, 3); return [Reflect.construct(A2, [1], Other), Reflect.construct(B, [2], Other).b, Reflect.construct(B, [2], None), Reflect.construct(A, [1], Other), new proxied(4), Reflect.construct(A2, [1], odd), new b(), new (class K extends proxied { k = v(1); })(5), B.length, B.name]; }`,
  },
  {
    name: "classes made again and again keep what is around them, in the initialisers of their fields as well",
    extension: "js",
    code: `${v} /** @preempt */ function* rows(n) { for (let i = 0; i < n; i++) yield v(i); } /** @preempt */ function made(n) { const k = v(n); let count = 0; return class Inner { a = v(k) + n; b = [...rows(n)]; c = (() => { count++; return v(count); })(); d = () => count; e = function () { return this; }; f = class { g = v(k); }; h = { deep: () => this.a, [v("key")]: 1 }; i = \`\${v(1)}-\${this.a}\`; /** @preempt */ constructor(y) { this.y = v(y); for (const r of rows(1)) this.y += r; } get count() { return count; } }; }
      /** @preempt */ function main() { const K = made(1), L = made(2), k = new K(1), l = new L(2), m = new L(3); return [k, l, m, k.d(), l.d(), k.e.name, k.f.name, l.e() === l, m.h.deep(), new m.f(), L.name, l.count, k.d.name]; }`,
  },
  {
    name: "a constructor that takes its parameters apart gets an object with its fields first",
    extension: "js",
    code: `${v} const d = (x) => (log("default", x), x); class T { f = log("field") ?? 1; /** @preempt */ constructor([a, b = d(2)], { x: { y = d(3) } = d({}) , ...rest } = d({})) { this.all = [v(a), v(b), v(y), rest, this.f]; } } class S extends T { g = log("g") ?? this.f; /** @preempt */ constructor([a], ...rest) { super([v(a)], ...rest); this.s = v(a); } } class U extends S { h = 1; } class K extends T { #k = 7; /** @preempt */ constructor(x) { super([x]); this.k = v(this.#k); } }
      /** @preempt */ function main() { const say = (f) => { try { return f(); } catch (e) { return e.name + e.message; } }; const out = [new T([1]), new T([1, 5], { x: { y: 4 }, z: 1 }), new S([3]), new U([4], { q: 1 }), new K(6), T.length, S.length]; for (let i = 0; i < 1; i++) { try { new T(5); } catch (e) { out.push(e.name, e.message); } try { new T(); } catch (e) { out.push(e.name, e.message); } } out.push(say(() => new T(1))); return out; }`,
  },
  {
    name: "fields that TypeScript assigns are assigned: setters see them, in their order",
    useDefineForClassFields: false,
    code: `${v} declare const log: (...xs: unknown[]) => void; class Base { set a(x: any) { log("set a", x, Object.keys(this)); } set n(x: any) { log("set n", x); } } class A extends Base { a: any = v(1); b = v(2); none: any; n = 5; /** @preempt */ constructor(x: any) { super(); (this as any).x = v(x); } } class B extends A { c = v(this.b); d = () => this.c; /** @preempt */ constructor([x, y]: any) { super(x); (this as any).y = v(y); } } class C { z = v(3); f = () => this.z; }
      /** @preempt */ function main() { const b: any = new B([1, 2]); return [new A(3), b, b.d(), new C(), new C().f.name]; } function _(): any { return [B, C]; }`,
  },
  {
    name: "fields that TypeScript defines for older engines are defined, with the names that it gives",
    target: ts.ScriptTarget.ES2017,
    code: `${v} declare const log: (...xs: unknown[]) => void; class Base { set a(x: any) { log("never"); } } class A extends Base { a: any = v(1); b = v(2); none: any; f = () => this.b; /** @preempt */ constructor([x]: any) { super(); (this as any).x = v(x); } } class B extends A { c = v(this.b); g = function () {}; /** @preempt */ constructor(x: any) { super([x]); } }
      /** @preempt */ function main() { const b: any = new B(1); return [new A([3]), b, Object.keys(b), b.f.name, b.g.name, b.f()]; }`,
  },
  {
    name: "initialisers of classes with private names run to their end, and what they call is right",
    extension: "js",
    code: `${v} class A { #p = v(1); a = v(this.#p) + 1; /** @preempt */ constructor(x) { this.x = v(x) + this.#p; } } class B extends A { #q = v(this.a); /** @preempt */ constructor(x) { super(x); this.b = v(this.#q); } } class C extends A { c = v(this.a); get() { return super.get?.() ?? this.c; } s = v(super.toString === Object.prototype.toString); } class D extends C { d = v(this.c); /** @preempt */ constructor() { super(5); } }
      /** @preempt */ function main() { return [new A(1), new B(2), new C(3), new C(3).get(), new D()]; }`,
  },
  ...[ts.ScriptTarget.ES2017, ts.ScriptTarget.ES2022, ts.ScriptTarget.ESNext].flatMap((target) => [
    withProperties(target, true),
    withProperties(target, false),
  ]),
];

/** What comes first, the fields or the parameters, depends on the target. */
function withProperties(target: ts.ScriptTarget, useDefineForClassFields: boolean): NastyProgram {
  const areMoved = target < ts.ScriptTarget.ES2022 || !useDefineForClassFields;
  return {
    name: `parameters that are properties, ${useDefineForClassFields ? "defined" : "assigned"} in ${ts.ScriptTarget[target]}`,
    code: `${v} declare const log: (...xs: unknown[]) => void; class A { /** @preempt */ constructor(readonly a: any, private b = v(2), protected readonly c?: any) { log(Object.keys(this)); for (let i = 0; i < 2; i++) this.a += v(i); a = v(this.a + b); this.c ??= a; } get sum() { return [this.a, this.b, this.c]; } }
      class F { f = v(1); /** @preempt */ constructor(public x: any) { log(Object.keys(this), new.target.name); this.x = v(x); } } class S extends A { set a(x: any) { log("set a", x); } get a() { return 0; } g = [1]; } class G { /** @preempt */ constructor(public list: any[]) { for (const x of [...walk(list)]) this.list.push(v(x)); } } /** @preempt */ function* walk(xs: any[]) { for (const x of [...xs]) yield v(x); }
      class D extends A { constructor(d: number); /** @preempt */ constructor(public d: any) { super(v(d)); } } class P { #p = 1; /** @preempt */ constructor(public p: any) { this.p = v(this.#p + p); } }
      /** @preempt */ function main() { const out: any[] = []; for (const K of [A, F, S, D, P] as any[]) { const made = new K(5); out.push(made, Object.keys(made), made.sum, K.length); } out.push(new A(1, 2, 3).sum, new G([1, 2])); return out; }`,
    target,
    useDefineForClassFields,
    refused: [areMoved && "PT1028", "PT1028", "PT1028"].filter((code) => code !== false), // F, D, P
  };
}
