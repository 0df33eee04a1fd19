/** Files that TypeScript makes CommonJS: what they export has no variables then, but properties. */
import { createRequire } from "node:module";
import ts from "typescript";
import { expect, test } from "vitest";
import { rewriteSourceFile } from "../../src/pipeline/pipeline.ts";

const require = createRequire(import.meta.url);

/** What the program, a module, exports as `main` gives: as TypeScript compiles it, and transformed before. */
function both(code: string, modules: Record<string, unknown> = {}): unknown[] {
  const transformer: ts.TransformerFactory<ts.SourceFile> = (context) => (file) =>
    rewriteSourceFile(file, context, {
      functions: "annotated",
      strategy: "capture",
      linkage: "require",
      report: (d) => expect(d.severity).not.toBe("error"),
    });
  const compilerOptions = { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.CommonJS };
  return [{}, { before: [transformer] }].map((transformers) => {
    const { outputText } = ts.transpileModule(code, { compilerOptions, transformers });
    const exports = {} as { main(): unknown };
    new Function("exports", "require", outputText)(exports, (name: string) => modules[name] ?? require(name));
    return exports.main();
  });
}

test("functions have the names that are left to them", () => {
  const [expected, actual] = both(`export default /** @preempt */ () => { for (;;) return 1; };
    export let late: any, other: any, hidden: any = /** @preempt */ (() => { for (;;) return 2; });
    late = /** @preempt */ () => { for (;;) return 3; };
    other ??= /** @preempt */ function () { for (;;) return 4; };
    export const arrow = /** @preempt */ () => { for (;;) return 5; };
    export let { taken = /** @preempt */ () => { for (;;) return 6; } } = {} as any;
    let own: any;
    own = /** @preempt */ () => { for (;;) return 7; };
    export { own as shown };
    declare const exports: any;
    export const main = () => [exports.default, late, other, hidden, arrow, taken, own, exports.shown].map((f) => [f.name, f()]);`);
  expect(actual).toEqual(expected);
});

test("a getter that gives what is imported is asked once for each call", () => {
  const log: string[] = [];
  const lazy = {
    get f() {
      log.push("get");
      return (x: number) => x + 1;
    },
  };
  const [expected, actual] = both(
    `import { f } from "lazy"; /** @preempt */ export function main() { let s = 0; for (let i = 0; i < 3; i++) s += f(i) + f(f(i)); return s; }`,
    { lazy },
  );
  expect(actual).toBe(expected);
  expect(log.length).toBe(2 * 9);
});
