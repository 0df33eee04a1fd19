/** A report as files: a page, the same as Markdown, figures, raw data with the machine. */
import { join } from "node:path";
import { figure, htmlPage, paragraph, section, table } from "../lab/report/page/html.ts";
import { makeFolder, writeTo } from "../lab/write-file.ts";
import { textTable } from "../text-table.ts";
import type { ExperimentReport, ReportTable } from "./experiment.ts";

export interface WrittenWhen {
  readonly machine: string;
  /** An instant, as ISO 8601 has it. */
  readonly when: string;
  readonly quick: boolean;
}

/**
 * Writes `index.html`, `report.md`, `data.json`, a file for each figure, and the report's further files.
 *
 * @throws LabError if a file cannot be written
 */
export function writeExperiment(folder: string, name: string, report: ExperimentReport, written: WrittenWhen): void {
  makeFolder(folder);
  const drawn = new Map(
    report.sections.flatMap(({ figures = [] }) => figures.map((one) => [one.name, one.draw(written.machine)] as const)),
  );
  for (const [figureName, svg] of drawn) writeTo(join(folder, `${figureName}.svg`), svg);
  writeTo(
    join(folder, "data.json"),
    `${JSON.stringify({ experiment: name, ...written, ...report.raw }, undefined, 1)}\n`,
  );
  for (const [file, text] of Object.entries(report.files ?? {})) writeTo(join(folder, file), text);
  writeTo(join(folder, "report.md"), markdownOf(report, written));
  writeTo(join(folder, "index.html"), pageOf(report, written, drawn));
}

/** For a terminal: the tables, and what is said of them. */
export function textOfReport({ title, sections }: ExperimentReport, { machine }: WrittenWhen): string {
  const parts = sections.flatMap(({ heading, paragraphs = [], tables = [] }) => [
    `== ${heading}`,
    ...paragraphs,
    ...tables.map(({ caption, head, rows }) => `${caption}\n\n${textTable(head, rows)}`),
  ]);
  return `${[title, machine, ...parts].join("\n\n")}\n`;
}

function markdownOf({ title, sections }: ExperimentReport, written: WrittenWhen): string {
  const parts = sections.flatMap(({ heading, paragraphs = [], tables = [], figures = [] }) => [
    `## ${heading}`,
    ...paragraphs,
    ...tables.map(markdownTable),
    ...figures.map((one) => `![${one.caption}](${one.name}.svg)`),
  ]);
  return `${[`# ${title}`, lineOf(written), ...parts].join("\n\n")}\n`;
}

/** The caption stands above, since Markdown's tables have none. */
export function markdownTable({ caption, head, rows }: ReportTable): string {
  const line = (cells: readonly string[]) => `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`;
  const rule = `|${head.map((_, i) => (i === 0 ? ":--" : "--:")).join("|")}|`;
  return `${caption}:\n\n${[line(head), rule, ...rows.map(line)].join("\n")}`;
}

function pageOf(
  { title, sections }: ExperimentReport,
  written: WrittenWhen,
  drawn: ReadonlyMap<string, string>,
): string {
  return htmlPage(title, [
    paragraph(lineOf(written)),
    ...sections.map(({ heading, paragraphs = [], tables = [], figures = [] }, i) =>
      section(`part-${i}`, heading, [
        ...paragraphs.map(paragraph),
        ...tables.map(table),
        ...figures.map((one) => figure(drawn.get(one.name) as string, one.name, one.caption)),
      ]),
    ),
  ]);
}

const lineOf = ({ machine, when, quick }: WrittenWhen) =>
  `${machine}. ${when}.${quick ? " A quick run: its numbers say little." : ""}`;
