/** Integrations that see one file at a time: a function is preemptable because any other file of the project passes it on. */
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { transform } from "../../src/index.ts";
import { SingleFiles } from "../../src/integrations/single-files.ts";
import type { PluginOptions } from "../../src/project/plugin-options.ts";
import { type Files, linkPackage, writeProject } from "../kit/project.ts";

const loop = "for (let i = 0; i < 9; i++);";
const heavy = `export function heavy() { ${loop} }\nexport function other() { ${loop} }\n`;
const rt = `import { Scheduler } from "@preempt/runtime";\nexport const rt = new Scheduler();\n`;
const passes = `import { heavy } from "./heavy.js";\nimport { rt } from "./rt.js";\nrt.submit(heavy);\n`;

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

/** How many functions of the file become preemptable, with what is reported for it. */
function preemptable(files: Files, name: string, options: PluginOptions = {}, folder = writeProject(files)) {
  folders.push(folder);
  const singles = new SingleFiles(options, folder);
  const wanted = singles.wanted(join(folder, name), files[name] as string);
  if (wanted === undefined) return 0;
  const { functions, diagnostics } = singles.transform(files[name] as string, wanted, {
    isCommonJs: name.endsWith(".cjs"),
  });
  expect(diagnostics).toEqual([]);
  return functions.preemptable;
}

const ways: Readonly<Record<string, Files>> = {
  "by its name": { "main.js": passes },
  "without the extension": { "main.ts": passes.replaceAll(".js", "") },
  "under another name": { "main.js": passes.replace("{ heavy }", "{ heavy as h }").replace("(heavy)", "(h)") },
  bound: { "main.js": passes.replace("(heavy)", "(heavy.bind(null, 1))") },
  "with types": {
    "main.ts": passes.replace("submit(heavy)", "submit<[], void>(heavy as () => void, { deadline: 5 })"),
  },
  "through a namespace": {
    "main.js": passes.replace("{ heavy }", "* as all").replace("(heavy)", "(all.heavy)"),
  },
  "through barrels": {
    "main.js": passes.replace("./heavy.js", "./barrel.js"),
    "barrel.js": `export * from "./inner/index.js";\n`,
    "inner/index.js": `import { heavy } from "../heavy.js";\nexport { heavy };\n`,
  },
  "through a barrel that gives another name": {
    "main.js": passes.replace("{ heavy }", "{ solve as heavy }").replace("./heavy.js", "./barrel.js"),
    "barrel.js": `export { heavy as solve } from "./heavy.js";\n`,
  },
  "through an alias of a bundler": { "main.js": passes.replace("./heavy.js", "~/heavy") },
  "to a scheduler that comes through an alias": { "main.js": passes.replace("./rt.js", "@app/rt") },
  "to a scheduler that is a global variable": {
    "main.js": `import { heavy } from "./heavy.js";\nglobalThis.rt.submit(heavy);\n`,
  },
  "to a scheduler that is injected": {
    "main.ts": `import { heavy } from "./heavy.js";\nexport class App { constructor(private readonly engine: any) {} run() { this.engine.submit(heavy); } }\n`,
    "wire.ts": `import { Scheduler } from "@preempt/runtime";\nimport { App } from "./main.js";\nconst engine = new Scheduler();\nnew App(engine).run();\n`,
  },
  "to a group, a task, an alarm": {
    "main.js": passes.replace("rt.submit(heavy)", "rt.task(heavy, { period: 5 })"),
  },
  "to a listener": { "main.js": passes.replace("rt.submit(heavy)", 'on("input", rt.listener(heavy))') },
  "to an alarm": { "main.js": passes.replace("rt.submit(heavy)", "rt.alarm({ in: 5 }, heavy)") },
  "in a component": { "App.vue": `<script setup>\n${passes}</script>\n<template><p /></template>\n` },
  "by CommonJS": {
    "main.cjs": `const { heavy } = require("./heavy.js");\nconst { rt } = require("./rt.js");\nrt.submit(heavy);\n`,
  },
  "by a dynamic import": {
    "main.js": `import { rt } from "./rt.js";\nconst { heavy } = await import("./heavy.js");\nrt.submit(heavy);\n`,
  },
};

test.for(Object.entries(ways))("passed on %s", ([, files]) => {
  expect(preemptable({ "rt.js": rt, "heavy.js": heavy, ...files }, "heavy.js")).toBe(1);
});

const declarations: Readonly<Record<string, string>> = {
  "a variable": `export const heavy = () => { ${loop} };\n`,
  "a list of exports": `function inner() { ${loop} }\nexport { inner as heavy };\n`,
  CommonJS: `function heavy() { ${loop} }\nmodule.exports = { heavy };\n`,
  "a property of exports": `exports.heavy = function () { ${loop} };\n`,
};

test.for(Object.entries(declarations))("declared as %s", ([name, code]) => {
  const file =
    name.includes("xports.") || name === "CommonJS" || name.startsWith("a property") ? "heavy.cjs" : "heavy.js";
  const files = { "rt.js": rt, [file]: code, "main.js": passes.replace("./heavy.js", `./${file}`) };
  expect(preemptable(files, file)).toBe(1);
});

test("a default export, and a member of an object that is exported", () => {
  const main = `import run, { solver, Solver } from "./heavy.js";\nimport { rt } from "./rt.js";
rt.submit(run); rt.submit(solver.solve); rt.submit(Solver.all);\n`;
  const code = `export default function run() { ${loop} }
export const solver = { solve() { ${loop} }, other() { ${loop} } };
export class Solver { static all() { ${loop} } static one() { ${loop} } }\n`;
  expect(preemptable({ "rt.js": rt, "heavy.js": code, "main.js": main }, "heavy.js")).toBe(3);
});

test("members of the file that are passed on", () => {
  const code = `import { rt } from "./rt.js";
class App { start() { rt.submit(this.run); rt.submit(this.again.bind(this)); } run() { ${loop} } again = () => { ${loop} }; other() { ${loop} } static all() { ${loop} } }
const tools = { sort() { ${loop} } };
rt.submit(App.all); rt.submit(tools.sort); new App().start();\n`;
  expect(preemptable({ "rt.js": rt, "main.js": code }, "main.js")).toBe(4);
});

test("the option `jobs` names other calls, for what is written in place and for what is imported", () => {
  const main = `import { heavy } from "./heavy.js";\nqueue.add("a", heavy); this.queue.add(() => { ${loop} }); other.add(heavy);\n`;
  const files = { "heavy.js": heavy, "main.js": main };
  expect(preemptable(files, "heavy.js")).toBe(0);
  expect(preemptable(files, "heavy.js", { jobs: ["queue.add"] })).toBe(1);
  expect(preemptable(files, "main.js", { jobs: ["queue.add"] })).toBe(1);
  expect(transform(`add(() => { ${loop} });`, { fileName: "a.ts", jobs: ["add"] }).functions.preemptable).toBe(1);
  expect(() => new SingleFiles({ jobs: "rt.submit" as never }, "/")).toThrow("jobs");
  expect(() => new SingleFiles({ jobs: ["rt.submit()"] }, "/")).toThrow("names of calls");
});

test("inline functions are found where a scheduler of the project's has that name, and only there", () => {
  const main = `form.submit(() => { ${loop} }); engine.submit(() => { ${loop} }); ctx.engine?.submit(() => { ${loop} });\n`;
  const files = {
    "main.js": main,
    "rt.js": `import { Scheduler } from "@preempt/runtime";\nglobalThis.engine = new Scheduler();\n`,
  };
  expect(preemptable(files, "main.js")).toBe(2);
});

test("what has nothing to do with a scheduler stays as it is", () => {
  const main = `import { heavy } from "./heavy.js";\nimport "./rt.js";\nimport { form } from "form";\nexport const a = heavy();\n`;
  const far = `import { other } from "./heavy.js";\nform.submit(other);\n`;
  expect(preemptable({ "rt.js": rt, "heavy.js": heavy, "main.js": main, "far.js": far }, "heavy.js")).toBe(0);
});

test("@preempt never wins, and what changes is seen", () => {
  const never = heavy.replace("export function heavy", "/** @preempt never */ export function heavy");
  expect(preemptable({ "rt.js": rt, "heavy.js": never, "main.js": passes }, "heavy.js")).toBe(0);
  const files = { "rt.js": rt, "heavy.js": heavy, "main.js": `import { rt } from "./rt.js";\n` };
  const folder = writeProject(files);
  folders.push(folder);
  const singles = new SingleFiles({}, folder);
  const file = join(folder, "heavy.js");
  expect(singles.wanted(file, heavy)).toBeUndefined();
  writeFileSync(join(folder, "main.js"), passes);
  const until = performance.now() + 5000;
  do singles.forget();
  while (singles.wanted(file, heavy) === undefined && performance.now() < until);
  expect(singles.wanted(file, heavy)).toBeDefined();
});

test("packages of the same workspace", () => {
  const files = { "rt.js": rt, "main.js": passes.replace("./heavy.js", "@acme/lib").replaceAll("heavy", "count") };
  const folder = writeProject(files);
  const place = linkPackage(folder);
  folders.push(folder, place);
  const text = "export const count = (n) => { while (n-- > 0); };\n";
  mkdirSync(dirname(join(place, "src/count.js")), { recursive: true });
  writeFileSync(join(place, "src/count.js"), text);
  const singles = new SingleFiles({}, folder);
  expect(singles.wanted(join(place, "src/count.js"), text)).toBeDefined();
  expect(
    singles.wanted(join(place, "src/count.js"), "export const total = (n) => { while (n-- > 0); };\n")?.passing.names,
  ).toEqual(["count"]);
});

const accessors = `export class Cart {
  /** @preempt */
  get grandTotal() { ${loop} return 1; }
  /** @preempt exclusive */ static set "far-off"(x) { ${loop} }
}
`;
const reading = `/** @preempt */ export function main(o) { return o.grandTotal; }\n/** @preempt */ export function other(o) { o["far-off"] = 1; }\n/** @preempt */ export function third(o) { return o.count; }\n`;

test("getters and setters of another file are asked by their names, others are not", () => {
  const files = { "cart.ts": accessors, "main.ts": reading };
  const folder = writeProject(files);
  folders.push(folder);
  const codeOf = (texts: Files) => {
    const singles = new SingleFiles({}, folder);
    const wanted = singles.wanted(join(folder, "main.ts"), texts["main.ts"] as string);
    if (wanted === undefined) throw new Error("nothing is wanted");
    return singles.transform(texts["main.ts"] as string, wanted, { isCommonJs: false }).code;
  };
  const code = codeOf(files);
  expect(code).toContain('$accessSite("grandTotal")');
  expect(code).toContain('$accessSite("far-off")');
  expect(code).not.toContain('"count"');
  writeFileSync(join(folder, "cart.ts"), accessors.replaceAll("@preempt", ""));
  expect(codeOf(files)).not.toContain("$accessSite");
});

test("an accessor of another file is found behind a decorator, and behind comments of several lines", () => {
  const cart = `import { preempt } from "@preempt/runtime";
class Cart {
  @preempt get first() { ${loop} return 1; }
  /**
   * Adds all.
   * @preempt
   * @returns a number
   */
  public static get second() { ${loop} return 2; }
  /** @preempt */ ["third"]() {}
  /** Not this one. */ get fourth() { return 4; }
}
`;
  const main = "/** @preempt */ export function main(o) { return [o.first, o.second, o.fourth]; }\n";
  const files = { "cart.ts": cart, "main.ts": main };
  const folder = writeProject(files);
  folders.push(folder);
  expect(new SingleFiles({}, folder).wanted(join(folder, "main.ts"), main)?.passing.accessors.get).toEqual([
    "first",
    "second",
  ]);
});

test("what a tool has written is no source: it passes nothing on, and nothing starts there", () => {
  const written = `import { state as $sharedState } from "@preempt/runtime/abi";\n${passes}`;
  expect(preemptable({ "heavy.js": heavy, "rt.js": rt, "main.js": written }, "heavy.js")).toBe(0);
  expect(
    preemptable({ "heavy.js": heavy, "rt.js": rt, "dist/main.js": passes.replaceAll("./", "../") }, "heavy.js"),
  ).toBe(0);
  expect(preemptable({ "heavy.js": heavy, "rt.js": rt, "main.js": passes }, "heavy.js")).toBe(1);
});
