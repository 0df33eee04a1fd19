/** A set-up as far as its scenario knows what it speaks of: which options, which tasks. */
import type { Choice } from "../views/choice.ts";
import type { ReadLink } from "./link.ts";
import type { Setup } from "./setup.ts";

export interface Known {
  readonly options: readonly Choice[];
  /** Names of all tasks that the scenario can have, whatever its options. */
  readonly tasks: readonly string[];
}

/** What the scenario does not know is left out and told, and so is an added task whose name there is already. */
export function fit(setup: Setup, { options, tasks }: Known): ReadLink {
  const problems: string[] = [];
  const told = (key: string, expected: string) => {
    problems.push(`The link says ${key}; expected was ${expected}. It was left out.`);
    return false;
  };
  const chosen = Object.entries(setup.options).filter(([id, value]) => {
    const choice = options.find((option) => option.id === id);
    if (choice === undefined) {
      const ids = options.map((option) => option.id);
      return told(`option.${id}`, ids.length === 0 ? "no option" : `one of ${ids.join(", ")}`);
    }
    const values = choice.values.map(([known]) => known);
    return values.includes(value) || told(`option.${id}=${value}`, `one of ${values.join(", ")}`);
  });
  const edits = Object.entries(setup.edits).filter(
    ([id]) => tasks.includes(id) || told(`task.${id}`, "a task of the scenario"),
  );
  const taken = new Set(tasks);
  const added = setup.added.filter(({ id }) => {
    if (taken.has(id)) return told(`add.${id}`, "a name that no other task has");
    taken.add(id);
    return true;
  });
  return {
    setup: { ...setup, options: Object.fromEntries(chosen), edits: Object.fromEntries(edits), added },
    problems,
  };
}
