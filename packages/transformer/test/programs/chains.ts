import { type NastyProgram, v } from "./program.ts";

/** Optional chains with calls that are suspended. No function here but `main` needs a generator. */
export const chains: NastyProgram[] = [
  {
    name: "links of a chain are read once, in their order, and what follows nothing is skipped",
    code: `${v} class Node { constructor(name, next) { this.name = name; this.next = next; this.none = null; } get seen() { log("seen", this.name); return this; } /** @preempt */ go(...xs) { for (let i = 0; i < 1; i++) log(this?.name, ...xs); return this?.next; } /** @preempt */ self(x) { return v(this); } key(k) { log("key", k); return k; } }
      /** @preempt */ function values(o, f, k) { let u; const nil = null; return [o?.go(v(1)), o?.go(2)?.go(v(3)).name, o.go?.(v(4))?.name, o.none?.(v("skip")), o.missing?.a.b(v("skip")), u?.go(v("skip")), u?.[v("skip")].x(v("skip")), nil?.go().go(v("skip")), o?.[k](5), o?.[v(k)](v(6)).name, o?.seen.seen?.self(7).seen.name, f?.(v(8)), f?.(o)?.go?.(9)?.go(v("end"))?.name, o.seen.go(10)?.seen?.key(v("k")).trim().length, v(o)?.name, v(nil)?.name, v(o)?.go.call(o, 11).name, (o?.seen)?.go(12).name, (v(o)?.seen).go(13)?.name, o?.go(o?.go(o?.name, v(14)))?.name]; }
      /** @preempt */ function effects(o, f) { let u; o?.go(1); o?.go(v(2))?.seen; o.go?.(3)?.go(4); u?.go(v("skip")); o.none?.(v("skip")), o.seen?.go(5); f?.(v(6)); f?.(7)?.go?.(v(8)); v(o)?.seen; o?.key(v(9)); }
      /** @preempt */ function ends(o, ...xs) { return o?.go(...xs); } /** @preempt */ function called(f) { return f?.(v(1)); } /** @preempt */ function member(o) { return o?.seen.go?.(1); } /** @preempt */ function twice(o) { return o?.go()?.go(); } /** @preempt */ function read(o) { return o?.go(v(1))?.seen.name; } /** @preempt */ const arrow = (o) => o?.self(1)?.self(v(2))?.name; /** @preempt */ function chosen(o, x) { return x ? o?.go() : x ?? o?.next?.go(); } /** @preempt */ function tails(o, n) { for (;;) { if (n-- === 0) return o?.next?.self(n); o = v(o); } }
      /** @preempt */ function main() { const o = new Node("a", new Node("b", new Node("c"))); const same = /** @preempt */ (x) => v(x); const out = [values(o, same, "self"), values(o, undefined, "key"), effects(o, () => o), effects(o)]; for (const x of [o, null, undefined, o.next.next]) { out.push(ends(x, 1, 2), member(x), twice(x), read(x), arrow(x), chosen(x, 0), chosen(x, 1), tails(x, 2)); } return [out, called(same), called(), called(null)].map(String); }`,
  },
  {
    name: "variables that change behind a link are the links' as they were",
    code: `${v} /** @preempt */ function changing(o, p, k, f) { const out = []; let w = o; out.push(w?.m((w = p), v(1)), w?.m((w = null), v(2)), w?.m((w = o), v(3)), w); w = o; out.push(w?.[k]((k = "n"), v(4)), w?.[k]?.(v((w = p)), (k = "m")), w?.[k](5)); f = f ?? o.n; out.push(f?.((f = null), v(6)), f?.(v("skip")), (f = o.n)?.((f = p.n), v(7)), f); w &&= w?.m(v(8))?.name; w ??= o?.m(v(9)); w += o?.m(v(10))?.length; out.push(w, o?.m(v(11)) + o?.n(v(12)), \`\${o?.m(v(13))}\${p?.m(14)}\`); const { x = o?.y, z = 3 } = o?.m(v({ x: undefined })) ?? {}; out.push(x, z); o.t = o?.m(v(15)); o[p?.m(v("k"))] = p?.n(16); out.push(o.t, o.k); if (o?.m(v(0)) || p?.n(v(17)) === 17) out.push("taken"); for (let i = 0; o?.m(v(i)) < 3; i += p?.n(1)) out.push(i); switch (o?.m(v(2))) { case 2: out.push("two"); } out.push({ a: o?.m(1), ["b"]: 2, c: v(o)?.n(3) }, typeof o?.m(v(4)), void p?.m(5), !o?.m(v(0)), [...(o?.m([6, 7]) ?? [])]); return out; }
      /** @preempt */ function main() { /** @preempt */ function given(x, y) { for (let i = 0; i < 1; i++) log(this?.name, x, y); return y === undefined ? x : y; } const o = { name: "o", m: given, n: given, y: "y" }, p = { name: "p", m: given, n: given }; const out = [changing(o, p, "m"), changing(p, o, "m", given)]; return JSON.stringify(out, (key, x) => (typeof x === "function" ? x.name : x)); }`,
  },
  {
    name: "what is no function, or nothing behind a link that is there, throws where it threw",
    code: `${v} /** @preempt */ function fails(o, n) { switch (n) { case 0: return o?.n(v(1)); case 1: return o?.missing(v(2)); case 2: return o.deep?.s.x.y(v(3)); case 3: return o.n?.(v(4)); case 4: return o?.m(v(5)).x.y; case 5: return o?.m(6)[v("k")](7); case 6: return o?.deep[v("none")](8); case 7: return o?.deep.none.x?.(v(9)); case 8: return o?.["deep"].s(10).x; case 9: return o.missing.x?.(v("never")); case 10: return o?.m(v(1))(2); case 11: return o?.m?.(v(1))?.(2); case 12: o?.thrower.x(v("never")); case 13: o?.throws(v(13)); case 14: return o?.deep.s.trim()(v(1)); case 15: return o.m?.(v(1)).length.x.y; default: return o?.deep?.s.anchor?.(v(1)).bold(v(2)).none(v(3)); } }
      /** @preempt */ function returned(o, n) { if (n === 0) return o?.n(); if (n === 1) return o?.deep.missing(v(1)); if (n === 2) return o.n?.(); return o?.none.x(); }
      /** @preempt */ function main() { const e = []; const o = { n: 1, deep: { s: "s" }, /** @preempt */ m(x) { for (let i = 0; i < 1; i++) log(x); }, get thrower() { throw new Error("getter"); }, /** @preempt */ throws(x) { v(x); throw new Error("method"); } }; for (let i = 0; i < 17; i++) { try { e.push(fails(o, i)); } catch (err) { e.push(err); } try { if (i < 4) e.push(returned(o, i)); } catch (err) { e.push(err); } } return e; }`,
  },
  {
    name: "chains have the this of the function, and private members",
    code: `${v} class C { #x; constructor(x) { this.#x = x; this.next = undefined; } /** @preempt */ #m(y) { return v(this.#x + y); } /** @preempt */ m(o) { return [this?.#m(v(1)), o?.#m(2), o?.next?.#m(v(3)), o?.next?.#x, this?.n?.(v(4)), o?.#m?.(v(5))]; } /** @preempt */ n(x) { const f = /** @preempt */ (y) => this?.k?.(y, x); return f(v(6)); } /** @preempt */ k(...xs) { return [this instanceof C, ...xs.map((x) => this?.#m(x))]; } }
      /** @preempt */ function main() { const c = new C(10), d = new C(20); d.next = c; const out = [c.m(d), c.m(), d.m(c)]; try { c.m({ next: {} }); } catch (e) { out.push(e); } return out; }`,
  },
  {
    name: "a chain that is only a part of what is called has no name in errors",
    code: `${v} /** @preempt */ function fails(n, o, k) { switch (n) { case 0: return k[o?.m(v(1))](v(2)); case 1: return k[o?.s](v(3)); case 2: return (o?.k).x(v(4)); case 3: return k[(o?.s)].x?.y(v(5)).z(v(5)); case 4: return o?.k[o?.s](v(6)); case 5: return o?.k[o?.s]?.m.x(v(7)); case 6: return (o?.m(v(8))).y(v(9)); case 7: return o?.k.x.y?.z(v(10)); case 8: return o?.k!.x!(v(11)); case 9: return (o?.k)!.x(v(12)); case 10: return (o?.s || k)(v(13)); case 11: return [o?.k].x(v(14)); case 12: return o.k[o?.s](...[1], v(15)); default: return o?.m?.(o?.s)(v(16)); } }
      class A {} class B extends A { /** @preempt */ from(o) { return super[o?.m(v(17))](v(18)); } }
      /** @preempt */ function main() { const e = []; const o = { /** @preempt */ m: (x) => v(x), s: "s", k: {} }; for (let i = 0; i < 14; i++) { try { e.push(fails(i, o, {})); } catch (err) { e.push(err); } } try { new B().from(o); } catch (err) { e.push(err); } return e; }`,
  },
  {
    name: "getters of a chain and strings that operators and templates ask for run where they stand",
    code: `${v} const asked = (name, members) => new Proxy(members, { get(o, k) { log(name, "get", String(k)); return o[k]; } }); const key = (name) => ({ toString() { log("toString", name); return name; } });
      /** @preempt */ function links(o, k) { return [o?.[k](v(1)), o?.[k](2) + 1, o?.o?.[v("m")] === o.m, o?.[k]?.(v(3)), o?.o.o?.m(v(4)), o?.m(o)?.[k]]; }
      /** @preempt */ function spreads(f, o) { return [f(...[1], v(2)) + 1, f?.(...[3], v(4)), (o, f)(...v([5]), v(6)), o?.m(...[7], v(8))]; }
      /** @preempt */ function operators(k, o) { let x = k; x += v(k); let y = 1; y *= o?.m(k); return [v(k) + k, v(k) < k, (v(k) + k) + k, o?.m(k) + k, v(1) == k, v(k) in {}, x, y, k + v(k) + k]; }
      /** @preempt */ function texts(k) { return [\`\${v(k)}\${k}\${v(1)}\`, \`\${k}x\${v(k)}\${k}y\${v(2)}\${k}\`]; }
      /** @preempt */ function main() { const f = /** @preempt */ (x) => v(x); const o = asked("o", { m: f, o: asked("p", { m: f, o: { m: f } }) }); return [links(o, key("m")).length, spreads(f, o), operators(key("k"), o).map(String), texts(key("t"))]; }`,
  },
];
