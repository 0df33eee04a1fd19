/** The sizes that the README shows: bundled, minified and gzipped, as an application's build does it. */
import { join } from "node:path";
import preempt from "@preempt/transformer/vite";
import { minifiedSize } from "../benchmarks/src/minified-size.ts";

const root = process.cwd();

const search = `export function search(rows, words) {
  const hits = [];
  for (const row of rows) {
    let score = 0;
    for (const word of words) if (row.text.includes(word)) score += row.weight;
    if (score > 0) hits.push({ row, score });
  }
  return hits;
}`;
const searchFile = join(root, "search.js");

/**
 * What an application's first preemptable function adds: a scheduler, what emitted code needs, and what the function grows by.
 *
 * @param scheduler The lines that make `rt`
 * @returns bytes
 */
export async function priceOfFirst(scheduler: string): Promise<number> {
  const called = "export const find = (...args) => search(...args);";
  const submitted = "export const find = (...args) => rt.submit(search, { args });";
  const file = {
    name: "search",
    enforce: "pre" as const,
    resolveId: (id: string) => (id === "search" ? searchFile : undefined),
    load: (id: string) => (id === searchFile ? `/** @preempt */\n${search}` : undefined),
  };
  const plain = await minifiedSize(`${search}\n${called}`.replace("export ", ""), { root });
  const size = await minifiedSize(`import { search } from "search";\n${scheduler}\n${submitted}`, {
    root,
    plugins: [file, preempt({ summary: false })],
  });
  return size - plain;
}

export const withCore = `import { browserHost, Scheduler } from "@preempt/runtime/core"; const rt = new Scheduler({ host: browserHost() });`;
export const withAll = `import { Scheduler } from "@preempt/runtime"; const rt = new Scheduler();`;

/** Kilobytes, as a badge shows them. */
export const shown = (bytes: number): string => `${(bytes / 1000).toFixed(1)} kB`;
