// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the text of a template
/** Mutations of the race finder, and of the notes that it reads. */
import { breaking, type Mutation } from "./mutation.ts";

const finder = breaking("races", "runtime/src/testing/races/");
const notes = breaking("races", "transformer/src/accesses/");

export const raceMutations: readonly Mutation[] = [
  finder(
    "a turn passes as many points as it says",
    "controlled-run.ts",
    "Math.min(left, largestBudget) - 1",
    "Math.min(left, largestBudget)",
  ),
  finder("what a job gives is compared", "controlled-run.ts", "gives ${canonical(settled.value)}", "gives something"),
  finder(
    "schedules with two preemptions are tried",
    "find-races.ts",
    "this.#one, this.#two, this.#drawn",
    "this.#one, this.#drawn",
  ),
  finder(
    "after what went wrong, serial orders are asked again",
    "find-races.ts",
    "return wrong === undefined;",
    "return true;",
  ),
  finder("runs in one order are alike", "find-races.ts", "if (i < 0) return;", "if (i < 9) return;"),
  finder("a schedule is made simpler", "minimise.ts", "const mostRuns = 150", "const mostRuns = 0"),
  finder("random schedules are those of the seed", "random.ts", "this.#state = seed >>> 0;", "this.#state = 1;"),
  finder("timers are tried right after they were set", "schedules.ts", "const soon = 10", "const soon = 0"),
  finder("the largest of what is unserializable comes first", "conflicts.ts", "rank < worst.rank", "rank > worst.rank"),
  notes("a property is written when its value is there", "marker.ts", 'waits.push("done");', ";"),
  notes("a property named __proto__ is left as it is", "marker.ts", 'if (name.text === "__proto__") return;', ""),
  notes("a word before a note stays a word", "edits.ts", 'text += " ";', ""),
  notes("what a deletion deletes is no value", "marker.ts", " && !ts.isDeleteExpression(outward(name).parent)", ""),
];
