/**
 * What the job "render" computes: a large document rendered by markdown-it, which the build makes preemptable without
 * changing a line of it.
 */
import MarkdownIt from "markdown-it";
import { hashTexts } from "../../work/hash.ts";
import { countWords, documentOf } from "./document.ts";
import { type Block, type Heading, outlineOf, type Token } from "./outline.ts";

// Without raw HTML the output is safe to show, whatever the file.
const markdown = new MarkdownIt({ html: false, linkify: true, typographer: true });
// It is one call of `replace` for all of the text, which nothing can preempt. Our text is normal already.
markdown.core.ruler.disable("normalize");

export interface Rendered {
  /** Of all the HTML. */
  readonly hash: string;
  /** Of the HTML, in characters. */
  readonly length: number;
  /** The HTML of the beginning: all of it in the page would take longer to lay out than to render. */
  readonly preview: string;
  readonly headings: readonly Heading[];
  readonly blocks: number;
  readonly words: number;
}

/**
 * Renders `typed` followed by `file`, as often as `size` asks for.
 *
 * @preempt
 */
export function render(typed: string, file: string, size: number): Rendered {
  const text = documentOf(typed, file, size);
  const tokens = markdown.parse(text, {});
  const { headings, blocks, previewed } = outlineOf(tokens);
  const html = renderBlocks(tokens, blocks);
  let length = 0;
  for (const block of html) length += block.length;
  const preview = html.slice(0, previewed).join("");
  return { hash: hashTexts(html), length, preview, headings, blocks: blocks.length, words: countWords(text) };
}

/**
 * Block by block: the whole in one piece is put together by the engine when it is first read, with nothing in between.
 *
 * @preempt
 */
export function renderBlocks(tokens: Token[], blocks: readonly Block[]): string[] {
  const html: string[] = [];
  for (const { from, to } of blocks) html.push(markdown.renderer.render(tokens.slice(from, to), markdown.options, {}));
  return html;
}
