/**
 * The order of requests, as a number: the smallest goes first. It is the same for requests that wait in a line and for the kernel's
 * ready queue, and it does not change while a request waits.
 */
import { fifo, fixedPriority, type Policy } from "@preempt/runtime";
import type { QueueDiscipline } from "./options.ts";

/** What is known of a request when it comes. Instants in milliseconds. */
export interface Urgent {
  readonly release: number;
  /** Infinity: none. */
  readonly deadline: number;
  readonly priority: number;
}

/** A key after all deadlines: milliseconds of 30 years. */
const afterAllDeadlines = 1e12;

/** Earliest deadline first; then those without one, by priority. */
function edfKey({ deadline, priority }: Urgent): number {
  return deadline < Number.POSITIVE_INFINITY ? deadline : afterAllDeadlines - priority;
}

export function keyOf(discipline: QueueDiscipline, patience: number): (request: Urgent) => number {
  switch (discipline) {
    case "edf":
      return edfKey;
    case "priority":
      return ({ priority }) => -priority;
    case "aging":
      // All that wait grow older alike, so their order stays: priority + age / patience, less what is the same for all.
      return ({ release, priority }) => release / patience - priority;
    case "fcfs":
      return () => 0;
  }
}

/** Orders classes: the most urgent first. */
export function compareUrgency(discipline: QueueDiscipline) {
  return (a: Pick<Urgent, "deadline" | "priority">, b: Pick<Urgent, "deadline" | "priority">): number => {
    // Of two without a deadline neither is earlier.
    const byDeadline = a.deadline === b.deadline ? 0 : a.deadline - b.deadline;
    const byPriority = b.priority - a.priority;
    return discipline === "edf" ? byDeadline || byPriority : byPriority || byDeadline;
  };
}

/** The kernel's policy for that order. */
export function policyOf(discipline: QueueDiscipline, patience: number): Policy {
  if (discipline === "fcfs") return fifo;
  if (discipline === "priority") return fixedPriority;
  const key = keyOf(discipline, patience);
  return discipline === "edf"
    ? { name: "edf, then priority", isDeadline: true, key }
    : { name: "aging priority", isDeadline: false, key };
}
