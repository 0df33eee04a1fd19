/** What editors show, in words: each tool shows the same. */
import type { Diagnostic } from "../shared/diagnostics.ts";
import type { InspectedFunction } from "./inspect-text.ts";

/** The text of a finding, with what helps, and its code in the end. */
export function messageOf({ message, hint, code }: Diagnostic): string {
  return `${message} ${hint} (${code})`;
}

/** The line about a function in its hover text: "Preempt: preemptable, annotated: two plain bodies, 3 points". */
export function hoverTextOf({ summary, advice }: InspectedFunction): string {
  return advice === "" ? `Preempt: ${summary}` : `Preempt: ${summary}. To be faster, ${advice}`;
}

/** The mark behind the name of a function: "preemptable" or "left alone". Undefined for a function without a name: it has no such place. */
export function markOf({ name, isPreemptable }: InspectedFunction): string | undefined {
  if (name.startsWith("(")) return undefined;
  return isPreemptable ? "preemptable" : "left alone";
}

/** Whether editors show findings of the file: not in packages, which are not for their users to mend, and not in declarations. */
export function isShown(fileName: string): boolean {
  return !/[/\\]node_modules[/\\]/.test(fileName) && !/\.d\.(?:\w+\.)?[cm]?ts$/.test(fileName);
}
