/** The first lines of the file, coloured. */
import { element } from "../../../views/element.ts";
import "./code.css";
import type { Highlighted } from "./work.ts";

/** Letters that are shown. */
const shown = 900;

export function openCode(place: HTMLElement, text: () => string): (highlighted: Highlighted) => void {
  const count = element("p", { textContent: "Nothing was parsed yet." });
  const code = element("pre", { className: "scroll code", tabIndex: 0 });
  place.append(count, code);
  return ({ count: tokens, head }) => {
    count.textContent = `${tokens} tokens. The first lines:`;
    const whole = text().slice(0, shown);
    code.replaceChildren();
    let at = 0;
    for (const { from, to, classes } of head) {
      code.append(whole.slice(at, from), element("span", { className: classes, textContent: whole.slice(from, to) }));
      at = to;
    }
    code.append(whole.slice(at));
  };
}
