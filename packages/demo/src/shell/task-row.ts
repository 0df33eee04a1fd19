/** One task's row: its parameters in fields, and how it has done. */
import type { Row } from "../observe/live.ts";
import type { TaskSpec } from "../scenarios/scenario.ts";
import { editFields, isInRange, ranges, type TaskEdit } from "../setup/setup.ts";
import { element } from "../views/element.ts";
import { rowColour } from "../views/palette.ts";

export interface TaskRowEvents {
  edited(id: string, edit: TaskEdit): void;
  removed(id: string): void;
}

const words: Record<keyof TaskEdit, string> = {
  period: "period",
  deadline: "deadline",
  wcet: "execution time",
  priority: "priority",
};

export class TaskRow {
  readonly id: string;
  readonly element = element("tr");
  readonly #kind: TaskSpec["kind"];
  readonly #isAdded: boolean;
  readonly #events: TaskRowEvents;
  readonly #head = element("th", { scope: "row" });
  readonly #swatch = element("i");
  readonly #inputs = new Map<keyof TaskEdit, HTMLInputElement>();
  readonly #response = live();
  readonly #lateness = live();
  readonly #missed = live();

  constructor({ id, kind }: TaskSpec, isAdded: boolean, events: TaskRowEvents) {
    this.id = id;
    this.#kind = kind;
    this.#isAdded = isAdded;
    this.#events = events;
    this.element.dataset.task = id;
    this.#head.append(this.#swatch, id);
    this.#head.classList.toggle("long", id.length > 14);
    if (isAdded) this.#head.append(this.#removeButton());
    const fields = editFields.map((field) => this.#field(field));
    this.element.append(this.#head, ...fields, this.#response, this.#lateness, this.#missed);
  }

  /** Whether it can show the task. */
  isFor({ id, kind }: TaskSpec, isAdded: boolean): boolean {
    return id === this.id && kind === this.#kind && isAdded === this.#isAdded;
  }

  show(spec: TaskSpec, index: number): void {
    this.#head.title = spec.does;
    this.#swatch.style.background = rowColour(index);
    for (const [field, input] of this.#inputs) {
      input.setCustomValidity("");
      const value = String(spec[field]);
      if (input.value !== value) input.value = value;
    }
  }

  refresh(row: Row): void {
    write(this.#response, row.finished === 0 ? "–" : `${ms(row.responseTime)} / ${ms(row.worstResponse)}`);
    write(this.#lateness, Number.isFinite(row.worstLateness) ? ms(row.worstLateness) : "–");
    const missed = row.missed + row.skipped;
    write(this.#missed, `${missed} / ${released(row)}`);
    this.#missed.classList.toggle("bad", missed > 0);
    this.#lateness.classList.toggle("bad", row.worstLateness > 0);
  }

  #field(field: keyof TaskEdit): HTMLElement {
    const { min, max } = ranges[field];
    const input = element("input", { type: "number", min: String(min), max: String(max), step: "any" });
    this.#inputs.set(field, input);
    // Of no meaning there: it is kept as it is.
    if (field === "period" && this.#kind === "aperiodic") return element("td", { className: "any" }, "any");
    input.setAttribute("aria-label", `${this.id}: ${words[field]}${field === "priority" ? "" : ", milliseconds"}`);
    input.addEventListener("change", () => this.#edited());
    return element("td", {}, input);
  }

  #edited(): void {
    // Not a number: nothing, or what is none.
    const value = (field: keyof TaskEdit) => this.#inputs.get(field)?.valueAsNumber ?? Number.NaN;
    const edit = Object.fromEntries(editFields.map((field) => [field, value(field)])) as unknown as TaskEdit;
    const bad = editFields.find((field) => !isInRange(field, edit[field]));
    for (const [field, input] of this.#inputs) input.setCustomValidity(field === bad ? wanted(field) : "");
    if (bad === undefined) this.#events.edited(this.id, edit);
    else this.#inputs.get(bad)?.reportValidity();
  }

  #removeButton(): HTMLElement {
    const button = element("button", { type: "button", className: "remove", textContent: "×" });
    button.setAttribute("aria-label", `Remove task ${this.id}`);
    button.addEventListener("click", () => {
      // Its focus goes on to a neighbour, not to the top of the page.
      const next = this.element.nextElementSibling ?? this.element.previousElementSibling;
      const heir = next?.querySelector<HTMLElement>("button, input");
      this.#events.removed(this.id);
      heir?.focus();
    });
    return button;
  }
}

function live(): HTMLElement {
  return element("td", { className: "live", textContent: "–" });
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
