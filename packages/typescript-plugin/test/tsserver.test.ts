/** The built plugin in a process of TypeScript's server: what editors show, and what their quick fixes make of a file. */
import ts from "typescript";
import { afterAll, beforeAll, expect, test } from "vitest";
import { TsServer } from "./tsserver.ts";

const code = `import { helper } from "./other.ts";

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
  while (n > limit) n = n - helper(n);
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
`;
const other = "/** @preempt */\nexport function helper(n: number): number {\n  while (n > 1) n--;\n  return n;\n}\n";

let server: TsServer;
let file: string;

beforeAll(() => {
  server = new TsServer({ "main.ts": code, "other.ts": other, "script.js": "// @preempt\nexport function f() {}\n" });
  file = server.file("main.ts");
  server.tell("open", { file, fileContent: code });
});
afterAll(() => server[Symbol.dispose]());

const place = (text: string, source = code) => {
  const offset = source.indexOf(text);
  const before = source.slice(0, offset).split("\n");
  return { line: before.length, offset: (before.at(-1) ?? "").length + 1 };
};
const rangeOf = ({ line, offset }: { line: number; offset: number }) => ({
  ...{ startLine: line, startOffset: offset, endLine: line, endOffset: offset + 1 },
});

interface Change {
  readonly start: { readonly line: number; readonly offset: number };
  readonly end: { readonly line: number; readonly offset: number };
  readonly newText: string;
}

function applied(changes: readonly { readonly textChanges: readonly Change[] }[], source = code): string {
  const lines = source.split("\n");
  const at = ({ line, offset }: Change["start"]) =>
    lines.slice(0, line - 1).reduce((sum, { length }) => sum + length + 1, offset - 1);
  const edits = changes.flatMap(({ textChanges }) => textChanges).sort((a, b) => at(b.start) - at(a.start));
  return edits.reduce(
    (text, { start, end, newText }) => text.slice(0, at(start)) + newText + text.slice(at(end)),
    source,
  );
}

test("findings are shown while a file is edited, and go when they are mended", async () => {
  expect(await server.findings(file)).toEqual(["3:4 warning 9001025", "9:7 warning 9001001", "27:17 warning 9001002"]);
  const broken = code.replace("const limit = 5", "class Limit {}");
  server.tell("change", { file, line: 1, offset: 1, endLine: 999, endOffset: 1, insertString: broken });
  expect(await server.findings(file)).toContain("9:7 warning 9001001");
  server.tell("change", {
    file,
    line: 1,
    offset: 1,
    endLine: 999,
    endOffset: 1,
    insertString: "export const nothing = 1;\n",
  });
  expect(await server.findings(file)).toEqual([]);
  server.tell("change", { file, line: 1, offset: 1, endLine: 999, endOffset: 1, insertString: code });
  expect(await server.findings(file)).toHaveLength(3);
});

test("JavaScript files have them, too", async () => {
  const script = server.file("script.js");
  server.tell("open", { file: script });
  expect(await server.findings(script)).toEqual(["1:4 warning 9001025"]);
});

test.each([
  [
    "@preempt\nexport function misspelt",
    9001025,
    "Write the annotation as /** @preempt */",
    ["// @preempt", "/** @preempt */"],
  ],
  ["limit = 5", 9001001, "Remove the annotation, which has no effect", ["/** @preempt */\nconst limit", "const limit"]],
  [
    "dynamic",
    9001002,
    "Remove the annotation",
    ["/** @preempt */\nexport function dynamic", "export function dynamic"],
  ],
] as const)("the fix at %j is what its title says, and compiles", async (text, errorCode, title, [from, to]) => {
  const fixes = await server.ask("getCodeFixes", { file, ...rangeOf(place(text)), errorCodes: [errorCode] });
  expect(fixes.map(({ description }: { description: string }) => description)).toEqual([title]);
  const fixed = applied(fixes[0].changes);
  expect(fixed).toBe(code.replace(from, to));
  expect(ts.transpileModule(fixed, { reportDiagnostics: true }).diagnostics).toEqual([]);
});

test("a function is annotated by a refactoring", async () => {
  const at = place("plain");
  const request = { file, ...rangeOf(at) };
  const offered = await server.ask("getApplicableRefactors", request);
  const [ours] = offered.filter(({ name }: { name: string }) => name === "preempt-annotate");
  expect(ours.actions[0].description).toBe("Make plain preemptable");
  const { edits } = await server.ask("getEditsForRefactor", { ...request, refactor: ours.name, action: "annotate" });
  expect(applied(edits)).toBe(code.replace("export const plain", "/** @preempt */\nexport const plain"));
  const annotated = await server.ask("getApplicableRefactors", { file, ...rangeOf(place("while (n > limit")) });
  expect(annotated.filter(({ name }: { name: string }) => name === "preempt-annotate")).toEqual([]);
});

test.each([
  ["count(n: number): number {", "Preempt: preemptable, annotated: two plain bodies, 2 points"],
  ["count(n);", "Preempt: preemptable, annotated: two plain bodies, 2 points"],
  ["helper(n)", "Preempt: preemptable, annotated: two plain bodies, 1 point"],
  ["dynamic", "Preempt: left alone (PT1002): dynamic contains a direct eval, whose code could name anything."],
])("hovering over %j tells what becomes of the function", async (text, expected) => {
  const { documentation } = await server.ask("quickinfo", { file, ...place(text) });
  const shown =
    typeof documentation === "string"
      ? documentation
      : documentation.map((part: { text: string }) => part.text).join("");
  expect(shown).toContain(expected);
});

test("what is not Preempt's has no line about it, and the documentation stays", async () => {
  const { documentation } = await server.ask("quickinfo", { file, ...place("plain") });
  expect(JSON.stringify(documentation)).not.toContain("Preempt");
  const counted = await server.ask("quickinfo", { file, ...place("count(n: number)") });
  expect(JSON.stringify(counted.documentation)).toContain("Counts down.");
});

test("functions have a mark where inlay hints are shown", async () => {
  const hints = await server.ask("provideInlayHints", { file, start: 0, length: code.length });
  const shown = hints.map(
    ({ text, position }: { text: string; position: { line: number } }) => `${position.line} ${text}`,
  );
  expect(shown).toEqual(["16 preemptable", "27 left alone"]);
});

test("options in the configuration of a bundler count, and those beside the plugin's name are in place of them", async () => {
  const queued = "declare const queue: any;\nqueue.add(function passed(n: number) {\n  while (n > 0) n--;\n});\n";
  const config = (options: string) =>
    `import preempt from "@preempt/transformer/vite";\nexport default { plugins: [preempt(${options})] };\n`;
  const marksWith = async (options: string, plugin: object) => {
    using one = new TsServer({ "package.json": "{}", "vite.config.mjs": config(options), "main.ts": queued }, plugin);
    const main = one.file("main.ts");
    one.tell("open", { file: main, fileContent: queued });
    return (await one.ask("provideInlayHints", { file: main, start: 0, length: queued.length })).length;
  };
  expect(await marksWith('{ jobs: ["queue.add"] }', {})).toBe(1);
  expect(await marksWith('{ jobs: ["queue.add"] }', { jobs: [] })).toBe(0);
});
