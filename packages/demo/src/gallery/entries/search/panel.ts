/** The best rows. */
import { element } from "../../../views/element.ts";
import type { Found } from "./work.ts";

const shown = 12;

export function openList(place: HTMLElement): (found: readonly Found[]) => void {
  const count = element("p", { textContent: "Nothing was searched yet." });
  const list = element("ol");
  place.append(count, list);
  return (found) => {
    count.textContent = `${found.length} rows, the best first:`;
    list.replaceChildren(...found.slice(0, shown).map(({ item }) => element("li", { textContent: item })));
  };
}
