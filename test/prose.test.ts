import { expect, test } from "vitest";
import { remarks } from "../scripts/prose.mjs";

test("a long sentence is listed with its line, in paragraphs, lists, cells and comments", () => {
  const long = `The ${"very ".repeat(12)}long sentence ends here.`;
  const page = `# A page\n\nShort one. ${long}\n\n- ${long}\n\n| a | ${long} |\n\n\`\`\`js\n// ${long}\n\`\`\`\n`;
  expect(remarks("page.md", page, 12).map((line) => line.split(":")[1])).toEqual(["3", "5", "7"]);
  expect(remarks("page.md", page, 20)).toEqual([]);
  expect(remarks("code.ts", `const a = 1; // short\n/**\n * ${long}\n */\n`, 12)).toHaveLength(1);
});

test("code and links do not count, and a sentence may run over several lines", () => {
  const page = "See [the page](a/very/long/address/of/it.md) and `some code of many words`.\nThen\ngo home.\n";
  expect(remarks("page.md", page, 6)).toEqual([]);
});

test("private words are listed with what to write", () => {
  const found = remarks("page.md", "Whoever comes first is told of it.\n\nReaders who want more read on.\n", 30);
  expect(found.map((line) => line.replace(/: Who.*/, ""))).toEqual([
    'page.md:1: "Whoever" (name the subject)',
    'page.md:1: "is told" (check, report)',
  ]);
});
