/** Functions that are preemptable because they are handed to a scheduler, wherever that was made. */
import { rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { main } from "../../src/cli/main.ts";
import { SingleFiles } from "../../src/integrations/single-files.ts";
import { compile, type Files, writeProject } from "../kit/project.ts";

const loop = "for (let i = 0; i < 9; i++);";
const files: Files = {
  "rt.ts": `import { Scheduler } from "@preempt/runtime";\nexport const rt: Scheduler = new Scheduler();\n`,
  "context.ts": `import { rt } from "./rt.js";\nexport const context = { rt };\n`,
  "heavy.ts": `export function heavy(n: number): number { ${loop} return n; }
/** @preempt */ export function marked(n: number): number { ${loop} return n; }
/** @preempt never */ export function left(n: number): number { ${loop} return n; }
export function short(n: number): number { return n + 1; }
export default function byDefault(): void { ${loop} }
`,
  "inline.ts": `import { rt } from "./rt.js";\nrt.submit(() => { ${loop} });\nrt.task(function () { ${loop} }, { period: 10 });\n`,
  "far.ts": `import { context } from "./context.js";\ncontext.rt.submit(() => { ${loop} });\ncontext?.rt?.submit(() => { ${loop} });\n`,
  "named.ts": `import { rt } from "./rt.js";
function own(n: number): number { ${loop} return n; }
const arrow = (): void => { ${loop} };
/** @preempt never */ function never(): void { ${loop} }
function* steps(): Generator { yield 1; }
function other(): void { ${loop} }
rt.submit(own, { args: [1] }); rt.submit(arrow); rt.submit(never); rt.submit(steps); rt.submit(own.bind(null, 1)); other();
`,
  "mentioned.ts": `import { Scheduler } from "@preempt/runtime";\nfunction own(): void { ${loop} }\nnew Scheduler().submit(own);\n`,
  "server.ts": `import { ConstantBandwidthServer, Task } from "@preempt/runtime";
import { rt } from "./rt.js";
function own(): void { ${loop} }
export class Mix extends Task { constructor() { super({ period: 10 }); } run(): void { ${loop} } walk(): void { ${loop} } }
new ConstantBandwidthServer(rt, { budget: 1, period: 10 }).submit(own);
`,
  "imported.ts": `import byDefault, { heavy, marked, left, short } from "./heavy.js";
import { rt } from "./rt.js";
rt.submit(heavy, { args: [1] }); rt.submit(marked, { args: [1] }); rt.submit(left, { args: [1] }); rt.submit(short, { args: [1] });
rt.task(byDefault, { period: 5 });
`,
  "form.ts": `declare const form: { submit(f: () => void): void };\nexport function wire(): void { form.submit(() => { ${loop} }); }\n`,
};
const folder = writeProject({
  ...files,
  "tsconfig.json": JSON.stringify({
    compilerOptions: { module: "nodenext", target: "es2024", paths: { "~/*": ["./*"] } },
  }),
  "aliased.ts": `import { rt } from "~/rt";\nrt.submit(() => { ${loop} });\n`,
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** How many functions become preemptable, and what is reported, for an integration that sees one file at a time. */
function alone(name: string, options = {}) {
  const singles = new SingleFiles(options, folder);
  const file = join(folder, name);
  const code = files[name] ?? `import { rt } from "~/rt";\nrt.submit(() => { ${loop} });\n`;
  const wanted = singles.wanted(file, code);
  if (wanted === undefined) return { preemptable: 0, codes: [] };
  const { functions, diagnostics } = singles.transform(code, wanted, { isCommonJs: false });
  return { preemptable: functions.preemptable, codes: diagnostics.map((d) => `${d.code} ${d.line}:${d.column}`) };
}

test("functions written where they are submitted are preemptable wherever the scheduler comes from", () => {
  expect(alone("inline.ts")).toEqual({ preemptable: 2, codes: [] });
  expect(alone("far.ts")).toEqual({ preemptable: 2, codes: [] });
  expect(alone("aliased.ts")).toEqual({ preemptable: 1, codes: [] });
});

test("functions of the file that are handed on by name are preemptable, unless they say never", () => {
  expect(alone("named.ts")).toEqual({ preemptable: 2, codes: [] });
  expect(alone("mentioned.ts")).toEqual({ preemptable: 1, codes: [] });
  expect(alone("server.ts")).toEqual({ preemptable: 2, codes: [] });
});

test("functions of other files that are passed on are preemptable there, unless they say never", () => {
  expect(alone("imported.ts")).toEqual({ preemptable: 0, codes: [] });
  // What is short is asked for as well: heavy, marked, short and byDefault.
  expect(alone("heavy.ts")).toEqual({ preemptable: 4, codes: [] });
});

test("what other libraries call submit is left alone", () => {
  expect(alone("form.ts")).toEqual({ preemptable: 0, codes: [] });
});

test("with a program, types say what is a scheduler", () => {
  const compiled = compile(files);
  try {
    const bodies = Object.keys(files).map((name) => [
      name,
      compiled.output(name).match(/\$resumable(?:_\d+)?\(\$depth/g)?.length ?? 0,
    ]);
    expect(Object.fromEntries(bodies)).toEqual({
      "rt.ts": 0,
      "context.ts": 0,
      "heavy.ts": 4,
      "inline.ts": 2,
      "far.ts": 2,
      "named.ts": 2,
      "mentioned.ts": 1,
      "server.ts": 2,
      "imported.ts": 0,
      "form.ts": 0,
    });
    expect(compiled.diagnostics).toEqual([]);
  } finally {
    compiled.remove();
  }
  let out = "";
  void main(["check", "--list", "heavy.ts"], { cwd: folder, isPretty: false, out: (text) => (out += text), err() {} });
  expect(out).toMatch(/heavy +preemptable/);
});
