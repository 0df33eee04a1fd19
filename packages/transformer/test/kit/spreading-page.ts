/** docs/how-preemption-spreads.md, whose tables say of each call whether it passes preemption on. */
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const page = join(dirname(fileURLToPath(import.meta.url)), "../../../../docs/how-preemption-spreads.md");

/** "yes" or "no" by call. */
export function pageSays(): Record<string, string> {
  const rows = [...readFileSync(page, "utf8").matchAll(/^\| (.*?) \| (yes|no)\b.*\|$/gm)];
  return Object.fromEntries(rows.map(([, call = "", says = ""]) => [call.replace(/^`(?:` )?|(?: `)?`$/g, ""), says]));
}

/**
 * The same of what a project counted, which is the preemptions of each call, or a text if its result is wrong. The loop that is called has
 * a hundred points; what is around it, a few.
 */
export function countsSay(counts: Readonly<Record<string, number | string>>): Record<string, number | string> {
  const said = (n: number | string) => (typeof n === "string" ? n : n >= 100 ? "yes" : n < 20 ? "no" : n);
  return Object.fromEntries(Object.entries(counts).map(([call, n]) => [call, said(n)]));
}
