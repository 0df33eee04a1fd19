/** A recursive walk over objects of many shapes that builds a string: what servers do with most of their time. */
import { jsonText } from "./texts.ts";
import type { Workload } from "./workload.ts";

/** @preempt */
function write(value: unknown): string {
  if (value === null || typeof value !== "object") return typeof value === "string" ? quote(value) : String(value);
  let text = "";
  if (Array.isArray(value)) {
    for (const item of value) text += (text === "" ? "" : ",") + write(item);
    return `[${text}]`;
  }
  for (const key of Object.keys(value)) {
    text += `${(text === "" ? "" : ",") + quote(key)}:${write((value as Record<string, unknown>)[key])}`;
  }
  return `{${text}}`;
}

function quote(text: string): string {
  return `"${text.replaceAll("\\", "\\\\").replaceAll('"', '\\"').replaceAll("\n", "\\n")}"`;
}

export const workload: Workload = {
  size: { full: 1_500_000, small: 2000 },
  prepare: (length) => JSON.parse(jsonText(length)),
  run: write,
};
