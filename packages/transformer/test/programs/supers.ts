import { type NastyProgram, v } from "./program.ts";

const id = "(typeof this === 'function' || this === undefined ? typeof this : this.id)";

/** Methods of classes that use `super`. Their plain bodies stand outside of them. */
export const supers: NastyProgram[] = [
  {
    name: "what is read from super sees the this of the method, whatever that is",
    code: `${v} class A { get g() { log("A.g", ${id}); return 3; } /** @preempt */ m(x) { for (;;) return ["A.m", ${id}, x]; } get f() { log("A.f", ${id}); return /** @preempt */ function (x) { return [${id}, v(x)]; }; } static get g() { return ["sA.g", ${id}]; } /** @preempt */ static m(x) { return ["sA.m", v(x)]; } "a-b"(x) { return [x, ${id}]; } 4(x) { return [4, x]; } set(x) { return ["set", ${id}, x]; } }
      class B extends A { id = "b"; m(x) { return x; }
        /** @preempt */ read(x) { for (let i = 0; i < super.g; i++) if (super.m(i)[2] > 1) v(super.g); return [super.m(v(x)), super.f(x), super.m(super.m(v(1)), super.g), super["m"](5), super["a-b"](v(6)), super[4](7), super["4"](v(8)), super.set(9), super.set(v(10)), typeof super.none, super.m.call({ id: "other" }, v(11))]; }
        /** @preempt */ last(x) { v(x); return super.m(x); }
        /** @preempt */ keep(x) { const m = super.m; return [super.g + v(x), v(x) + super.g, m === super.m, m === this.m, super.none ?? super.m(v(x)), super.g ? super.g : v(x), \`\${super.g}\${v(x)}\`]; }
        /** @preempt */ inside(x, y = super.g, z = () => super.g) { const made = []; for (let i = 0; i < 2; i++) made.push(() => super.m(i + this.id)); return [y, z(), v(x), ...made.map((f) => f()), (() => () => super.set(x))()()]; }
        /** @preempt */ around(x) { const o = { __proto__: { m: () => "o.m" }, m() { return [super.m(), v(x)]; }, f: () => super.g }; const C = class { p = super.toString === Object.prototype.toString; [super.g]() { return "key"; } }; return [o.m(), o.f(), new C().p, new C()[3](), super.m(v(x))]; }
        /** @preempt */ static s(x) { return [super.m(v(x)), super.g, super.name]; } }
      /** @preempt */ function main() { const b = new B(), out = [B.s(1)]; for (const name of ["read", "last", "keep", "inside", "around"]) for (const self of [b, { id: "o" }, 5, undefined]) try { out.push(Reflect.apply(b[name], self, [2])); } catch (e) { out.push(e); } return out; }`,
  },
  {
    name: "super is what the prototype of the class inherits from when it is read",
    code: `${v} class A { m(x) { return ["A", x]; } } class B extends A { /** @preempt */ m(x) { return [super.m(v(x)), super.g, super.m(super.g)]; } } class N extends null { /** @preempt */ m() { v(1); return super.m; } /** @preempt */ c() { v(2); return super.m(v(3)); } /** @preempt */ static s() { v(5); return super.name; } }
      /** @preempt */ function main() { const b = new B(), out = [b.m(1)]; Object.setPrototypeOf(B.prototype, { m(x) { return ["other", x]; }, get g() { Object.setPrototypeOf(B.prototype, new Proxy({}, { get: (t, key, self) => (x) => [key, self === b, x] })); return "g"; } }); out.push(b.m(2), b.m(3)); Object.setPrototypeOf(B.prototype, null); for (const f of [() => b.m(4), () => N.prototype.m(), () => N.prototype.c(), () => N.s()]) try { out.push(f()); } catch (e) { out.push(e); } return out; }`,
  },
  {
    name: "an error tells of a property of super in the words of the method",
    code: `${v} class A { get list() { return [1]; } get o() { return { n: 1 }; } get five() { return 5; } get bad() { throw new RangeError("bad"); } id(x) { return x; } }
      class B extends A { /** @preempt */ called(k) { switch (k) { case 0: return super.none(v(1)); case 1: return super.none(); case 2: return super.five(v(1), super.bad); case 3: return super.o.n(v(1)); case 4: return super.o.none.n(v(1)); case 5: return super["no-ne"](v(1)); case 6: return super[7](v(1)); case 7: return super.none(super.bad); case 8: return super.none.x + v(1); case 9: return v(1) + super.bad; case 10: return super.set(1); case 11: return super.set(v(1)); case 12: return (() => super.none(k))(); case 13: return 1 in super.five; case 14: return v(1) instanceof super.o; case 15: return super.id(1)(v(2)); } }
        /** @preempt */ list() { v(1); const [a] = super.five; return a; } /** @preempt */ each() { for (const x of super.none) v(x); } /** @preempt */ made() { v(1); return new super.none(); } /** @preempt */ took() { v(1); const { a } = super.none; return a; } /** @preempt */ spread() { v(1); return [...super.five]; } /** @preempt */ given() { v(1); return super.push(...super.five); } /** @preempt */ passed(x = [1]) { v(2); return super.push(...x); } /** @preempt */ early(x = [1]) { v(2); return super.push(...x, 1); } /** @preempt */ pushed() { v(1); return super.o.push(1); } /** @preempt */ twice() { v(1); return (() => super.id(1)())(); } }
      /** @preempt */ function main() { const b = new B(), out = []; for (let k = 0; k < 16; k++) try { out.push(b.called(k)); } catch (e) { out.push(e); } for (const name of ["list", "each", "made", "took", "spread", "given", "passed", "early", "pushed", "twice"]) try { out.push(b[name]()); } catch (e) { out.push(e); } return out; }`,
  },
  {
    name: "each class has a super of its own, and shows nothing of who reads it",
    code: `${v} class A { m(x) { return ["A", x]; } static m() { return "sA"; } } const mix = (Base, n) => { return class extends Base { /** @preempt */ m(x) { return [n, super.m(v(x))]; } /** @preempt */ [v("k") + n](x) { return [n, super.m(x), v(x)]; } m$super() { return "mine"; } ["m$resumable"]() { return super.m(1); } /** @preempt */ static m() { v(n); return [super.m(), Object.getOwnPropertySymbols(this), Object.getOwnPropertyNames(this)]; } [n === 2 ? "m" : "other"]() { return "replaced"; } }; }; class Maker { /** @preempt */ make(n) { v("make"); return class extends A { /** @preempt */ m(x) { return [n, super.m(v(x))]; } }; } }
      /** @preempt */ function main() { const out = [], made = []; let Base = A; for (let n = 0; n < 3; n++) { class C extends Base { /** @preempt */ own(x) { return [n, super.m(v(x))]; } } made.push(Base = mix(C, n)); } for (const C of made) { const c = new C(); out.push(c.m(1), c.own(2), c.k0(3), c.m$super(), C.m(), Reflect.ownKeys(C.prototype)); for (const key in c) out.push(key); } const plainly = Array.from({ length: 2 }, (_, i) => new Maker().make(i)); for (const C of [...plainly, new Maker().make(3)]) out.push(new C().m(4)); return out; }`,
  },
  {
    name: "where a property of super is read is where an error says",
    code: `${v} class A { get o() { return { n: undefined }; } get f() { return () => undefined; } }
      class B extends A { /** @preempt */ fails(k) { switch (k) { case 0: return super.none.x; case 1: return super.none["x"]; case 2: return super.o["n"][k]; case 3: return super["none"].x; case 4: return super["none"][0]; case 5: return super.o.n.x; case 6: return super.o.n[0]; case 7: return super.f().x; case 8: return super.none.x(v(2)); case 9: return super.none?.x.y(v(3)) ?? super.o?.n.x; case 10: return (super.none).x; case 11: return super.none.x.y + v(4); case 12: return super . none . x; case 13: return super.none.x = v(5); case 14: return super.o.n.x++; case 15: return v(6) in super.none; case 16: return [v(7), super.none.x]; case 17: return super.none.x(); } }
        /** @preempt */ arrow() { v(1); return (() => super.none.x)(); } }
      /** @preempt */ function main() { const b = new B(), out = []; for (let k = 0; k < 18; k++) try { out.push(b.fails(k)); } catch (e) { out.push(e); } try { b.arrow(); } catch (e) { out.push(e); } return out; }`,
  },
  {
    name: "super is assigned, deleted, computed and called in ways that only a method knows",
    code: `${v} class A { get p() { log("get p", this.id); return 1; } set p(x) { log("set p", this.id, x); } m(x) { return ["A.m", this?.id, x]; } }
      class B extends A { id = "b"; /** @preempt */ assigns() { super.p = v(1); super.p += v(2); super.p++; [super.p] = [v(3)]; ({ a: super.p } = { a: v(4) }); for (super.p of [v(5)]) v(6); super.own = v(7); return Object.keys(this); } /** @preempt */ sets(x) { v(x); super.p = x; super.own = 8; return this.own; } /** @preempt */ later(x) { super.p = v(x); return this.id; } /** @preempt */ adds(x) { v(x); return [super.p++, super.p += x]; } /** @preempt */ removes() { v(1); return delete super.p; } /** @preempt */ computes(k) { v(k); return [super[k](v(1)), super[v("m")](2)]; } /** @preempt */ calls() { v(1); return [(super.m)(v(1)), super.m?.(v(2)), super.none?.(v(3)), super.m\`t\`.length]; } /** @preempt */ apart(x) { return [(super.m)(v(x))]; } /** @preempt */ maybe(x) { v(x); return super.m?.(x); } /** @preempt */ inside(x) { v(x); return [(() => (super.m)(1))(), (() => super.m?.(2))(), (() => super.none?.(3))()]; } /** @preempt */ taken(x) { return super.m?.(v(x)); } }
      const o = { __proto__: A.prototype, id: "o", /** @preempt */ literal(x) { v(x); return super.m(v(x)); } };
      /** @preempt */ function main() { const b = new B(), out = []; for (const f of [() => b.assigns(), () => b.sets(1), () => b.later(2), () => b.adds(3), () => b.apart(4), () => b.maybe(5), () => b.taken(6), () => b.inside(7), () => b.removes(), () => b.computes("m"), () => b.calls(), () => o.literal(2)]) try { out.push(f()); } catch (e) { out.push(e); } return out; }`,
  },
  {
    name: "a private method has the super of its class",
    code: `${v} class A { m(x) { return ["A.m", this.id, x]; } get g() { return ["A.g", this.id]; } } class B extends A { id = "b"; #own = 1; /** @preempt */ #hidden(x) { v(x); return [super.m(v(x)), super.g, this.#own]; } /** @preempt */ shown(x) { return [this.#hidden(v(x)), super.m(this.#own), this.#hidden(2)]; } }
      /** @preempt */ function main() { return new B().shown(1); }`,
  },
];

/** Those in which arrow functions inside are preemptable, too: what they read of `super` takes a function. */
export const superArrows: NastyProgram[] = [
  {
    name: "preemptable arrow functions use the super of the method around them",
    code: `${v} class A { get p() { return ["p", this.id]; } m(x) { return ["A.m", this.id, x]; } }
      class B extends A { id = "b"; /** @preempt */ given() { const f = /** @preempt */ (x) => [super.m(v(x)), super.p]; return [f(1), [1, 2].map((x) => super.m(x)), super.m(v(2))]; } } class N extends null { /** @preempt */ n() { v(4); return (() => super.m())(); } }
      /** @preempt */ function main() { const out = []; for (const f of [() => new B().given(), () => B.prototype.given.call(5), () => N.prototype.n()]) try { out.push(f()); } catch (e) { out.push(e); } return out; }`,
  },
];
