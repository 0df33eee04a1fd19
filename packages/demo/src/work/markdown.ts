/** A Markdown document rendered by markdown-it, which the build makes preemptable without changing a line of it. */
import MarkdownIt from "markdown-it";

const markdown = new MarkdownIt({ html: false, linkify: true, typographer: true });

/** @preempt */
export function renderMarkdown(source: string): string {
  return markdown.render(source);
}
