import type { NastyProgram } from "./program.ts";

const traced =
  "/** @preempt */ function t(x, v = x) { for (let i = 0; i < 1; i++) log(x); return v; } const self = { /** @preempt */ k(x) { for (;;) { log('k', x); return x; } } };";

/** What is evaluated when, how often, and with which `this`. */
export const order: NastyProgram[] = [
  {
    name: "a method named by a call of another object's method keeps its own receiver",
    code: `${traced} /** @preempt */ function main() { const o = { id: "o", /** @preempt */ m(x) { for (;;) return [this === o, x]; } };
      return [o[self.k("m")](1), o[self.k("m")](self.k(2)), o[self.k(self.k("m"))](...[self.k(3)]), o?.[self.k("m")](4), o?.[self.k("m")]?.(5), o[self.k("m")]?.(6), o[o[self.k("m")](self.k("x")) && "m"](7)]; }`,
  },
  {
    name: "receivers nested in receivers each keep their own this",
    code: `${traced} /** @preempt */ function main() { const make = (id) => ({ id, /** @preempt */ m(x) { for (;;) { log(this.id, x); return this; } }, get next() { log("next of", id); return make(id + "'"); } }); const a = make("a"), b = make("b");
      return [a.m(b.m(a.m(1).id).id).id, a.next.m(b.next.m(1).id).next.m(2).id, a.m(1).m(2).m(b.m(3).m(4).id).id]; }`,
  },
  {
    name: "assignment targets are evaluated before their values, and once",
    code: `${traced} /** @preempt */ function main() { const o = { n: 1, s: "s", z: 0, nil: null }; t("o", o).n = t(2); t("p", o)[t("key", "n")] += t(3); t("q", o)[t("key2", "s")] ||= t("never"); o[t("z")] ||= t(5); o[t("nil")] ??= t(6); o[t("n")] &&= t(7); t("r", o)[t("n")]++; --t("u", o)[t("n")]; o[t("n")] **= t(2); [t("d", o).a, t("e", o)[t("b")] = t("default")] = t("values", [1]); ({ x: t("f", o).x, [t("y")]: t("g", o).y, ...t("h", o).rest } = t("source", { x: 1, y: 2, w: 3 })); return o; }`,
  },
  {
    name: "a variable changed by a later operand keeps its earlier value in the earlier one",
    code: "/** @preempt */ function main() { let x = 1; const set = /** @preempt */ (v) => { for (let i = 0; i < 2; i++) x = v; return v; }; const a = [x, set(2), x, set(3), x]; const b = x + set(4) * x; const c = `${x}${set(5)}${x}`; const d = { x, y: set(6), z: x, ...{ x: set(7) } }; let e = x; e += set(8) + x; const f = [x, ...[set(9)], x]; x += set(10); const arr = [1, 2, 3]; let i = 0; arr[i] = (i = set(2)); const g = ((x, y) => [x, y])(x, set(1)); return [a, b, c, d, e, f, x, arr, g]; }",
  },
  {
    name: "each operator calls its operands as often and in the order it did",
    code: `${traced} /** @preempt */ function main() { return [t(1) + t(2) * t(3) - t(4), t(2) ** t(3) ** t(2), (-t(2)) ** t(2), t(1) < t(2) === t(true), t("a") in t({ a: 1 }), t([]) instanceof t(1, Array), t(0) || t(1) && t(2), (t(null) ?? t(5)) || t(6), t(1) ? t(0) ? t("x") : t("y") : t("z"), (t(1), t(2)), !t(0), ~t(5), +t("3"), -t(4), typeof t(5), void t(6), [t(1), , ...t([2, 3]), t(4)], { a: t(1), [t("b")]: t(2), ...t({ c: 3 }), t, get [t("d")]() { return 4; } }, \`a\${t(1)}b\${t(2)}c\`, t(5) & t(3) | t(8) ^ t(1), t(1) << t(2) >> t(1) >>> t(0)]; }`,
  },
  {
    name: "deleting a member of a call's value deletes it, also through an optional chain",
    code: `${traced} /** @preempt */ function main() { const o = { a: { x: 1, y: 2, z: 3, w: 4 }, /** @preempt */ get(k) { for (;;) return this[k]; } }; const nil = null; let u;
      return [delete o.get("a").x, delete o?.get("a").y, delete (o?.get("a").z), delete o?.get(t("a"))[t("w")], delete nil?.get(t("skip")).x, delete u?.get(t("skip")).x.y, delete (nil?.get(t("skip")).x), delete o?.get("none")?.x, delete t(1), o]; }`,
  },
  {
    name: "parentheses end an optional chain but keep its this",
    code: `${traced} /** @preempt */ function main() { const o = { id: 1, /** @preempt */ me() { for (;;) return this; }, /** @preempt */ f(x) { for (;;) return [this?.id, x]; }, tag(s, ...v) { return [this?.id, s[0], ...v]; } }; const nil = null; const e = [];
      const out = [(o?.f)(1), (o?.me().f)(2), (o?.me()?.me().f)(t(3)), (o?.me().f)?.(4), (o.me().f)(5), (o?.me().tag)\`a\${t(6)}\`, ((o?.me()).f)(7), (o?.me()?.f).call(o, 8), (o?.["me"]()["f"])(9)];
      for (const f of [() => 0, 1, 2]) { try { if (f === 1) (nil?.me().f)(t("argument")); if (f === 2) (nil?.me().f).x; } catch (err) { e.push(err.constructor.name); } } return [out, e]; }`,
  },
  {
    name: "an optional chain skips everything after its break, in any mixture of members and calls",
    code: `${traced} /** @preempt */ function main() { const o = { n: { m: /** @preempt */ function (x) { for (;;) { log("m", this === o.n, x); return o; } } }, nil: null, f: /** @preempt */ () => { for (;;) return null; }, c(x) { log("c", x); return () => o; } }; let u;
      return [o?.n.m(t(1)).n?.m(t(2)) === o, o?.n?.["m"]?.(t(3))?.nil?.x.y.z(t("skip")), o.nil?.[t("skip")](t("skip"))[t("skip")], o.f?.()?.[t("skip")].x, o.f()?.x(t("skip")), o?.c(t(4))()?.n.m(t(5)) === o, u?.(t("skip")), u?.[t("skip")]?.(t("skip")), o.missing?.(t("skip")).x.y(t("skip")), o[t("n")]?.[t("m")]?.(t(6)) === o, o?.n.m.call(o.n, t(7))?.c(t(8))() === o, (u?.x)?.y, (() => o)?.()?.n.m?.(t(9)) === o]; }`,
  },
  {
    name: "tags, new, and import-like callees evaluate their parts in order",
    code: `${traced} /** @preempt */ function main() { class C { constructor(...a) { log("new", a.length); this.a = a; } static D = C; } const tag = (s, ...v) => s.raw.join("_") + v; return [new (t("C", C))(t(1), ...t([2, 3])).a, new (t("ns", { C })).C(t(4)).a, new (t("E", C).D)(t(5)).a, new C(t(6)).a[t(0)], new (t("F", class { v = t("field"); }))().v, t("tag", tag)\`x\${t(7)}y\${t(8)}\`, t("o", { tag }).tag\`z\${t(9)}\`, typeof new (t("G", C))]; }`,
  },
  {
    name: "getters that give functions or receivers run once each, before the arguments",
    code: `${traced} /** @preempt */ function main() { let n = 0; const o = { get a() { log("a", ++n); return this; }, get f() { log("f", ++n); return /** @preempt */ function (...x) { for (;;) { log("run", this === o, ...x); return this; } }; }, set v(x) { log("set", x); }, get v() { log("get"); return 1; } };
      o.a.f(t(1)); o.a.a.f(t(2), t(3)); o["a"]["f"](...t([4])); o.a?.f?.(t(5)); o.f.call(o, t(6)); o.a.v = t(7); o.a.v += t(8); o.a.v++; o.a.f(o.a.f(t(9)).v); const { f, a: { v = t("never") } } = o; f(t(10)); return n; }`,
  },
  {
    name: "proxies see the operations that they saw",
    code: `${traced} /** @preempt */ function main() { const trace = (name, target) => new Proxy(target, new Proxy({}, { get: (_, op) => (...a) => { log(name, op, typeof a[1] === "string" ? a[1] : "-"); const r = Reflect[op](...a); return r; } }));
      const o = trace("o", { m(x) { return this === o ? x : "lost"; }, f: t, n: 1 }); const f = trace("f", t); const g = trace("g", function (x) { return x; });
      const out = [o.m(1), o.f(2), f(3), g(4), o[t("m")](5), o?.m(6), o.m?.(7), o.none?.(8), f.call(null, 9), f?.(10), new g(11) instanceof g, delete o.n, "m" in o]; for (const k in o) log("key", k); const { m, ...rest } = o; return [out, Object.keys(rest)]; }`,
  },
  {
    name: "conversions of operands and keys happen where they happened",
    code: `${traced} /** @preempt */ function main() { const v = (name, x) => ({ [Symbol.toPrimitive](hint) { log(name, hint); return x; } }); const o = { k: 1, f: /** @preempt */ (x) => { for (;;) return x; } }; return [v("a", 1) + t(2), t(1) + v("b", 2), o[v("key", "k")], o[v("key2", "f")](t(3)), \`\${v("tpl", "s")}\${t(4)}\`, v("c", 5) < t(6), +v("d", 7), (o[v("e", "k")] += t(1)), v("f", 2) ** t(2), [v("g", "k")] + t(""), v("h", 1) == t(1), { [v("i", "computed")]: t(1) }, o[v("j", "k")]++, o]; }`,
  },
  {
    name: "spreading calls the iterator between the arguments",
    code: `${traced} function* g(...v) { try { for (const x of v) { log("give", x); yield x; } } finally { log("end"); } } /** @preempt */ function f(...a) { for (const x of a) log("arg", x); return a.length; }
      /** @preempt */ function main() { const o = { f }; return [f(t(1), ...g(2, 3), t(4), ...g()), o.f(...g(5), t(6)), o?.f(...g(7)), [...g(8), t(9)], Math.max(...g(1, 2), t(3)), new Array(...g(1, 2)).length, f(...""), f(...new Set([1, 1, 2]))]; }`,
  },
  {
    name: "arguments that contain functions are evaluated once, in order, behind the callee",
    code: `/** @preempt */ function v(x) { for (let i = 0; i < 1; i++) log(x); return x; }
      const record = (name, value) => (log(name), value);
      const show = function (...args) { log(this === undefined ? "none" : "self", ...args.map((a) => typeof a === "function" ? a.name + "/" + a() : a)); return args.length; };
      /** @preempt */ const heavy = function (...args) { for (let i = 0; i < 2; i++) v(i); return Reflect.apply(show, this, args); };
      class P { constructor(f) { this.f = f; log("P", f.name); } }
      /** @preempt */ function main() {
        let g = show, n = 1; const o = { get light() { log("get light"); return show; }, get heavy() { log("get heavy"); return heavy; }, get push() { log("get push"); return heavy; } };
        const object = () => record("o", o);
        g(record("first", 1), { cb: /** @preempt */ () => { for (;;) return 1; } }.cb, (g = heavy), n++);
        g(n, [/** @preempt */ () => { for (;;) return n; }][0], (n = 5), n);
        g(new P(/** @preempt */ () => { for (;;) return 1; }).f, n ? /** @preempt */ () => { for (;;) return 2; } : 0, () => { const f = /** @preempt */ () => { for (;;) return 3; }; return f(); });
        g(/** @preempt */ (() => { for (;;) return 1; }), (x => x)(() => [/** @preempt */ () => 1].length), class { static { log("class"); } static m() { return [/** @preempt */ () => 1].length; } });
        g(class { static { log("class"); } static name2 = /** @preempt */ () => { for (;;) return 1; }; }.name2, () => { return [/** @preempt */ () => 1].length; });
        object().light(n++, { f: /** @preempt */ () => { for (;;) return 1; } }.f, n); object().heavy(n++, { f: /** @preempt */ () => { for (;;) return 1; } }.f, n);
        object().push(n++, [/** @preempt */ () => { for (;;) return 1; }][0], n); const list = []; list.push([/** @preempt */ () => { for (;;) return 1; }], n++); log(list.length);
        object()[record("key", "heavy")](v(1), [/** @preempt */ () => { for (;;) return 1; }][0], v(2), [/** @preempt */ () => { for (;;) return 1; }][0], n);
        const errors = []; const missing = undefined, empty = {};
        for (const f of [() => missing(record("argument", { f: /** @preempt */ () => { for (;;) return 1; } })), () => empty.m(record("argument", [/** @preempt */ () => { for (;;) return 1; }]))]) try { f(); } catch (e) { errors.push(e); }
        try { missing({ f: /** @preempt */ () => { for (;;) return 1; } }, log("b")); } catch (e) { errors.push(e); } try { empty.m([/** @preempt */ () => { for (;;) return 1; }], log("b")); } catch (e) { errors.push(e); }
        return [errors, n, g({ f: /** @preempt */ () => { for (;;) return 1; } }.f)]; }`,
  },
];
