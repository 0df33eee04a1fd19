import { expect, test } from "vitest";
import { hashOf, LinkError, programOf } from "../../src/playground/link.ts";
import { settingsFrom } from "../../src/playground/settings.ts";

const settings = settingsFrom({ policy: "fp", optimize: "size" });

test.for(["", "const x = 1;", "// ümläut, 漢字, 🙂\n\u0000", "a".repeat(50_000)])(
  "a program comes out of its link as it went in, with its settings (%#)",
  async (text) => {
    expect(await programOf(await hashOf({ text, settings }))).toEqual({ text, settings });
  },
);

test("the link has no letter that an address would have to escape", async () => {
  const hash = await hashOf({ text: Array.from({ length: 300 }, (_, i) => String.fromCharCode(i)).join(""), settings });
  expect(hash).toMatch(/^#program=[\w-]+$/);
});

test("an address without a program is none", async () => {
  expect(await programOf("")).toBeUndefined();
  expect(await programOf("#top")).toBeUndefined();
});

test("a link that was cut off says so", async () => {
  const hash = await hashOf({ text: "const answer = 42;".repeat(9), settings });
  await expect(programOf(hash.slice(0, -12))).rejects.toThrow(LinkError);
});

test.for(["#program=", "#program=%%%", "#program=AAAA", "#program=bm9wZQ"])(
  "%s is damaged, and says so",
  async (hash) => {
    await expect(programOf(hash)).rejects.toThrow(/damaged or cut off/);
  },
);

test("a link that inflates beyond all bounds is given up", async () => {
  const bomb = new Blob(["[", " ".repeat(30_000_000)]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  const packed = Buffer.from(await new Response(bomb).arrayBuffer()).toString("base64url");
  await expect(programOf(`#program=${packed.slice(0, 30_000)}`)).rejects.toThrow(LinkError);
});

test("a program that no link can hold is refused", async () => {
  let seed = 1;
  const random = () => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed;
  };
  const noise = Array.from({ length: 60_000 }, () => String.fromCharCode(33 + (random() % 90))).join("");
  await expect(hashOf({ text: noise, settings })).rejects.toThrow("too long");
});

test("settings that nobody knows become the defaults", async () => {
  expect(settingsFrom({ policy: "chaos", slice: "Infinity", round: 5, extra: "x" })).toEqual(settingsFrom());
});
