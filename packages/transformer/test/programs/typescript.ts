import ts from "typescript";
import type { NastyProgram } from "./program.ts";

const v = "/** @preempt */ function v<T>(x: T): T { for (let i = 0; i < 1; i++) log(x); return x; }";

/** What only TypeScript has. */
export const typescript: NastyProgram[] = [
  {
    name: "namespaces, merged and nested, with exported and hidden functions that call each other",
    code: `${v} namespace N { export let count = 0; /** @preempt */ export function f(n: number): number { for (let i = 0; i < n; i++) count += hidden(i); return count; } /** @preempt */ function hidden(x: number) { for (;;) return v(x); } export const arrow = /** @preempt */ (x: number) => { for (;;) return f(x); }; export namespace Inner { /** @preempt */ export function g() { for (;;) return f(2) + N.f(1); } export enum E { A = 1, B } } } namespace N { /** @preempt */ export function later() { for (;;) return [Inner.g(), Inner.E.B, Inner.E[1]]; } export import F = Inner.g; } /** @preempt */ function main() { return [N.f(2), N.arrow(1), N.later(), N.count, N.F(), typeof (N as any).hidden]; }`,
  },
  {
    name: "overloads, generics, this types, optional and parameter properties",
    code: `${v} abstract class Shape<T> { protected constructor(public readonly id: T, private n = v(1), protected tags: string[] = []) {} abstract area(): number; /** @preempt */ total(this: this, times?: number): number; /** @preempt */ total(this: this, times: string): string; /** @preempt */ total(times: number | string = 2): number | string { if (typeof times === "string") return times; let s = 0; for (let i = 0; i < times; i++) s += this.area(); return s + this.n; } } class Square extends Shape<string> { declare extra: number; side!: number; constructor(side: number) { super("square"); this.side = side; } /** @preempt */ override area(): number { for (;;) return v(this.side ** 2); } /** @preempt */ with<K extends keyof this>(this: this, key: K, value: this[K]): this { for (;;) { this[key] = value; return this; } } } /** @preempt */ function pick<const T extends readonly unknown[]>(xs: T, ...rest: T[number][]): T[number] { for (const x of [...xs, ...rest]) if (x) return x; throw new Error("none"); } /** @preempt */ function isSquare(x: unknown): x is Square { for (;;) return x instanceof Square; } /** @preempt */ function main() { const s = new Square(3); return [s.total(), s.total("text"), s.with("side", 2).total(3), pick([0, "", 5] as const), isSquare(s), isSquare({}), s.id, Object.keys(s)]; }`,
  },
  {
    name: "enums computed by calls, const enums, satisfies, non-null and type arguments around calls",
    code: `${v} enum Size { Small = 1, Large = Small << 3, Named = "text".length } const enum Flag { On = 2 } /** @preempt */ function area<T extends number>(x: T, y?: number): number { for (;;) return x * (y! ?? 1); } const table = { small: area<1>(1), f: (/** @preempt */ (x: number) => { for (;;) return v(x); }) } satisfies Record<string, unknown>; /** @preempt */ function main() { enum Local { A = area(5), B = area(A) + 1 } let unknown: unknown = 4; return [Size.Large, Size[1], Size.Named, Flag.On, Local.B, Local[5], area<2>(2)!, (area as any)(3, 2), area(unknown as number), <number>area(6), table.f!(7), (table satisfies object).small]; }`,
  },
  {
    name: "enums inside functions that are suspended behind them",
    code: `${v} /** @preempt */ function one(): unknown { enum E { A = 1 } v(1); return [E.A, E[1]]; } /** @preempt */ function rounds(n: number): unknown[] { const out: unknown[] = []; for (let i = 0; i < n; i++) { enum E { A = i, B } v(i); const enum C { X = 5 } out.push(E.A, E.B, E[i], C.X); } return out; } /** @preempt */ function cases(x: number): unknown { switch (x) { case 0: enum E { A = 4 } v(x); return E.A; case 1: v(x); return typeof E; } return v(x); } enum E { Out = 7 } declare enum D { A }
      /** @preempt */ function erased(): number { declare enum I { A } v(E.Out); return E.Out; } /** @preempt */ function main() { const out = [one(), rounds(3), cases(0), cases(2), erased()]; try { cases(1); } catch (e) { out.push(e); } return out; }`,
  },
  {
    name: "fields, accessors and index signatures of TypeScript classes with annotated arrows and methods",
    code: `${v} interface Walk { (n: number): number; label?: string } class Box { [key: string]: unknown; static readonly #made: Box[] = []; readonly f: Walk = /** @preempt */ (n) => { for (let i = 0; i < n; i++) v(i); return n + (this.n as number); }; n = 1; static make(this: new () => Box): Box { const b = new this(); Box.#made.push(b); return b; } get size(): number { return this.f(1); } set size(x: number) { this.n = v(x); } /** @preempt */ static count(): number { for (;;) return Box.#made.length; } /** @preempt */ async *ignored?(): AsyncGenerator<number>; } /** @preempt */ function main() { const b = Box.make(); b.size = 5; b.f.label = "walk"; return [b.f(2), b.size, Box.count(), b.f.label, b.f.name]; }`,
    refused: ["PT1001"],
  },
  {
    name: "what a namespace exports is assigned to it, so that functions have no name from there",
    code: `/** @preempt */ function v(x: unknown) { for (let i = 0; i < 1; i++) log(x); return x; }
      namespace N { export const arrow = /** @preempt */ (x: number) => [v(x), arrow.name]; export let plain = /** @preempt */ function () { return v(2); }, [named = /** @preempt */ () => v(3)]: any = []; const own = /** @preempt */ () => v(own.name); export function main() { return [arrow(1), plain(), named(), own()]; } }
      /** @preempt */ function main() { v(0); return [N.main(), N.arrow.name, N.plain.name, N.named.name]; }`,
  },
  {
    name: "where fields are assigned, their keys run to the end in the static block that TypeScript moves them to",
    code: `/** @preempt */ function v(x: any): any { for (let i = 0; i < 1; i++) log(x); return x; }
      /** @preempt */ function main() { v(0); class A { ["key" + v(1)] = v(2); late!: number; } const a = new A() as any; return [Object.keys(a), a.key1]; }`,
    useDefineForClassFields: false,
  },
  {
    name: "the blocks of a namespace see what others of it export, rather than what stands around",
    code: `/** @preempt */ function v(x: unknown) { for (let i = 0; i < 1; i++) log(x); return x; }
      /** @preempt */ function f(n: number): unknown { for (let i = 0; i < n; i++) v("around"); return "around"; } const c = "around", g = f, B = { f };
      namespace N { /** @preempt */ export function f(n: number): unknown { for (let i = 0; i < n; i++) v("first"); return "first"; } export const c = "c"; export let g = f; export namespace Deep { /** @preempt */ export function h(): unknown { for (;;) return v("deep"); } } /** @preempt */ export function own() { for (;;) return f(1); } }
      namespace N { /** @preempt */ export function main(): unknown { const out: unknown[] = []; for (let i = 0; i < 2; i++) out.push(f(i), c, g(i)); g = /** @preempt */ () => v(c); out.push(g(1), g.name, Deep.h()); (N as any).f = /** @preempt */ () => v("replaced"); for (let i = 0; i < 2; i++) out.push(f(1)); return [out, own()]; } export namespace Deep { /** @preempt */ export function again() { for (;;) return h(); } } }
      namespace A.B { /** @preempt */ export function f(n: number): unknown { for (;;) return v("dotted"); } } namespace A.B { /** @preempt */ export function call(): unknown { for (;;) return [f(1), B.f(1)]; } } namespace A { /** @preempt */ export function call(): unknown { for (;;) return [f(1), B.f(1), B.call()]; } }
      /** @preempt */ function main() { for (;;) return [N.main(), N.Deep.again(), A.call(), A.B.call(), f(1), c, g(1), B.f(1)]; }`,
  },
  {
    name: "classes that TypeScript compiles for older targets stand in one body alone",
    code: `/** @preempt */ function v(x: any): any { for (let i = 0; i < 1; i++) log(x); return x; }
      class A { #n = 2; static s = 5; /** @preempt */ #m(x: number): number { for (let i = 0; i < 1; i++) x += this.#n; return v(x); } /** @preempt */ static #s(x: number) { for (;;) return [this === A, v(x) + A.s]; } /** @preempt */ split(n: number): number { let s = 0; for (let i = 0; i < n; i++) for (let j = 0; j < n; j++) s += this.#m(i * j); return s; } static call(x: number) { return A.#s(x); } }
      /** @preempt */ function privates(): unknown { v(1); const C = class { #n = 3; get n() { return this.#n; } }; return new C().n; }
      /** @preempt */ function statics(): unknown { v(1); const o = { a: class { static n = this.name; } }; return [o.a.n, v(2)]; }
      /** @preempt */ function keys(k: string): unknown { v(1); const C = class { [v(k)] = 1; }; return Object.keys(new C()); }
      /** @preempt */ function plain(k: number): unknown { v(1); class C { n = v(k); m() { return this.n; } } return v(new C().m()); }
      /** @preempt */ function main() { return [new A().split(2), A.call(1), privates(), statics(), keys("k"), plain(4)]; }`,
    target: ts.ScriptTarget.ES2021,
    refused: ["PT1017", "PT1017", "PT1017"],
  },
  {
    name: "classes with TypeScript's older decorators stand in one body alone",
    code: `/** @preempt */ function v(x: any): any { for (let i = 0; i < 1; i++) log(x); return x; }
      function dec(C: any): any { return class extends C { static n = 1; }; } function param(...of: unknown[]) { log(of.length); }
      /** @preempt */ function decorated(): unknown { v(1); @dec class C { static self() { return C; } } return [C.self() === C, v((C as any).n)]; }
      /** @preempt */ function parameters(): unknown { v(1); class C { constructor(@param readonly x: number) {} static self() { return C; } } return [C.self() === C, v(new C(4).x)]; }
      /** @preempt */ function main() { return [decorated(), parameters(), v(3)]; }`,
    experimentalDecorators: true,
    refused: ["PT1017", "PT1017"],
  },
  {
    name: "callees with type arguments in parentheses keep their this",
    code: `${v} class O { k = 5; m<T>(x: T): any { return [this?.k, x]; } /** @preempt */ p<T>(x: T): any { for (;;) return [this?.k, v(x)]; } } class Q extends O { /** @preempt */ s(): any { for (;;) return [(super.p<number>)(v(1)), (super.m<string>)("a")]; } } function id<T>(x: T): T { return x; } /** @preempt */ function plainly(o: any): any { const f = id<number>, out: any[] = []; out.push((o.m<number>)(v(1))); for (let i = 0; i < 2; i++) out.push((o.p<number>)(i), f(v(i)), (f as any)(3)); return out; }
      /** @preempt */ function main() { const o: any = new O(), out: any[] = [plainly(o), (o.m<number>)(1), (o.m<number>)(v(2)), (o.p<number>)(3), (o.p<number>)(v(4)), new Q().s(), (o["p"]<number>)(v(5)), (o?.p<string>)(v("r")), new (Map<any, any>)(v([[1, 2]])).size]; for (const f of [() => o.none<string>(v(1)), /** @preempt */ () => { for (;;) (o.none<string>)(v(1)); }]) { try { f(); } catch (e) { out.push((e as Error).message); } } return out; }`,
  },
  {
    name: "classes that get a static block stand in one body alone, where it is compiled for an older target",
    code: `/** @preempt */ function v(x: any): any { for (let i = 0; i < 1; i++) log(x); return x; }
      class Outer { /** @preempt */ make(n: number): any { v(n); class Inner { k = 1; /** @preempt */ m(k: number): any { let s = 0; for (let i = 0; i < k; i++) s += v(i); return [s, Inner.name, this instanceof Inner]; } static self() { return Inner; } /** @preempt */ static s() { for (;;) return [v(1), this === Inner]; } } return [new Inner().m(n), Inner.s(), Inner.self() === Inner, v(3)]; } /** @preempt */ static st(n: number): any { const C = class Named { /** @preempt */ m(): any { for (;;) return [Named.name, v(n)]; } }; return new C().m(); } /** @preempt */ plain(n: number): any { v(n); class P { m() { return P; } } return new P().m() === P; } }
      /** @preempt */ function target(): any { v(new.target === undefined); class T { /** @preempt */ m(): any { for (;;) return v(T.name); } } return new T().m(); } /** @preempt */ function once(n: number): any { class T { /** @preempt */ m(): any { for (;;) return [v(T.name), new T() instanceof T]; } } return new T().m(); } const o = { __proto__: { s: () => v(5) }, /** @preempt */ m(): any { class T { /** @preempt */ m(): any { for (;;) return v(T.name); } } return [new T().m(), (super.s as any)()]; } } as any;
      /** @preempt */ function main() { const a = new Outer(); return [a.make(3), a.make(1), a.plain(1), Outer.st(2), target(), once(1), o.m()]; }`,
    target: ts.ScriptTarget.ES2021,
    refused: ["PT1017", "PT1017", "PT1017", "PT1017"],
  },
  ...[ts.ScriptTarget.ES2021, ts.ScriptTarget.ESNext].map(
    (target): NastyProgram => ({
      name: `methods of classes with older decorators, in ${ts.ScriptTarget[target]}`,
      code: `/** @preempt */ function v(x: any): any { for (let i = 0; i < 1; i++) log(x); return x; }
      function replaced(C: any): any { log(C.name); return class extends C { static extra = 5; }; } function seen(...of: any[]): any { log(typeof of[0], of[1], of[2]); } class Base { m(x: any): any { return ["Base", x]; } static s(x: any): any { return ["static", x]; } }
      @replaced class A extends Base { f = /** @preempt */ (): any => { for (;;) return [(A as any).extra, v(1)]; }; /** @preempt */ m(@seen x: number): any { for (let i = 0; i < x; i++) v(i); return [super.m(v(x)), (A as any).extra]; } /** @preempt */ static s(@seen x: any, @seen y?: any): any { for (;;) return [super.s(v(x)), this === A]; } /** @preempt */ own(@seen ...xs: any[]): any { for (;;) return v(xs); } /** @preempt */ async later(): Promise<any> { await v(1); return A; } }
      class B { constructor(@seen readonly x: number) {} /** @preempt */ m(): any { for (;;) return [v(this.x), B.name]; } /** @preempt */ static s(): any { for (;;) return v(this === B); } }
      /** @preempt */ function main() { const a = new A(); return [a.m(2), a.f(), a.own(1, 2), A.s(3), (A as any).s(4, 5), new B(4).m(), B.s(), ...[Base, B].flatMap((C) => [Reflect.ownKeys(C), Reflect.ownKeys(C.prototype)]), Reflect.ownKeys(Object.getPrototypeOf(A.prototype))]; }`,
      experimentalDecorators: true,
      target,
    }),
  ),
  ...[ts.ScriptTarget.ES2021, ts.ScriptTarget.ES2022].map(
    (target): NastyProgram => ({
      name: `classes with decorators of the language, in ${ts.ScriptTarget[target]}`,
      code: `/** @preempt */ function v(x: any): any { for (let i = 0; i < 1; i++) log(x); return x; }
      function d(_: any, c: any): any { log(c.kind, String(c.name)); return c.kind === "field" ? (x: any) => x : undefined; } class Base { b = 1; }
      class Box { static first = /** @preempt */ () => v(0); @d static m() {} @d static f = /** @preempt */ () => v(1); static after = /** @preempt */ () => v(2); static last = /** @preempt */ () => v(3); a = /** @preempt */ () => v(4); b = /** @preempt */ () => v(5); @d m() {} @d c = /** @preempt */ function () { return v(6); }; e = /** @preempt */ () => v(7); @d accessor g = /** @preempt */ () => v(8); @d #p = /** @preempt */ () => v(9); list() { const { first, f, after, last } = Box; return [first, f, after, last, this.a, this.b, this.c, this.e, this.g, this.#p]; } } class Few { a = /** @preempt */ () => v(1); @d b = 1; }
      /** @preempt */ function keys() { v(0); class C { @d [v("k") + 1]() { return 1; } [v("f")] = v(5); plain() { return C; } } return [Object.keys(new C()), Reflect.ownKeys(C.prototype), new C().plain() === C]; } /** @preempt */ function heritage() { v(0); class C extends v(Base) { @d m() { return 1; } } class D extends v(Base) { @d x = v(2); } return [new (C as any)().m(), new (D as any)().x]; }
      /** @preempt */ function main() { const out: any[] = [${target < ts.ScriptTarget.ES2022 ? "" : "keys(), "}heritage()]; for (const f of [...new Box().list(), new Few().a]) out.push(f.name, f()); return out; }`,
      target,
      refused: target < ts.ScriptTarget.ES2022 ? ["PT1017"] : [],
    }),
  ),
  ...[ts.ScriptTarget.ES2021, ts.ScriptTarget.ES2022, ts.ScriptTarget.ESNext].flatMap((target) => [
    namesOfFields(target, true),
    namesOfFields(target, false),
  ]),
  {
    name: "what is assigned to a variable that a namespace exports has no name from there",
    code: `/** @preempt */ function v(x: unknown) { for (let i = 0; i < 1; i++) log(x); return x; }
      namespace N { export let f: any, g: any, h: any, own: any; let hidden: any; f = /** @preempt */ () => v(1); g ??= /** @preempt */ function () { return v(2); }; ({ h = /** @preempt */ () => v(3) } = {} as any); own = /** @preempt */ function self() { return v(4); }; hidden = /** @preempt */ () => v(5); { let f: any; f = /** @preempt */ () => v(6); v(f.name); } export const list = () => [f, g, h, own, hidden]; }
      /** @preempt */ function main() { const out: unknown[] = []; for (const f of N.list()) out.push(f.name, f()); return out; }`,
  },
];

function namesOfFields(target: ts.ScriptTarget, useDefineForClassFields: boolean): NastyProgram {
  // No engine has accessors of its own yet.
  const areCompiled = target < ts.ScriptTarget.ESNext || !useDefineForClassFields;
  const accessors = areCompiled
    ? "accessor a = /** @preempt */ () => v(7); static accessor b = /** @preempt */ () => v(8); accessor #c = /** @preempt */ () => v(9);"
    : "";
  return {
    name: `functions in fields, ${useDefineForClassFields ? "defined" : "assigned"} in ${ts.ScriptTarget[target]}, have the names that TypeScript leaves them`,
    code: `/** @preempt */ function v(x: unknown) { for (let i = 0; i < 1; i++) log(x); return x; }
      class Box { f = /** @preempt */ () => v(1); static g = /** @preempt */ function () { return v(2); }; #p = /** @preempt */ () => v(3); static #q = /** @preempt */ () => v(4); h = /** @preempt */ function own() { return v(5); }; "with space" = /** @preempt */ () => { const inner = /** @preempt */ () => v(6); return [inner(), inner.name]; }; ${accessors} list() { return [this.f, Box.g, this.#p, Box.#q, this.h, this["with space"]${accessors && ", this.a, Box.b, this.#c"}]; } }
      /** @preempt */ function main() { const out: unknown[] = []; for (const f of new Box().list()) out.push(f.name, f()); return out; }`,
    useDefineForClassFields,
    target,
  };
}
