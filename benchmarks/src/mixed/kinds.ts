/** Loops that call ordinary functions. All they do is call, so that what a call costs shows. */

/** What is called: a module without a preemptable function. */
export const library = `
export class Random { constructor() { this.s = 1; } draw(i) { return (this.s = (this.s * 1309 + 13849 + i) & 65535); } }
class A { m(i) { return i & 3; } } class B { m(i) { return i & 5; } } class C { m(i) { return i & 7; } } class D { m(i) { return i & 9; } }
class E { m(i) { return i & 11; } } class F { m(i) { return i & 13; } } class G { m(i) { return i & 15; } } class H { m(i) { return i & 17; } }
export const four = [A, B, C, D].map((K) => new K());
export const eight = [A, B, C, D, E, F, G, H].map((K) => new K());
export const ordinary = (i) => (i * 3) & 255;
export const closures = Array.from({ length: 64 }, (_, k) => (i) => (i + k) & 15);
export const make = (k) => (i) => (i + k) & 15;
class Holder { constructor(f) { this.f = f; } }
const others = [new Holder((i) => i & 1), new Holder((i) => i & 7)];
others[1].f = (i) => i & 3;
export const holder = others[0];
export const map = new Map();
export const text = "what is called here is the language's own";
`;

export interface MixedKind {
  readonly name: string;
  /** Of one round, which adds to `s`. `lib` is the library, `x` the argument. */
  readonly round: string;
  readonly argument: string;
  /** Calls in a round. Default: 1. */
  readonly calls?: number;
}

export const kinds: readonly MixedKind[] = [
  { name: "method, one class", round: "s += x.draw(i);", argument: "new lib.Random()" },
  { name: "method, four classes", round: "s += x[i & 3].m(i);", argument: "lib.four" },
  { name: "method, eight classes", round: "s += x[i & 7].m(i);", argument: "lib.eight" },
  { name: "imported function, of a namespace", round: "s += lib.ordinary(i);", argument: "0" },
  { name: "imported function, by its name", round: "s += ordinary(i);", argument: "0" },
  { name: "function in a field", round: "s += x.f(i);", argument: "lib.holder" },
  { name: "parameter", round: "s += x(i);", argument: "lib.ordinary" },
  { name: "64 closures", round: "const f = x[i & 63]; s += f(i);", argument: "lib.closures" },
  { name: "64 closures, as elements of an array", round: "s += x[i & 63](i);", argument: "lib.closures" },
  { name: "a new closure each time", round: "const f = x(i); s += f(i);", argument: "lib.make", calls: 2 },
  { name: "map.set, map.get", round: "x.set(i & 255, i); s += x.get(i & 127) | 0;", argument: "lib.map", calls: 2 },
  {
    name: "text.charCodeAt, text.indexOf",
    round: "s += x.charCodeAt(i & 31) + x.indexOf('w', i & 31);",
    argument: "lib.text",
    calls: 2,
  },
];

/** The module of a kind. `// @mark` is an annotation. */
export function programOf({ round, argument }: MixedKind, mark: string): string {
  const from = JSON.stringify(`data:text/javascript,${encodeURIComponent(library)}`);
  return `
import * as lib from ${from};
import { ordinary } from ${from};
export const argument = () => ${argument};
${mark}
export function run(x, n) { let s = 0; for (let i = 0; i < n; i++) { ${round} } return s; }
`;
}

/**
 * Calls functions of many kinds, with bodies and without. In V8 the question for a body is cheaper as long as all functions that
 * were asked had one, or were of one kind, which no program's functions are for long.
 */
export const world = `
const made = (k) => [(x) => x + k, function (x) { return x - k; }, { m(x) { return x; } }.m, class { static s(x) { return x; } }.s, ((x) => x).bind(undefined), Object.assign((x) => x, { k }), Math.abs];
const marked = [/** @preempt */ (x) => { for (let i = 0; i < 3; i++) x++; return x; }, /** @preempt */ function (x) { for (let i = 0; i < 3; i++) x--; return x; }];
/** @preempt */ export function run(n) { let s = 0; for (let i = 0; i < n; i++) { for (const f of made(i)) s += f(i); for (const f of marked) s += f(i); } return s; }
`;
