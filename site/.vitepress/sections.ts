/** A page of its own for each section of a reference page: what people search for is a code. */
import { readFileSync } from "node:fs";

export interface Route {
  readonly params: { readonly code: string; readonly title: string };
  readonly content: string;
}

/**
 * @param page Name in docs/, without its ending
 * @param codesOf The codes that a heading names; none: the section is no page
 */
export function routesOf(page: string, codesOf: (heading: string) => readonly string[], back: string): Route[] {
  const text = readFileSync(new URL(`../../docs/${page}.md`, import.meta.url), "utf8");
  return text.split(/^(?=#{2,3} )/m).flatMap((section) => {
    const heading = /^### (.*)$/m.exec(section)?.[1] ?? "";
    const body = fromHere(section.replace(/^### .*$/m, ""), page);
    return codesOf(heading).map((code) => {
      const content = `# ${code}\n${heading === code ? "" : `\n${heading}\n`}${body}\n[${back}](../../../docs/${page}.md)\n`;
      return { params: { code: code.toLowerCase(), title: code }, content };
    });
  });
}

/** Links of docs/ as they are from a folder of site/pages. */
function fromHere(text: string, page: string): string {
  return text.replace(/\]\((?![a-z]+:)([^)#]*)(#[^)]*)?\)/g, (_, path: string, anchor = "") => {
    return `](../../../docs/${path === "" ? `${page}.md` : path}${anchor})`;
  });
}
