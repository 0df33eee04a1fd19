/** The library `json5`: a state machine that takes a text character by character, through tables of small functions. */
import json5 from "json5";
import type { Body } from "./body.ts";
import { runAwaiting, runParts, runReleasing } from "./parts.ts";

const text = '{ name: "task", period: 10, deadline: [1, 2, 3], note: \'a "quoted" word\', on: true }';

/** @preempt */
function run(units: number): number {
  let keys = 0;
  for (let i = 0; i < units; i++) keys += Object.keys(json5.parse(text) as object).length;
  return keys;
}

export const body: Body = { run, runParts, runReleasing, runAwaiting };
