/** What closures hold and call, and callbacks that are handed on as their bodies. */
import type { NastyProgram } from "./program.ts";

/** Parsers made of closures. Each takes a text, where in it to begin, and what to do with the end of what it found. */
const parsers = `
  const char = (c) => /** @preempt */ (text, at, rest) => (text[at] === c ? rest(at + 1) : -1);
  const seq = (first, second) => /** @preempt */ (text, at, rest) => first(text, at, /** @preempt */ (next) => second(text, next, rest));
  const or = (first, second) => /** @preempt */ (text, at, rest) => { const end = first(text, at, rest); return end >= 0 ? end : second(text, at, rest); };
  const many = (inner) => {
    /** @preempt */ function match(text, at, rest) {
      const end = inner(text, at, /** @preempt */ (next) => (next > at ? match(text, next, rest) : -1));
      return end >= 0 ? end : rest(at);
    }
    return match;
  };`;

const numbers = (from: number, to: number) => Array.from({ length: to - from }, (_, i) => from + i).join(", ");
const parameters = (count: number) => Array.from({ length: count }, (_, i) => `p${i}`).join(", ");

export const direct: NastyProgram[] = [
  {
    name: "parsers of closures, with whom they call of all kinds",
    code: `${parsers}
      /** @preempt */ function lasting(text, at, rest) { for (let i = 0; i < 2; i++) log(at); return rest(at); }
      function unannotated(text, at, rest) { return rest(at); }
      const silent = (text, at, rest) => { log(typeof rest, rest.name, rest.length, Object.keys(rest).length, "prototype" in rest); return rest.call(null, at); };
      const twice = { /** @preempt */ m(text, at, rest) { const end = rest(at); return end >= 0 ? rest(at) : end; } };
      /** @preempt */ function main() { const out = [];
        for (const odd of [lasting, unannotated, silent, twice.m, unannotated.bind(null), new Proxy(char("b"), {}), or(char("x"), lasting), many(char("b"))]) {
          const p = seq(many(or(char("a"), char("b"))), seq(odd, char("c")));
          for (const text of ["aabc", "c", "abab", "bc", ""]) { out.push(p(text, 0, /** @preempt */ (end) => { for (let i = 0; i < 1; i++) log("end", end); return end; }), p(text, 0, (end) => end), p(text, 0, Math.abs)); }
        } return out; }`,
  },
  {
    name: "who is given a callback twice is given one function, and those that were functions stay themselves",
    code: `${parsers}
      const seen = []; const note = (text, at, rest) => { seen.push(rest); return rest(at); };
      const both = (p) => /** @preempt */ (text, at, rest) => { const a = p(text, at, rest); const b = p(text, at, rest); return p(text, at, /** @preempt */ (n) => rest(n + a + b)); };
      /** @preempt */ function named(end) { for (let i = 0; i < 1; i++) end++; return end; }
      const arrow = /** @preempt */ (end) => { for (let i = 0; i < 1; i++) end++; return end; };
      /** @preempt */ function main() { const out = [];
        for (const last of [named, arrow, Math.abs, (x) => x, { m(x) { return x; } }.m, function sloppy(x) { return x; }]) {
          seen.length = 0; out.push(both(note)("", 0, last), both(seq(note, note))("", 0, last), both(or(note, note))("", 0, last));
          out.push(seen.length, new Set(seen).size, seen.filter((f) => f === last).length, seen.map((f) => seen.indexOf(f)).join());
        } return out; }`,
  },
  {
    name: "what is no function says so where it is called, in the words of the engine",
    code: `${parsers}
      /** @preempt */ function t(x) { for (let i = 0; i < 1; i++) log("argument", x); return x; }
      const later = (f) => /** @preempt */ (x) => { log("before"); return f(t(x), /** @preempt */ (n) => n); };
      /** @preempt */ function main() { const out = []; const attempt = (g) => { try { out.push(g()); } catch (e) { out.push(e); } };
        for (const none of [undefined, null, 1, "text", {}, Symbol.iterator, class { constructor() { log("never"); } }]) {
          const p = seq(char("a"), none), q = seq(none, char("a")), r = many(none), s = later(none); log("made");
          attempt(() => p("b", 0, (n) => n)); attempt(() => p("a", 0, (n) => n)); attempt(() => q("a", 0, (n) => n)); attempt(() => r("a", 0, (n) => n)); attempt(() => s(1));
          attempt(() => char("a")("a", 0, none)); attempt(() => seq(char("a"), char("b"))("ab", 0, none)); attempt(() => many(char("a"))("aa", 0, none)); attempt(() => char("a")("a"));
        } return out; }`,
  },
  {
    name: "closures call what is theirs, each its own",
    code: `/** @preempt */ function compile(node) {
        switch (node[0]) {
          case "n": { const value = node[1]; return () => value; }
          case "+": { const a = compile(node[1]), b = compile(node[2]); return /** @preempt */ (env) => a(env) + b(env); }
          case "if": { const a = compile(node[1]), b = compile(node[2]), c = compile(node[3]); return /** @preempt */ function (env) { return a(env) ? b(env) : c(env); }; }
          case "while": { const test = compile(node[1]); const body = compile(node[2]); const loop = /** @preempt */ (env) => { let s = 0; while (test(env)) s += body(env); return s; }; return loop; }
          case "set": { const name = node[1]; const value = compile(node[2]); return /** @preempt */ (env) => (env[name] = value(env)); }
          case "get": return (env) => env[node[1]] ?? 0;
          case "all": { const parts = []; for (const part of node.slice(1)) { const run = compile(part); parts.push(/** @preempt */ (env) => { for (let i = 0; i < 1; i++) log(part[0]); return run(env); }); } return /** @preempt */ (env) => { let last; for (const part of parts) last = part(env); return last; }; }
          default: { const f = node[1]; return /** @preempt */ (env) => f(env, this); }
        }
      }
      /** @preempt */ function main() {
        const n = (x) => ["n", x]; const plus = (a, b) => ["+", a, b]; const get = (x) => ["get", x]; const env = {};
        const program = ["all", ["set", "i", n(3)], ["while", ["if", get("i"), n(1), n(0)], ["all", ["set", "s", plus(get("s"), get("i"))], ["set", "i", plus(get("i"), n(-1))]]], ["native", (e) => e.s], ["native", Object.keys], ["native", /** @preempt */ (e) => { for (let i = 0; i < 2; i++) e.s++; return e.s; }], get("s")];
        return [compile(program)(env), env, compile(plus(n(1), plus(n(2), n(3))))({})]; }`,
  },
  {
    name: "a variable is asked when it has its value",
    code: `/** @preempt */ function slow(x) { for (let i = 0; i < 2; i++) x++; return x; }
      const holders = (first, second = slow, ...others) => { const early = () => { try { return /** @preempt */ (x) => later(x); } finally { log("early"); } }; const own = early(); try { own(1); } catch (e) { log(e.name); } const later = (x) => first(x) + 1; return [own, /** @preempt */ (x) => later(x), /** @preempt */ (x) => second(x), /** @preempt */ (x) => others[0](x), hoisted]; /** @preempt */ function hoisted(x) { return first(later(x)); } };
      function aliased(f) { const g = /** @preempt */ (x) => f(x); arguments[0] = (x) => "other" + x; return g; }
      /** @preempt */ function assigned(f) { const g = /** @preempt */ (x) => f(x); f = (x) => "assigned" + x; return g; }
      /** @preempt */ function inSwitch(k, f) { switch (k) { case 0: const g = f; case 1: return [/** @preempt */ (x) => g(x)]; } }
      /** @preempt */ function byRound(fs) { const out = []; for (let i = 0; i < fs.length; i++) { const f = fs[i]; const h = /** @preempt */ (x) => f(x) + i; out.push(h); } for (const f of fs) { const h = { run: /** @preempt */ (x) => [f(x)] }; out.push(h.run); } return out; }
      /** @preempt */ function main() { const out = []; for (const f of holders(slow)) out.push(f(1)); for (const f of holders((x) => -x, undefined, slow)) out.push(f(1)); out.push(aliased(slow)(1), assigned(slow)(1), inSwitch(0, slow)[0](1)); try { inSwitch(1, slow)[0](1); } catch (e) { out.push(e); }
        for (const f of byRound([slow, (x) => x, Math.abs, (x) => slow(x)])) out.push(f(2)); return out; }`,
    strict: false,
  },
  {
    name: "callbacks get the arguments that they were called with, and no this",
    code: `const hand = (f) => /** @preempt */ function (x, done) { return f(x, done); };
      const give = (f) => /** @preempt */ (x, done) => f(x, /** @preempt */ (...all) => done(all.length, ...all), 3);
      const finish = (f) => /** @preempt */ (x, done) => f(x, /** @preempt */ (a, b) => done(a, b));
      function count() { return [this === undefined, arguments.length, [...arguments].map((a) => typeof a).join()]; }
      function calls(x, done) { return [this === undefined, arguments.length, done(), done(1), done(1, 2), done(1, 2, 3), done.call(5, 1), done.apply(null, [1, 2])]; }
      const defaults = /** @preempt */ (x, done, extra = "none") => { for (let i = 0; i < 1; i++) x++; return [done(x), done(), extra]; };
      const rest = /** @preempt */ (x, done, ...more) => { for (let i = 0; i < 1; i++) x++; return [done(x, ...more), more.length]; };
      /** @preempt */ function main() { const out = []; for (const f of [calls, defaults, rest, calls.bind(7)]) { for (const wrap of [hand, give, finish, (g) => hand(give(g)), (g) => give(hand(g)), (g) => finish(hand(g))]) { for (const last of [count, /** @preempt */ (a, b) => { for (let i = 0; i < 1; i++) a; return [a, b]; }, Math.max, /** @preempt */ function (a) { for (let i = 0; i < 1; i++) a; return [this, arguments.length]; }]) { try { out.push(wrap(f)(1, last)); } catch (e) { out.push(e); } } } } return out; }`,
  },
  {
    name: "functions with many parameters take no more of them as bodies than there are bits for",
    code: `const many = (f) => /** @preempt */ (x, then) => f(x, /** @preempt */ (y) => then(y), ${numbers(2, 33)}, /** @preempt */ (y) => [typeof y, y]);
      const take = () => /** @preempt */ (${parameters(34)}) => { for (let i = 0; i < 1; i++) log(p2); return [p1(p0), p33(p0), typeof p33]; };
      const looked = /** @preempt */ (${parameters(34)}) => { for (let i = 0; i < 1; i++) log(typeof p1); return [p1(p0), p33(p0), p33.length]; };
      function plain(${parameters(34)}) { return [p1(p0), p33(p0), p33.length]; }
      /** @preempt */ function main() { const id = /** @preempt */ (x) => { for (let i = 0; i < 1; i++) x++; return x; }; return [take(), looked, plain].flatMap((f) => [many(f)(1, id), f(1, id, ${numbers(2, 33)}, id)]); }`,
  },
  {
    name: "errors go through callbacks to whoever catches them, and endless ones end",
    code: `${parsers}
      const guard = (p) => /** @preempt */ (text, at, rest) => { try { return p(text, at, rest); } catch (e) { log(e.message); return rest(at + 1); } };
      const fail = /** @preempt */ (text, at, rest) => { for (let i = 0; i < 2; i++) if (i === 1) throw new Error("fails at " + at); return rest(at); };
      const endless = /** @preempt */ (text, at, rest) => seq(endless, char("a"))(text, at, rest);
      /** @preempt */ function main() { const out = []; for (const p of [guard(fail), guard(seq(char("a"), fail)), seq(guard(fail), guard(fail)), many(guard(seq(char("a"), fail)))]) out.push(p("aaa", 0, (n) => n)); try { endless("a", 0, (n) => n); } catch (e) { out.push(e.name); } return out; }`,
  },
  {
    name: "a callback of a method, of a generator and of an async function",
    isAsync: true,
    code: `const wrap = (f) => /** @preempt */ (x, done) => { for (let i = 0; i < 1; i++) log("wrap", x); return f(x, /** @preempt */ (y) => done(y)); };
      /** @preempt */ async function slow(x, done) { for (let i = 0; i < 2; i++) await i; return done(x); }
      function* gen(x, done) { yield x; yield done(x); }
      class A { #n = 1; f = wrap(this.m); constructor() { this.g = wrap((x, done) => done(x + this.#n)); } m(x, done) { return [this === undefined, done(x)]; } /** @preempt */ static s(x, done) { for (let i = 0; i < 1; i++) x++; return done(x); } }
      /** @preempt */ async function main() { const a = new A(); const id = /** @preempt */ (x) => { for (let i = 0; i < 1; i++) x++; return x; }; return [await wrap(slow)(1, id), [...wrap(gen)(1, id)], a.f(1, id), a.g(1, id), wrap(A.s)(1, id), await Promise.all([1, 2].map((x) => wrap(slow)(x, id)))]; }`,
  },
];
