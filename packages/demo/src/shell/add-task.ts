/** The form that adds a task: a busy loop with a period, deadline and execution time. */
import { type AddedTask, isInRange, ranges } from "../setup/setup.ts";

const fields = ["period", "wcet"] as const;

export class AddTask {
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
      const [period, wcet] = fields.map((name) => Number(field(name).value)) as [number, number];
      if (!isInRange("period", period) || !isInRange("wcet", wcet)) return;
      add({ id: freeName(taken()), period, deadline: period, wcet, priority: 1 });
    });
  }
}

function freeName(taken: readonly string[]): string {
  for (let i = 1; ; i++) if (!taken.includes(`mine ${i}`)) return `mine ${i}`;
}
