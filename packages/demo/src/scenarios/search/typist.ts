/** Types queries letter by letter, as a person does, and stops as soon as a person does. */
import type { Stage } from "../scenario.ts";

const queries = ["beekeper prague", "zurihc weaver", "ada lovelace", "oslo pilto", "gote cellist"];
/** Milliseconds between two letters, and letters' times that a query stays. */
const every = 160;
const stays = 10;

export function typeRecorded(stage: Stage, signal: AbortSignal): void {
  let last = stage.typed;
  let steps = 0;
  let query = 0;
  const timer = setInterval(() => {
    const isSomebodyElse = stage.typed !== last;
    if (isSomebodyElse) return clearInterval(timer);
    const words = queries[query % queries.length] as string;
    if (steps === words.length + stays) {
      steps = 0;
      query++;
    } else if (steps++ < words.length) {
      last = words.slice(0, steps);
      stage.type(last);
    }
  }, every);
  signal.addEventListener("abort", () => clearInterval(timer));
}
