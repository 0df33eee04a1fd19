/** Where a strip of links is wider than the screen: the link comes to its middle. The page itself stays where it is. */
export function bringIntoView(strip: HTMLElement, link: HTMLElement): void {
  const [outer, inner] = [strip.getBoundingClientRect(), link.getBoundingClientRect()];
  strip.scrollLeft += inner.left + inner.width / 2 - outer.left - outer.width / 2;
}
