/** Each page as Markdown beside its HTML, and llms.txt (https://llmstxt.org), a list of them. */
import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { addressOf } from "./addresses.ts";

/** @param pages Markdown files, from the root of the repository */
export function writeMarkdown(root: string, outDir: string, pages: readonly string[]): void {
  const lines: string[] = [];
  let whole = "";
  for (const page of pages) {
    const file = join(root, page);
    // Pages that are made of another page's parts are in that page.
    if (!existsSync(file)) continue;
    const address = addressOf(page);
    const copy = join(outDir, address);
    mkdirSync(dirname(copy), { recursive: true });
    copyFileSync(file, copy);
    const text = readFileSync(file, "utf8");
    const title = /^# (.*)$/m.exec(text)?.[1];
    if (title === undefined || address.startsWith("decisions/")) continue;
    const about = /^\*(.*)\*$/m.exec(text)?.[1];
    lines.push(`- [${title}](/${address})${about === undefined ? "" : `: ${about}`}`);
    whole += `${text}\n\n`;
  }
  const head =
    "# Preempt\n\n> Preemption and deadlines for JavaScript. A build step makes functions suspendable, and a real-time kernel runs them as jobs with deadlines.\n";
  writeFileSync(join(outDir, "llms.txt"), `${head}\n## Pages\n\n${lines.sort().join("\n")}\n`);
  writeFileSync(join(outDir, "llms-full.txt"), `${head}\n${whole}`);
}
