/** The report as one HTML page: no scripts, no fonts, no pictures of elsewhere. */

import { whole } from "../charts/show.ts";
import type { FigureName } from "../figures.ts";
import type { Summary } from "../summary.ts";
import { facts, htmlPage, list, text } from "./html.ts";
import { sectionsOf } from "./sections.ts";

/** @param gantts SVG texts by the keys of their cells */
export function reportPage(
  summary: Summary,
  figures: Partial<Record<FigureName, string>>,
  gantts: ReadonlyMap<string, string> = new Map(),
): string {
  const sections = sectionsOf(summary, figures, gantts);
  const links = sections.map(({ id, heading }) => `<li><a href="#${id}">${text(heading)}</a></li>`);
  return htmlPage(summary.title, [
    factsOf(summary),
    ...(summary.remarks.length === 0 ? [] : [list(summary.remarks)]),
    `<nav aria-label="Sections"><ul>${links.join("")}</ul></nav>`,
    ...sections.map(({ html }) => html),
  ]);
}

function factsOf({ files, machines, ended, series, disturbed }: Summary): string {
  const own = series.filter(({ published }) => !published);
  const cells = own.reduce((sum, one) => sum + one.cells, 0);
  const jobs = own.reduce((sum, one) => sum + one.jobs, 0);
  const left = disturbed.keys.length;
  const rows = [
    [
      "Measured",
      `${whole(cells)} cells, ${whole(jobs)} jobs, in the variants ${own.map(({ name }) => name).join(", ")}`,
    ],
    ...(left === 0 ? [] : [["Disturbed", `${whole(left)} cells, ${disturbed.included ? "kept" : "left out"}`]]),
    [machines.length === 1 ? "Machine" : "Machines", machines.join("; ")],
    ["When", ended[0] === ended[1] ? ended[0] : `${ended[0]} to ${ended[1]}`],
    ...files.map(({ source, cells, header }) => [
      "File",
      `${source}, ${whole(cells)} cells${header === undefined ? "" : `: ${describeHeader(header)}`}`,
    ]),
  ];
  return facts(rows);
}

/** "horizon 10000000, seed 1": what whoever wrote the file had to say. */
function describeHeader(header: unknown): string {
  if (typeof header !== "object" || header === null) return String(header);
  return Object.entries(header)
    .map(([name, value]) => `${name} ${typeof value === "string" ? value : JSON.stringify(value)}`)
    .join(", ");
}
