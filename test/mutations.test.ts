/** The list of mutations goes with the code: a mutation whose text is gone would show nothing. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { mutations } from "../scripts/mutations/list.ts";

test("what a mutation replaces stands in its file once", () => {
  const astray = mutations.filter(({ file, from }) => {
    const text = readFileSync(new URL(`../packages/${file}`, import.meta.url), "utf8");
    return text.split(from).length !== 2;
  });
  expect(mutations.length).toBeGreaterThan(150);
  expect(astray.map(({ rule, from }) => `${rule}: ${from}`)).toEqual([]);
});
