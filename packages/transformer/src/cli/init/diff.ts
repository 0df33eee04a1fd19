/** The difference of two texts, as `diff -u` shows it. */
import * as util from "node:util";

/** Lines around a change. */
const context = 3;

interface Line {
  readonly sign: " " | "+" | "-";
  readonly text: string;
  /** The number of lines of the old and the new text before this one. */
  readonly before: number;
  readonly after: number;
}

/**
 * @param before Undefined: a new file
 * @param after Undefined: the file goes
 */
export function unifiedDiff(name: string, before: string | undefined, after: string | undefined): string {
  const lines = linesOf(before ?? "", after ?? "");
  const changed = lines.flatMap(({ sign }, i) => (sign === " " ? [] : [i]));
  let text = `--- ${before === undefined ? "/dev/null" : name}\n+++ ${after === undefined ? "/dev/null" : name}\n`;
  for (let i = 0; i < changed.length; ) {
    const first = changed[i] as number;
    let last = first;
    while (i < changed.length && (changed[i] as number) <= last + 2 * context + 1) last = changed[i++] as number;
    text += hunk(lines.slice(Math.max(0, first - context), last + context + 1));
  }
  return text;
}

function hunk(lines: readonly Line[]): string {
  const count = (sign: "+" | "-") => lines.filter((line) => line.sign === " " || line.sign === sign).length;
  const [old, made] = [count("-"), count("+")];
  const { before = 0, after = 0 } = lines[0] ?? {};
  const range = (start: number, length: number) => `${length === 0 ? start : start + 1},${length}`;
  return `@@ -${range(before, old)} +${range(after, made)} @@\n${lines.map(({ sign, text }) => `${sign}${text}\n`).join("")}`;
}

function linesOf(before: string, after: string): Line[] {
  const signs = { "0": " ", "1": "+", "-1": "-" } as const;
  let [old, made] = [0, 0];
  return removedFirst(differences(split(before), split(after))).map(([kind, text]) => {
    const sign = signs[kind];
    const line = { sign, text, before: old, after: made };
    if (sign !== "+") old++;
    if (sign !== "-") made++;
    return line;
  });
}

/** As people read it: what goes stands above what comes in its place. */
function removedFirst(all: readonly Difference[]): Difference[] {
  const ordered: Difference[] = [];
  let added: Difference[] = [];
  for (const one of all) {
    if (one[0] === 1) added.push(one);
    else {
      if (one[0] === 0) added = emptied(added, ordered);
      ordered.push(one);
    }
  }
  emptied(added, ordered);
  return ordered;
}

function emptied(added: readonly Difference[], into: Difference[]): Difference[] {
  into.push(...added);
  return [];
}

type Difference = [kind: -1 | 0 | 1, text: string];

/** Node has the algorithm since 22.15. */
function differences(before: readonly string[], after: readonly string[]): Difference[] {
  if (before.length === 0) return after.map((text) => [1, text]);
  if (after.length === 0) return before.map((text) => [-1, text]);
  if (before.join("\n") === after.join("\n")) return before.map((text) => [0, text]);
  return util.diff(after, before) as Difference[];
}

function split(text: string): string[] {
  const lines = text.split(/\r?\n/);
  if (lines.at(-1) === "") lines.pop();
  return lines;
}
