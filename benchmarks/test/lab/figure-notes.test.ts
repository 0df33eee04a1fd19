/** Figures explain themselves: in the description of an SVG, and on a page, folded, beside the figure. */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { type FigureNote, noteDetails, noteText } from "../../src/lab/figure-notes/note.ts";
import * as notes from "../../src/lab/figure-notes/notes.ts";
import { described } from "../../src/lab/figure-notes/write-figure.ts";
import { figuresOf } from "../../src/lab/report/figures.ts";
import { readResults, reportPage, summarize } from "../../src/lab/report/index.ts";
import { runCommand } from "./command-words.ts";
import { resultFile, syntheticResults } from "./synthetic.ts";

const all = Object.entries({ ...notes, ...notes.reportNotes }).filter(([name]) => name !== "reportNotes");
const set = JSON.stringify({ sets: [{ id: "a", tasks: [{ name: "<one>", C: 2, T: 4 }] }] });

test.for(all)("the note %s says what is drawn, how to read it, and where it is from", ([, note]) => {
  const { drawn, read, sources } = note as FigureNote;
  expect(drawn).toMatch(/^[A-Z].*\.$/s);
  expect(read.length).toBeGreaterThanOrEqual(2);
  expect(read.every((one) => /[.!?]$/.test(one))).toBe(true);
  expect(sources.length).toBeGreaterThanOrEqual(1);
});

test("a figure as SVG has the note in its description, and nothing more is drawn", () => {
  const svg = "<svg><title>T</title><desc>Numbers.</desc><rect/></svg>";
  const note = { drawn: "A $& B.", read: ["One."], formulas: ["x < y"], sources: ["Here"] };
  expect(described(svg, note)).toBe(
    "<svg><title>T</title><desc>Numbers. A $&amp; B. How to read it: One. Formula: x &lt; y. From: Here.</desc><rect/></svg>",
  );
  expect(noteText({ ...note, formulas: [] })).not.toContain("Formula");
});

test("on a page the note is folded: what is drawn, how to read it, formula, source", () => {
  const html = noteDetails(notes.acceptanceNote);
  expect(html).toMatch(/^<details><summary>How to read this figure<\/summary>/);
  for (const part of ["<strong>Formula</strong>", "<strong>Sources</strong>", "Wilson"]) expect(html).toContain(part);
});

test.for([
  ["simulate", "A row is a task."],
  ["analyze", "each schedulability test accepts"],
] as const)(
  "%s --svg NAME.html writes a page with the figure and its note, and NAME.svg the figure alone",
  async ([name, said]) => {
    const folder = mkdtempSync(join(tmpdir(), "preempt-figure-"));
    try {
      const [page, picture] = [join(folder, "figure.html"), join(folder, "figure.svg")];
      await runCommand(name, ["-", "--svg", page], set);
      await runCommand(name, ["-", "--svg", picture], set);
      const html = readFileSync(page, "utf8");
      expect(html).toMatch(/^<!doctype html>/);
      expect(html).toContain("<details><summary>How to read this figure</summary>");
      expect(html).toContain(said);
      expect(html).not.toContain("<script");
      const svg = readFileSync(picture, "utf8");
      expect(svg).toMatch(/^<svg /);
      expect(/<desc>[\s\S]*<\/desc>/.exec(svg)?.[0]).toContain(said);
      expect(svg.replace(/<desc>[\s\S]*<\/desc>/, "")).not.toContain(said);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
);

test("each figure of a report has its note below", () => {
  const results = readResults([{ source: "a.jsonl", text: resultFile(syntheticResults({ sets: 20 })) }]);
  const made = summarize(results, { title: "Made" });
  const page = reportPage(made.summary, figuresOf(made), new Map([["a", "<svg></svg>"]]));
  const count = (what: string) => page.split(what).length - 1;
  expect(count("<figure>")).toBeGreaterThan(4);
  expect(count("How to read this figure")).toBe(count("<figure>"));
});
