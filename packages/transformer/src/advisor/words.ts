/** What the advisor says. */
import { isReplacing } from "./wrap-edit.ts";

export const titles = {
  listener: (event: string, name: string): string =>
    `Make ${name.startsWith("(") ? "the handler" : name}${event === "" ? "" : ` (on "${event}")`} a job`,
  package: (name: string): string => `Make the package ${name} preemptable`,
  annotate: (name: string): string => `Make ${name} preemptable`,
  job: (name: string): string => `Run ${name} as a job`,
  engine: (name: string): string => `${name} cannot be preempted`,
  renderer: (name: string): string => `${name} renders for long`,
  refused: (name: string): string => `${name} cannot be made preemptable as it is`,
} as const;

export const because = {
  listener: (event: string, created: string | undefined): string =>
    `The handler starts inside the event as before. What takes longer than a slice continues between frames${
      isReplacing(event)
        ? ", and the next event cancels it. Leave out latest if each event has to be handled to its end."
        : "."
    }${created === undefined ? "" : ` The page gets its scheduler in ${created}.`}`,
  attribute: (event: string): string =>
    `Keep one listener outside of the component: what rendering creates anew cannot cancel the job of an earlier "${event}". Then state that it sets arrives when the job has ended.`,
  package: (name: string): string =>
    `Jobs are then suspended in ${name} as well. Its functions become larger and somewhat slower, and stay the same for all other callers.`,
  annotate:
    "A job that calls it can then be suspended in it. The transform does not find it by itself, because no call that it can follow leads there.",
  rendering: (what: string, name: string): string =>
    `It runs while ${what}, ${name}, is rendered, and rendering cannot be suspended. Run the computation as a job in an effect, and keep its result in the state (docs/recipes.md has the hook).`,
  callback: (of: string | undefined, name: string): string =>
    `${of === undefined ? `${name} runs to its end before the browser can react` : `${name} is called by ${of} and runs to its end`}. As a job it gives the thread back after each slice.`,
  engine: (what: string): string =>
    `Most of the time passes in ${what}, which runs to its end. Give it less at a time, or use a worker.`,
  renderer: (name: string): string =>
    `Preempt does not suspend ${name}. Render less at a time: a shorter list, a virtual list, or a transition of the framework.`,
  refused: (finding: string): string =>
    `The transform refuses it: ${finding}. "npx preempt check --list" shows it, and docs/diagnostics.md says what helps.`,
} as const;
