/** The diagram. */
import { element } from "../../../views/element.ts";

export function openDiagram(place: HTMLElement): (svg: string) => void {
  const picture = element("div", { className: "picture diagram", role: "img", ariaLabel: "The flow chart" });
  place.append(picture);
  return (svg) => {
    picture.innerHTML = svg;
  };
}
