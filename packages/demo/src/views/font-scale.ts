/** How much larger the letters are than usual: 1.5 where somebody has asked the browser for 24 pixels. */
export function fontScale(): number {
  return Number.parseFloat(getComputedStyle(document.documentElement).fontSize) / 16;
}
