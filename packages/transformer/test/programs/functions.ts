import { type NastyProgram, v } from "./program.ts";

export const functions: NastyProgram[] = [
  {
    name: "this of a plain call is undefined in strict code",
    code: `/** @preempt */ function who() { for (let i = 0; i < 2; i++) log(this === undefined); return this; }
      /** @preempt */ function main() { return [who() === undefined, typeof who.call(1)]; }`,
  },
  {
    name: "this of a sloppy function is boxed, and the global object when undefined",
    strict: false,
    code: `/** @preempt */ function who() { for (let i = 0; i < 2; i++) log(typeof this); return this; }
      /** @preempt */ function main() { return [typeof who.call(1), who() === globalThis, who.call("a").length]; }`,
  },
  {
    name: "mapped arguments follow the parameters",
    strict: false,
    code: `/** @preempt */ function f(a, b) { for (let i = 0; i < 2; i++) { a = a + 1; log(arguments[0]); arguments[1] = i; log(b); } return arguments.length; }
      /** @preempt */ function main() { return [f(1, 2, 3), f(1)]; }`,
  },
  {
    name: "unmapped arguments do not",
    code: `/** @preempt */ function f(a, b) { for (let i = 0; i < 2; i++) { a = 10; log(arguments[0]); arguments[1] = 9; log(b); } return [...arguments]; }
      /** @preempt */ function main() { return f(1, 2, 3); }`,
  },
  {
    name: "default parameters run in order, see earlier ones, and may throw",
    code: `function d(x) { log("default", x); return x; }
      /** @preempt */ function f(a = d(1), b = a + d(2), { c = d(3) } = {}, [e = d(4)] = [], ...rest) { for (const r of rest) a += r; return [a, b, c, e, rest.length]; }
      /** @preempt */ function bad(a = (() => { throw new Error("in default"); })()) { for (;;) return a; }
      /** @preempt */ function main() { const r = [f(), f(5, undefined, { c: 1 }, [2], 3, 4), f.length]; try { bad(); } catch (e) { log(e); } return r; }`,
  },
  {
    name: "name and length of every form are those of the original",
    code: `class C { /** @preempt */ m(a, b = 1, ...c) { for (;;) return 1; } /** @preempt */ static s(a) { for (;;) return 2; } /** @preempt */ f = (x, y) => { for (;;) return 3; } }
      const o = { /** @preempt */ m(a) { for (;;) return 4; }, /** @preempt */ p: (a, b, c) => { for (;;) return 5; }, "a key": /** @preempt */ function () { for (;;) return 6; } };
      /** @preempt */ const arrow = (a, b) => { for (;;) return 7; };
      /** @preempt */ const named = function inner(a) { for (;;) return 8; };
      /** @preempt */ function outer(a, b = 2, c) { /** @preempt */ function inside(z) { for (;;) return z; } return inside(a); }
      /** @preempt */ const holder = (a, ...b) => { /** @preempt */ const inside = (z) => { for (;;) return z; }; return inside(a); };
      let assigned; /** @preempt */ assigned = function () { for (;;) return 9; };
      /** @preempt */ function main() { const c = new C(); const all = [c.m, C.s, c.f, o.m, o.p, o["a key"], arrow, named, outer, holder, assigned];
        for (const f of all) log(f); return [c.m(), C.s(), c.f(), o.m(), o.p(), o["a key"](), arrow(), named(), outer(1), holder(2), assigned()]; }`,
  },
  {
    name: "a named function expression knows itself by its own name",
    code: `/** @preempt */ const fact = function self(n) { log(typeof self, self === fact); return n < 2 ? 1 : n * self(n - 1); };
      /** @preempt */ function main() { const f = fact; return [f(5), typeof self === "undefined" || typeof self]; }`,
  },
  {
    name: "arrow functions keep the this around them",
    code: `class C { constructor() { this.v = 7; } /** @preempt */ m() { const f = /** @preempt */ () => { for (let i = 0; i < 3; i++) log(this.v); return this; }; const o = { f }; return o.f() === this && f.call({ v: 0 }) === this; } }
      /** @preempt */ function main() { return new C().m(); }`,
  },
  {
    name: "functions in blocks are hoisted there, and shadow",
    code: `/** @preempt */ function main() { const r = [g()]; { r.push(g()); function g() { for (;;) return "inner"; } } for (const k of [1, 2]) { r.push(h(k)); /** @preempt */ function h(x) { while (true) return x * k; } } return r; function g() { return "outer"; } }`,
  },
  {
    name: "a function that is a parameter's value is called as it is",
    code: `/** @preempt */ function apply(f, ...xs) { const out = []; for (const x of xs) out.push(f(x)); return out; }
      /** @preempt */ const square = (x) => { let s = 0; for (let i = 0; i < x; i++) s += x; return s; };
      /** @preempt */ function main() { return [apply(square, 1, 2, 3), apply(String, 1, 2), apply((x) => [x], 4), apply(Math.sqrt, 9)]; }`,
  },
  {
    name: "recursion: mutual, through a closure, through an object",
    code: `/** @preempt */ function even(n) { return n === 0 ? true : odd(n - 1); }
      /** @preempt */ function odd(n) { return n === 0 ? false : even(n - 1); }
      /** @preempt */ function main() { const fib = /** @preempt */ (n) => (n < 2 ? n : fib(n - 1) + fib(n - 2)); const o = { /** @preempt */ down(n) { return n === 0 ? 0 : 1 + this.down(n - 1); } };
        return [even(50), odd(51), even(7), fib(10), o.down(300)]; }`,
  },
  {
    name: "use before definition throws what it threw",
    code: `/** @preempt */ function main() { const errors = []; for (let i = 0; i < 2; i++) { try { f(); } catch (e) { errors.push(e); } try { log(x); } catch (e) { errors.push(e); } }
        /** @preempt */ const f = () => { for (;;) return 1; }; let x = 2; return [errors, f(), x]; }`,
  },
  {
    name: "new of annotated functions, leaf and container, and new.target",
    code: `/** @preempt */ function Leaf(a) { for (let i = 0; i < 3; i++) this.a = a + i; log(new.target === Leaf); }
      /** @preempt */ function Container(a) { /** @preempt */ const add = (x) => { for (let i = 0; i < 2; i++) a += x; return a; }; this.a = add(1); }
      Container.prototype.get = /** @preempt */ function () { for (;;) return this.a; };
      /** @preempt */ function Returns() { for (;;) return { other: true }; }
      /** @preempt */ function main() { const c = new Container(1); return [new Leaf(1).a, c.a, c.get(), c instanceof Container, new Returns().other, Object.keys(new Leaf(2))]; }`,
  },
  {
    name: "names like those of the runtime are the user's own",
    code: `const state = "s", signal = "g", $signal = 1, $value = 2, $self = 3; let run = (x) => x + 1; const of = 5, call = 6;
      /** @preempt */ function twice(x) { let $value = x; for (let i = 0; i < 2; i++) $value += run(i) + $self; return $value; }
      /** @preempt */ function main() { return [twice(1), state, signal, $signal, $value, of, call, run(1)]; }`,
  },
  {
    name: "closures share the variables of their function",
    code: `/** @preempt */ function counter() { let n = 0; const up = /** @preempt */ () => { for (let i = 0; i < 3; i++) n++; return n; }; const get = () => n; return { up, get }; }
      /** @preempt */ function main() { const a = counter(), b = counter(); a.up(); a.up(); b.up(); return [a.get(), b.get()]; }`,
  },
  {
    name: "callbacks of built-ins run and may throw",
    code: `/** @preempt */ const heavy = (x) => { let s = 0; for (let i = 0; i < 5; i++) s += x; return s; };
      /** @preempt */ function main() { const r = [[1, 2, 3].map(heavy), [3, 1, 2].sort((a, b) => heavy(a) - heavy(b)), "abc".replace(/b/, () => String(heavy(1))), JSON.stringify({ toJSON: () => heavy(2) })];
        for (const x of r) log(x); try { [1].forEach(() => { throw new RangeError("cb"); }); } catch (e) { log(e); } return r; }`,
  },
  {
    name: "a proxy as callee and receiver sees the traps it saw",
    code: `/** @preempt */ function target(x) { for (let i = 0; i < 2; i++) log("in", i); return x; }
      /** @preempt */ function main() { const trap = (name) => (...a) => { log(name, typeof a[1] === "symbol" ? "symbol" : typeof a[1] === "string" ? a[1] : "-"); return Reflect[name](...a); };
        const handler = { get: trap("get"), has: trap("has"), apply: trap("apply"), getOwnPropertyDescriptor: trap("getOwnPropertyDescriptor"), getPrototypeOf: trap("getPrototypeOf") };
        const p = new Proxy(target, handler), o = new Proxy({ m: target }, handler); return [p(1), o.m(2), o?.m?.(3), p.call(null, 4)]; }`,
  },
  {
    name: "properties and prototypes of annotated functions show nothing new",
    code: `/** @preempt */ function f() { for (;;) return 1; } class C { /** @preempt */ m() { for (;;) return super.toString !== undefined; } /** @preempt */ static s() { for (;;) return 1; } }
      /** @preempt */ function main() { for (;;) { log(Reflect.ownKeys(f)); log(Reflect.ownKeys(C.prototype)); log(Reflect.ownKeys(C)); return [new C().m(), C.s(), f(), typeof f.prototype, Object.assign({}, f)]; } }`,
  },
  {
    name: "functions made in a loop at the top, with a block or without, are each their own",
    code: `/** @preempt */ function v(x) { for (let i = 0; i < 1; i++) log(x); return x; }
      const arrows = [], named = {}, methods = [], objects = [], keys = [], blocks = [], whiles = [], fields = [];
      const twice = (k) => { let s = 0; for (const n of [k, k]) s += n; return s; };
      for (const k of [1, 2, 3]) arrows.push(/** @preempt */ () => { let s = 0; for (let i = 0; i < 3; i++) { s += v(k); } return s; });
      for (const k in { a: 1, b: 2 }) named[k] = /** @preempt */ function (x) { let s = x; for (let i = 0; i < 2; i++) { s += v(k); } return s + v(k); };
      for (let k = 0; k < 3; k++) methods.push(class { /** @preempt */ m() { let s = 0; for (let i = 0; i < 3; i++) { s += v(k); } return s; } /** @preempt */ #p() { let s = 0; for (let i = 0; i < 3; i++) { s += v(k); } return s; } get p() { return this.#p; } });
      for (let k = 0; k < 3; k++) objects.push({ /** @preempt */ m() { let s = 0; for (let i = 0; i < 3; i++) { s += v(k); } return s; } });
      for (const k of ["a", "b"]) keys.push({ /** @preempt */ [k]() { let s = k; for (let i = 0; i < 3; i++) { s += v(k); } return s; } });
      for (const k of [1, 2]) { blocks.push(/** @preempt */ () => { let s = 0; for (let i = 0; i < 3; i++) { s += v(k); } return s; }); }
      let j = 0; do whiles.push(((k) => /** @preempt */ () => { let s = 0; for (let i = 0; i < 3; i++) { s += v(k); } return s; })(j)); while (++j < 3);
      class C { static { for (const k of [1, 2]) fields.push(/** @preempt */ () => { let s = 0; for (let i = 0; i < 3; i++) { s += v(k); } return s; }); }
        own = /** @preempt */ function self(n) { for (let i = 0; i < n; i++) v(i); return self; }; }
      const one = new C(), two = new C();
      /** @preempt */ function main() { const out = [one.own(2) === one.own, two.own(2) === two.own]; for (const list of [arrows, whiles, blocks, fields]) for (const f of list) out.push(f());
        out.push(named.a("x"), named.b("y"), keys[0].a(), keys[1].b()); for (const C of methods) out.push(new C().m(), new C().p()); for (const o of objects) out.push(o.m()); return out; }`,
  },
  {
    name: "a variable of a parameter's name begins with the parameter's value",
    code: `/** @preempt */ function v(x) { for (let i = 0; i < 1; i++) log(x); return x; }
      /** @preempt */ function a(x = v(1)) { var x; v(2); return x; }
      /** @preempt */ function b({ x }) { var x; v(2); return x; }
      /** @preempt */ function c(x = v(1)) { var x = x + 1; for (let i = 0; i < 3; i++) x += i; return x; }
      /** @preempt */ function d(x = 1) { var x; v(2); return x; }
      /** @preempt */ function e({ x = 2 }, y = x) { var x = 5, y; v(x); return [x, y]; }
      /** @preempt */ function f(x, { y }) { for (var x of [x, y]) v(x); return x; }
      /** @preempt */ function g(x = v(3), y = v(x)) { { var y; } for (var x = 1; x < 3; x++) v(y); return [x, y]; }
      /** @preempt */ function main() { return [a(), a(5), b({ x: 3 }), c(), c(4), d(), d(2), e({}), e({ x: 1 }, 3), f(1, { y: 2 }), g(), g(1, 2)]; }`,
  },
  {
    name: "a tagged template has one object, wherever it runs",
    code: `/** @preempt */ function v(x) { for (let i = 0; i < 1; i++) log(x); return x; }
      const tag = (s, ...rest) => (log(s.raw, ...rest), s), o = { m(s) { log(this === o); return s; } };
      /** @preempt */ function loop() { const set = new Set(); for (let i = 0; i < 4; i++) { set.add(tag\`x\`); v(i); } return set.size; }
      /** @preempt */ function leaf() { const set = new Set(); for (let i = 0; i < 40; i++) set.add(((s) => s)\`x\${i}y\`); return set.size; }
      /** @preempt */ function same() { v(1); return [tag\`x\`, o.m\`\\n\${v(1)}\${v(2)}\`, o["m"]\`z\`]; }
      const before = same();
      const seen = new Set(), add = (s) => seen.add(s); /** @preempt */ function addToo(s) { v(0); seen.add(s); }
      /** @preempt */ function pass(g) { g(tag\`x\`, v); g({ s: tag\`y\` }.s); }
      class C { /** @preempt */ m() { for (let i = 0; i < 2; i++) v(i); return tag\`m\`; } /** @preempt */ #p() { v(1); return tag\`p\`; } p() { return this.#p(); }
        /** @preempt */ s() { v(1); return super.toString\`s\`; } }
      /** @preempt */ const inner = () => { const made = /** @preempt */ () => { v(2); return tag\`i\`; }; return [made(), (() => tag\`j\`)()]; };
      const firsts = [new C().m(), new C().p(), ...inner()];
      function New() { return function (a) { this.a = a; }; }
      /** @preempt */ function main() { pass(add); pass(addToo); pass(add);
        const after = same(), seconds = [new C().m(), new C().p(), ...inner()];
        let error; try { o.none\`x\${v(7)}\`; } catch (e) { error = e; }
        return [loop(), leaf(), after.map((s, i) => s === before[i]), seconds.map((s, i) => s === firsts[i]), seen.size, error, new C().s(), new (New\`x\`)(4).a, new New\`x\`(5).a, Object.isFrozen(before[0])]; }`,
  },
  {
    name: "who calls an arrow function that contains others asks no iterator",
    code: `${v} let asked = 0; const { prototype } = Array; const own = prototype[Symbol.iterator]; const ask = function () { asked++; return own.call(this); }; let saved;
      /** @preempt */ const make = (a, b) => { const f = /** @preempt */ () => v(a + b); return f() + v(1); }; /** @preempt */ const rest = (a, ...more) => { const f = /** @preempt */ () => v(a + more.length); return f(); }; /** @preempt */ const tried = (a, b = 2) => { const f = /** @preempt */ () => v(a + b); try { return f(); } finally { v(0); } };
      const plainly = () => { prototype[Symbol.iterator] = ask; let out; try { out = make(1, 2); asked += 0; saved = [rest(1, 2, 3), tried(1), tried(1, 5), make.length]; } finally { prototype[Symbol.iterator] = own; } return out; };
      /** @preempt */ function main() { return [plainly(), saved, asked, v(make(3, 4)), rest(), rest(1)]; }`,
  },
];
