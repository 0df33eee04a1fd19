/** The answer as it grows. Only blocks that have changed are put into the page: the rest stays as it is. */
import { element } from "../../../views/element.ts";
import "./chat.css";

export function openAnswer(place: HTMLElement): (html: readonly string[]) => void {
  const box = element("section", { className: "answer scroll", tabIndex: 0, ariaLabel: "The answer" });
  place.append(box);
  let shown: readonly string[] = [];
  return (html) => {
    for (let i = 0; i < html.length; i++) {
      if (html[i] === shown[i]) continue;
      const block = element("div", { innerHTML: html[i] as string });
      if (i < box.children.length) box.children[i]?.replaceWith(block);
      else box.append(block);
    }
    while (box.children.length > html.length) box.lastElementChild?.remove();
    shown = html;
    box.scrollTop = box.scrollHeight;
  };
}
