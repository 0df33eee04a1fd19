/** Built-in functions with callbacks: which calls ask for a counterpart, that it is preempted, and what it adds to a bundle. */
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { drive } from "@preempt/runtime/testing";
import { rollup } from "rollup";
import ts from "typescript";
import { build } from "vite";
import { expect, test } from "vitest";
import { type TransformOptions, transform } from "../../src/index.ts";
import { load, transformProgram } from "../kit/harness.ts";

const here = dirname(fileURLToPath(import.meta.url));

/** Expressions over `xs`, four numbers, whose only preemption points are in the callback `f` or between its calls. */
const calls = {
  "xs.map((x) => f(x))": "map",
  "xs.filter((x) => f(x))": "filter",
  "xs.forEach((x) => f(x))": "forEach",
  "xs.reduce((s, x) => f(x), 0)": "reduce",
  "xs.reduceRight((s, x) => f(x), 0)": "reduceRight",
  "xs.find((x) => f(x) < 0)": "find",
  "xs.findIndex((x) => f(x) < 0)": "findIndex",
  "xs.findLast((x) => f(x) < 0)": "findLast",
  "xs.findLastIndex((x) => f(x) < 0)": "findLastIndex",
  "xs.some((x) => f(x) < 0)": "some",
  "xs.every((x) => f(x) > 0)": "every",
  "xs.flatMap((x) => [f(x)])": "flatMap",
  "xs.sort((a, b) => f(b) - f(a))": "sort",
  "xs.toSorted((a, b) => f(b) - f(a))": "toSorted",
  "xs.map(f)": "a named callback",
  "xs?.map(f)": "an optional call",
  "xs['map'](f)": "a name in brackets",
  "xs.map(flag ? f : (x) => f(x))": "one of two callbacks",
  "Array.from(xs, (x) => f(x))": "Array.from",
  "Uint8Array.from(xs, (x) => f(x))": "Uint8Array.from",
  "Uint8Array.of(...xs).map((x) => f(x))": "map of a typed array",
  "new Set(xs).forEach((x) => f(x))": "forEach of a set",
  "new Map([[1, 1], [2, 2], [3, 3], [4, 4]]).forEach((x) => f(x))": "forEach of a map",
  "Object.groupBy(xs, (x) => f(x))": "Object.groupBy",
  "Map.groupBy(xs, (x) => f(x))": "Map.groupBy",
  "'abab'.replace(/[ab]/g, (m) => f(1))": "replace with an expression",
  "'aaaa'.replaceAll('a', (m) => f(1))": "replaceAll",
  "/[ab]/g[Symbol.replace]('abab', (m) => f(1))": "Symbol.replace",
  "JSON.parse('[1,2,3]', (k, v) => (k ? f(1) : v))": "JSON.parse",
  "JSON.stringify(xs, (k, v) => (k ? f(1) : v))": "JSON.stringify",
  "xs.map((x) => [x].map((y) => f(y)))": "callbacks in callbacks",
  "xs.map((x) => f.call(null, x))": "call",
  "xs.map((x) => f.apply(null, [x]))": "apply",
  "xs.map((x) => Reflect.apply(f, null, [x]))": "Reflect.apply",
  "xs.map(f.bind(null))": "a bound callback",
  "xs.map((x) => f.bind(null, x)())": "a bound function",
  "xs.map((x) => f.call.call(f, null, x))": "call of call",
} as const;

for (const strategy of ["capture", "paper"] as const) {
  for (const [call, name] of Object.entries(calls)) {
    test(`${name}: preempted inside each callback (${strategy})`, () => {
      const program = {
        code: `/** @preempt */ function f(x) { let s = 1; for (let i = 0; i < 10; i++) s += x; return s; }
          /** @preempt */ function main(xs, flag) { return ${call}; }`,
      };
      const { main } = load(program, transformProgram(program, { strategy }).code);
      // f alone has ten preemption points; sort compares at least three times.
      expect(drive(main, { args: [[1, 2, 3, 4]], budget: 0 }).preemptions).toBeGreaterThanOrEqual(30);
    });
  }
}

const options: TransformOptions = { fileName: "program.js", sourceMap: false };
const emitted = (code: string, more: Partial<TransformOptions> = {}) => transform(code, { ...options, ...more }).code;
const uses = (body: string) => {
  const code = emitted(
    `/** @preempt */ function g(x) { for (;;) return x; } /** @preempt */ function main(xs, h) { ${body} }`,
  );
  return [...new Set(code.match(/\$use\w+(?=\(\);)/g))].sort();
};

test("each family that a file needs is asked for once, at its top", () => {
  expect(uses("xs.map(g); xs.map(h); xs.some((x) => g(x)); JSON.parse(xs, g);")).toEqual([
    "$useMap",
    "$useParse",
    "$useSome",
  ]);
  expect(uses("for (const x of xs) g(x);")).toEqual([]);
});

test("the built-in is called as ever with a callback that does constant work, or cannot be preempted", () => {
  for (const call of [
    "xs.map((x) => x * 2)",
    "xs.map((x, i) => ({ ...x, name: x.name.trim(), i: Math.max(i, 1) }))",
    "xs.map(String)",
    "xs.map(Math.sqrt)",
    "xs.map(async (x) => g(x))",
    "Object.prototype.hasOwnProperty.call(xs, h)",
    "[].slice.call(xs, 1)",
    "const has = {}.hasOwnProperty; has.call(xs, h)",
    "const { push } = Array.prototype; push.apply(xs, h)",
    "Math.max.apply(null, xs)",
    "xs.sort(undefined)",
    "xs.sort(...h)",
    "xs.map()",
    "xs.fill(0)",
    "new Array(h).fill(0)",
    "new Float64Array(100).fill(0)",
    "new Float64Array(xs.buffer, 0, h).fill(0)",
    "xs.replace(h, '$1')",
    "JSON.stringify(xs, null, 2)",
    "Array.from(xs)",
    "h.bind(xs)",
    "Object.keys(xs).map((x) => x * 2)",
    "process.exit(h)",
  ]) {
    expect([call, uses(call)]).toEqual([call, []]);
  }
});

test("a callback that calls other code, loops, or does a built-in's heavy work is worth it; a sort always is", () => {
  for (const [call, family] of [
    ["xs.map((x) => JSON.parse(x))", "$useMap"],
    ["xs.map((x) => x.split(','))", "$useMap"],
    ["xs.map((x) => { while (x--); })", "$useMap"],
    ["xs.map((x) => new h(x))", "$useMap"],
    ["xs.map(h.work)", "$useMap"],
    ["xs.map(h())", "$useMap"],
    ["h.call(xs)", "$useCall"],
    ["h.apply(xs, xs)", "$useCall"],
    ["Reflect.apply(h, xs, xs)", "$useCall"],
    ["xs.sort((a, b) => a - b)", "$useSort"],
    ["xs.sort()", "$useSort"],
    ["h().toSorted()", "$useSort"],
    ["new Float64Array(h).fill(0)", "$useFill"],
    ["const best = new Float64Array(3e6); best.fill(1)", "$useFill"],
    ["xs.forEach((x) => x.list.filter((y) => y.ok))", "$useForEach"],
    ["xs.toArray()", "$useIterators"],
    ["Iterator.from(xs)", "$useIterators"],
    ["xs.keys().map((x) => x * 2)", "$useIterators"],
    ["h.emit('x', xs)", "$useEmit"],
    ["h.run(xs, () => h(xs))", "$useContexts"],
  ] as const) {
    expect([call, uses(call)]).toEqual([call, [family]]);
  }
});

test("modules import the counterparts, CommonJS and classic scripts reach them through one object", () => {
  const code = "/** @preempt */ export function main(xs, f) { return xs.map(f); }";
  expect(emitted(code)).toMatch(
    /import \{[^}]*useMap as \$useMap[^}]*\} from "@preempt\/runtime\/abi";\s*(?:const [^;]*;\s*)*\$useMap\(\);/,
  );
  expect(emitted(code.replace("export ", ""), { module: false })).toContain("$preempt.useMap?.();");
});

test('in `functions: "all"`, callbacks of code that runs once stay as they are', () => {
  const code = emitted("const xs = [1].map((x) => { for (;;) return x; });", { functions: "all" });
  expect(code).not.toContain("$useMap");
});

const module = `import { useMap } from "@preempt/runtime/abi"; useMap(); export const done = true;`;
/** Words of counterparts that nobody asked for, and of the one that was. */
const others = ["Converting circular structure", "Reduce of empty array", "replaceAll must be called"];

test("Rollup leaves out the counterparts that a module does not use", async () => {
  const sources = join(here, "../../../runtime/src");
  const manifest = JSON.parse(readFileSync(join(sources, "../package.json"), "utf8")) as { sideEffects: string[] };
  const impure = manifest.sideEffects.map((file) => file.replace("./dist/", "").replace(/js$/, "ts"));
  const bundle = await rollup({
    input: "entry",
    plugins: [
      {
        name: "sources",
        resolveId(id, importer) {
          if (id === "entry") return id;
          const shared = /^@preempt\/(abi|checks)$/.exec(id)?.[1];
          const known = shared ? `../../${shared}/src/index.ts` : id === "@preempt/runtime/abi" ? "abi.ts" : "";
          const file = known === "" ? join(dirname(importer ?? ""), id) : join(sources, known);
          return { id: file, moduleSideEffects: impure.some((name) => join(sources, name) === file) };
        },
        load: (id) =>
          id === "entry"
            ? module
            : ts.transpile(readFileSync(id, "utf8"), { target: ts.ScriptTarget.ESNext, module: ts.ModuleKind.ESNext }),
      },
    ],
  });
  const { output } = await bundle.generate({ format: "es" });
  const { code, modules } = output[0];
  const builtins = Object.entries(modules).filter(
    ([id, m]) => id.includes("/src/builtins/") && m.code !== null && m.code !== "",
  );
  expect(builtins.map(([id]) => id.split("/").at(-1)).sort()).toEqual([
    "abstract.ts",
    "counterpart.ts",
    "map.ts",
    "typed-array.ts",
    "walk.ts",
  ]);
  for (const words of others) expect(code).not.toContain(words);
});

test.runIf(existsSync(join(here, "../../../runtime/dist/builtins/map.js")))(
  "Vite, from the built package, leaves them out as well",
  async () => {
    mkdirSync(join(here, "../projects"), { recursive: true });
    const root = mkdtempSync(join(here, "../projects/shaken-"));
    try {
      const entry = join(root, "main.js");
      writeFileSync(entry, module);
      const result = await build({
        root,
        logLevel: "silent",
        configFile: false,
        build: { write: false, minify: false, lib: { entry, formats: ["es"], fileName: "main" } },
      });
      const [first] = Array.isArray(result) ? result : [result];
      const code = (first as { output: { code: string }[] }).output[0]?.code ?? "";
      expect(code).toContain("counterpart");
      for (const words of others) expect(code).not.toContain(words);
    } finally {
      rmSync(root, { recursive: true, force: true });
    }
  },
);

test("a method that is likely the language's own is compared first, others with what was preemptable last", () => {
  const { code } = transform(
    "/** @preempt */ function main(o) { for (let x = 0; x < 9; x++) { o.set(x, 1); o.own(x); } }",
    {
      fileName: "main.ts",
    },
  );
  expect(code).toMatch(/\$self = o\)\.set\) === \$last\w*\.plain \? \$call\(/);
  expect(code).toMatch(/\$self = o\)\.own\) === \$last\w*\.f \? \$last\w*\.run : \$miss\(/);
  expect(code).not.toMatch(/\.own\) === \$last\w*\.plain/);
});

test("methods of views of memory are not asked whether they are preemptable, unless the file has one so named", () => {
  const use =
    "/** @preempt */ function main(view) { let s = 0; for (let i = 0; i < 9; i++) s += view.getUint32(i); return s; }";
  const own = "class Own { /** @preempt */ getUint32(i) { for (let k = 0; k < i; k++) log(k); return i; } }";
  expect(transform(use, { fileName: "main.ts" }).code).not.toContain("$miss");
  expect(transform(`${own} ${use}`, { fileName: "main.ts" }).code).toContain("$miss");
});
