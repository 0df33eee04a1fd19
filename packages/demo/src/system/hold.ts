/** Which jobs hold the page for so long that it seems broken, where nothing is preempted: that is said before they do. */
import type { TaskSpec } from "../scenarios/scenario.ts";
import type { Setup } from "../setup/setup.ts";

/** Milliseconds. The scenarios' own jobs stay below, and say what to watch. */
const long = 2000;

/** A sentence for people; undefined if the page answers every now and then. */
export function holdOf({ preemption }: Pick<Setup, "preemption">, specs: readonly TaskSpec[]): string | undefined {
  if (preemption) return undefined;
  const computing = specs.filter(({ kind, synthetic, wcet }) => kind === "periodic" && synthetic && wcet > long);
  const [longest] = computing.sort((a, b) => b.wcet - a.wcet);
  if (longest === undefined) return undefined;
  const seconds = Number((longest.wcet / 1000).toFixed(1));
  return `Nothing is preempted: each job of task ${longest.id} holds the page for ${seconds} s, in which nothing moves. A click is answered when the job has ended.`;
}
