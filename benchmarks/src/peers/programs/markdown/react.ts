/**
 * The library's own steps, called one by one: a section of the text to blocks, a block's text to inline tokens, a block
 * to HTML. None can be interrupted inside. A section takes some 20 µs, a block less; a question costs 0.1 µs.
 */
import { Lexer, Parser } from "marked";
import {
  unstable_LowPriority as LowPriority,
  unstable_scheduleCallback as scheduleCallback,
  unstable_shouldYield as shouldYield,
} from "scheduler";
import { sectionsOf } from "./sections.ts";

export function run(text: string): Promise<string> {
  const lexer = new Lexer();
  const parser = new Parser();
  const sections = sectionsOf(text.replace(/\r\n|\r/g, "\n"));
  let queued = 0;
  let parsed = 0;
  let html = "";
  return new Promise((resolve) => {
    const lexBlocks = () => {
      for (let next = sections.next(); !next.done; next = sections.next()) {
        lexer.blockTokens(next.value, lexer.tokens);
        if (shouldYield()) return lexBlocks;
      }
      return lexInline;
    };
    const lexInline = () => {
      while (queued < lexer.inlineQueue.length) {
        const { src, tokens } = lexer.inlineQueue[queued++] as (typeof lexer.inlineQueue)[number];
        lexer.inlineTokens(src, tokens);
        if (shouldYield()) return lexInline;
      }
      return parse;
    };
    const parse = () => {
      while (parsed < lexer.tokens.length) {
        html += parser.parse(lexer.tokens.slice(parsed, ++parsed));
        if (shouldYield()) return parse;
      }
      resolve(html);
    };
    scheduleCallback(LowPriority, lexBlocks);
  });
}
