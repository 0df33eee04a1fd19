/** Work that is cut by hand gives what the one call gives. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import * as chat from "../../src/gallery/entries/chat/work.ts";
import * as code from "../../src/gallery/entries/code/work.ts";
import * as search from "../../src/gallery/entries/search/work.ts";

const pause = () => Promise.resolve();
const handbook = readFileSync(new URL("../../samples/handbook.md", import.meta.url), "utf8");
const source = readFileSync(new URL(import.meta.url), "utf8");

test("chat", async () => {
  expect(await chat.runInParts(undefined, handbook, pause)).toEqual(chat.run(undefined, handbook));
});

test("code", async () => {
  expect(await code.runInParts(undefined, source, pause)).toEqual(code.run(undefined, source));
});

test("search", async () => {
  const data = search.prepare();
  const found = await search.runInParts(data, "baker", pause);
  expect(found).toEqual(search.run(data, "baker"));
  expect(found.length).toBeGreaterThan(100);
});
