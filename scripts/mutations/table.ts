/** Prints all mutations as a table in Markdown: the rule, the file in which it is broken, and the test that noticed it last. */
import { readFileSync } from "node:fs";
import { mutations } from "./list.ts";

const noticedFile = new URL("noticed.json", import.meta.url);
const noticed = JSON.parse(readFileSync(noticedFile, "utf8")) as Record<string, { file: string; title?: string }>;

const lines = mutations.map(({ rule, part, file }) => {
  const by = noticed[rule];
  const test = by?.file.replace(/^.*\/|\.test\.ts$/g, "");
  return `| ${part} | ${rule} | \`${file}\` | ${by === undefined ? "not recorded" : [test, by.title].filter(Boolean).join(": ")} |`;
});
console.log(["| part | rule | broken in | noticed by |", "|:--|:--|:--|:--|", ...lines].join("\n"));
