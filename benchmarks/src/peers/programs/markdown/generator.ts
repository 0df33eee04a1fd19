/**
 * The library's own steps, called one by one: a section of the text to blocks, a block's text to inline tokens, a block
 * to HTML. None can be interrupted inside. A section takes some 20 µs, a block less; at each `yield` the runner looks at the clock.
 */
import { Lexer, Parser } from "marked";
import { sectionsOf } from "./sections.ts";

export function* run(text: string): Generator<undefined, string> {
  const lexer = new Lexer();
  for (const section of sectionsOf(text.replace(/\r\n|\r/g, "\n"))) {
    yield;
    lexer.blockTokens(section, lexer.tokens);
  }
  for (const { src, tokens } of lexer.inlineQueue) {
    yield;
    lexer.inlineTokens(src, tokens);
  }
  const parser = new Parser();
  let html = "";
  for (const token of lexer.tokens) {
    yield;
    html += parser.parse([token]);
  }
  return html;
}
