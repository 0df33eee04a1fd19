/** The page on errors has a section for each code in the sources, and its programs throw the errors of their sections. */
import { readFileSync } from "node:fs";
import * as runtime from "@preempt/runtime";
import * as analysis from "@preempt/runtime/analysis";
import * as core from "@preempt/runtime/core";
import * as observers from "@preempt/runtime/observers";
import * as partitioned from "@preempt/runtime/partitioned";
import "@preempt/runtime/script";
import * as testing from "@preempt/runtime/testing";
import { serve } from "@preempt/runtime/worker";
import { compile } from "@preempt/script";
import * as server from "@preempt/server";
import { BatchingEmitter } from "@preempt/server/events";
import { requestListener } from "@preempt/server/node";
import { transform } from "@preempt/transformer";
import { expect, test } from "vitest";
import { codesIn } from "./error-codes.ts";
import { compiled, workOn } from "./virtual-programs.ts";

const page = readFileSync("docs/errors.md", "utf8");
const [main = "", laboratory = ""] = page.split("\n## The laboratory\n");

/** A heading names a code, the ending of codes, or several codes. */
interface Section {
  readonly codes: readonly string[];
  readonly text: string;
}

const sections = main
  .split(/^### /m)
  .slice(1)
  .map((section): Section => {
    const [heading = "", ...lines] = section.split("\n");
    return { codes: heading.split(", "), text: lines.join("\n").replace(/\n## [\s\S]*/, "") };
  });
const rows = [...laboratory.matchAll(/^\| (`.+?`) \|/gm)].flatMap(([, first = ""]) =>
  first.replaceAll("`", "").split(", "),
);

const packages = [
  ...["checks", "runtime", "server", "transformer", "script", "react", "svelte", "vue", "latest-job"],
  ...["eslint-plugin", "typescript-plugin", "language-server"],
];
const codes = codesIn(packages.map((name) => `packages/${name}/src`));
const ofLaboratory = codesIn(["benchmarks/src/lab"]);

/** Names of errors that other code makes, too, and so have no code. */
const names = ["AbortError", "RangeError", "RequestRefused"];

/** What helps, as the last sentences of a message say it. */
const remedy =
  /[.?:\n] (?:Add|Allow|Annotate|Await|Call|Correct|Give|Import|Install|Leave|Lock|Lower|Make|Name|Run|Stop|Submit|Try|Use|Wait|Write) |\n(?:Await|Run) /;

test("every code in the sources has a section, or is named in the section of its ending", () => {
  const isNamed = (code: string) =>
    sections.some(
      ({ codes: [first = ""], text }) => first.startsWith("_") && code.endsWith(first) && text.includes(`\`${code}\``),
    );
  const headings = new Set(sections.flatMap((section) => section.codes));
  const missing = [...codes.whole].filter(([code]) => !headings.has(code) && !isNamed(code));
  expect(missing).toEqual([]);
  expect([...codes.endings].filter(([ending]) => !headings.has(ending))).toEqual([]);
});

test("every section is of a code that exists, and stands once", () => {
  const headings = sections.flatMap((section) => section.codes);
  const exists = (code: string) => codes.whole.has(code) || codes.endings.has(code) || names.includes(code);
  expect(headings.filter((code) => !exists(code))).toEqual([]);
  expect(headings.filter((code, i) => headings.indexOf(code) !== i)).toEqual([]);
});

test("every code that the section of an ending names exists", () => {
  const exists = (code: string, ending: string) =>
    codes.whole.has(code) || codes.options.has(code.slice(0, -ending.length));
  const strangers = sections.flatMap(({ codes: [ending = ""], text }) =>
    ending.startsWith("_")
      ? [...text.matchAll(/`(\w+)`/g)]
          .map(([, code = ""]) => code)
          .filter((code) => code.endsWith(ending) && !exists(code, ending))
      : [],
  );
  expect(strangers).toEqual([]);
});

test("the table of the laboratory has the codes that only the laboratory has", () => {
  const own = [...ofLaboratory.whole.keys()].filter((code) => !codes.whole.has(code));
  expect([...rows].sort()).toEqual(own.sort());
});

test("codes can be followed, but for errors that come from elsewhere with their codes", () => {
  const known = [
    "packages/runtime/src/input/option-table.ts: fault.code", // of @preempt/checks
    "packages/server/src/requests/errors.ts: code", // the same
    "packages/script/src/errors.ts: code", // the same
    "packages/runtime/src/partitioned/core.ts: code", // a CrashCode
    "packages/runtime/src/partitioned/wire/wire-error.ts: code", // of another thread
    "packages/server/src/requests/refused.ts: code", // a RefusalCode
    "packages/server/src/requests/request-scheduler.ts: code", // the same
  ];
  expect([...codes.unclear, ...ofLaboratory.unclear].sort()).toEqual(known.sort());
});

test("every section shows code; most of it runs here", () => {
  expect(sections.filter(({ text }) => !text.includes("```")).map((section) => section.codes)).toEqual([]);
  expect(sections.filter(({ text }) => text.includes("<!-- throws -->")).length).toBeGreaterThan(100);
});

for (const { codes: expected, text } of sections) {
  const [, program] = /<!-- throws -->\n```ts\n([\s\S]*?)```/.exec(text) ?? [];
  if (program === undefined) continue;
  test(`${expected.join(", ")}: the program throws it`, async () => {
    const error = await failureOf(program);
    const code = codeOf(error);
    const isExpected = expected.some((one) => (one.startsWith("_") ? code?.endsWith(one) : code === one));
    expect(isExpected, `${program}\nthrew ${String(error)}`).toBe(true);
    if (!names.includes(expected[0] ?? "")) expect((error as Error).message).toMatch(remedy);
  });
}

function codeOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  if (error.name === "AbortError" || error.name === "RangeError") return error.name;
  return (error as { code?: string }).code ?? /^\w+(?=: )/.exec(error.message)?.[0];
}

/** What a program throws, or what a job of it throws that no code awaits. Virtual time passes while it awaits something. */
async function failureOf(program: string): Promise<unknown> {
  const host = new testing.VirtualHost();
  class Scheduler extends runtime.Scheduler {
    constructor(options: runtime.SchedulerOptions = {}) {
      super({ host, ...options });
    }
  }
  const scope = {
    ...runtime,
    ...analysis,
    ...observers,
    ...partitioned,
    ...testing,
    ...server,
    BatchingEmitter,
    compile,
    requestListener,
    serve,
    transform,
    core,
    console: { log() {} },
    host,
    Scheduler,
    rt: new Scheduler(),
    work: workOn(host),
  };
  const run = compiled(prepared(program), scope)();
  let ended: { error?: unknown } | undefined;
  run.then(
    () => (ended = {}),
    (error: unknown) => (ended = { error }),
  );
  for (let idle = 0, turns = 0; idle < 20 && turns < 500 && ended?.error === undefined; turns++) {
    // Promises first: what the program awaits may have settled.
    await new Promise((resolve) => process.nextTick(resolve));
    if (host.step()) continue;
    if (ended !== undefined) idle++;
    await new Promise((resolve) => setImmediate(resolve));
  }
  return ended?.error ?? host.reported[0]?.error;
}

function prepared(program: string): string {
  const own = program.replace(/^import (\{.*\}) from "@preempt\/runtime\/core";\n/, "const $1 = core;\n");
  if (!program.includes("/** @preempt")) return own;
  return transform(own, { fileName: "page.ts", module: false, sourceMap: false }).code;
}
