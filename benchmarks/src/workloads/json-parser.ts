/** The library `json5`: a state machine that takes a text character by character, through tables of small functions. */
import json5 from "json5";
import { jsonText } from "./texts.ts";
import type { Workload } from "./workload.ts";

/** @preempt */
function run(text: string): unknown {
  return json5.parse(text);
}

export const workload: Workload<string> = { size: { full: 250_000, small: 1000 }, prepare: jsonText, run };
