/** Tables of text. */
import { expect, test } from "vitest";
import { textTable } from "../src/text-table.ts";

test("a table has as many lines as there are: a million sets are too many arguments of one call", () => {
  const lines = Array.from({ length: 300_000 }, (_, i) => [`set ${i}`, "yes"]);
  const text = textTable(["set", "DM"], lines).split("\n");
  expect(text).toHaveLength(300_001);
  expect([text[0], text[1], text.at(-1)]).toEqual(["set          DM", "set 0       yes", "set 299999  yes"]);
});
