/** The programs of the page on events in batches print what stands under them, one after the other on one clock. */
import { readFileSync } from "node:fs";
import { Scheduler } from "@preempt/runtime";
import { VirtualHost } from "@preempt/runtime/testing";
import { BatchingEmitter } from "@preempt/server/events";
import ts from "typescript";
import { expect, test } from "vitest";

const page = readFileSync("docs/server-events.md", "utf8");
const programs = [...page.matchAll(/<!-- program -->\n```ts\n([\s\S]*?)```\n<!-- prints -->\n```\n([\s\S]*?)```/g)];

test("programs print what stands under them", () => {
  expect(programs).toHaveLength(2);
  const host = new VirtualHost();
  const rt = new Scheduler({ host });
  for (const [, program = "", prints] of programs) {
    const lines: string[] = [];
    const scope = {
      BatchingEmitter,
      Scheduler,
      host,
      rt,
      console: { log: (...values: unknown[]) => void lines.push(values.join(" ")) },
    };
    const { outputText } = ts.transpileModule(program, { compilerOptions: { target: ts.ScriptTarget.ES2022 } });
    new Function(...Object.keys(scope), outputText)(...Object.values(scope));
    expect(`${lines.join("\n")}\n`).toBe(prints);
  }
});
