/** The page: a table of cells, a bar for the program of one, and the pace of the frames. */
import { element, find } from "../views/element.ts";
import type { Cell } from "./cell.ts";
import { watchPace } from "./pace.ts";
import { columns, rows } from "./programs.ts";
import { Sheet } from "./sheet.ts";

const pace = watchPace();
const program = find<HTMLInputElement>("#program");
const limit = find<HTMLSelectElement>("#limit");
const buttons = new Map<string, HTMLButtonElement>();
let selected = "C1";

// TypeScript is a megabyte: the page is there before it.
const { compile } = await import("@preempt/script");
const sheet = new Sheet(compile, show);

makeTable();
for (const ms of [100, 300, 1000]) limit.append(element("option", { value: `${ms}`, textContent: `${ms} ms` }));
limit.value = `${sheet.limit}`;
limit.addEventListener("change", () => {
  sheet.limit = Number(limit.value);
});
find("#bar").addEventListener("submit", (event) => {
  event.preventDefault();
  void sheet.change(selected, program.value).then(() => select(selected));
});
select(selected);
setInterval(() => {
  const text = `${pace.frames()} frames in the last second, ${pace.takeLongest().toFixed(0)} ms the longest between two`;
  find("#pace").textContent = text;
}, 1000);
// Again and again: two of the cells never end by themselves.
for (;;) {
  await sheet.computeAll();
  await new Promise((resolve) => setTimeout(resolve, 1000));
}

function makeTable(): void {
  const head = element("tr", {}, element("th"), ...columns.map((name) => element("th", { scope: "col" }, name)));
  const body = rows.map((row) => {
    const cells = columns.map((column) => {
      const name = `${column}${row}`;
      const button = element("button", { type: "button", onclick: () => select(name) });
      buttons.set(name, button);
      return element("td", {}, button);
    });
    return element("tr", {}, element("th", { scope: "row" }, `${row}`), ...cells);
  });
  find("#cells").append(head, ...body);
  for (const cell of sheet.cells.values()) show(cell);
}

function select(name: string): void {
  buttons.get(selected)?.setAttribute("aria-pressed", "false");
  selected = name;
  buttons.get(name)?.setAttribute("aria-pressed", "true");
  find("#name").textContent = name;
  const cell = sheet.cells.get(name) as Cell;
  program.value = cell.program;
  find("#notes").textContent = notesOn(cell);
}

function notesOn(cell: Cell): string {
  if (cell.warnings.length > 0) return `Nothing can stop this once it has begun: ${cell.warnings.join("; ")}`;
  return "error" in cell.state ? cell.state.error.message : "";
}

function show(cell: Cell): void {
  const button = buttons.get(cell.name);
  if (button === undefined) return;
  const { state } = cell;
  (button.parentElement as HTMLElement).dataset.state = state.kind;
  // A value stays until the next one has come.
  if (state.kind !== "busy") button.textContent = textOf(state);
  button.setAttribute("aria-label", `${cell.name}: ${button.textContent}`);
}

function textOf(state: Cell["state"]): string {
  if (state.kind === "value") return String(state.value);
  return "error" in state ? state.error.name : "";
}
