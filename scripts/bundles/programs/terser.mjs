// biome-ignore-all lint/suspicious/noTemplateCurlyInString: programs in programs
import { minify_sync } from "terser";
/** @preempt */
export function run() {
  return minify_sync(
    "function f(longName, other) { const x = longName + 1; if (x > 2 && other) { return x * 2; } else { return [x, ...other].map(y => y ** 2); } } class A { #p = 1; get q() { return this.#p; } } console.log(f(1, 2), new A().q, `a${1 + 1}b`); switch (a) { case 1: b(); break; default: c(); } for (var i = 0; i < 10; i++) { if (i == 3) continue; d(i); }",
    { compress: { passes: 2 }, mangle: { toplevel: true } },
  ).code;
}
