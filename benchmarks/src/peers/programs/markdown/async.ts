/**
 * The library's own steps, called one by one: a section of the text to blocks, a block's text to inline tokens, a block
 * to HTML. None can be interrupted inside. A section takes some 20 µs, a block less; a look at the clock 0.1 µs.
 */
import { Lexer, Parser } from "marked";
import type { Pause } from "../../adapters/pause.ts";
import { sectionsOf } from "./sections.ts";

export async function run(text: string, pause: Pause): Promise<string> {
  const lexer = new Lexer();
  for (const section of sectionsOf(text.replace(/\r\n|\r/g, "\n"))) {
    if (pause.isDue()) await pause.wait();
    lexer.blockTokens(section, lexer.tokens);
  }
  for (const { src, tokens } of lexer.inlineQueue) {
    if (pause.isDue()) await pause.wait();
    lexer.inlineTokens(src, tokens);
  }
  const parser = new Parser();
  let html = "";
  for (const token of lexer.tokens) {
    if (pause.isDue()) await pause.wait();
    html += parser.parse([token]);
  }
  return html;
}
