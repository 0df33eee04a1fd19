import { type NastyProgram, v } from "./program.ts";

export const calls: NastyProgram[] = [
  {
    name: "callee, receiver and arguments are evaluated in their order, once",
    code: `/** @preempt */ function t(x, v = x) { for (let i = 0; i < 1; i++) log(x); return v; }
      /** @preempt */ function main() { const o = { get m() { log("get m"); return /** @preempt */ function (...a) { log("call", this === o); for (const x of a) log("arg", x); return this; }; } };
        t("obj", o).m(t("a"), t("b")); t("o2", o)[t("key", "m")](t("c"), ...t("spread", [1, 2]), t("d")); (t("first"), o).m(); (0, o.m)?.call(o, t("e")); return t("f", t)(t("g")); }`,
  },
  {
    name: "not a function: the arguments are evaluated first, and the message is the engine's",
    code: `/** @preempt */ function a(x) { for (let i = 0; i < 1; i++) log("arg", x); return x; }
      /** @preempt */ function main(f) { const o = { n: 5, deep: {} }; const e = []; let u; for (const attempt of [() => 0, 1, 2, 3, 4, 5]) { try { switch (attempt) { case 1: u(a(1)); case 2: o.n(a(2)); case 3: o.deep.missing(a(3)); case 4: o["n"](a(4)); case 5: missing(a(5)); } } catch (err) { e.push(err); } } return e; }`,
  },
  {
    name: "null and undefined receivers throw before the arguments run",
    code: `/** @preempt */ function a(x) { log("never", x); for (;;) return x; }
      /** @preempt */ function main() { const e = []; for (const o of [null, undefined]) { try { o.m(a(1)); } catch (err) { e.push(err); } try { o[a("key")](a(2)); } catch (err) { e.push(err); } } return e; }`,
  },
  {
    name: "optional calls keep this, skip what they skip, and evaluate once",
    code: `/** @preempt */ function v(x) { for (let i = 0; i < 1; i++) log("v", x); return x; }
      /** @preempt */ function main() { let n = 0; const o = { x: 1, get count() { n++; return this; }, m(a) { log("m", this === o, a); return this; }, none: null, f: /** @preempt */ function (a) { for (let i = 0; i < 2; i++) log(this?.x, a); return this; } }; let u; const nil = null;
        return [o?.m(v(1)) === o, o.f?.(v(2)) === o, o?.["f"]?.(v(3)).x, u?.m(v("skip")), o.none?.(v("skip")), o.none?.a.b.c(v("skip")), u?.[v("skip")].x.y(v("skip")), o.count?.count?.m(v(4)).x, n, nil?.x, o?.m(v(5))?.none?.(v("skip")), delete o?.x, delete u?.m(v("skip")), (o?.f)(6) === o, o.m?.call(o, v(7))?.f(8) === o]; }`,
  },
  {
    name: "an optional chain on what is not callable throws where it threw",
    code: `/** @preempt */ function v(x) { for (;;) { log("v", x); return x; } }
      /** @preempt */ function main() { const e = []; const o = { n: 1, deep: { s: "s" } }; for (let i = 0; i < 4; i++) { try { if (i === 0) o?.n(v(1)); if (i === 1) o?.missing(v(2)); if (i === 2) o.deep?.s.x.y(v(3)); if (i === 3) o.n?.(v(4)); } catch (err) { e.push(err); } } return e; }`,
  },
  {
    name: "one call has callees of all kinds in turn, made a moment ago or known, also while its own arguments are evaluated",
    code: `/** @preempt */ function known(x) { for (let i = 0; i < 2; i++) x++; return x; }
      function other(x) { return "other" + x; }
      /** @preempt */ function make(kind, n) { switch (kind % 8) { case 0: return /** @preempt */ (x) => { for (let i = 0; i < 2; i++) n += x; return n; }; case 1: return (x) => n - x; case 2: return /** @preempt */ (x) => { try { return known(x) + n; } finally { log("left", n); } }; case 3: return /** @preempt */ (x) => { for (let i = 0; i < 2; i++) x += this?.n ?? n; return x; }; case 4: return /** @preempt */ function (x) { /** @preempt */ const inner = (y) => known(y) + n; return [inner(x), this?.tag]; }; case 5: return known; case 6: return other; default: return Math.abs; } }
      /** @preempt */ function call(f, x) { return f(x); }
      /** @preempt */ function callMember(o, x) { return o.f(x); }
      /** @preempt */ function callSet(o, x) { return o.set(x); }
      /** @preempt */ function nested(f, g, depth) { return f(depth > 0 ? nested(g, f, depth - 1) : 1); }
      /** @preempt */ function main() { const out = []; const kept = []; for (let round = 0; round < 3; round++) { for (let kind = 0; kind < 8; kind++) { const f = make(kind, round); const o = { f, set: f, tag: "o" }; out.push(call(f, kind), callMember(o, kind), callSet(o, kind), call(f, kind), nested(f, make(kind + round, 1), 2)); kept.push(f); }
        try { call(round, 1); } catch (e) { out.push(e); } try { callSet({ set: "no" }, 1); } catch (e) { out.push(e); } out.push(kept.map((f) => call(f, 1))); for (const f of kept) out.push([1, 2].map(f), call(f, 2)); } return out; }`,
  },
  {
    name: "calls nested in arguments, members and indices",
    code: `/** @preempt */ function f(...xs) { let s = 0; for (const x of xs) s += x; return s; }
      /** @preempt */ function main() { const a = [[1, 2], [3, 4]]; const o = { f, g: { f }, at: (i) => a[i] }; let i = 0; return [f(f(1, 2), f(f(3)), f()), o.g.f(o.f(1), o.f(2)), a[f(0, 1)][f(1)], o.at(f(1))[o.at(0)[0]], f(...a[0], ...a[1]), f(i++, i++, i++), (i = f(i, 1)) + i++ + i]; }`,
  },
  {
    name: "the left side of an operator is read before the right side suspends",
    code: `let n = 1; /** @preempt */ function bump(x) { for (let i = 0; i < 3; i++) n++; return x; }
      /** @preempt */ function main() { const a = n + bump(10) + n; n += bump(100); const o = { n: 1 }; const b = o.n + ((o.n = 5), bump(1)) + o.n; let k = 0; const arr = [0, 0]; arr[k++] = bump(k++); arr[k] += bump(2); return [a, n, b, arr, k]; }`,
  },
  {
    name: "tagged templates, with their strings and this",
    code: `function tag(s, ...v) { log(s.raw.join("|"), v.length, this === undefined); return v; }
      /** @preempt */ function f(x) { for (;;) return x; }
      /** @preempt */ function main() { const o = { tag(s, ...v) { return [this === o, ...v]; } }; const same = (x) => ((s) => s)\`a\${x}\`; for (let i = 0; i < 2; i++) log(tag\`x\${f(i)}y\${f(2)}\\n\`); return [o.tag\`\${f(3)}\`, same(1) === same(2)]; }`,
  },
  {
    name: "classes: methods, overriding, super, statics, private names and fields",
    code: `class A { #p = 1; static count = 0; constructor(x) { this.x = x; A.count++; } /** @preempt */ m(n) { for (let i = 0; i < n; i++) this.#p += this.step(i); return this.#p; } /** @preempt */ step(i) { for (;;) return i; } /** @preempt */ static make(x) { for (let i = 0; i < 2; i++) log("make", this.name); return new this(x); } /** @preempt */ #secret(n) { let s = 0; while (n--) s += this.x; return s; } /** @preempt */ reveal(o = this, n = 3) { return o.#secret(n); } static has(o) { return #p in o; } }
      class B extends A { f = this.m(2); /** @preempt */ step(i) { for (;;) return super.step(i) * 10; } /** @preempt */ static make(x) { for (;;) { const b = super.make(x + 1); return b; } } /** @preempt */ both() { const g = () => super.step(3); for (;;) return [super.m(1), g(), super["step"](4)]; } get x2() { return this.x * 2; } }
      /** @preempt */ function main() { const a = A.make(2), b = B.make(3); const out = [a.m(4), b.m(4), b.f, b.both(), a.reveal(), A.count, b.x2, A.has(b)]; try { a.reveal({}); } catch (e) { out.push(e); } const { m } = a; try { m(2); } catch (e) { out.push(e); } return out; }`,
  },
  {
    name: "classes inside functions, with computed keys, static blocks and heritage calls",
    code: `/** @preempt */ function k(x) { for (let i = 0; i < 1; i++) log("k", x); return x; }
      /** @preempt */ function main() { const out = []; for (const name of ["a", "b"]) { class Base { v() { return name; } } class C extends k(Base) { static s = k("static"); static { log("block", this.s); } [k(name)]() { return k(this.v()); } ["lit"] = k("field"); /** @preempt */ w(n) { for (let i = 0; i < n; i++) out.push(name + i); return this; } } const c = new C(); out.push(c[name](), c.lit, c.w(2) === c); } return out; }`,
  },
  {
    name: "getters, setters and conversions run where they ran",
    code: `/** @preempt */ function main() { const o = { _v: 1, get v() { log("get"); return this._v; }, set v(x) { log("set", x); this._v = x; }, [Symbol.toPrimitive](h) { log("prim", h); return 4; }, toString() { return "o"; } }; for (let i = 0; i < 2; i++) { o.v++; o.v += i; log(+o, \`\${o}\`, o + 1, o == 4); } return o.v; }`,
  },
  {
    name: "object methods, spreads and computed members with annotated functions",
    code: `/** @preempt */ function main() { const base = { /** @preempt */ m() { for (;;) return this.id; }, id: "base" }; const o = { ...base, id: "o", async: 1, /** @preempt */ ["computed"]() { for (;;) return "c"; }, /** @preempt */ 5() { for (;;) return "five"; } }; const p = Object.create(o); p.id = "p"; for (const x of [base, o, p]) log(x.m()); return [o.computed(), o[5](), p["m"](), Object.keys(o)]; }`,
  },
  {
    name: "bound functions, call and apply reach the function",
    code: `/** @preempt */ function f(...a) { const out = [typeof this, ...a]; for (let i = 0; i < 2; i++) out.push(i); return out; }
      /** @preempt */ function main() { const b = f.bind({}, 1); for (let i = 0; i < 2; i++) log(i); return [b(2), b.name, b.length, f.call("s", 3), f.apply(null, [4, 5]), Reflect.apply(f, 1, [])]; }`,
  },
  {
    name: "TypeScript around the callee changes nothing",
    code: `interface Has { m(x: number): number; n?: (x: number) => number } enum Size { Small = 1, Large = Small * 10 }
      /** @preempt */ function id<T>(x: T): T { for (let i = 0; i < 1; i++) log(x); return x; }
      /** @preempt */ function over(a: number): number; function over(a: string): string; function over(a: unknown): unknown { for (;;) return a; }
      /** @preempt */ function self(this: { v: number }, n: number): number { let s = 0; for (let i = 0; i < n; i++) s += this.v; return s; }
      /** @preempt */ function main(): unknown { const o: Has & { v: number } = { v: 2, m(x) { return this.v * x; } }; return [(o.m as (x: number) => number)(3), o!.m(4), (<Has>o).m(5), (o satisfies Has).m(6), o.n?.(1), id<number>(7), (id as any)!(8), Size.Large, over("x"), self.call(o, 3), self.length]; }`,
  },
  {
    name: "JSX calls in attributes and children",
    extension: "tsx",
    code: `/** @jsx h */ function h(type, props, ...children) { return { type: typeof type === "function" ? type.name : type, props, children }; }
      /** @preempt */ function v(x) { for (let i = 0; i < 1; i++) log(x); return x; }
      /** @preempt */ function main() { return <div a={v(1)} {...v({ b: 2 })}>{v("child")}<main>{[1, 2].map((x) => <i key={x}>{x}</i>)}</main>{v(false) && <b />}</div>; }`,
  },
  {
    name: "JSX elements with the names of variables",
    extension: "tsx",
    code: `function h(type, props, ...children) { return { type: typeof type === "function" ? type.name : type, props, children }; } const React = { createElement: h };
      /** @preempt */ function v(x) { for (let i = 0; i < 1; i++) log(x); return x; } function Outer() {} function Inner() {}
      /** @preempt */ function list(opts) { const out = [<option>none</option>]; for (const option of opts) { v(option); out.push(<option value={option}>{[option]}</option>, <option.tag />); } return out; }
      /** @preempt */ function main() { const out = [list([{ tag: "a" }, { tag: Outer }])], Tag = Outer, _tag = "b", data = 1; out.push(<Tag />); { const Tag = Inner, _tag = "i", data = v(2); out.push(<Tag><Tag.x /></Tag>, <_tag data={data} data-data={data} />, <data-data />, <data />, v(3)); } return [out, <Tag />, <_tag />, data]; }`,
  },
  {
    name: "deep recursion through three hundred frames with try and loops",
    code: `/** @preempt */ function down(n, out) { for (const x of [n]) { try { if (x === 0) return out.length; return down(x - 1, out) + 1; } finally { if (n % 50 === 0) out.push(n); } } }
      /** @preempt */ function main() { const out = []; return [down(300, out), out]; }`,
  },
  {
    name: "endless recursion stays a RangeError that can be caught",
    code: `/** @preempt */ function forever(n) { return forever(n + 1) + 1; }
      function main() { try { return forever(0); } catch (e) { return e instanceof RangeError; } }
      /** @preempt */ function unused() { for (;;) return 1; }`,
  },
  {
    name: "methods named as the language's own: one call site for built-in ones, preemptable ones, getters, proxies and what is no function",
    code: `class Own { constructor(n) { this.n = n; } /** @preempt */ get(k) { let s = this.n; for (let i = 0; i < 3; i++) s += k; return s; } /** @preempt */ push(f) { for (let i = 0; i < 2; i++) log("push", f(i)); return this; } }
      class Plain { get(k) { log("plain", this instanceof Plain); return k * 10; } push(f) { return f(9); } }
      /** @preempt */ function read(o, k) { return o.get(k); }
      /** @preempt */ function main() { const out = []; const errors = []; const shown = { get get() { log("got"); return function (k) { return [this === shown, k]; }; } }; const proxy = new Proxy(new Own(7), { get(t, name) { log("proxy", String(name)); return t[name]; } });
        for (const o of [new Map([[1, "a"]]), new Own(1), new Map([[1, "b"]]), new Plain(), shown, new Own(2), proxy, {}, { get: 5 }, undefined, { get: Own.prototype.get, n: 4 }, new Own(3)]) { for (let i = 0; i < 2; i++) { try { out.push(read(o, 1), o?.n); } catch (e) { errors.push(e); } } }
        for (const o of [[], new Own(5), new Plain(), new Own(6)]) out.push(o.push((x) => [x, o === undefined]), o.push((x) => read(new Own(x), read(new Own(1), x + 1))).length); return [...out.map((x) => (typeof x === "object" ? [x.n, x.length] : x)), ...errors]; }`,
  },
  {
    name: "a receiver that is made where it stands is made once",
    code: `/** @preempt */ function v(x) { for (let i = 0; i < 1; i++) log(x); return x; } let seen; const mm = { configurable: true, get() { seen = this; return function (x) { return [this === seen, typeof this, x]; }; } };
      /** @preempt */ function go() { return [(function () {}).mm(v(1)), ((x) => x).mm(v(2)), /a/.mm(v(3)), /a/["mm"](v(4)), (function () {})[v("mm")](v(5)), (class {}).mm(v(7)), /a/.mm(...v([8]))]; }
      /** @preempt */ function main() { Object.defineProperty(Function.prototype, "mm", mm); Object.defineProperty(RegExp.prototype, "mm", mm); const out = go(); delete Function.prototype.mm; delete RegExp.prototype.mm; return out; }`,
  },
  {
    name: "a getter of the global object gives a callee once for each call",
    code: `${v} let asked = 0; Object.defineProperty(globalThis, "given", { configurable: true, get() { asked++; return (x) => [x]; } });
      /** @preempt */ function main() { const out = []; for (let i = 0; i < 2; i++) out.push(given(i), given(v(i)), (given)(), given(...[i]), given(() => v(i)).length); delete globalThis.given; try { given(v(9)); } catch (e) { out.push(e.message); } globalThis.given = 5; try { given(v(9)); } catch (e) { out.push(e.message); } delete globalThis.given; return [out, asked]; }`,
  },
  {
    name: "what has no value where functions made a moment ago were called is no function, in the engine's words",
    code: `${v} const make = (x) => /** @preempt */ () => v(x); const of = (f) => ({ f });
      /** @preempt */ function called(fs) { const out = []; for (const f of fs) { try { out.push(of(f).f()); } catch (e) { out.push(e.name, e.message); } } return out; }
      /** @preempt */ function main() { return [called([make(1), undefined, make(2), null]), called([undefined, make(3), undefined]), called([v, undefined, make(4), undefined])]; }`,
  },
];
