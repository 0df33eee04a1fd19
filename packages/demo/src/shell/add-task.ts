/** The form that adds a task: a busy loop with a period, deadline and execution time. */

import { type AddedTask, isInRange, mostAdded, ranges } from "../setup/setup.ts";
import { find } from "../views/element.ts";

const fields = ["period", "wcet"] as const;

export class AddTask {
  readonly #status = find("#add-status");
  #count = 0;

  /** @param taken Names that there are. */
  constructor(taken: () => readonly string[], add: (task: AddedTask) => void) {
    const form = document.querySelector("#add-task") as HTMLFormElement;
    const field = (name: string) => form.elements.namedItem(name) as HTMLInputElement;
    for (const name of fields) {
      const { min, max } = ranges[name];
      Object.assign(field(name), { min, max, step: "any" });
    }
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      if (this.#count >= mostAdded) {
        this.#status.textContent = `There are ${mostAdded} added tasks, and a link carries no more. Remove one first.`;
        return;
      }
      const [period, wcet] = fields.map((name) => Number(field(name).value)) as [number, number];
      if (!isInRange("period", period) || !isInRange("wcet", wcet)) return;
      add({ id: freeName(taken()), period, deadline: period, wcet, priority: 1 });
    });
  }

  /** @param count How many tasks have been added. */
  show(count: number): void {
    this.#count = count;
    if (count < mostAdded) this.#status.textContent = "";
  }
}

function freeName(taken: readonly string[]): string {
  for (let i = 1; ; i++) if (!taken.includes(`mine ${i}`)) return `mine ${i}`;
}
