/** Marks and lines of series, and the legend that explains them: colour, shape and hollowness tell the same. */
import {
  type SymbolType,
  symbol,
  symbolCircle,
  symbolCross,
  symbolDiamond,
  symbolSquare,
  symbolTriangle,
} from "d3-shape";
import { svgText } from "../../../svg.ts";
import type { Look, Shape } from "../series.ts";
import { rounded } from "./axes.ts";

const shapes: Readonly<Record<Shape, SymbolType>> = {
  circle: symbolCircle,
  square: symbolSquare,
  triangle: symbolTriangle,
  diamond: symbolDiamond,
  cross: symbolCross,
};

export const markRules = `
& .hollow { fill: var(--ground); stroke-width: 1.6; }
& .line { fill: none; stroke-width: 1.4; stroke-opacity: 0.75; }
& .dashed { stroke-dasharray: 4 3; }
& .spread { stroke-width: 1.3; }
& .box { fill-opacity: 0.35; }
& .hollowbox { fill: none; stroke-width: 1; }
& .level { fill: var(--soft); text-anchor: end; }
& .axis { fill: var(--soft); }
& .middle { text-anchor: middle; }
& .ink { stroke: var(--ink); }
& .zero { fill: var(--grid); fill-opacity: 0.45; }`;

/** Its area is that of a square of `size` pixels. */
export function mark({ colour, shape, published }: Look, x: number, y: number, title: string, size = 6.5): string {
  const kind = published ? `l${colour} hollow` : `v${colour}`;
  const path = symbol(shapes[shape], size ** 2).digits(1)();
  return `<path class="${kind}" transform="translate(${rounded(x)} ${rounded(y)})" d="${path}">${title === "" ? "" : `<title>${svgText(title)}</title>`}</path>`;
}

export const lineClass = ({ colour, published }: Look): string => `line l${colour}${published ? " dashed" : ""}`;

/** Height of a line of the legend. */
const lineHeight = 18;

/**
 * Names with a sample each, in as many lines as they need.
 *
 * @param y Of the first line's middle
 */
export function legend(
  entries: readonly (Look & { readonly name: string })[],
  { x, y, width }: { readonly x: number; readonly y: number; readonly width: number },
): { readonly drawn: string[]; readonly height: number } {
  let [at, line] = [x, 0];
  const drawn = entries.flatMap((entry) => {
    // Nobody measures text here: this is room enough in any system font.
    const needed = 50 + 6.9 * entry.name.length;
    if (at > x && at + needed > x + width) [at, line] = [x, line + 1];
    const [left, middle] = [rounded(at), y + line * lineHeight];
    at += needed;
    return [
      `<line class="${lineClass(entry)}" x1="${left}" x2="${rounded(left + 26)}" y1="${middle}" y2="${middle}"/>`,
      mark(entry, left + 13, middle, ""),
      `<text x="${rounded(left + 32)}" y="${middle + 4}">${svgText(entry.name)}</text>`,
    ];
  });
  return { drawn, height: (line + 1) * lineHeight };
}
