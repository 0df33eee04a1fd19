/** Functions that call themselves, and may return at once: what they decide first may be decided at the call. */
import type { NastyProgram } from "./program.ts";

/** Objects that tell when they are asked for a value. */
const asking = `const asking = (n) => ({ valueOf() { log("asked", n); return n; } });`;

/** In a script, another one may put something else in the place of a function at the top. */
const inFunction = (code: string) => `const main = (() => { ${code} return main; })();`;

export const recursion: NastyProgram[] = [
  {
    name: "a recursion on numbers gives what it gives for objects, texts, large integers, and what is no number",
    code: inFunction(`${asking} /** @preempt */ function fib(n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }
      /** @preempt */ function down(n, by) { if (n <= 0) return [n]; return [n, ...down(n - by, by)]; }
      /** @preempt */ function main() { const out = [fib(9), fib("7"), fib(NaN), fib(undefined), fib(null), fib([3]), fib(6n), down(3, 1), down(3n, 1n), down("4", "2")]; try { down(2n, 1); } catch (e) { out.push(e); } try { fib(Symbol()); } catch (e) { out.push(e); } return [...out, fib(asking(5)), down(3, asking(1))]; }`),
  },
  {
    name: "a recursion is given objects where it counts, and asks them as often as it did",
    code: inFunction(`${asking} /** @preempt */ function walk(n, step) { if (n < 1) return "end"; log("at", typeof n); return walk(step(n), step); }
      /** @preempt */ function main() { return [walk(3, (n) => n - 1), walk(3, (n) => asking(n - 1)), walk(asking(2), (n) => (n > 1 ? asking(n - 1) : "0"))]; }`),
  },
  {
    name: "arguments of a recursion are evaluated once, in their order, also where it returns at once",
    code: inFunction(`${asking} /** @preempt */ function sum(tree, depth, extra) { if (tree === undefined) return 0; log("node", depth); return sum(tree.left, depth + 1, log("left")) + depth * tree.key + sum(tree.right, depth + 1, log("right"), log("more")); }
      /** @preempt */ function main() { const node = (key, left, right) => ({ key, get left() { log("get left", key); return left; }, get right() { log("get right", key); return right; } }); return [sum(node(1, node(2), node(3, node(4)))), sum(node(5, node(6)), asking(1)), sum(node(7, node(8)), "d")]; }`),
  },
  {
    name: "a recursion is given variables that its own arguments change",
    code: inFunction(`/** @preempt */ function f(a, b, c) { if (a === b) return [a, b, c]; let i = a; const next = () => ++i; return [i, ...f(i, i++, i), ...f(i, (i = b), i--), ...f(next(), i, i)].slice(0, 12); }
      /** @preempt */ function g(a, b) { if (a > 3) return a + b; a++; return g(a, a++) + g(a, (a += 2)); }
      /** @preempt */ function main() { return [f(0, 3, 1), g(0, 1), g("1", 2)]; }`),
  },
  {
    name: "a recursion may return what is tested, or something made anew, or nothing",
    code: inFunction(`/** @preempt */ function list(n) { if (!n) return []; const rest = list(n - 1); rest.push(n); return rest; }
      /** @preempt */ function object(n) { if (n == null) return {}; return Object.assign(object(n.next), { [n.key]: 1 }); }
      /** @preempt */ function nothing(n) { if (n === 0) return; log("n", n); return nothing(n - 1); }
      /** @preempt */ function words(n) { if (typeof n === "string") return "text"; if (n === null || n === false) return 'it\\'s "none"'; return words(n.next) + "."; }
      /** @preempt */ function negated(n, limit) { return n !== limit ? negated(n + 1, limit) + 1 : -limit; }
      /** @preempt */ function either(n, m) { if (n > 5 && m < 0x10 || m === -1) return n < m; return either(n + 1, m); }
      /** @preempt */ function last(n) { return n || last("x" + n); }
      /** @preempt */ function main() { const a = list(3); const b = list(3); return [a, a === b, list(0) === list(0), object({ key: "a", next: { key: "b", next: undefined } }), nothing(3), words({ next: { next: null } }), words({ next: "t" }), words({ next: false }), negated(0, 4), Object.is(negated(0, 0), -0), either(0, 3), either(0, 20), either(0, -1), last(0)]; }`),
  },
  {
    name: "two tests of a recursion are made in their order",
    code: inFunction(`/** @preempt */ function f(a, b, n) { if (a === n) return "a" + n; if (b === n) return "b" + n; return f(a, b, n + 1) + f(b, a, n + 1); }
      /** @preempt */ function g(a, n) { if (n < 1) return "number"; if (a === null) return "null"; return g(a, n - 1) + g(null, n) + g(null, "" + (n - 1)); }
      /** @preempt */ function h(flag, n) { if (flag) return "flag"; if (n === 2) return "two"; return n > 4 ? "end" : h(0, n + 1) + h(1, n + 1) + h("", 2) + h(n === 3, 2); }
      /** @preempt */ function k(a, b) { if (a === 0) return "a"; else b = 7; if (b === 1) return "b"; return k(a - 1, b - 6) + b; }
      /** @preempt */ function main() { return [f(2, 2, 0), f(3, 1, 0), g(1, 2), g({}, "2"), h(false, 0), k(2, 1)]; }`),
  },
  {
    name: "a recursion has too few arguments, or too many, or lists of them, or defaults",
    code: inFunction(`/** @preempt */ function f(n, m) { if (m === undefined) return "none" + n; return n > 2 ? f(n) : f(n + 1, m, log("more")) + f(...[n + 2, m]); }
      /** @preempt */ function g(n, d = n) { if (d > 3) return d; return g(n + 1) + g(n + 1, d + 2) + g(n + 1, undefined); }
      /** @preempt */ function h(n, ...rest) { if (n === 0) return rest.length; return h(n - 1, ...rest, n) + h(n - 1, 7); }
      /** @preempt */ function main() { return [f(0, 1), g(1), h(3)]; }`),
  },
  {
    name: "what a recursion tests is not what it was given, where the body declares it again or a name stands before it",
    strict: false,
    extension: "js",
    code: inFunction(`let left = 3; /** @preempt */ function f(n) { if (n === 0) return "zero"; function n() {} return left-- > 0 ? f(left * 0) + typeof n : "left"; }
      /** @preempt */ function g(n) { if (n > 2) return "end"; var n; return "g" + g(n + 1); }
      /** @preempt */ function h(n) { "use strict"; if (n === 0) return this === undefined; return [this === undefined, h(n - 1)]; }
      /** @preempt */ function k(undefined, n) { if (n === undefined) return "same"; return n > 5 ? "end" : k(3, n + 1); }
      /** @preempt */ function main() { return [f(0), g(0), h(2), k(9, 0), k(9, 9)]; }`),
  },
  {
    name: "a function inside calls the one around it, whose variables have the same names",
    code: inFunction(`/** @preempt */ function outer(n, m) { if (n === 0) return m; /** @preempt */ const inner = (n) => { let s = 0; for (let i = 0; i < 2; i++) s += outer(n - 1, m + i) + outer(m > 3 ? 0 : n - 1, n); return s; }; return inner(n); }
      /** @preempt */ function main() { return [outer(2, 1), outer(3, 0)]; }`),
  },
  {
    name: "errors of what a recursion gives itself come from there, and where it returns at once nothing is caught",
    code: inFunction(`/** @preempt */ function f(n, o) { if (n < 1) return o; try { return f(n - 1, o.next) + f(o.n.n, o); } catch (e) { log("caught", n, e.message); return n; } }
      /** @preempt */ function main() { return [f(3, { next: { next: { next: 5 } } }), f(2, { next: {}, n: { n: -1 } }), f(1, 1n), f(1, { n: { n: 0 }, next: "x" })]; }`),
  },
  {
    name: "function values call themselves, by their variables and by names of their own",
    code: inFunction(`/** @preempt */ const fib = (n) => n < 2 ? n : fib(n - 1) + fib(n - 2);
      /** @preempt */ const walk = function (t) { if (t === null) return 0; let s = t.v; for (const c of t.children) s += walk(c); return s; };
      /** @preempt */ const fact = function own(n) { return n === 0 ? [1, own.name, fact === own] : [n, ...own(n - 1)]; };
      /** @preempt */ const outer = (n, k) => { /** @preempt */ const inner = (m) => m > 2 ? m : inner(m + 1) + (n > 0 ? outer(n - 1, m) : k); return inner(n); };
      /** @preempt */ const spread = (...xs) => xs.length === 0 ? "end" : xs[0] + spread(...xs.slice(1));
      const makers = []; for (const step of [1, 2]) { /** @preempt */ const down = (n) => { if (n <= 0) return [step]; let s = [n]; for (let i = 0; i < 1; i++) s = [...s, ...down(n - step)]; return s; }; makers.push(down); }
      /** @preempt */ function main() { const leaf = (v) => ({ v, children: [] }); return [fib(9), fib("5"), fib(4n), walk({ v: 1, children: [leaf(2), { v: 3, children: [leaf(4)] }, null] }), fact(3), outer(1, 7), spread(1, "2", 3), makers.map((f) => f(3)), fib.name, walk.length]; }`),
  },
  {
    name: "function values that call themselves have their own this, and arrow functions that around them",
    strict: false,
    extension: "js",
    code: inFunction(`/** @preempt */ const f = function (n) { log(this === undefined, this === globalThis); return n === 0 ? typeof this : f(n - 1) + f.call(n, 0); };
      /** @preempt */ const strict = function (n) { "use strict"; return n === 0 ? String(this) : strict(n - 1) + strict.call("x", 0); };
      function Made() { this.tag = "made"; this.walk = /** @preempt */ (n) => { if (n === 0) return this.tag; let s = ""; for (let i = 0; i < 2; i++) s += this.walk(n - 1); return s; }; /** @preempt */ const own = (n) => (n === 0 ? this.tag : own(n - 1) + n); this.own = own; }
      /** @preempt */ function main() { const made = new Made(); return [f(2), strict(2), made.walk(2), made.own(3), made.own.call(null, 1)]; }`),
  },
  {
    name: "a variable that is given another function calls that, and a function that lost its variable is still called by its name",
    code: inFunction(`/** @preempt */ let f = (n) => { if (n === 2) f = (m) => "other" + m; return n > 4 ? "end" : n + f(n + 1); };
      /** @preempt */ let g = function own(n) { g = null; return n > 2 ? "end" : n + own(n + 1); };
      /** @preempt */ const h = function h(n) { try { h = 1; } catch (e) { log(e.name); } return n > 2 ? "end" : n + h(n + 1); };
      /** @preempt */ const k = (n) => { try { k = 1; } catch (e) { log(e.name); } return n > 2 ? "end" : n + k(n + 1); };
      /** @preempt */ function main() { return [f(0), f(0), g(0), h(0), k(0)]; }`),
  },
];
