/** One page for each diagnostic: its section of docs/diagnostics.md. */
import { readFileSync } from "node:fs";

const page = new URL("../../../docs/diagnostics.md", import.meta.url);

export default {
  watch: ["../../../docs/diagnostics.md"],
  paths() {
    const sections = readFileSync(page, "utf8").split(/^(?=#{2,3} )/m);
    return sections.flatMap((section) => {
      const [, code, name] = /^### (PT\d+) (.*)$/m.exec(section) ?? [];
      if (code === undefined) return [];
      const text = section.replace(/^### (PT\d+) (.*)$/m, "# $1: $2");
      const content = `${fromHere(text)}\n[All messages of the transform](../../../docs/diagnostics.md)\n`;
      return [{ params: { code: code.toLowerCase(), name }, content }];
    });
  },
};

/** Links of docs/ as they are from this folder. */
function fromHere(text: string): string {
  return text.replace(/\]\((?![a-z]+:)([^)#]*)(#[^)]*)?\)/g, (_, path: string, anchor = "") => {
    return `](../../../docs/${path === "" ? "diagnostics.md" : path}${anchor})`;
  });
}
