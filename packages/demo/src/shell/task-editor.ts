/** The tasks: parameters that can be edited, and how each has done. A task's row stays while there is that task. */
import type { Live } from "../observe/live.ts";
import type { TaskSpec } from "../scenarios/scenario.ts";
import { TaskRow, type TaskRowEvents } from "./task-row.ts";

export class TaskEditor {
  readonly #body: HTMLElement;
  readonly #events: TaskRowEvents;
  #rows: ReadonlyMap<string, TaskRow> = new Map();

  constructor(table: HTMLTableElement, events: TaskRowEvents) {
    this.#body = table.tBodies[0] as HTMLElement;
    this.#events = events;
  }

  /** @param added Those that can be removed again. */
  show(specs: readonly TaskSpec[], added: ReadonlySet<string>): void {
    const before = this.#rows;
    this.#rows = new Map(
      specs.map((spec) => {
        const isAdded = added.has(spec.id);
        const known = before.get(spec.id);
        return [spec.id, known?.isFor(spec, isAdded) ? known : new TaskRow(spec, isAdded, this.#events)];
      }),
    );
    for (const row of before.values()) if (this.#rows.get(row.id) !== row) row.element.remove();
    // A row that is where it belongs is not touched: whoever has the focus in it keeps it.
    for (const [index, spec] of specs.entries()) {
      const row = this.#rows.get(spec.id) as TaskRow;
      row.show(spec, index);
      const there = this.#body.children[index];
      if (there !== row.element) this.#body.insertBefore(row.element, there ?? null);
    }
  }

  /** Marks the task that the admission test says would miss. */
  mark(id: string | undefined): void {
    for (const row of this.#rows.values()) row.element.classList.toggle("refused", row.id === id);
  }

  refresh(live: Live): void {
    for (const row of live.rows) this.#rows.get(row.name)?.refresh(row);
  }
}
