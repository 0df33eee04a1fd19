/** Functions that are preemptable because they are handed to what makes jobs of requests, whichever framework routes them. */
import { rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { main } from "../../src/cli/main.ts";
import { SingleFiles } from "../../src/integrations/single-files.ts";
import { compile, type Files, writeProject } from "../kit/project.ts";

const loop = "for (let i = 0; i < 9; i++);";
/** What the server's package declares, as far as it matters here; and a library that has methods of the same names. */
const packages: Files = {
  "node_modules/@preempt/server/package.json": JSON.stringify({
    name: "@preempt/server",
    type: "module",
    exports: {
      ".": { types: "./index.d.ts" },
      "./node": { types: "./node.d.ts" },
      "./events": { types: "./events.d.ts" },
    },
  }),
  "node_modules/@preempt/server/index.d.ts": `
    export interface RequestScheduler {
      run(name: string, f: (context: object) => unknown, options?: object): Promise<unknown>;
      route<F>(name: string, handler: F, options?: object): F;
      on(event: string, listener: () => void): void;
    }
    export function createRequestScheduler(options: object): RequestScheduler;\n`,
  "node_modules/@preempt/server/node.d.ts": `
    import type { RequestScheduler } from "./index.js";
    export function listener(rs: RequestScheduler, handler: (req: object) => void, options?: object): () => void;\n`,
  "node_modules/@preempt/server/events.d.ts":
    "export class BatchingEmitter { onBatch(category: string, handler: (events: unknown[]) => void): void }\n",
  "node_modules/other/package.json": JSON.stringify({
    name: "other",
    type: "module",
    exports: { types: "./index.d.ts" },
  }),
  "node_modules/other/index.d.ts": `
    export class Storage { run(store: object, f: () => void): void }
    export function listener(f: () => void): void;\n`,
};
const app = `
interface App {
  get(path: string, ...more: unknown[]): void;
  route(options: object): void;
  addHook(name: string, f: () => void): void;
}
declare const app: App;\n`;
const files: Files = {
  "rs.ts": `import { createRequestScheduler } from "@preempt/server";\nexport const rs = createRequestScheduler({ classes: {} });\n`,
  "heavy.ts": `export function heavy(): void { ${loop} }\n`,
  "run.ts": `import { rs } from "./rs.js";
const named = async (): Promise<void> => { ${loop} };
rs.run("bulk", () => { ${loop} }); rs.run("bulk", async () => { ${loop} }, { key: "a" }); rs.run("bulk", named);
rs.on("overload", () => { ${loop} });\n`,
  "route.ts": `import { rs } from "./rs.js";${app}
function handler(): void { ${loop} }
app.get("/a", rs.route("bulk", handler)); app.get("/b", rs.route("bulk", async () => { ${loop} }));
app.get("/c", rs.route("bulk", function () { ${loop} }, { degraded() { ${loop} } }));
app.get("/d", () => { ${loop} });\n`,
  "listener.ts": `import { listener } from "@preempt/server/node";\nimport { rs } from "./rs.js";
function handle(): void { ${loop} }
const degraded = (): void => { ${loop} };
listener(rs, handle, { degraded }); listener(rs, () => { ${loop} }, { classify: () => { ${loop} } });\n`,
  "events.ts": `import { BatchingEmitter } from "@preempt/server/events";
export const emitter = new BatchingEmitter();
emitter.onBatch("chat", (events) => { for (const e of events) void e; });\n`,
  "fastify.ts": `import { rs } from "./rs.js";${app}void rs;
const late = { config: { preempt: { class: "bulk" } } };
const preempt = { class: "bulk" };
function byName(): void { ${loop} }
function other(): void { ${loop} }
app.get("/a", { config: { preempt: { class: "bulk" } } }, async () => { ${loop} });
app.get("/b", late, () => { ${loop} });
app.get("/c", { config: { preempt } as object }, byName);
app.get("/d", { config: { limit: 4 } }, () => { ${loop} });
app.route({ method: "GET", config: { preempt: { class: "bulk", degraded: () => { ${loop} } } }, handler() { ${loop} } });
app.route({ "config": { "preempt": { class: "bulk", degraded: other } }, "handler": async function () { ${loop} } });
app.addHook("onSend", () => { ${loop} });
export const elsewhere = { url: "/e", config: { preempt: { class: "bulk" } }, handler: () => { ${loop} } };\n`,
  "imported.ts": `import { heavy } from "./heavy.js";\nimport { rs } from "./rs.js";${app}
rs.route("bulk", heavy);
app.get("/a", { config: { preempt: { class: "bulk" } } }, heavy);
app.route({ config: { preempt: { class: "bulk" } }, handler: heavy });\n`,
  "others.ts": `import { Storage, listener } from "other";
export function wire(): void { new Storage().run({}, () => { ${loop} }); listener(() => { ${loop} }); }\n`,
};
/** What a preemptable function is emitted as, and an async one. */
const bodies = /\$resumable(?:_\d+)?\(\$depth|function\* [\w$]+\$resumable/g;
/** How many functions of each are preemptable. */
const wanted: Readonly<Record<string, number>> = {
  "rs.ts": 0,
  "heavy.ts": 1,
  "run.ts": 3,
  "route.ts": 3,
  "listener.ts": 2,
  "events.ts": 1,
  "fastify.ts": 6,
  "imported.ts": 0,
  "others.ts": 0,
};
const folder = writeProject({
  ...packages,
  ...files,
  "tsconfig.json": JSON.stringify({ compilerOptions: { module: "nodenext", target: "es2024", types: [] } }),
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** For an integration that sees one file at a time. */
function alone(name: string, code = files[name] as string) {
  const singles = new SingleFiles({}, folder);
  const file = singles.wanted(join(folder, name), code);
  if (file === undefined) return { preemptable: 0, codes: [] };
  const { functions, diagnostics } = singles.transform(code, file, { isCommonJs: false });
  return { preemptable: functions.preemptable, codes: diagnostics.map((d) => `${d.code} ${d.line}`) };
}

describe("without types", () => {
  for (const [name, preemptable] of Object.entries(wanted))
    test(`${name}: ${preemptable} functions, by names and imports`, () => {
      expect(alone(name)).toEqual({ preemptable, codes: [] });
    });

  test("a project that has no request scheduler keeps what it has of these names", () => {
    const text = `import { heavy } from "./heavy.js";\nrouter.route("/", () => { ${loop} }); app.get("/", { config: { preempt: {} } }, () => { ${loop} }); heavy();\n`;
    expect(alone("heavy-user.ts", text).preemptable).toBe(0);
    expect(alone("heavy-user.ts", `import { rs } from "./rs.js";\n${text}`).preemptable).toBe(2);
  });

  test("never keeps a handler as it is, and a generator is none", () => {
    const text = `import { rs } from "./rs.js";
/** @preempt never */ function handler() { ${loop} }
rs.route("bulk", handler); rs.run("bulk", function* () { ${loop} });\n`;
    expect(alone("never.ts", text)).toEqual({ preemptable: 0, codes: [] });
  });
});

test("with a program, types say what takes requests", () => {
  const compiled = compile({ ...packages, ...files });
  try {
    const found = Object.keys(wanted).map((name) => [name, compiled.output(name).match(bodies)?.length ?? 0]);
    expect(Object.fromEntries(found)).toEqual(wanted);
    expect(compiled.diagnostics).toEqual([]);
  } finally {
    compiled.remove();
  }
  let out = "";
  void main(["check", "--list", "heavy.ts"], { cwd: folder, isPretty: false, out: (text) => (out += text), err() {} });
  expect(out).toMatch(/heavy +preemptable/);
});

test("with a program, other libraries' methods stay as they are beside a request scheduler, and functions are found behind re-exports", () => {
  const compiled = compile({
    ...packages,
    "rs.ts": files["rs.ts"] as string,
    "again.ts": `export { listener as serve } from "@preempt/server/node";\n`,
    "main.ts": `import { serve } from "./again.js";\nimport { rs } from "./rs.js";\nimport { Storage } from "other";
// Not handed to @preempt/server.
new Storage().run({}, () => { ${loop} });
serve(rs, () => { ${loop} });\n`,
  });
  try {
    expect(compiled.output("main.ts").match(bodies)).toHaveLength(1);
  } finally {
    compiled.remove();
  }
});
