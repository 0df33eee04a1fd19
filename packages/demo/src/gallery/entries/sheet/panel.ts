/** The first rows of the sheet. */
import { element } from "../../../views/element.ts";
import type { Row } from "./work.ts";

const shown = 8;

export function openSheet(place: HTMLElement): (rows: readonly Row[]) => void {
  const count = element("p", { textContent: "Nothing was imported yet." });
  const table = element("table", { className: "grid" });
  const box = element("section", { className: "scroll wide", tabIndex: 0, ariaLabel: "The first rows" }, table);
  place.append(count, box);
  return (rows) => {
    count.textContent = `${rows.length} rows, of which these are the first:`;
    const lines = rows
      .slice(0, shown)
      .map((row) => element("tr", {}, ...row.map((cell) => element("td", { textContent: `${cell}` }))));
    table.replaceChildren(element("tbody", {}, ...lines));
  };
}
