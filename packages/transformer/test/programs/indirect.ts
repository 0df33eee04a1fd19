import { type NastyProgram, v } from "./program.ts";

/** Functions that are called through `call`, `apply`, `Reflect.apply` and `bind`. */
export const indirect: readonly NastyProgram[] = [
  {
    name: "call, apply and Reflect.apply give this and arguments as they do without",
    code: `${v}
      /** @preempt */ function f(...args) { v("f"); return [typeof this, String(this), args.length, v(args[0])]; }
      /** @preempt */ function sloppy() { v("s"); return typeof this; }
      /** @preempt */ function main() {
        log(f.call(1, 2, 3), f.call(), f.call(null), f.apply("x"), f.apply("x", null), f.apply("x", [1, 2]), f.apply(0, { length: 2, 0: 5 }));
        log(Reflect.apply(f, 7, [1]), sloppy.call(1), sloppy.call(), sloppy.call("s"));
        const arrow = (x) => v(x) + 1;
        return [arrow.call(5, 6), arrow.apply(5, [7]), Reflect.apply(arrow, 5, [8])];
      }`,
  },
  {
    name: "a list of arguments is read once, as the engine reads it",
    code: `${v}
      /** @preempt */ function f(a, b) { return v(a) + v(b); }
      /** @preempt */ function main() {
        const list = { get length() { log("length"); return 2; }, get 0() { log("0"); return 1; }, get 1() { log("1"); return 2; } };
        log(f.apply(null, list), Reflect.apply(f, null, list));
        for (const wrong of [1, "ab", true]) {
          try { f.apply(null, wrong); } catch (e) { log(e.name, e.message); }
          try { Reflect.apply(f, null, wrong); } catch (e) { log(e.name, e.message); }
        }
        try { Reflect.apply(f, null); } catch (e) { log(e.name, e.message); }
        try { Reflect.apply(1, null, []); } catch (e) { log(e.name, e.message); }
        for (const none of [undefined, null, 5, {}]) {
          try { none.call(1); } catch (e) { log(e.name, e.message); }
          try { none.apply(1); } catch (e) { log(e.name, e.message); }
          try { none.bind(1); } catch (e) { log(e.name, e.message); }
        }
      }`,
  },
  {
    name: "a bound function is what bind makes, and is suspended inside",
    code: `${v}
      /** @preempt */ function f(a, b, c) { return [this.x, v(a), v(b), v(c)]; }
      /** @preempt */ function main() {
        const g = f.bind({ x: 1 }, 2);
        const h = g.bind({ x: 9 }, 3);
        log(g.name, g.length, h.name, h.length, "prototype" in g, Object.getOwnPropertyNames(g).join());
        log(g(3, 4), h(4), g.call({ x: 5 }, 6, 7), h.apply(null, [8]), [5].map(f.bind({ x: 2 }, 0)));
        const C = f.bind(null);
        try { new (function () {}.bind(null))(); log("made"); } catch (e) { log(e.name); }
        return new C(1, 2, 3) instanceof f;
      }`,
    refused: [],
  },
  {
    name: "errors come out of an indirect call as they went in, and recursion goes through it",
    code: `${v}
      /** @preempt */ function fail(x) { v(x); throw new RangeError("no " + x); }
      /** @preempt */ function down(n) { v(n); return n === 0 ? 0 : 1 + down.call(null, n - 1); }
      /** @preempt */ function even(n) { return n === 0 ? v(true) : Reflect.apply(odd, null, [n - 1]); }
      /** @preempt */ function odd(n) { return n === 0 ? v(false) : even.apply(null, [n - 1]); }
      /** @preempt */ function main() {
        try { fail.call(null, 1); } catch (e) { log(e.message); }
        try { fail.bind(null, 2)(); } catch (e) { log(e.message); } finally { v("finally"); }
        return [down(5), even(4), even(5)];
      }`,
  },
  {
    name: "call, apply and bind of the user's own stay the user's",
    code: `${v}
      const own = { call(x) { return v("own " + x); }, apply: (x) => v(x), bind() { return () => v("bound"); } };
      /** @preempt */ function f(x) { return v(x); }
      f.call = (x) => v("changed " + x);
      /** @preempt */ function main() {
        log(own.call(1), own.apply(2), own.bind()(), f.call(3));
        delete f.call;
        return f.call(null, 4);
      }`,
  },
  {
    name: "async functions are suspended inside an awaited indirect call",
    isAsync: true,
    code: `${v}
      /** @preempt */ async function f(x) { v(x); await null; v(x); return [this.y, x]; }
      /** @preempt */ async function main() {
        const o = { y: 1 };
        log(await f.call(o, 2), await f.apply(o, [3]), await Reflect.apply(f, o, [4]), await f.bind(o, 5)());
        try { await f.call(undefined, 6); } catch (e) { log(e.name); }
      }`,
  },
  {
    name: "functions that plain code binds are suspended inside: in constructors, fields, and outside of functions",
    code: `${v}
      /** @preempt */ function sum(...xs) { let s = 0; for (let i = 0; i < xs.length; i++) s += v(xs[i]); return [s, this?.k]; }
      const top = sum.bind({ k: 1 }, 2), empty = sum.bind();
      class A {
        k = 5;
        field = this.m.bind(this);
        constructor() { this.m = this.m.bind(this); this.self = v(this.m.name + this.m.length); }
        /** @preempt */ m(a, b = 1) { let s = 0; for (let i = 0; i < a; i++) s += v(i); return [s, b, this.k]; }
        late() { return this.m.bind({ k: 6 }, 3)(4); }
      }
      const a = new A();
      function plain(f) { return f.bind({ k: 7 }, 1); }
      /** @preempt */ function main() {
        const { m, field } = a;
        log(top(3), empty(4), m(2), field(3, 4), a.late(), plain(sum)(8), [1, 2].map(top), plain(top)(9), new (plain(function (x) { this.x = x; }))().x);
        return [top.name, top.length, m.name, m.length, Object.getOwnPropertyNames(m).join(), typeof m.prototype, Reflect.ownKeys(a).join()];
      }`,
  },
  {
    name: "what bind finds: getters are read once, errors and methods of others stay what they are",
    code: `${v}
      /** @preempt */ function f(x) { return v(x); }
      const read = { get f() { log("read"); return f; } };
      const gl = { bind(x) { log(this === gl, x, arguments.length); return "texture"; } };
      function own(x) { return x; }
      Object.defineProperty(own, "bind", { get() { log("get"); return function (x) { return () => [this === own, x]; }; } });
      /** @preempt */ function changed(x) { return v(x); }
      changed.bind = (...xs) => () => v(xs.length);
      function broken(x) { return x.y.bind(1, log("argument")); }
      const plainly = () => [read.f.bind(1, 2)(), gl.bind(v(3)), own.bind(4)(), changed.bind(5, 6)(), f?.bind(7)(8), undefined?.bind(9), gl?.["bind"](10)];
      /** @preempt */ function main() {
        log(plainly(), read.f.bind(1, 2)(), gl.bind(v(3)), own.bind(4)(), changed.bind(5, 6)(), f?.bind(7)(8), undefined?.bind(9));
        for (const y of [undefined, null, 1, {}, { bind: 5 }, "text", Symbol.iterator]) {
          try { broken({ y }); } catch (e) { log(e.name, e.message); }
          try { y.bind(1, log("argument")); } catch (e) { log(e.name, e.message); }
          try { y.bind(f(1)); } catch (e) { log(e.name, e.message); }
        }
        return f.bind(f(1), f(2))(f(3));
      }`,
  },
  {
    name: "proxies of functions, with an apply trap and without, revoked, of bound functions and of classes",
    code: `${v}
      /** @preempt */ function f(a, b) { for (let i = 0; i < 2; i++) v(i); return [this?.k, v(a), b]; }
      const plain = new Proxy(f, {});
      const trap = { /** @preempt */ apply(target, self, args) { log(this === trap, args.length, Array.isArray(args)); for (let i = 0; i < 2; i++) v(i); args[0]++; return ["trap", target.apply(self, args)]; } };
      const { proxy, revoke } = Proxy.revocable(f, trap);
      const told = new Proxy(f.bind({ k: 3 }), { get apply() { log("apply is read"); return undefined; } });
      const wrong = new Proxy(f, { apply: 5 });
      class C { constructor(x) { this.x = x; } }
      /** @preempt */ function main() {
        const made = new Proxy((x) => { let s = 0; for (let i = 0; i < x; i++) s += v(i); return s; }, { apply: (t, s, xs) => Reflect.apply(t, s, xs) });
        log(plain(1, 2), plain.call({ k: 1 }, 1), [5].map(plain), proxy(1), proxy.apply({ k: 2 }, [3]), told(4), made(3), new Proxy(plain, {})(6));
        const c = new Proxy(C, {});
        log(new c(7).x, new plain(8) instanceof f, plain.name, plain.length, typeof plain);
        for (const fails of [() => c(1), () => wrong(2), () => (revoke(), proxy(3)), () => new Proxy(1, {}), () => new Proxy(f), () => Proxy(f, {})]) {
          try { fails(); } catch (e) { log(e.name); }
        }
        const o = new Proxy({ k: 9, m(x) { return v(x) + this.k; } }, { get(t, key, r) { log(String(key)); return Reflect.get(t, key, r); } });
        return o.m(1);
      }`,
  },
  {
    name: "bound async functions and proxies of them are suspended inside when they are awaited",
    isAsync: true,
    code: `${v}
      /** @preempt */ async function f(x) { v(x); await null; v(x); return [this?.y, x]; }
      const bound = f.bind({ y: 1 }, 2), proxy = new Proxy(f, {}), trapped = new Proxy(f, { apply: (t, s, xs) => t.apply({ y: 3 }, xs) });
      class A { y = 4; constructor() { this.m = this.m.bind(this); } /** @preempt */ async m(x) { v(x); await null; return this.y + v(x); } }
      /** @preempt */ async function main() {
        const { m } = new A();
        log(await bound(), await proxy(3), await trapped(4), await m(5), await proxy.call({ y: 6 }, 7));
        const waiting = [bound(), proxy(8), m(9)];
        return await Promise.all(waiting);
      }`,
  },
];
