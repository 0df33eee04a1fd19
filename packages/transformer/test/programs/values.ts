import { type NastyProgram, v } from "./program.ts";

/** Values of which parts are evaluated apart: small functions, each with a body of its own. */
export const values: NastyProgram[] = [
  {
    name: "parentheses group as they did: numbers are not associative",
    code: `${v}
      /** @preempt */ function product(a, b, c) { return a * (b * v(c)); }
      /** @preempt */ function compound(a) { a *= 0.2 * v(0.3); return a; }
      /** @preempt */ function sum(a, b, c) { return a + (b + v(c)); }
      /** @preempt */ function both(a, b, c, d) { return a * b * (c * v(d)); }
      /** @preempt */ function asserted(a, b, c) { return a * (((b) * (v(c)))); }
      /** @preempt */ function main() { return [product(0.1, 0.2, 0.3), product(1e308, 10, 0.01), compound(0.1), sum("a", 1, 2), both(0.1, 0.7, 0.2, 0.3), asserted(0.1, 0.2, 0.3)]; }`,
  },
  {
    name: "operands of bitwise operators are converted in the order in which they were",
    code: `${v} const prim = (n) => ({ [Symbol.toPrimitive]() { log("prim", n); return n; } });
      /** @preempt */ function or() { return prim(1) | (prim(2) | v(prim(4))); }
      /** @preempt */ function and() { return prim(7) & (prim(6) & v(prim(12))); }
      /** @preempt */ function xor() { return prim(1) ^ (prim(2) ^ v(prim(4))); }
      /** @preempt */ function main() { return [or(), and(), xor()]; }`,
  },
  {
    name: "an operand in parentheses may be raised to a power",
    code: `${v}
      /** @preempt */ function minus() { return (-v(3)) ** 2; }
      /** @preempt */ function not() { return (~v(3)) ** 2; }
      /** @preempt */ function typed() { return (typeof v(3)) ** 2; }
      /** @preempt */ function main() { return [minus(), not(), typed()]; }`,
  },
  {
    name: "a callee in parentheses that is an optional chain is found missing after its arguments",
    code: `${v}
      /** @preempt */ function called(a) { return (a?.b.c)(v(1)); }
      /** @preempt */ function main() { const out = [called({ b: { c(x) { return [this.d, x]; }, d: 5 } })]; try { called(null); } catch (e) { out.push(e instanceof TypeError); } return out; }`,
  },
  {
    name: "functions and classes without a name are not named by the variables in which they are put aside",
    code: `${v}
      /** @preempt */ function or() { const x = v(0) || (() => 1); return x.name; }
      /** @preempt */ function nullish() { const x = v(null) ?? (() => 1); return x.name; }
      /** @preempt */ function and() { const x = v(1) && (() => 1); return x.name; }
      /** @preempt */ function chosen(c) { const x = c ? () => 1 : v(() => 2); return x.name; }
      /** @preempt */ function returned() { return v(0) || (() => 1); }
      /** @preempt */ function comma() { const x = (v(1), () => 1); return x.name; }
      /** @preempt */ function inLoop(xs) { for (const x of xs) { if (v(1)) return () => 1; } }
      /** @preempt */ function inLeaf(xs) { for (const x of xs) { if (x) return class {}; } }
      /** @preempt */ function inArray() { const [x] = [class {}, v(1)]; return x.name; }
      /** @preempt */ function inProperty() { const o = { a: class { static n = this.name; }, "b c": class {}, 7: class {}, d: v(1) }; return [o.a.name, o.a.n, o["b c"].name, o[7].name]; }
      /** @preempt */ function asArgument(g) { return g(class {}, v(1)); }
      /** @preempt */ function renamed() { let x = v(1); { let x = () => 2; v(0); let first = x.name; x = () => 3; x ||= 1; let { y = () => 4 } = {}; { let { y = () => 5 } = {}; v(0); return [first, x.name, y.name]; } } }
      /** @preempt */ function main() { return [or(), nullish(), and(), chosen(1), chosen(0), returned().name, comma(), inLoop([1]).name, inLeaf([1]).name, inArray(), inProperty(), asArgument((c) => c.name), renamed()]; }`,
  },
];
