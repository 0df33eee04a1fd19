/** docs/output.md shows what the transform makes of a function: its listings are those of fixtures, to the letter. */
import { readFileSync } from "node:fs";
import { transform } from "@preempt/transformer";
import { expect, test } from "vitest";
import { outputPage, withListings } from "../packages/transformer/test/kit/emitted/page.ts";

const page = readFileSync(outputPage, "utf8");

test("each listing is that of its fixture (else: npm run fixtures)", () => {
  expect(page.match(/<!-- fixture: /g)?.length).toBeGreaterThanOrEqual(9);
  expect(page.match(/<!-- output -->/g)?.length).toBe(page.match(/<!-- fixture: /g)?.length);
  expect(page).toBe(withListings(page));
});

test("the page shows parts of real outputs", () => {
  const parts = [...page.matchAll(/<!-- part of: (.*) -->\n```js\n([\s\S]*?)```/g)];
  expect(parts.length).toBe(page.match(/<!-- part/g)?.length);
  for (const [, source = "", part] of parts)
    expect(transform(`/** @preempt */ ${source}`, { fileName: "example.ts" }).code).toContain(part);
});
