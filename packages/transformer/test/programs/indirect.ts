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
];
