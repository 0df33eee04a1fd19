/** Which TypeScript and which engine: the transformer has one of its own, whatever the project compiles with. */
import { readFileSync } from "node:fs";
import ts from "typescript";
import { expect, test } from "vitest";
import preemptPlugin, { transform } from "../../src/index.ts";

test("a project may have any TypeScript, also 7, which offers no compiler to programs: the package brings its own", () => {
  const manifest = JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8"));
  expect(manifest.dependencies).toHaveProperty("typescript");
  // npm refuses to install beside another version than a peer's.
  expect(manifest.peerDependencies ?? {}).not.toHaveProperty("typescript");
});

test("the compiler of ts-patch must be of the version that the package has, since it gets that one's trees", () => {
  const program = ts.createProgram([], {});
  expect(() => preemptPlugin(program, {}, { ts: { version: "5.9.3" } })).toThrow(
    /^typescript_version: tspc is TypeScript 5\.9\.3, .* Install typescript@6\.0 in the project, or do without tspc\. Build with `preempt build -p tsconfig\.json`/,
  );
  preemptPlugin(program, {}, { ts });
  preemptPlugin(program, {});
});

test("a compiler of version 7, which runs no plugins, is told what to use in their place", () => {
  const instead = "Build with `preempt build -p tsconfig.json`, which needs no tspc: it brings its own compiler.";
  expect(() => preemptPlugin(ts.createProgram([], {}), {}, { ts: { version: "7.0.2" } })).toThrow(
    `typescript_version: the compiler is TypeScript 7.0.2, which runs no plugins. ${instead}`,
  );
  for (const none of [undefined, {}]) expect(() => preemptPlugin(none as never)).toThrow(instead);
});

test("on an engine that is too old it says so, and blames no file", () => {
  const { groupBy } = Map;
  try {
    Map.groupBy = undefined as unknown as typeof groupBy;
    const code = "/** @preempt */ function f(n) { while (n > 0) n--; }";
    const refusal = `engine_too_old: Node ${process.version} is too old for @preempt/transformer. Use Node 22 or later`;
    expect(() => transform(code, { fileName: "a.js" })).toThrow(refusal);
    expect(() => preemptPlugin(ts.createProgram([], {}), {}, { ts })).toThrow(refusal);
  } finally {
    Map.groupBy = groupBy;
  }
});
