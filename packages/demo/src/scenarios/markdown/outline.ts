/** What is in a document: its headings, its blocks, and how many of them make a preview. */
import type MarkdownIt from "markdown-it";

export type Token = ReturnType<MarkdownIt["parse"]>[number];

export interface Heading {
  readonly level: number;
  readonly text: string;
}

/** Tokens of a paragraph, a table, a list and so on; those inside of others belong to the outer one. */
export interface Block {
  readonly from: number;
  readonly to: number;
}

export interface Outline {
  readonly headings: readonly Heading[];
  readonly blocks: readonly Block[];
  /** How many blocks make a preview. */
  readonly previewed: number;
}

/** A preview ends before this line of the source, unless it would be empty. */
const mostLines = 120;

/** @preempt */
export function outlineOf(tokens: readonly Token[]): Outline {
  const headings: Heading[] = [];
  const blocks: Block[] = [];
  let previewed = 0;
  let from = 0;
  for (let i = 0; i < tokens.length; i++) {
    const token = tokens[i] as Token;
    if (token.type === "heading_open") headings.push({ level: Number(token.tag[1]), text: textOf(tokens[i + 1]) });
    if (token.level > 0 || token.nesting === 1) continue;
    blocks.push({ from, to: i + 1 });
    if (blocks.length === 1 || (tokens[from]?.map?.[1] ?? 0) <= mostLines) previewed = blocks.length;
    from = i + 1;
  }
  return { headings, blocks, previewed };
}

/**
 * Without the marks of emphasis and links.
 *
 * @preempt never: a heading is a line.
 */
function textOf(inline: Token | undefined): string {
  let text = "";
  for (const { type, content } of inline?.children ?? [])
    if (type === "text" || type === "code_inline") text += content;
  return text;
}
