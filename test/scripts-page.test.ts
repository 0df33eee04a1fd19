/** The programs of the page on scripts print what stands under them. */
import { readFileSync } from "node:fs";
import { ConstantBandwidthServer, Scheduler } from "@preempt/runtime";
import { compile } from "@preempt/script";
import { expect, test } from "vitest";

const page = readFileSync("docs/scripts.md", "utf8");
const programs = [...page.matchAll(/<!-- program -->\n```ts\n([\s\S]*?)```\n<!-- prints -->\n```\n([\s\S]*?)```/g)];

test("programs print what stands under them", async () => {
  expect(programs).toHaveLength(4);
  for (const [, program = "", prints] of programs) {
    const lines: string[] = [];
    const shown = (value: unknown) => (typeof value === "string" ? value : JSON.stringify(value));
    const log = (...values: unknown[]) => void lines.push(values.map(shown).join(" "));
    const scope = { compile, ConstantBandwidthServer, Scheduler, console: { log } };
    await new Function(...Object.keys(scope), `return (async () => { ${program} })();`)(...Object.values(scope));
    expect(`${lines.join("\n")}\n`).toBe(prints);
  }
});
