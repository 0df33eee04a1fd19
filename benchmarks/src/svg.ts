/** What the charts have in common: one SVG text without scripts, fonts or references, in the reader's colour scheme. */

/** Of Okabe and Ito's palette for all kinds of colour vision, for light and for dark ground. */
const colours = [
  ["#0072b2", "#56b4e9"],
  ["#c44e00", "#ff8a3d"],
  ["#00805e", "#3fc9a0"],
  ["#8a6d00", "#e6c229"],
  ["#a64d82", "#e39cc6"],
  ["#5b6470", "#a3adb8"],
  ["#1b1f24", "#e8eaed"],
] as const;

/** How many series can be told apart. */
export const seriesColours: number = colours.length;

export interface Page {
  /** The class of the picture, to which all rules are held: in a page they would apply to everything. */
  readonly name: string;
  readonly width: number;
  readonly height: number;
  readonly title: string;
  /** For those who hear it. */
  readonly description: string;
  /** What it was measured on. */
  readonly machine: string;
  /** Further rules; `&` stands for the picture. */
  readonly rules?: string;
  readonly drawn: readonly string[];
}

/** Series `i` has the class `v${i}`, which gives `fill`; `l${i}` gives `stroke`. */
export function svgPage({ name, width, height, title, description, machine, rules = "", drawn }: Page): string {
  const style = `${commonRules}\n${rules.trim()}\n${darkRules}`
    .trim()
    .replaceAll("& {", `.${name} {`)
    .replaceAll("& ", `.${name} `);
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" class="${name}" role="img" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">`,
    `<title>${svgText(title)}</title>`,
    `<desc>${svgText(description)}</desc>`,
    `<style>${style}</style>`,
    '<rect class="ground" width="100%" height="100%"/>',
    `<text class="title" x="16" y="22">${svgText(title)}</text>`,
    `<text class="soft" x="16" y="38">${svgText(machine)}</text>`,
    ...drawn,
    "</svg>",
    "",
  ].join("\n");
}

const fills = (shade: 0 | 1) => colours.map((pair, i) => `--v${i}: ${pair[shade]};`).join(" ");

const commonRules = `
& { font: 12px/1.2 system-ui, sans-serif; color-scheme: light dark; --ground: #fff; --ink: #1b1f24; --soft: #5b6470; --grid: #dfe3e8; ${fills(0)} }
& .ground { fill: var(--ground); }
& text { fill: var(--ink); }
& .title { font-size: 15px; font-weight: 600; }
& .soft { fill: var(--soft); }
& .name { text-anchor: end; }
& .tick { fill: var(--soft); text-anchor: middle; }
& .grid { stroke: var(--grid); }
${colours.map((_, i) => `& .v${i} { fill: var(--v${i}); }\n& .l${i} { stroke: var(--v${i}); }`).join("\n")}
`.trim();

const darkRules = `@media (prefers-color-scheme: dark) { & { --ground: #15181c; --ink: #e8eaed; --soft: #a3adb8; --grid: #2b3138; ${fills(1)} } }`;

export function svgText(raw: string): string {
  return raw.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
}
