/** What the figures have in common: one SVG text that stands by itself, in the reader's colour scheme. */

/** Of Okabe and Ito's palette, for all kinds of colour vision: FCFS, EDF; on light and on dark ground. */
const colours = { fcfs: ["#c44e00", "#ff8a3d"], edf: ["#0072b2", "#56b4e9"] } as const;

export interface Picture {
  /** The class of the picture, to which its rules are held. */
  readonly name: string;
  readonly width: number;
  readonly height: number;
  readonly title: string;
  /** What was measured, and on what: a line under the title. */
  readonly remark: string;
  /** For those who hear it. */
  readonly description: string;
  /** Further rules; `&` stands for the picture. */
  readonly rules?: string;
  readonly drawn: readonly string[];
}

export function svgPicture({ name, width, height, title, remark, description, rules = "", drawn }: Picture): string {
  const style = `${common}\n${rules.trim()}`.trim().replaceAll("&", `.${name}`);
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" class="${name}" role="img" aria-label="${svgText(title)}" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">`,
    `<title>${svgText(title)}</title>`,
    `<desc>${svgText(description)}</desc>`,
    `<style>${style}</style>`,
    '<rect class="ground" width="100%" height="100%"/>',
    `<text class="title" x="16" y="24">${svgText(title)}</text>`,
    `<text class="soft" x="16" y="42">${svgText(remark)}</text>`,
    ...drawn,
    "</svg>",
    "",
  ].join("\n");
}

const shades = (shade: 0 | 1) => `--fcfs: ${colours.fcfs[shade]}; --edf: ${colours.edf[shade]};`;

const common = `
& { font: 12px/1.2 system-ui, sans-serif; --ground: #fff; --ink: #1b1f24; --soft: #5b6470; --grid: #dfe3e8; ${shades(0)} }
@media (prefers-color-scheme: dark) { & { --ground: #15181c; --ink: #e8eaed; --soft: #a3adb8; --grid: #2b3138; ${shades(1)} } }
& .ground { fill: var(--ground); }
& text { fill: var(--ink); font-variant-numeric: tabular-nums; }
& .title { font-size: 15px; font-weight: 600; }
& .soft { fill: var(--soft); }
& .middle { text-anchor: middle; }
& .end { text-anchor: end; }
& .grid { stroke: var(--grid); }
& .fcfs { fill: var(--fcfs); }
& .edf { fill: var(--edf); }
`.trim();

export function svgText(raw: string): string {
  return raw.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
}

/** A length in the picture: tenths are fine enough. */
export const px = (value: number): string => String(Math.round(value * 10) / 10);
