/** The table of options in docs/setup.md is the schema's. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { pluginOptions } from "../packages/transformer/src/shared/options.ts";

const page = readFileSync("docs/setup.md", "utf8");

test("the table of options says what the schema says", () => {
  const shown = Object.entries(pluginOptions).filter(([, spec]) => !("isHidden" in spec));
  const rows = shown.map(
    ([name, { takes, byDefault, about }]) => `| \`${name}\` | ${takes.text} | ${about} | ${byDefault} |`,
  );
  const table = /\| option \| takes \|.*\n.*\n((?:\|.*\n)+)/.exec(page)?.[1]?.trimEnd().split("\n");
  expect(table).toEqual(rows);
});
