/** The tasks: parameters that can be edited, and how each has done. */
import type { Live, Row } from "../observe/live.ts";
import type { TaskSpec } from "../scenarios/scenario.ts";
import { editFields, isInRange, ranges, type TaskEdit } from "../setup/setup.ts";
import { rowColour } from "../views/palette.ts";

export interface TaskEditorEvents {
  edited(id: string, edit: TaskEdit): void;
  removed(id: string): void;
}

const words: Record<keyof TaskEdit, string> = {
  period: "period",
  deadline: "deadline",
  wcet: "execution time",
  priority: "priority",
};

interface Cells {
  readonly response: HTMLElement;
  readonly lateness: HTMLElement;
  readonly missed: HTMLElement;
}

export class TaskEditor {
  readonly #body: HTMLElement;
  readonly #events: TaskEditorEvents;
  readonly #cells = new Map<string, Cells>();

  constructor(table: HTMLTableElement, events: TaskEditorEvents) {
    this.#body = table.tBodies[0] as HTMLElement;
    this.#events = events;
  }

  /** @param added Those that can be removed again. */
  show(specs: readonly TaskSpec[], added: ReadonlySet<string>): void {
    this.#cells.clear();
    this.#body.replaceChildren(...specs.map((spec, index) => this.#row(spec, index, added.has(spec.id))));
  }

  /** Marks the task that the admission test says would miss. */
  mark(id: string | undefined): void {
    for (const row of this.#body.children) row.classList.toggle("refused", (row as HTMLElement).dataset.task === id);
  }

  refresh(live: Live): void {
    for (const row of live.rows) {
      const cells = this.#cells.get(row.name);
      if (cells === undefined) continue;
      write(cells.response, row.finished === 0 ? "–" : `${ms(row.responseTime)} / ${ms(row.worstResponse)}`);
      write(cells.lateness, Number.isFinite(row.worstLateness) ? ms(row.worstLateness) : "–");
      const missed = row.missed + row.skipped;
      write(cells.missed, `${missed} / ${released(row)}`);
      cells.missed.classList.toggle("bad", missed > 0);
      cells.lateness.classList.toggle("bad", row.worstLateness > 0);
    }
  }

  #row(spec: TaskSpec, index: number, isAdded: boolean): HTMLElement {
    const row = document.createElement("tr");
    row.dataset.task = spec.id;
    const head = document.createElement("th");
    head.scope = "row";
    head.title = spec.does;
    const swatch = document.createElement("i");
    swatch.style.background = rowColour(index);
    head.append(swatch, spec.id);
    if (isAdded) head.append(this.#removeButton(spec.id));
    const inputs = new Map<keyof TaskEdit, HTMLInputElement>();
    const edited = () => {
      const edit = Object.fromEntries(editFields.map((f) => [f, Number(inputs.get(f)?.value)])) as unknown as TaskEdit;
      const bad = editFields.find((f) => !isInRange(f, edit[f]));
      for (const [field, input] of inputs) input.setCustomValidity(field === bad ? wanted(field) : "");
      if (bad === undefined) this.#events.edited(spec.id, edit);
      else inputs.get(bad)?.reportValidity();
    };
    const fields = editFields.map((field) => {
      const cell = document.createElement("td");
      if (field === "period" && spec.kind === "aperiodic") {
        cell.textContent = "any";
        cell.className = "any";
        const input = document.createElement("input");
        input.value = String(spec.period);
        inputs.set(field, input); // kept as it is
        return cell;
      }
      const input = document.createElement("input");
      const { min, max } = ranges[field];
      Object.assign(input, { type: "number", min, max, step: "any", value: String(spec[field]) });
      input.setAttribute("aria-label", `${spec.id}: ${words[field]}${field === "priority" ? "" : ", milliseconds"}`);
      input.addEventListener("change", edited);
      inputs.set(field, input);
      cell.append(input);
      return cell;
    });
    const cells = { response: live(), lateness: live(), missed: live() };
    this.#cells.set(spec.id, cells);
    row.append(head, ...fields, cells.response, cells.lateness, cells.missed);
    return row;
  }

  #removeButton(id: string): HTMLElement {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "remove";
    button.textContent = "×";
    button.setAttribute("aria-label", `Remove task ${id}`);
    button.addEventListener("click", () => this.#events.removed(id));
    return button;
  }
}

function live(): HTMLElement {
  const cell = document.createElement("td");
  cell.className = "live";
  cell.textContent = "–";
  return cell;
}

const released = ({ finished, skipped, missed }: Row) => Math.max(finished + skipped, missed + skipped);

function ms(value: number): string {
  return Math.abs(value) < 10 ? value.toFixed(1) : value.toFixed(0);
}

function write(cell: HTMLElement, text: string): void {
  if (cell.textContent !== text) cell.textContent = text;
}

function wanted(field: keyof TaskEdit): string {
  const { min, max } = ranges[field];
  return `Give the ${words[field]} as a number from ${min} to ${max}.`;
}
