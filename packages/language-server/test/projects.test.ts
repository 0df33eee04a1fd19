/** The server: options of projects and editors, documents that are none of its business, and when it answers. */
import { existsSync } from "node:fs";
import { EditorProject } from "@preempt/transformer/editor";
import { afterEach, expect, test, vi } from "vitest";
import { CancellationTokenSource } from "vscode-languageserver-protocol/node";
import { Client, type Editor } from "./client.ts";

/** One that an annotation makes preemptable, one that only `functions: "all"` does, one that a call passes on. */
const code = `/** @preempt */
export function asked(n: number): void {
  while (n > 0) n--;
}
export function other(n: number): void {
  while (n > 0) n--;
}
queue.add(function passed(n: number): void {
  while (n > 0) n--;
});
`;
const [asked, other, passed] = ["2 preemptable", "5 preemptable", "8 preemptable"];
const everything = { annotated: [asked], all: [asked, other, passed], jobs: [asked, passed] };

const entry = (plugin: object) => JSON.stringify({ compilerOptions: { plugins: [plugin] } });
const vite = (options: string) =>
  `import preempt from "@preempt/transformer/vite";\nexport default { plugins: [preempt(${options})] };\n`;
const manifest = { "package.json": "{}" };

const open: Client[] = [];
afterEach(async () => {
  for (const client of open.splice(0)) await client[Symbol.asyncDispose]();
});

async function clientWith(files: Readonly<Record<string, string>>, editor?: Editor): Promise<Client> {
  const client = new Client(files, editor);
  open.push(client);
  return client.start();
}

async function hintsWith(files: Readonly<Record<string, string>>, editor?: Editor): Promise<string[]> {
  const client = await clientWith(files, editor);
  client.open("src/main.ts", code);
  return client.hints("src/main.ts");
}

const canBeAsked = { workspace: { configuration: true } };

test.each<[string, Readonly<Record<string, string>>, keyof typeof everything]>([
  ["no options", manifest, "annotated"],
  [
    "the entry of the plugin of TypeScript's server",
    { "tsconfig.json": entry({ name: "@preempt/typescript-plugin", functions: "all" }) },
    "all",
  ],
  [
    "the entry of the plugin of the compiler",
    { "tsconfig.json": entry({ transform: "@preempt/transformer", jobs: ["queue.add"] }) },
    "jobs",
  ],
  [
    "an entry in a tsconfig.json that the nearest one extends",
    {
      "src/tsconfig.json": '{ "extends": "../base.json" }',
      "base.json": entry({ name: "@preempt/typescript-plugin", jobs: ["queue.add"] }),
    },
    "jobs",
  ],
  ["the configuration of a bundler", { ...manifest, "vite.config.ts": vite('{ jobs: ["queue.add"] }') }, "jobs"],
  ["files that it includes", { ...manifest, "vite.config.ts": vite('{ include: ["src/**"] }') }, "all"],
  ["files that it includes elsewhere", { ...manifest, "vite.config.ts": vite('{ include: ["lib/**"] }') }, "annotated"],
  [
    "both, which differ",
    {
      ...manifest,
      "tsconfig.json": entry({ name: "@preempt/typescript-plugin", functions: "annotated" }),
      "vite.config.ts": vite('{ include: ["src/**"] }'),
    },
    "annotated",
  ],
  [
    "a configuration that computes its options",
    { ...manifest, "vite.config.ts": vite("{ jobs: makeJobs() }") },
    "annotated",
  ],
  [
    "options with mistakes",
    {
      ...manifest,
      "tsconfig.json": entry({ name: "@preempt/typescript-plugin", functions: 5, jobs: "queue.add" }),
      "vite.config.ts": vite('{ jobs: [5], include: "src", propagate: "no" }'),
    },
    "annotated",
  ],
  [
    "files that are none",
    {
      ...manifest,
      "tsconfig.json": "{ nonsense",
      "vite.config.ts": "import preempt from '@preempt/transformer/vite'; preempt({",
    },
    "annotated",
  ],
])("with %s, the server shows what a build makes preemptable", async (_, files, expected) => {
  expect(await hintsWith(files)).toEqual(everything[expected]);
});

test("nothing is said of a file that the configuration excludes", async () => {
  const client = await clientWith({ ...manifest, "vite.config.ts": vite('{ exclude: ["src/**"] }') });
  client.open("src/main.ts", `// @preempt\n${code}`);
  expect(await client.findings("src/main.ts")).toEqual([]);
  expect(await client.hints("src/main.ts")).toEqual([]);
  expect(await client.actions("src/main.ts", "other")).toEqual([]);
});

test("settings of the editor win over the project's, however they come", async () => {
  const files = { ...manifest, "vite.config.ts": vite('{ include: ["src/**"] }') };
  const settings = { functions: "annotated", jobs: ["queue.add"] };
  expect(await hintsWith(files, { initializationOptions: settings })).toEqual(everything.jobs);
  expect(await hintsWith(files, { capabilities: canBeAsked, settings: () => settings })).toEqual(everything.jobs);
  expect(await hintsWith(files, { capabilities: canBeAsked, settings: () => null })).toEqual(everything.all);
});

test("folders of one workspace have settings and options of their own", async () => {
  const files = {
    "a/package.json": "{}",
    "a/vite.config.ts": vite('{ jobs: ["queue.add"] }'),
    "b/tsconfig.json": entry({ name: "@preempt/typescript-plugin", functions: "all" }),
  };
  const settings = (uri: string) => (uri.includes("/c/") ? { inlayHints: false } : null);
  const client = await clientWith(files, { capabilities: canBeAsked, settings });
  for (const folder of ["a", "b", "c"]) client.open(`${folder}/main.ts`, code);
  expect(await client.hints("a/main.ts")).toEqual(everything.jobs);
  expect(await client.hints("b/main.ts")).toEqual(everything.all);
  expect(await client.hints("c/main.ts")).toEqual([]);
});

test("changed settings count at once, and the editor shows the marks anew", async () => {
  const editor: Editor = {
    capabilities: {
      workspace: {
        ...canBeAsked.workspace,
        didChangeConfiguration: { dynamicRegistration: true },
        inlayHint: { refreshSupport: true },
        codeLens: { refreshSupport: true },
      },
    },
    settings: () => null,
  };
  const client = await clientWith(manifest, editor);
  client.open("main.ts", code);
  expect(await client.hints("main.ts")).toEqual(everything.annotated);
  expect(client.registered).toEqual(["workspace/didChangeConfiguration"]);
  editor.settings = () => ({ functions: "all" });
  client.tell("workspace/didChangeConfiguration", { settings: null });
  expect(await client.hints("main.ts")).toEqual(everything.all);
  expect(client.said).toEqual(expect.arrayContaining(["refresh inlayHint", "refresh codeLens"]));
});

test("an editor that sends its settings by itself is heard, too", async () => {
  const client = await clientWith(manifest);
  client.open("main.ts", code);
  client.tell("workspace/didChangeConfiguration", { settings: { preempt: { jobs: ["queue.add"] }, others: {} } });
  expect(await client.hints("main.ts")).toEqual(everything.jobs);
  client.tell("workspace/didChangeConfiguration", { settings: {} });
  expect(await client.hints("main.ts")).toEqual(everything.jobs);
});

test.each([
  [{ function: "all" }, "there is no option function. Give functions."],
  [{ functions: "everything" }, 'functions is "everything". Give "annotated" or "all".'],
  [{ jobs: "queue.add" }, 'jobs is "queue.add". Give a list, such as ["queue.add"].'],
  [["all"], 'the options is ["all"]. Give an object.'],
])("settings %j are refused, once, and the server goes on without them", async (settings, sentence) => {
  const client = await clientWith(manifest, { initializationOptions: settings });
  for (const name of ["a.ts", "b.ts"]) client.open(name, code);
  for (const name of ["a.ts", "b.ts"]) expect(await client.hints(name)).toEqual(everything.annotated);
  expect(client.said).toEqual([`Preempt's settings in this editor (preempt): ${sentence}`]);
});

test("a configuration that is changed outside of the editor counts for open documents", async () => {
  const capabilities = { workspace: { didChangeWatchedFiles: { dynamicRegistration: true } } };
  const client = await clientWith(manifest, { capabilities });
  client.open("main.ts", code);
  expect(await client.hints("main.ts")).toEqual(everything.annotated);
  expect(client.registered).toEqual(["workspace/didChangeWatchedFiles"]);
  client.write("vite.config.ts", vite('{ jobs: ["queue.add"] }'));
  client.tell("workspace/didChangeWatchedFiles", { changes: [{ uri: client.uri("vite.config.ts"), type: 1 }] });
  expect(await client.hints("main.ts")).toEqual(everything.jobs);
});

test("an installation does not make the server look at open documents again", async () => {
  const client = await clientWith(manifest);
  client.open("main.ts", annotated);
  await client.findings("main.ts");
  const seen: unknown[] = [];
  client.connection.onNotification("textDocument/publishDiagnostics", ({ uri }) => {
    seen.push(uri);
  });
  const changes = ["a", "b"].map((name) => ({ uri: client.uri(`node_modules/${name}/package.json`), type: 1 }));
  client.tell("workspace/didChangeWatchedFiles", { changes });
  // Would have to wait for a new inspection.
  await client.hints("main.ts");
  expect(seen).toEqual([]);
});

test("a project that is opened without being trusted runs nothing", async () => {
  const mark = 'import { writeFileSync } from "node:fs";\nwriteFileSync("mark", "");\n';
  const client = await clientWith({ ...manifest, "vite.config.mjs": mark + vite("{}") });
  client.open("main.ts", `${mark}${code}`);
  expect(await client.hints("main.ts")).toEqual(["4 preemptable"]);
  expect(existsSync(`${client.folder}/mark`)).toBe(false);
});

const annotated = "// @preempt\nexport function f() {}\n";

test.each([
  ["data.json", "json", '{ "// @preempt": 1 }'],
  ["page.vue", "vue", `<script>\n${annotated}</script>`],
  ["README.md", "markdown", annotated],
  ["types.d.ts", "typescript", annotated],
  ["node_modules/lib/index.js", "javascript", annotated],
  ["git:/main.ts", "typescript", annotated],
])("%s is left alone", async (name, language, text) => {
  const client = await clientWith(manifest);
  client.open(name, text, language);
  expect(await client.hints(name)).toEqual([]);
  expect(await client.actions(name, "preempt")).toEqual([]);
  expect(await client.hover(name, "preempt")).toBeUndefined();
  client.close(name);
  client.open("main.ts", annotated);
  expect(await client.findings("main.ts")).toEqual(["1:4 warning PT1025"]);
  expect(client.shown(name) ?? []).toEqual([]);
});

test.each([
  ["untitled:Untitled-1", "typescript"],
  ["untitled:Untitled-1", "javascriptreact"],
  ["bin/tool", "javascript"],
  ["main.cts", "typescript"],
  ["app.tsx", "typescriptreact"],
])("%s in %s has findings", async (name, language) => {
  const client = await clientWith(manifest);
  client.open(name, annotated, language);
  expect(await client.findings(name)).toEqual(["1:4 warning PT1025"]);
  const [fix] = await client.actions(name, "preempt");
  expect(client.applied(name, fix ?? { title: "" })).toBe("/** @preempt */\nexport function f() {}\n");
});

test("a document that is closed has no findings any more", async () => {
  const client = await clientWith(manifest);
  client.open("main.ts", annotated);
  expect(await client.findings("main.ts")).toHaveLength(1);
  client.close("main.ts");
  await client.until(() => (client.shown("main.ts")?.length === 0 ? true : undefined));
  expect(await client.ask("textDocument/hover", "main.ts", { position: { line: 0, character: 5 } })).toBeNull();
});

test("edits name the version that they are for, where the editor compares it", async () => {
  const client = await clientWith(manifest, {
    capabilities: { workspace: { workspaceEdit: { documentChanges: true } } },
  });
  client.open("main.ts", annotated);
  client.type("main.ts", "f()", "g()");
  const [fix] = await client.actions("main.ts", "preempt");
  const textDocument = { uri: client.uri("main.ts"), version: 2 };
  expect(fix?.edit).toMatchObject({ documentChanges: [{ textDocument }] });
  expect(client.applied("main.ts", fix ?? { title: "" })).toBe("/** @preempt */\nexport function g() {}\n");
});

test("keys in a row make one inspection, of the last text", async () => {
  const client = await clientWith(manifest);
  client.open("main.ts", annotated);
  expect(await client.findings("main.ts")).toHaveLength(1);
  const versions: number[] = [];
  client.connection.onNotification("textDocument/publishDiagnostics", ({ version }) => {
    versions.push(version);
  });
  for (let key = 0; key < 20; key++) client.type("main.ts", "f()", `f(${"x".repeat(key)}`.replace("(", "()"));
  await client.connection.sendRequest("textDocument/hover", {
    textDocument: { uri: client.uri("main.ts") },
    position: { line: 0, character: 0 },
  });
  expect(versions.at(-1)).toBe(21);
  // More than one only if the machine stops for longer than the pause.
  expect(versions.length).toBeLessThan(4);
});

test("a request that the editor cancels is answered at once, though nothing is known yet", async () => {
  const answered = Promise.withResolvers<object>();
  // The server waits for its settings as long as the editor likes.
  const client = await clientWith(manifest, { capabilities: canBeAsked, settings: () => answered.promise });
  client.open("main.ts", annotated);
  const source = new CancellationTokenSource();
  const textDocument = { uri: client.uri("main.ts") };
  const asked = client.connection.sendRequest("textDocument/codeLens", { textDocument }, source.token);
  // An answer to a later request: the server has this one, too.
  await client.connection.sendRequest("unknown/method").catch(() => undefined);
  source.cancel();
  await expect(asked).rejects.toMatchObject({ code: -32800 });
  expect(client.shown("main.ts")).toBeUndefined();
  answered.resolve({});
  expect(await client.findings("main.ts")).toEqual(["1:4 warning PT1025"]);
});

test("a fault inside is a line in the editor's log, and the next text is looked at", async () => {
  const client = await clientWith(manifest);
  const fault = vi.spyOn(EditorProject.prototype, "optionsFor").mockImplementation(() => {
    throw new Error("a fault in the options");
  });
  client.open("main.ts", `import { g } from "./other.ts";\n${annotated}g();\n`);
  expect(await client.hints("main.ts")).toEqual([]);
  expect(client.said).toEqual([expect.stringContaining("a fault in the options")]);
  fault.mockRestore();
  client.type("main.ts", "g();", "g() ;");
  expect(await client.findings("main.ts")).toEqual(["2:4 warning PT1025"]);
  const other = vi.spyOn(EditorProject.prototype, "resolve").mockImplementation(() => {
    throw new Error("a fault in an import");
  });
  expect(await client.hover("main.ts", "g() ;")).toBeUndefined();
  expect(client.said.at(-1)).toContain("a fault in an import");
  other.mockRestore();
  expect(await client.actions("main.ts", "preempt")).toHaveLength(1);
});

test("code that is only half typed has no findings, and none is lost", async () => {
  const client = await clientWith(manifest);
  client.open("main.ts", annotated);
  client.type("main.ts", "{}", "{ while (");
  expect(await client.findings("main.ts")).toEqual([]);
  client.type("main.ts", "{ while (", "{ while (1); }");
  expect(await client.findings("main.ts")).toEqual(["1:4 warning PT1025"]);
});
