/** docs/output.md shows inputs and outputs of fixtures: below a comment that names one stand its input and its output. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { emittedRoot } from "./folder.ts";

export const outputPage: URL = new URL("../../../../../docs/output.md", import.meta.url);

const listing = /<!-- fixture: (\S+) -->\n```ts\n[\s\S]*?```\n([\s\S]*?)<!-- output -->\n```js\n[\s\S]*?```/g;

/** The page with the listings that the fixtures have now. */
export function withListings(page: string): string {
  return page.replace(listing, (_, name: string, between: string) => {
    const text = (file: string) => readFileSync(join(emittedRoot, name, file), "utf8");
    const input = `<!-- fixture: ${name} -->\n\`\`\`ts\n${text("input.ts")}\`\`\``;
    return `${input}\n${between}<!-- output -->\n\`\`\`js\n${text("output.js")}\`\`\``;
  });
}
