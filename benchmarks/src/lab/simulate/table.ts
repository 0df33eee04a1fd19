/** Simulations at a glance: a line for each set. */
import { textTable } from "../../text-table.ts";
import { type TaskSet, utilisationOf } from "../task-set.ts";
import type { SimulatedSet } from "./outcome.ts";

export function simulationTable(rows: readonly { readonly set: TaskSet; readonly simulated: SimulatedSet }[]): string {
  const head = ["set", "tasks", "U", "jobs", "misses", "miss ratio", "preemptions", "longest response / D"];
  const lines = rows.map(({ set, simulated }) => {
    const { misses, metrics } = simulated;
    const ratio = metrics.released === 0 ? 0 : misses / metrics.released;
    return [
      String(set.id),
      String(set.tasks.length),
      utilisationOf(set).toFixed(3),
      String(metrics.released),
      String(misses),
      `${(100 * ratio).toFixed(2)} %`,
      String(metrics.preemptions),
      longestShare(set, simulated),
    ];
  });
  return `${textTable(head, lines)}\n${chainTable(rows)}`;
}

/** Empty where no set has chains. */
function chainTable(rows: readonly { readonly simulated: SimulatedSet }[]): string {
  const lines = rows.flatMap(({ simulated: { id, chains = [] } }) =>
    chains.map((chain) => {
      const times =
        chain.trigger === "event"
          ? [chain.response, null, null, null]
          : [null, chain.reaction, chain.age, chain.ageUntilReplaced];
      return [String(id), chain.name, ...times.map((time) => (time === null ? "-" : String(time)))];
    }),
  );
  if (lines.length === 0) return "";
  return `\n${textTable(["set", "chain", "response", "reaction", "age", "age until replaced"], lines)}\n`;
}

/** Of the task that comes nearest to its deadline, or goes furthest beyond. */
function longestShare({ tasks }: TaskSet, { metrics }: SimulatedSet): string {
  let [share, at] = [0, -1];
  tasks.forEach(({ D }, i) => {
    const response = metrics.maxResponse[i] ?? 0;
    if (response / D > share) [share, at] = [response / D, i];
  });
  return at < 0 ? "-" : `${share.toFixed(3)} (task ${at})`;
}
