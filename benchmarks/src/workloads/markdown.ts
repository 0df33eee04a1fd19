/** The library `marked` on a text of 100 kB: classes, and regular expressions that hold the thread at a stretch. */
import { marked } from "marked";
import { markdownText } from "./texts.ts";
import type { Workload } from "./workload.ts";

/** @preempt */
function run(text: string): unknown {
  return marked.parse(text);
}

export const workload: Workload<string> = { size: { full: 100_000, small: 1500 }, prepare: markdownText, run };
