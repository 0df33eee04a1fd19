/** Projects in a folder of their own, and recordings of what never ran: stacks are written down by the names of functions. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { onTestFinished } from "vitest";
import { analyse } from "../../src/advisor/analyse.ts";
import type { Recording } from "../../src/advisor/recording.ts";
import { disk } from "../../src/node/disk.ts";
import type { CallFrame } from "../../src/profiles/cpu-profile.ts";
import { Places } from "../../src/profiles/places.ts";
import type { PluginOptions } from "../../src/project/plugin-options.ts";

export type Files = Readonly<Record<string, string>>;

export function project(files: Files): string {
  const root = mkdtempSync(join(tmpdir(), "preempt-advisor-"));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  const all = { "package.json": '{ "type": "module" }', ...files };
  for (const [name, text] of Object.entries(all)) {
    mkdirSync(dirname(join(root, name)), { recursive: true });
    writeFileSync(join(root, name), text);
  }
  return root;
}

/** "src/main.ts onInput" is the function of that name; "RegExp: a+" is the engine's. The position is that of the name in the text. */
export function frameIn(root: string, files: Files, what: string): CallFrame {
  const [file = "", name = ""] = what.split(" ");
  const text = files[file];
  if (text === undefined) return { functionName: what, url: "", lineNumber: -1, columnNumber: -1 };
  const at = name.startsWith("(") ? text.indexOf(name) : text.search(new RegExp(`\\b${name}\\b`));
  const before = text.slice(0, at);
  return {
    functionName: name.startsWith("(") ? "" : name,
    url: `file://${join(root, file)}`,
    lineNumber: before.split("\n").length - 1,
    columnNumber: at - before.lastIndexOf("\n") - 1,
  };
}

/** One interaction of 200 ms; each stack had its milliseconds, one after the other. From the outermost function inwards. */
export function recorded(root: string, files: Files, stacks: readonly (readonly [number, ...string[]])[]): Recording {
  let now = 1000;
  const samples = stacks.map(([ms, ...names]) => {
    const from = now;
    now += ms;
    return { from, to: now, stack: names.map((name) => frameIn(root, files, name)).reverse() };
  });
  const interaction = { type: "keydown", start: 1000, duration: 200, processingStart: 1002, processingEnd: 1190 };
  return { interactions: [interaction], samples, scripts: [] };
}

export function advised(
  files: Files,
  stacks: readonly (readonly [number, ...string[]])[],
  options: PluginOptions = {},
) {
  const root = project(files);
  const recording = recorded(root, files, stacks);
  const report = analyse(recording, { root, options, locator: new Places(root), disk });
  const advice = report.advice.map(({ kind, title, diff }) => [
    `${kind}: ${title}`,
    ...diff.map(({ sign, text }) => `${sign} ${text.trim()}`),
  ]);
  return { root, report, advice };
}
