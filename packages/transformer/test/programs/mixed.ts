import { type NastyProgram, v } from "./program.ts";

/** Code that calls ordinary functions, at calls that remember them. */
export const mixed: NastyProgram[] = [
  {
    name: "an accessor is read once for each call, whatever function it gives",
    code: `${v} const f = function (x) { return [this === o, x]; }; let reads = 0; const o = { get m() { log("read"); reads++; return reads % 3 ? f : v; } };
      /** @preempt */ function main() { const out = []; for (let i = 0; i < 7; i++) out.push(o.m(i)); class A { static get m() { log("static"); return f; } } for (let i = 0; i < 3; i++) out.push(A.m(i)); return [out, reads]; }`,
  },
  {
    name: "a proxy sees one reading of the method and one call for each call, with its receiver",
    code: `${v} const target = { m(x) { return [this === p, x]; } }; const p = new Proxy(target, { get(t, key, r) { log(key + (r === p)); return Reflect.get(t, key, r); }, has() { log("has"); return true; }, getPrototypeOf() { log("prototype"); return null; }, getOwnPropertyDescriptor() { log("descriptor"); } });
      const called = new Proxy(target.m, { apply(f, self, args) { log("apply", self === holder, args.length); return Reflect.apply(f, p, args); }, get(f, key) { log("get", key); return f[key]; } }); const holder = { called };
      /** @preempt */ function main() { const out = []; for (let i = 0; i < 4; i++) out.push(p.m(i), holder.called(i), called(i)[1], v(i)); return out; }`,
  },
  {
    name: "methods that are replaced between calls are the ones that are called",
    code: `${v} class A { m(x) { return ["A", x, this.n]; } n = 1; } const own = function (x) { return ["own", x, this.n]; };
      /** @preempt */ function call(o, x) { return o.m(x); }
      /** @preempt */ function main() { const a = new A(), out = []; for (let i = 0; i < 3; i++) out.push(call(a, i)); a.m = own; out.push(call(a, 3)); delete a.m; out.push(call(a, 4)); A.prototype.m = v; out.push(call(a, 5)); A.prototype.m = /** @preempt */ function (x) { for (let i = 0; i < 1; i++) v(x); return ["preemptable", x, this.n]; }; for (let i = 0; i < 3; i++) out.push(call(a, i)); a.m = own; for (let i = 0; i < 3; i++) out.push(call(a, i)); a.m = undefined; try { call(a, 9); } catch (e) { out.push(e.constructor === TypeError); } a.m = own; out.push(call(a, 10)); return out; }`,
  },
  {
    name: "functions that alternate at one call, with bodies and without, each with its own this and arguments",
    code: `${v} const ordinary = Array.from({ length: 9 }, (_, k) => function (...args) { return [k, this.n, args.length, ...args]; });
      const others = [0, 1, 2].map((k) => /** @preempt */ function (x) { for (let i = 0; i < 2; i++) v(k); return ["body", k, this.n, x]; });
      /** @preempt */ function one(o, f, x) { o.m = f; return o.m(x); } /** @preempt */ function two(o, f, x) { o.m = f; return o.m(x, x); } /** @preempt */ function none(o, f) { o.m = f; return o.m(); } /** @preempt */ function free(f, x) { return f.call === undefined ? 0 : f.length; }
      /** @preempt */ function main() { const out = []; for (let i = 0; i < 40; i++) { const f = i % 4 === 3 ? others[i % 3] : ordinary[(i * i) % 9]; out.push(one({ n: i }, f, i), two({ n: i }, f, i)); if (i > 20) out.push(none({ n: -i }, f), free(f, i)); } return out; }`,
  },
  {
    name: "a table of functions, more of them than a call remembers",
    code: `${v} const table = Array.from({ length: 70 }, (_, k) => k % 10 === 7 ? (/** @preempt */ (x) => { for (let i = 0; i < 1; i++) v(k); return k + x; }) : (x) => k * x); table[71] = 0;
      /** @preempt */ function main() { let sum = 0; for (let r = 0; r < 3; r++) for (let i = 0; i < 70; i++) sum += table[i](r); for (let i = 0; i < 70; i++) { const f = table[i]; sum += f(i); } for (let i = 69; i < 72; i++) try { sum += table[i](1); } catch (e) { log(i, e.message); } return sum; }`,
  },
  {
    name: "closures of each round are called with their own variables",
    code: `${v} const make = (i) => (x) => [i, x], fields = (i) => ({ f: (x) => [i, x, "field"] });
      /** @preempt */ function main() { const out = []; for (let i = 0; i < 12; i++) { const f = make(i), o = fields(i); out.push(f(i), o.f(i), o?.f(i), (i % 5 ? f : v)(i)); } return out; }`,
  },
  {
    name: "this of an ordinary function is what the call says, also for a primitive, in sloppy code and strict",
    strict: false,
    code: `${v} Number.prototype.sloppy = function (x) { return [typeof this, this == 5, x]; }; Number.prototype.strict = function (x) { "use strict"; return [typeof this, this === 5, x]; }; String.prototype.self = function () { return [typeof this, this.length]; }; function free() { return this === globalThis; } function freeStrict() { "use strict"; return this; } const arrow = () => typeof this;
      /** @preempt */ function main() { const n = 5, s = "abc", out = []; for (let i = 0; i < 3; i++) { out.push(n.sloppy(i), n.strict(i), s.self(), free(), freeStrict(), { free }.free(), arrow(v(i)), (0, { free }.free)()); } delete Number.prototype.sloppy; delete Number.prototype.strict; delete String.prototype.self; return out; }`,
  },
  {
    name: "elements that are missing are no functions, and those of the prototype are called",
    code: `${v} const holey = [(x) => ["first", x], , (x) => ["third", x]]; Array.prototype[3] = function (x) { return [this === holey, x]; };
      /** @preempt */ function main() { const out = []; for (let r = 0; r < 2; r++) for (let i = 0; i < 5; i++) try { out.push(holey[i](v(i))); } catch (e) { out.push(e instanceof TypeError); } delete Array.prototype[3]; return out; }`,
  },
  {
    name: "an ordinary function throws, and is called again",
    code: `${v} const o = { m(x) { if (x % 2) throw new RangeError("odd " + x); return x; } };
      /** @preempt */ function main() { const out = []; for (let i = 0; i < 5; i++) try { out.push(o.m(i), v(i)); } catch (e) { out.push(e.message); } finally { log("after", i); } return out; }`,
  },
  {
    name: "the arguments of a call see what reading the callee did, and cannot replace it",
    code: `${v} let m = (x, y) => ["old", x, y]; const o = { get m() { log("read m"); return m; } }; const swap = () => { log("swap"); m = (x, y) => ["new", x, y]; return 1; };
      /** @preempt */ function main() { const out = [o.m(swap(), v(2)), o.m(3, 4)]; m = v; out.push(o.m(swap(), 5), o.m(6, 7), o["m"](8, 9)); return out; }`,
  },
  {
    name: "an ordinary function calls back, and the call that called it is called again from there",
    code: `${v} const o = { m(f, x) { return x > 0 ? [x, f(x - 1)] : ["end"]; } };
      /** @preempt */ function down(x) { for (let i = 0; i < 1; i++) log(x); return o.m(down, x); } /** @preempt */ function main() { return [down(4), v(1), down(2)]; }`,
  },
  {
    name: "Function.prototype.call and apply are asked of nobody",
    code: `${v} const { call, apply } = Function.prototype; const o = { m(x) { return [this === o, x]; }, n(x) { return [this === o, x, "n"]; } }; o.m.call = () => "own call"; o.m.apply = () => "own apply";
      /** @preempt */ function main() { const out = []; Function.prototype.call = function () { return "patched"; }; Function.prototype.apply = function () { return "patched"; }; try { for (let i = 0; i < 5; i++) out.push(o.m(i), o[i % 2 ? "m" : "n"](i)); } finally { Function.prototype.call = call; Function.prototype.apply = apply; } return [out, v(1)]; }`,
  },
];
