import { type NastyProgram, v } from "./program.ts";

/** Getters and setters that are suspended. */
export const accessors: NastyProgram[] = [
  {
    name: "getters and setters of classes run where they ran, with the this that they had",
    code: `${v} class A { #n = 1; items = [1, 2]; static made = 0; /** @preempt */ get total() { let n = 0; for (const x of this.items) n += v(x); return n; } /** @preempt */ set total(x) { for (let i = 0; i < 2; i++) { v(x); this.items = [x, i]; } return "ignored"; }
        /** @preempt */ get #own() { for (let i = 0; i < 2; i++) v(this.#n); return this.#n; } /** @preempt */ set #own(x) { for (let i = 0; i < 2; i++) v(i); this.#n = x; } /** @preempt */ own(o) { o.#own = v(o.#own + 1); const same = (this.#own = v(5)); return [o.#own, this.#own, same, this.n ?? "none"]; }
        /** @preempt */ static get count() { for (let i = 0; i < 2; i++) v(this.name); return this.made; } /** @preempt */ static set count(x) { v(x); this.made = x; } /** @preempt */ get "a-b"() { return v(this.items.length); } /** @preempt */ get 7() { return v("seven"); } }
      class B extends A { /** @preempt */ get total() { return v(super.total) * 10; } /** @preempt */ set total(x) { super.total = v(x + 1); } } class C extends A { get total() { log("plain"); return super.total; } } class D extends A {}
      /** @preempt */ function read(o) { return o.total; } /** @preempt */ function write(o, x) { o.total = x; return o.items; } /** @preempt */ const arrow = (o) => (o.total = v(9)); /** @preempt */ function both(o) { const t = o.total + o.total * v(2); o.total = o.total; return [t, o["total"], typeof o.total, [o.total], { total: o.total }.total, \`\${o.total}\`, o.total ? o.total : 0, o.total && v(1), !o.total, (o.total, 4)]; }
      /** @preempt */ function loops(o) { let n = 0; while (o.total > n) n++; for (let i = o.total; i < o.total + 2; i++) n += i; do n--; while (n > o.total); for (const x of [o.total]) n += x; switch (o.total) { case o.total: n++; } if (o.total) n++; return n; }
      /** @preempt */ function main() { const out = []; for (const o of [new A(), new B(), new C(), new D(), Object.create(new A(), { items: { value: [3], writable: true } })]) out.push(read(o), write(o, 4), arrow(o), both(o), loops(o)); out.push(new A().own(new B()), A.count, (A.count = 3), D.count, (D.count = 4), A.made, D.made, new A()["a-b"], new A()[7], new A()["7"]); return out; }`,
  },
  {
    name: "properties of the name of an accessor are read and assigned once, whatever they are",
    code: `${v} let asked = []; class A { /** @preempt */ get total() { for (let i = 0; i < 2; i++) v(i); return this?.n; } /** @preempt */ set total(x) { for (let i = 0; i < 2; i++) v(i); this.n = x; } }
      /** @preempt */ function read(o) { return [o.total]; } /** @preempt */ function write(o, x) { o.total = x; return [(o.total = v(x))]; }
      const a = Object.assign(new A(), { n: 1 }); const handler = { get(t, k, r) { asked.push("get " + String(k)); return Reflect.get(t, k, r); }, set(t, k, x, r) { asked.push("set " + String(k)); return Reflect.set(t, k, x, r); }, getOwnPropertyDescriptor(t, k) { asked.push("own " + String(k)); return Reflect.getOwnPropertyDescriptor(t, k); }, getPrototypeOf(t) { asked.push("proto"); return Reflect.getPrototypeOf(t); } };
      const lazy = Object.create(a, { total: { configurable: true, get() { asked.push("lazy"); delete this.total; return this.total; } } });
      const { prototype } = A; Object.defineProperty(String.prototype, "total", Object.getOwnPropertyDescriptor(prototype, "total"));
      /** @preempt */ function main() { const out = []; for (const o of [a, { total: 5 }, {}, new Proxy(a, handler), Object.create(new Proxy(a, handler)), new Proxy(a, {}), Object.create(null), Object.setPrototypeOf({ n: 3 }, prototype), lazy, lazy, "text", 5, Symbol.iterator, 1n, true, Object.freeze(Object.assign(new A(), { n: 7 })), Object.defineProperty({}, "total", { get: undefined }), Object.defineProperty({}, "total", { get: () => "plain", set(x) { asked.push(x); } }), Object.defineProperty({}, "total", { value: 6 }), () => 1, [1], null, undefined]) { try { out.push(read(o)); } catch (e) { out.push(e); } try { out.push(write(o, 8)); } catch (e) { out.push(e); } out.push(asked.join()); asked = []; }
        for (let i = 0; i < 200; i++) { const o = { total: i }; o.total = read(o)[0] + 1; if (i > 195) out.push(o.total); } out.push(read(a), read(a), write(a, 3)); delete String.prototype.total; return out; }`,
  },
  {
    name: "accessors of object literals keep their places, keys and names, and are seen as they were",
    code: `${v} const k = Symbol("k"); function make(n) { return { first: 1, /** @preempt */ get sum() { let s = 0; for (let i = 0; i < 3; i++) s += v(n + i); return s; }, /** @preempt */ set sum(x) { v(x); n = x; }, /** @preempt */ get ["lit"]() { return v("lit"); }, last: 2, m() { return this.sum; }, /** @preempt */ get own() { return v(super.toString === Object.prototype.toString); } }; }
      const show = (o) => Reflect.ownKeys(o).map((key) => { const { get, set, enumerable, configurable } = Object.getOwnPropertyDescriptor(o, key); return [String(key), get?.name, get?.length, set?.name, set?.length, enumerable, configurable, get && "prototype" in get]; });
      class A { /** @preempt */ get a() { return v(1); } /** @preempt */ set a(x) { v(x); } /** @preempt */ static get [k]() { return v(2); } /** @preempt */ get [v("key")]() { return v(3); } set b(x) {} }
      /** @preempt */ function inside(n) { const made = [0, 1].map((x) => ({ /** @preempt */ get twice() { for (let i = 0; i < 2; i++) v(i + n); return x * n; } })); class Local { /** @preempt */ get twice() { return v(n); } } return [made[0].twice, made[1].twice, new Local().twice]; }
      /** @preempt */ function main() { const o = make(1), p = make(2); const out = [o.sum, p.sum, (o.sum = 5), o.sum, p.sum, o.m(), o.lit, o.own, show(o), show(A.prototype), show(A), new A().key, A[k], inside(3), inside(4)]; try { new A().key = 1; } catch (e) { out.push(e); } const construct = (f) => new f(); try { construct(o.__lookupGetter__("sum")); } catch (e) { out.push(e); } out.push(JSON.stringify(o), Object.keys({ ...o }), Object.entries(o).length); return out; }`,
  },
  {
    name: "errors of accessors come from where they came, and are caught there",
    code: `${v} class A { /** @preempt */ get bad() { for (let i = 0; i < 2; i++) v(i); throw new Error("get"); } /** @preempt */ set bad(x) { for (let i = 0; i < 2; i++) v(i); throw new Error("set " + x); } get only() { return 1; } /** @preempt */ get #p() { return v(1); } /** @preempt */ set #q(x) { v(x); } /** @preempt */ p(o) { return o.#p; } /** @preempt */ q(o) { o.#q = v(2); } /** @preempt */ r() { this.#p = v(3); } /** @preempt */ s() { return this.#q; } }
      /** @preempt */ function tried(o) { try { return o.bad; } catch (e) { log(e.message); try { o.bad = v(1); } catch (f) { return f; } finally { v("finally"); } } finally { log("end"); } }
      /** @preempt */ function each(f) { try { return f(); } catch (e) { return e; } }
      /** @preempt */ function main() { const a = new A(); let u; return [tried(a), tried({ bad: 2 }), each(/** @preempt */ () => u.bad), each(/** @preempt */ () => { u.bad = v(4); }), each(/** @preempt */ () => null.bad), each(/** @preempt */ () => a.none.bad.x), each(/** @preempt */ () => a.p({})), each(/** @preempt */ () => a.q({})), each(/** @preempt */ () => a.r()), each(/** @preempt */ () => a.s()), each(/** @preempt */ () => a.p(1)), each(/** @preempt */ () => a.p(null)), each(/** @preempt */ () => a.q(null)), each(/** @preempt */ () => v(u).bad)].map(String); }`,
  },
  {
    name: "assignments that compute, steps and optional chains call the getter and the setter once, in their order",
    code: `${v} class A { #n = 2; /** @preempt */ get n() { for (let i = 0; i < 2; i++) v(i); return this.#n; } /** @preempt */ set n(x) { for (let i = 0; i < 2; i++) v(x); this.#n = x; return "ignored"; } /** @preempt */ get #p() { return v(this.#n); } /** @preempt */ set #p(x) { v("p"); this.#n = x; } get #q() { return 1; } /** @preempt */ set #q(x) { v(x); } get next() { log("next"); return this; } none = null;
        /** @preempt */ own(o) { const out = [o.#p++, --o.#p, (o.#p *= v(3)), (o.#p ||= v("skip")), (o.#p &&= v(4)), o?.#p, o?.next.#p, this?.#p, (o.#q += v(2)), o.#q++]; o.#p -= 1; o.#p **= 2; return out; } }
      /** @preempt */ function all(o, f) { let w = o; const out = [o.n++, ++o.n, o.n--, --o.n, (o.n += v(1)), (o.n -= f(o).n), (o.n *= o.n + v(1)), (o.n **= 2), (o["n"] += 1), (w.n += (w = null, v(5))), (o.n ||= v("skip")), (o.n &&= v(0)), (o.n ||= v(6)), (o.n ??= v("skip")), (o.n = null), (o.n ??= v(7)), o?.n, o?.next.n, o?.next?.next.n.toFixed(v(1)), o.none?.n, o.none?.n.x, (o?.n)?.toString(), \`\${o?.n}\`, o.next.n + o?.n, v(o)?.n]; o.n++; o.n += 1; o.n ||= 1; o.n &&= v(2); if (o.n++ > 1) --o.n; for (let i = 0; o.n < 9; o.n += v(i), i++) o.n++; return out; }
      /** @preempt */ function ends(o) { return o.n++; } /** @preempt */ function sets(o) { return (o.n = v(3)); } /** @preempt */ const arrow = (o) => o?.n; /** @preempt */ const steps = (o) => (o.n += 2); /** @preempt */ function either(o, a) { return a ? (o.n = 1) : a ?? o.n--; }
      /** @preempt */ function fails(o, i) { switch (i) { case 0: return o.n++; case 1: return (o.n += v(1)); case 2: return (o.n ||= v(2)); case 3: return o?.n.x.y; default: return (o.big.n += 1); } }
      /** @preempt */ function main() { const out = []; for (const o of [new A(), { n: 5, next: { n: 1, next: { n: 2 } } }, Object.create(new A(), { next: { value: { n: 3, next: { n: 4 } } } })]) { try { out.push(all(o, (x) => x)); } catch (e) { out.push(e); } try { out.push(ends(o), sets(o), arrow(o), steps(o), either(o, 1), either(o, 0), either(o)); } catch (e) { out.push(e); } } const a = new A(), b = new A(); out.push(a.own(b), b.n, a.n, arrow(null), arrow()); for (let i = 0; i < 5; i++) for (const o of [undefined, null, { big: { n: 1n } }, { get n() { throw new Error("n"); } }, Object.freeze({ n: 1 })]) try { out.push(String(fails(o, i))); } catch (e) { out.push(e); } return out; }`,
  },
  {
    name: "assignments to accessors in sloppy and in strict code fail where they failed",
    strict: false,
    extension: "js",
    code: `${v} const o = { /** @preempt */ get a() { return v(1); }, /** @preempt */ set b(x) { v(x); this.c = this === o; }, n: 1 }; const frozen = Object.freeze({ a: 1, b: 2 });
      /** @preempt */ function sloppy(o) { o.a = v(2); o.b = 3; return (o.b = v(4)); } /** @preempt */ function strict(o) { "use strict"; o.b = v(5); return (o.b = 6); }
      Object.defineProperty(Number.prototype, "b", { configurable: true, /** @preempt */ set(x) { for (let i = 0; i < 2; i++) v(typeof this); } });
      /** @preempt */ function main() { const out = []; for (const x of [o, frozen, 5, "s", {}]) { for (const f of [sloppy, strict]) try { out.push(f(x)); } catch (e) { out.push(e); } } delete Number.prototype.b; return out; }`,
  },
];
