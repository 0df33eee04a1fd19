/** What minifiers make of the output does what the output does, also where a minifier has a mistake. */
import "@preempt/runtime/script";
import { drive } from "@preempt/runtime/testing";
import { transformSync } from "esbuild";
import { minify_sync } from "terser";
import { expect, test } from "vitest";
import { type Optimize, transform } from "../../src/index.ts";

const minifiers: Record<string, (code: string) => string> = {
  esbuild: (code) => transformSync(code, { minify: true, keepNames: true, target: "esnext" }).code,
  terser: (code) => minify_sync(code, { keep_fnames: true, keep_classnames: true }).code ?? "",
};

const optimizations: Optimize[] = ["speed", "size", { plainBodies: false }];

const code = `/** @preempt */ function v(x) { for (let i = 0; i < 1; i++); return x; }
  class A {
    #p;
    /** @preempt */ static has(o) { return #p in v(o); }
    /** @preempt */ static all(o) { try { return [!(#p in v(o)), #p in v(o) && 1, #p in v(o) === true, #p in v(v(o))]; } finally { v(0); } }
  }
  /** @preempt */ function main() { return [new A(), {}].map((o) => [A.has(o), A.all(o)]); }`;

const main = (emitted: string) => new Function(`${emitted}; return program();`)() as () => unknown;

test.each(Object.keys(minifiers))("a private name is looked for in what a call gives, after %s", (name) => {
  for (const optimize of optimizations) {
    const emitted = transform(code, { fileName: "a.js", module: false, sourceMap: false, optimize }).code;
    const minified = minifiers[name]?.(`function program() { ${emitted}\nreturn main; }`) ?? "";
    const expected = [
      [true, [false, 1, true, true]],
      [false, [true, false, false, false]],
    ];
    expect(main(minified)()).toEqual(expected);
    expect(drive(main(minified), { budget: 0 }).value).toEqual(expected);
  }
});
