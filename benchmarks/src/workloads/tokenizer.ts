/** The library `acorn`, its tokenizer on a large file: a method a character class, on one object with many fields. */
import { tokenizer, tokTypes } from "acorn";
import { javaScriptText } from "./texts.ts";
import type { Workload } from "./workload.ts";

/** @preempt */
function run(text: string): number[] {
  const source = tokenizer(text, { ecmaVersion: 2024, sourceType: "module" });
  const ends: number[] = [];
  for (let token = source.getToken(); token.type !== tokTypes.eof; token = source.getToken()) ends.push(token.end);
  return ends;
}

export const workload: Workload<string> = { size: { full: 120_000, small: 1000 }, prepare: javaScriptText, run };
