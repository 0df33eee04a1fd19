/** Puts a report into the page. */
import { element } from "../views/element.ts";
import type { Goal } from "./goals.ts";
import type { MacroReport } from "./report.ts";
import type { TextTable } from "./tables.ts";

export function showReport(place: HTMLElement, { figures, tables, goals, remarks }: MacroReport): void {
  place.replaceChildren(
    figure(figures.rates, "Frames per second"),
    goalList(goals),
    table(tables.frames),
    table(tables.work),
    figure(figures.intervals, "Time from frame to frame"),
    table(tables.misses),
    list(remarks, "remarks"),
  );
}

/** Scrolls by itself where it is too wide, with the keyboard as well. */
function scrolling(name: string, className: string): HTMLElement {
  const region = element("div", { className: className });
  region.tabIndex = 0;
  region.setAttribute("role", "region");
  region.setAttribute("aria-label", name);
  return region;
}

function figure(svg: string, name: string): HTMLElement {
  const region = scrolling(name, "figure");
  // Our own text: numbers, and names that rate-figure.ts escapes.
  region.innerHTML = svg;
  return region;
}

function table({ caption, head, rows }: TextTable): HTMLElement {
  const table = document.createElement("table");
  table.createCaption().textContent = caption;
  const headRow = table.createTHead().insertRow();
  for (const cell of head) headRow.append(heading(cell, "col"));
  const body = table.createTBody();
  for (const [name = "", ...cells] of rows) {
    const row = body.insertRow();
    row.append(heading(name, "row"));
    for (const cell of cells) row.insertCell().textContent = cell;
  }
  const region = scrolling(caption, "wide");
  region.append(table);
  return region;
}

function heading(text: string, scope: "col" | "row"): HTMLElement {
  // The corner above the names heads nothing.
  if (text === "") return element("td");
  const cell = element("th");
  cell.setAttribute("scope", scope);
  cell.textContent = text;
  return cell;
}

function goalList(goals: readonly Goal[]): HTMLElement {
  const items = goals.map(({ name, passed, found }) => {
    const item = element("li", { className: passed === undefined ? "" : passed ? "passed" : "missed" });
    const verdict = element("b");
    verdict.textContent = passed === undefined ? "–" : passed ? "✓ passed" : "✗ missed";
    item.append(verdict, `${name}: ${found}`);
    return item;
  });
  const all = element("ul", { className: "goals" });
  all.append(...items);
  return all;
}

function list(texts: readonly string[], className: string): HTMLElement {
  const all = element("ul", { className: className });
  all.append(
    ...texts.map((text) => {
      const item = element("li");
      item.textContent = text;
      return item;
    }),
  );
  return all;
}
