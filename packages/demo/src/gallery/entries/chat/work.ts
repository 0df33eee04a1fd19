/** Renders an answer, block by block: markdown-it, and highlight.js for the code in it. */
import hljs from "highlight.js/lib/core";
import css from "highlight.js/lib/languages/css";
import markdownGrammar from "highlight.js/lib/languages/markdown";
import typescript from "highlight.js/lib/languages/typescript";
import MarkdownIt from "markdown-it";
import { hashTexts } from "../../../work/hash.ts";
import type { Pause } from "../../entry.ts";

hljs.registerLanguage("css", css);
hljs.registerLanguage("markdown", markdownGrammar);
hljs.registerLanguage("typescript", typescript);

const markdown = new MarkdownIt({
  linkify: true,
  highlight: (code, language) =>
    hljs.getLanguage(language) === undefined ? "" : hljs.highlight(code, { language, ignoreIllegals: true }).value,
});

export function prepare(): undefined {
  return undefined;
}

/** @preempt */
export function run(_: undefined, text: string): string[] {
  const html: string[] = [];
  for (const block of blocksOf(markdown.parse(text, {})))
    html.push(markdown.renderer.render(block, markdown.options, {}));
  return html;
}

/** Parsing is one call. Each block is another, and the highlighting of its code is in it. */
export async function runInParts(_: undefined, text: string, pause: Pause): Promise<string[]> {
  const html: string[] = [];
  for (const block of blocksOf(markdown.parse(text, {}))) {
    await pause();
    html.push(markdown.renderer.render(block, markdown.options, {}));
  }
  return html;
}

type Token = ReturnType<MarkdownIt["parse"]>[number];

/** Paragraphs, lists, blocks of code: what stands at the outermost level. @preempt */
function blocksOf(tokens: Token[]): Token[][] {
  const blocks: Token[][] = [];
  let from = 0;
  for (let i = 0; i < tokens.length; i++) {
    const { level, nesting } = tokens[i] as Token;
    if (level > 0 || nesting > 0) continue;
    blocks.push(tokens.slice(from, i + 1));
    from = i + 1;
  }
  return blocks;
}

export function digest(html: string[]): string {
  return hashTexts(html);
}
