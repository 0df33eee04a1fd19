/** The built server and an editor: what is shown while a file is edited, and what the actions make of it. */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import ts from "typescript";
import { afterAll, beforeAll, expect, test } from "vitest";
import { bin, Client } from "./client.ts";

const code = `import { helper } from "./other.ts";
import { renamed as far } from "./barrel.ts";

// @preempt
export function misspelt(n: number): void {
  while (n > 0) n--;
}

/** @preempt */
const limit = 5;

/**
 * Counts down.
 *
 * @preempt
 */
export function count(n: number): number {
  while (n > limit) n = n - helper(n) - far(n);
  return n;
}

export const plain = (n: number): number => {
  for (; n > 0; n--);
  return count(n);
};

/** @preempt */
export function dynamic(text: string): unknown {
  return eval(text);
}

export class Solver {
  /** @preempt */
  solve(n: number): number {
    while (n > 0) n = this.step(n);
    return n;
  }

  /** @preempt */
  step(n: number): number {
    while (n > 9) n--;
    return n - 1;
  }
}
`;
const other = "/** @preempt */\nexport function helper(n: number): number {\n  while (n > 1) n--;\n  return n;\n}\n";

let client: Client;

beforeAll(async () => {
  const files = {
    "package.json": '{ "type": "module" }',
    "tsconfig.json": JSON.stringify({ compilerOptions: { module: "nodenext", strict: true } }),
    "main.ts": "",
    "other.ts": other,
    "barrel.ts": 'export { helper as renamed } from "./other.ts";\n',
  };
  client = await new Client(files, { isProcess: true }).start();
  client.open("main.ts", code);
});
afterAll(() => client[Symbol.asyncDispose]());

const ofMain = ["4:4 warning PT1025", "10:7 warning PT1001", "28:17 warning PT1002"];

test("findings are shown while a file is edited, and go when they are fixed", async () => {
  expect(await client.findings("main.ts")).toEqual(ofMain);
  client.type("main.ts", "// @preempt", "/** @preempt */");
  expect(await client.findings("main.ts")).toEqual(ofMain.slice(1));
  client.type("main.ts", "/** @preempt */\nexport function misspelt", "// @preempt\nexport function misspelt");
  expect(await client.findings("main.ts")).toEqual(ofMain);
});

test("a finding has its code, and a text that says what helps", async () => {
  const { diagnostics } = await client.published("main.ts");
  expect(diagnostics[2]).toMatchObject({
    source: "preempt",
    code: "PT1002",
    message: expect.stringMatching(/^dynamic contains a direct eval.* Call eval indirectly.*own\.$/),
  });
});

test.each([
  ["@preempt\nexport function misspelt", "Write the annotation as /** @preempt */", ["// @preempt", "/** @preempt */"]],
  ["limit = 5", "Remove the annotation, which has no effect", ["/** @preempt */\nconst limit", "const limit"]],
  ["dynamic", "Remove the annotation", ["/** @preempt */\nexport function dynamic", "export function dynamic"]],
] as const)("the fix at %j is what its title says, and compiles", async (text, title, [from, to]) => {
  const [fix, ...others] = await client.actions("main.ts", text, ["quickfix"]);
  expect([fix?.title, others]).toEqual([title, []]);
  expect(fix?.diagnostics).toHaveLength(1);
  const fixed = client.applied("main.ts", fix ?? { title });
  expect(fixed).toBe(code.replace(from, to));
  expect(ts.transpileModule(fixed, { reportDiagnostics: true }).diagnostics).toEqual([]);
});

test("a function is annotated by a refactoring, which is offered once", async () => {
  const [action, ...others] = await client.actions("main.ts", "plain", ["refactor"]);
  expect([action?.title, action?.kind, others]).toEqual(["Make plain preemptable", "refactor.rewrite.preempt", []]);
  const annotated = client.applied("main.ts", action ?? { title: "" });
  expect(annotated).toBe(code.replace("export const plain", "/** @preempt */\nexport const plain"));
  expect(await client.actions("main.ts", "while (n > limit", ["refactor"])).toEqual([]);
});

const counted = "Preempt: preemptable, annotated: two plain bodies, 3 points";
const helped = "Preempt: preemptable, annotated: two plain bodies, 1 point";

test.each([
  ["count(n: number): number {", counted],
  ["count(n);", counted],
  ["helper(n)", helped],
  ["helper }", helped],
  ["far(n)", helped],
  ["step(n);", helped],
  ["dynamic", expect.stringContaining("Preempt: left alone (PT1002): dynamic contains a direct eval")],
  ["plain", undefined],
  ["limit) n", undefined],
  ["while (n > 0)", undefined],
])("hovering over %j reports what becomes of the function", async (text, expected) => {
  expect(await client.hover("main.ts", text)).toEqual(expected);
});

test("the unsaved text of another file counts for hover texts", async () => {
  client.open("other.ts", other.replace("/** @preempt */", "/** @preempt never */"));
  expect(await client.findings("other.ts")).toEqual([]);
  expect(await client.hover("main.ts", "helper(n)")).toBeUndefined();
  client.close("other.ts");
  expect(await client.hover("main.ts", "helper(n)")).toBe(helped);
});

test("functions have a mark behind their names, in the part that is shown", async () => {
  const all = ["17 preemptable", "28 left alone", "34 preemptable", "40 preemptable"];
  expect(await client.hints("main.ts")).toEqual(all);
  const range = { start: { line: 20, character: 0 }, end: { line: 35, character: 0 } };
  expect(await client.hints("main.ts", range)).toEqual(all.slice(1, 3));
});

test("an editor without inlay hints gets a line above each function", async () => {
  expect(await client.lenses("main.ts")).toEqual([
    `17 ${counted}`,
    expect.stringMatching(/^28 Preempt: left alone \(PT1002\)/),
    "34 Preempt: preemptable, annotated: two plain bodies, 2 points",
    `40 ${helped}`,
  ]);
});

test("marks that are asked for while a key is down are those of the newest text", async () => {
  client.type("main.ts", "/** @preempt */\nexport function dynamic", "export function dynamic");
  expect(await client.hints("main.ts")).toEqual(["17 preemptable", "33 preemptable", "39 preemptable"]);
  client.type("main.ts", "export function dynamic", "/** @preempt */\nexport function dynamic");
  expect(await client.findings("main.ts")).toEqual(ofMain);
});

test("requests with mistakes, and documents that nobody opened, do not end the server", async () => {
  const bad: [string, object][] = [
    ["textDocument/hover", {}],
    ["textDocument/hover", { position: { line: -5, character: 1e9 } }],
    ["textDocument/codeAction", { range: null }],
    ["textDocument/inlayHint", {}],
  ];
  for (const [method, params] of bad) await client.ask(method, "main.ts", params).catch(() => undefined);
  client.tell("textDocument/didChange", {
    textDocument: { uri: client.uri("none.ts"), version: 9 },
    contentChanges: [],
  });
  client.tell("textDocument/didChange", { textDocument: { uri: client.uri("main.ts"), version: 99 } });
  client.tell("textDocument/didClose", { textDocument: { uri: "file://host/%zz" } });
  client.tell("textDocument/didOpen", {
    textDocument: { uri: "file://host/%zz.ts", languageId: "typescript", version: 1, text: code },
  });
  await client.ask("textDocument/hover", "none.ts", { position: { line: 0, character: 0 } });
  client.open("second.ts", "// @preempt\nexport function f() {}\n");
  expect(await client.findings("second.ts")).toEqual(["1:4 warning PT1025"]);
  expect(client.said.join("")).not.toContain("unhandled");
});

test("the server ends when the editor says so, without an error", async () => {
  expect(await client.stop()).toBe(0);
});

test("the command says its version and its options", () => {
  const { version } = JSON.parse(readFileSync("packages/language-server/package.json", "utf8"));
  const said = (option: string) => execFileSync(process.execPath, [bin, option], { encoding: "utf8" });
  expect(said("--version")).toBe(`${version}\n`);
  expect(said("--help")).toContain("--stdio");
});
