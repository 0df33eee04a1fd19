/** A colour for each row of the charts, readable in both schemes, and those of the page. */
const hues = [264, 40, 150, 330, 205, 90, 300, 15, 180, 60];
const dark = matchMedia("(prefers-color-scheme: dark)");

/** The colour of the n-th row. */
export function rowColour(index: number): string {
  const hue = hues[index % hues.length] as number;
  return dark.matches ? `oklch(0.74 0.13 ${hue})` : `oklch(0.56 0.15 ${hue})`;
}

export interface PageColours {
  readonly text: string;
  readonly muted: string;
  readonly line: string;
  readonly good: string;
  readonly warn: string;
  readonly bad: string;
}

let known: { readonly isDark: boolean; readonly colours: PageColours } | undefined;

/** The page's own colours, as a canvas wants them. Read once per scheme: style lookups in each frame cost. */
export function pageColours(): PageColours {
  if (known?.isDark !== dark.matches) {
    const probe = document.createElement("span");
    // High contrast would give one colour for all of them, and bars and grids their text's.
    probe.style.forcedColorAdjust = "none";
    document.body.append(probe);
    const read = (name: string) => {
      probe.style.color = `var(--${name})`;
      return getComputedStyle(probe).color;
    };
    const colours = {
      text: read("text"),
      muted: read("muted"),
      line: read("line"),
      good: read("good"),
      warn: read("warn"),
      bad: read("bad"),
    };
    probe.remove();
    known = { isDark: dark.matches, colours };
  }
  return known.colours;
}
