/** Which entries of the gallery a build contains, and what links lead to. */
import { readdirSync } from "node:fs";
import { expect, test } from "vitest";
import { chosenEntries, leaveOutEntries } from "../../build/gallery-entries.ts";
import { galleryPackages } from "../../build/gallery-packages.ts";
import { choiceOf, isOldLink } from "../../src/gallery/address.ts";
import { entries } from "../../src/gallery/entries.ts";

test("the page, its folders and the build name the same entries", () => {
  const ids = entries.map(({ id }) => id);
  expect(Object.keys(galleryPackages)).toEqual(ids);
  expect(readdirSync(new URL("../../src/gallery/entries", import.meta.url)).sort()).toEqual([...ids].sort());
});

test("all entries are built, or those that are named, or none", () => {
  const all = ["chat", "search"];
  expect(chosenEntries(all, undefined)).toEqual(all);
  expect(chosenEntries(all, "search")).toEqual(["search"]);
  expect(chosenEntries(all, "none")).toEqual([]);
  expect(() => chosenEntries(all, "serch")).toThrow('there is no entry "serch". Give some of: chat, search; or none.');
});

test("the module of an entry that is left out says so when it is loaded", () => {
  const load = leaveOutEntries(["chat", "search"], ["chat"]).load as (id: string) => string | null;
  expect(load("/src/gallery/entries/search/work.ts?plain")).toContain("has no entry “search”");
  expect(load("/src/gallery/entries/search/panel.ts")).toBeNull();
  expect(load("/src/gallery/entries/chat/entry.ts")).toBeNull();
});

test("the address chooses an entry, or the first one; a set-up is of the scheduler's page", () => {
  expect(choiceOf("#search", entries).id).toBe("search");
  expect([choiceOf("", entries).id, choiceOf("#nothing", entries).id]).toEqual(["chat", "chat"]);
  expect([isOldLink("#scenario=chess"), isOldLink("#chat"), isOldLink("")]).toEqual([true, false, false]);
});
