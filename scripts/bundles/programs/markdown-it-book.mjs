import MarkdownIt from "markdown-it";

const chapter = (i) => `# Chapter ${i}

Some *emphasised* and **strong** text with \`code\`, a [link](https://example.com/${i} "title") and an image ![alt](a.png).

- one
- two
  1. inner ${i}
  2. more

> A quote with https://example.com and a hard\\
> break.

| a | b |
|:--|--:|
| ${i} | x |

\`\`\`js
const a = ${i};
\`\`\`
`;
const book = Array.from({ length: 600 }, (_, i) => chapter(i)).join("\n");

/** @preempt */
export function run() {
  const text = new MarkdownIt({ linkify: true, typographer: true, html: true }).render(book);
  return `${text.length} ${text.slice(-200)}`;
}
