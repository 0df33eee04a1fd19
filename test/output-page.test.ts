/** docs/output.md shows what the transform makes of a function: its blocks are the real output, to the letter. */
import { readFileSync } from "node:fs";
import { transform } from "@preempt/transformer";
import { expect, test } from "vitest";

const page = readFileSync("docs/output.md", "utf8");
const pattern =
  /## ([^\n]+)\n(?:(?!\n## )[\s\S])*?<!-- source -->\n```ts\n([\s\S]*?)```[\s\S]*?<!-- output -->\n```js\n([\s\S]*?)```/g;
const examples = [...page.matchAll(pattern)].map(([, title = "", source = "", output = ""]) => ({
  title,
  source,
  output,
}));

test("the page shows an output for each source", () => {
  expect(examples.length).toBe(page.match(/<!-- source -->/g)?.length);
  expect(examples.length).toBeGreaterThanOrEqual(5);
});

for (const { title, source, output } of examples) {
  test(`${title}: the page shows the real output`, () => {
    const { code, diagnostics } = transform(source, { fileName: "example.ts" });
    expect(diagnostics).toEqual([]);
    expect(code).toBe(output);
  });
}

test("the page shows parts of real outputs", () => {
  const parts = [...page.matchAll(/<!-- part of: (.*) -->\n```js\n([\s\S]*?)```/g)];
  expect(parts.length).toBe(page.match(/<!-- part/g)?.length);
  for (const [, source = "", part] of parts)
    expect(transform(`/** @preempt */ ${source}`, { fileName: "example.ts" }).code).toContain(part);
});
