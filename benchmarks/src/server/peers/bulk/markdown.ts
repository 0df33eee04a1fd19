/** Markdown, by markdown-it. */
import MarkdownIt from "markdown-it";
import { markdownText } from "../texts.ts";

const renderer = new MarkdownIt({ html: true, linkify: true, typographer: true });

/** A handbook as HTML. @preempt */
export function run(): string {
  return renderer.render(markdownText);
}
