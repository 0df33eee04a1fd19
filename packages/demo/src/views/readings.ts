/** Numbers with what they mean, where panels show them. */
import { element } from "./element.ts";
import "./readings.css";

/** A list of small ones, a dash each until something is known. */
export function readings<K extends string>(
  labels: Readonly<Record<K, string>>,
): { readonly list: HTMLDListElement; readonly values: Readonly<Record<K, HTMLElement>> } {
  const list = element("dl", { className: "readings" });
  const entries = (Object.entries(labels) as [K, string][]).map(([id, label]) => {
    const value = element("dd", { textContent: "–" });
    value.dataset.reading = id;
    list.append(element("div", {}, element("dt", { textContent: label }), value));
    return [id, value] as const;
  });
  return { list, values: Object.fromEntries(entries) as Record<K, HTMLElement> };
}

/** A large one. */
export function tile(number: HTMLElement, words: string): HTMLElement {
  return element("div", {}, number, element("span", { textContent: words }));
}
