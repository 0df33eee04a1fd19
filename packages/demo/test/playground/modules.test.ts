import ts from "typescript";
import { expect, test, vi } from "vitest";
import { findImports } from "../../src/playground/imports.ts";
import { facadeOf, Modules, replaceSpecifiers } from "../../src/playground/modules.ts";

const importsOf = (code: string) => findImports(ts.createSourceFile("a.ts", code, ts.ScriptTarget.ESNext, true));
const rewrite = (code: string) => replaceSpecifiers(code, importsOf(code), (name) => `blob:${name}`);

test.for([
  [`import { a as b } from "m";`, `import { a as b } from "blob:m";`],
  [`import * as all from 'm';`, `import * as all from "blob:m";`],
  [`import d, { x } from "m"; import "n";`, `import d, { x } from "blob:m"; import "blob:n";`],
  [`export { x } from "m"; export * from "n";`, `export { x } from "blob:m"; export * from "blob:n";`],
  [`const m = await import("m");`, `const m = await import("blob:m");`],
] as const)("module names are replaced, and nothing else: %s", ([code, expected]) => {
  expect(rewrite(code)).toBe(expected);
});

test("texts and comments that look like imports stay", () => {
  const code = `// import "m"\nconst s = 'import "m"'; const t = \`import("m")\`; import(name);`;
  expect(rewrite(code)).toBe(code);
});

test("imports of types are not looked for at run time", () => {
  expect(importsOf(`import type { T } from "m"; export type { U } from "n";`)).toEqual([]);
});

test("lines stay where they are, so that errors and source maps do", () => {
  const code = `import {\n  a,\n} from "m";\na();`;
  expect(rewrite(code).split("\n")[3]).toBe("a();");
});

test("a facade exports what the page's own module exports", async () => {
  const shelf = Reflect.get(globalThis, Symbol.for("preempt.playground")) as Map<number, unknown>;
  const namespace = { f: () => 42, $g: "g" };
  shelf.set(-1, namespace);
  const facade = facadeOf(namespace, -1);
  const loaded = await import(/* @vite-ignore */ `data:text/javascript,${encodeURIComponent(facade)}`);
  expect({ ...loaded }).toEqual(namespace);
});

test("when a run's modules are disposed of, the page keeps nothing of what they gave", () => {
  const shelf = Reflect.get(globalThis, Symbol.for("preempt.playground")) as Map<number, unknown>;
  const before = shelf.size;
  const [one, two] = [new Modules(), new Modules()];
  one.provide("m", { a: 1 });
  two.provide("m", { a: 2 });
  expect(shelf.size).toBe(before + 2);
  one[Symbol.dispose]();
  two[Symbol.dispose]();
  expect(shelf.size).toBe(before);
});

test("in what a browser says a module has its name, and not the URL that nobody has seen", () => {
  vi.spyOn(URL, "createObjectURL").mockReturnValueOnce("blob:http://a/1");
  using modules = new Modules();
  modules.provide("m", { a: 1 });
  expect(modules.named("'blob:http://a/1' has no b, and blob:http://a/2 neither")).toBe(
    "'m' has no b, and blob:http://a/2 neither",
  );
});
