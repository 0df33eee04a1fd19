/** TypeScript with its words in colours. */
import { typescriptLanguage } from "@codemirror/lang-javascript";
import { classHighlighter, highlightCode } from "@lezer/highlight";

export function highlight(code: string): DocumentFragment {
  const fragment = document.createDocumentFragment();
  const put = (text: string, classes: string) => {
    if (classes === "") return void fragment.append(text);
    const span = document.createElement("span");
    span.className = classes;
    span.textContent = text;
    fragment.append(span);
  };
  const endLine = () => fragment.append("\n");
  highlightCode(code, typescriptLanguage.parser.parse(code), classHighlighter, put, endLine);
  return fragment;
}
