/** The element that the page has for certain; the page and the one who asks are written together. */
export function find<E extends Element = HTMLElement>(selector: string): E {
  return document.querySelector(selector) as E;
}

/** Makes an element in one expression. */
export function element<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  properties: Partial<HTMLElementTagNameMap[K]> = {},
  ...children: (Node | string)[]
): HTMLElementTagNameMap[K] {
  const made = Object.assign(document.createElement(tag), properties);
  made.append(...children);
  return made;
}
