/** Parses and highlights a long source file: Lezer, the parser of CodeMirror. */
import type { SyntaxNode, Tree } from "@lezer/common";
import { classHighlighter, highlightTree } from "@lezer/highlight";
import { parser } from "@lezer/javascript";
import type { Pause } from "../../entry.ts";

/** The text from `from` to `to` has these CSS classes. */
export interface Token {
  readonly from: number;
  readonly to: number;
  readonly classes: string;
}

export interface Highlighted {
  readonly count: number;
  /** Of all tokens, to compare by. */
  readonly hash: number;
  /** Those of the first lines, which are shown. */
  readonly head: readonly Token[];
}

/** Letters of the file that are shown. */
const headLength = 900;

export function prepare(): undefined {
  return undefined;
}

/** @preempt */
export function run(_: undefined, text: string): Highlighted {
  const tokens = new Tokens();
  highlight(parser.parse(text), tokens, 0, text.length);
  return tokens.result();
}

/** Lezer can be called step by step, and a tree can be highlighted in parts: one for each statement of the module. */
export async function runInParts(_: undefined, text: string, pause: Pause): Promise<Highlighted> {
  const parsing = parser.startParse(text);
  let tree = parsing.advance();
  while (tree === null) {
    await pause();
    tree = parsing.advance();
  }
  const tokens = new Tokens();
  for (let node: SyntaxNode | null = tree.topNode.firstChild; node !== null; node = node.nextSibling) {
    await pause();
    highlight(tree, tokens, node.from, node.to);
  }
  return tokens.result();
}

/** @preempt */
function highlight(tree: Tree, tokens: Tokens, from: number, to: number): void {
  highlightTree(tree, classHighlighter, (start, end, classes) => tokens.add(start, end, classes), from, to);
}

class Tokens {
  #count = 0;
  #hash = 0;
  readonly #head: Token[] = [];

  add(from: number, to: number, classes: string): void {
    this.#count++;
    this.#hash = (Math.imul(this.#hash, 31) + from * 7 + to + classes.length) | 0;
    if (from < headLength) this.#head.push({ from, to, classes });
  }

  result(): Highlighted {
    return { count: this.#count, hash: this.#hash, head: this.#head };
  }
}

export function digest({ count, hash }: Highlighted): string {
  return `${count} ${hash >>> 0}`;
}
