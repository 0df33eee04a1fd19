/** The door for Jest, by what Jest asks of transformers. */
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { TraceMap } from "@jridgewell/trace-mapping";
import { afterAll, expect, test } from "vitest";
import { createTransformer, type JestOptions } from "../../src/jest.ts";
import { counting, writeProject } from "../kit/project.ts";

const work = `
  import { step } from "./step.ts";
  /** @preempt */
  export function work(n: number) { for (let i = 0; i < n; i++) step(i); }`;

/** Its transformers write down what they were given. */
const folder = writeProject({
  "work.ts": work,
  "plain.ts": "export const a: number = 1;",
  "step.ts": "export function step(n: number) { return n + 1; }",
  "node_modules/babel-jest/index.js": `
    exports.createTransformer = (options) => ({
      canInstrument: true,
      getCacheKey: (code) => "babel " + code.length,
      process: (code, file, context) => ({ code: "babel " + JSON.stringify(options) + code, root: context.config.rootDir }),
    });`,
  "node_modules/bare/index.js": 'exports.default = { process: (code) => ({ code: "bare" + code }) };',
  ...counting,
});
afterAll(() => rmSync(folder, { recursive: true }));

const context = { config: { rootDir: folder } };

function through(options: JestOptions | undefined, name: string, code: string) {
  const transformer = createTransformer(options);
  const key = transformer.getCacheKey(code, join(folder, name), context);
  const made = transformer.process(code, join(folder, name), context) as { code: string };
  return { key, code: made.code, made, canInstrument: transformer.canInstrument };
}

test("what is annotated is transformed, and everything goes to the next transformer, babel-jest by default", () => {
  const { code, made, canInstrument } = through(undefined, "work.ts", work);
  expect(code).toMatch(/^babel undefinedimport .*"@preempt\/runtime\/abi";/);
  expect(made).toHaveProperty("root", folder);
  expect(canInstrument).toBe(true);
  const [, map = ""] = /\/\/# sourceMappingURL=data:application\/json;base64,(\S+)\n$/.exec(code) ?? [];
  expect(new TraceMap(Buffer.from(map, "base64").toString()).sourcesContent).toEqual([work]);
  expect(through({ next: ["babel-jest", { a: 1 }] }, "plain.ts", "const a = 1;").code).toBe(
    'babel {"a":1}const a = 1;',
  );
});

test("the next one may be any, or none", () => {
  expect(through({ next: "bare" }, "plain.ts", "const a = 1;").code).toBe("bareconst a = 1;");
  const { code, canInstrument } = through({ next: false }, "work.ts", work);
  expect(code).toMatch(/^import .*"@preempt\/runtime\/abi";/);
  expect(canInstrument).toBe(false);
});

test("packages named in `all` are transformed", () => {
  const code = "export function count(n) { for (; n > 0; n--); }";
  const name = "node_modules/counting/index.js";
  expect(through({ next: false }, name, code).code).toBe(code);
  expect(through({ next: false, all: ["counting"] }, name, code).code).toContain("@preempt/runtime/abi");
});

test("a file has another key when a file that it imports has changed what becomes of it", () => {
  const { key } = through(undefined, "work.ts", work);
  expect(through(undefined, "work.ts", work).key).toBe(key);
  writeFileSync(join(folder, "step.ts"), "export function step(n: number) { while (n > 9) n--; return n; }");
  expect(through(undefined, "work.ts", work).key).not.toBe(key);
  expect(through({ optimize: "size" }, "work.ts", work).key).not.toBe(key);
});

test("code that cannot be parsed is told in words", () => {
  expect(() => through(undefined, "work.ts", `${work} }`)).toThrow(/PT1000.*\n/);
});
