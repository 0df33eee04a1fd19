/**
 * Findings in small programs. Each fixture says itself what is expected: below a line, a comment underlines the span and
 * gives code and message. A star after the code means that only a program knows, not the file alone.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript";
import { describe, expect, test } from "vitest";
import { main } from "../../src/cli/main.ts";
import preemptPlugin, { transform } from "../../src/index.ts";
import { catalog, type Diagnostic, docsOf } from "../../src/shared/diagnostics.ts";
import { compilerOptions } from "../kit/project.ts";

const folder = fileURLToPath(new URL("../fixtures/diagnostics", import.meta.url));

interface Expected {
  readonly code: string;
  readonly line: number;
  readonly column: number;
  readonly length: number;
  readonly message: string;
  readonly programOnly: boolean;
}

function expectedIn(text: string): Expected[] {
  const found: Expected[] = [];
  let line = 0;
  text.split("\n").forEach((content, index) => {
    const mark = /^(\s*\/\/ *)(~+) (PT\d{4})(\*?) (.*)$/.exec(content);
    if (mark === null) {
      line = index + 1;
      return;
    }
    const [, before = "", span = "", code = "", star, message = ""] = mark;
    found.push({ code, line, column: before.length + 1, length: span.length, message, programOnly: star === "*" });
  });
  return found;
}

/** A span that goes on in the next lines is underlined to the end of its first. */
function onFirstLine(d: { start: number; length: number }, text: string): number {
  const end = text.indexOf("\n", d.start);
  return Math.min(d.length, (end < 0 ? text.length : end) - d.start);
}

const byPlace = (a: { line: number; column: number }, b: typeof a) => a.line - b.line || a.column - b.column;

const files = readdirSync(folder, { recursive: true, encoding: "utf8" })
  .filter((name) => /\.tsx?$/.test(name))
  .map((name) => ({ name, path: join(folder, name), text: readFileSync(join(folder, name), "utf8") }));

const program = ts.createProgram(
  files.map((file) => file.path),
  { ...compilerOptions, jsx: ts.JsxEmit.React, noEmit: false, outDir: join(folder, "out") },
);

const throughPlugin: ts.Diagnostic[] = [];
program.emit(undefined, () => {}, undefined, undefined, {
  before: [
    preemptPlugin(program, { report: "all", propagate: false }, { addDiagnostic: (d) => throughPlugin.push(d) }),
  ],
});

let printed = "";
const exitCode = main(["check", "--json", "--no-propagate", ...files.map((file) => file.path)], {
  cwd: folder,
  isPretty: false,
  out: (text) => {
    printed += text;
  },
  err: (text) => {
    throw new Error(text);
  },
});
const throughCommand = JSON.parse(printed) as Diagnostic[];

describe.for(files)("$name", ({ name, path, text }) => {
  const expected = expectedIn(text);
  const inProgram = expected.map(({ programOnly: _, ...rest }) => rest).sort(byPlace);

  test("through transform, which sees the file alone", () => {
    const { diagnostics } = transform(text, { fileName: name });
    const alone = expected.filter((e) => !e.programOnly).map(({ programOnly: _, ...rest }) => rest);
    expect(
      diagnostics.map(({ code, line, column, message, ...d }) => ({
        code,
        line,
        column,
        length: onFirstLine(d, text),
        message,
      })),
    ).toEqual(alone.sort(byPlace));
  });

  test("through the ts-patch plugin", () => {
    const found = throughPlugin.filter((d) => d.file?.fileName === path.replaceAll("\\", "/"));
    const sameText = found.map((d) => {
      const start = d.start ?? 0;
      const at = ts.getLineAndCharacterOfPosition(d.file as ts.SourceFile, start);
      const [, code, message] =
        /^(PT\d{4}) \w+: (.*)$/.exec(ts.flattenDiagnosticMessageText(d.messageText, "\n")) ?? [];
      const length = onFirstLine({ start, length: d.length ?? 0 }, text);
      return { code, number: d.code, line: at.line + 1, column: at.character + 1, length, message };
    });
    expect(sameText.sort(byPlace)).toEqual(
      inProgram.map(({ message, ...e }) => ({
        ...e,
        number: Number(e.code.slice(2)),
        message: expect.stringContaining(message),
      })),
    );
  });

  test("through preempt check", () => {
    const found = throughCommand.filter((d) => d.fileName === relative(folder, path).replaceAll("\\", "/"));
    expect(
      found.map(({ code, line, column, message, ...d }) => ({
        code,
        line,
        column,
        length: onFirstLine(d, text),
        message,
      })),
    ).toEqual(inProgram);
  });
});

test("every finding has a fixture, and the command says that there is something to mend", () => {
  const shown = new Set(throughCommand.map((d) => d.code));
  for (const name of [
    "broken_chain",
    "heavy_callback",
    "await_outside",
    "never_reached",
    "rendering",
    "generated_code",
  ] as const) {
    expect(shown).toContain(catalog[name].code);
  }
  expect(exitCode).toBe(1);
});

test("through the plugin suggestions are printed on request only: any diagnostic makes the compiler's exit code 2", () => {
  const severities = (report?: "errors" | "warnings" | "all") => {
    const found: ts.Diagnostic[] = [];
    const plugin = preemptPlugin(program, report && { report }, { addDiagnostic: (d) => found.push(d) });
    program.emit(undefined, () => {}, undefined, undefined, { before: [plugin] });
    return [...new Set(found.map((d) => ts.DiagnosticCategory[d.category]))].sort();
  };
  expect(severities()).toEqual(["Warning"]);
  expect(severities("errors")).toEqual([]);
  expect(severities("all")).toEqual(["Message", "Warning"]);
  expect(() => severities("some" as never)).toThrow(/"errors", "warnings" or "all"/);
});

test("functions that `all` swept in are not talked about", () => {
  const code =
    "export function main(xs) { return xs.map(heavy); }\nfunction heavy(x) { for (;;) if (x++) return eval(x); }";
  expect(transform(code, { fileName: "a.js", functions: "all" }).diagnostics).toEqual([]);
});

test("the documentation has a section for each finding, and no other", () => {
  const text = readFileSync(new URL("../../../../docs/diagnostics.md", import.meta.url), "utf8");
  const headings = Array.from(text.matchAll(/^### (.*)$/gm), ([, heading = ""]) => heading);
  const anchors = headings.map((h) => `docs/diagnostics.md#${h.toLowerCase().replaceAll(" ", "-")}`);
  const names = Object.keys(catalog) as (keyof typeof catalog)[];
  expect(anchors.sort()).toEqual(names.map(docsOf).sort());
});
