/**
 * The style sheet of the SVG charts. Blue, vermilion and grey are of Okabe and Ito's palette for all kinds of colour
 * vision ("Color Universal Design", 2008), lighter on dark ground; every pair differs in lightness too. Each rule is
 * held to the chart, for in a page it would apply to everything.
 */
const rules = `
& { font: 13px/1.2 system-ui, sans-serif; color-scheme: light dark; direction: ltr; --ground: #fff; --ink: #1b1f24; --soft: #5b6470; --grid: #dfe3e8; --run: #0072b2; --late: #c44e00; --ready: #9aa5b1; }
& .ground { fill: var(--ground); }
& svg { overflow: visible; }
& text { fill: var(--ink); }
& .title { font-size: 15px; font-weight: 600; }
& .name { font-weight: 600; }
& .tick { fill: var(--soft); font-size: 12px; text-anchor: middle; font-variant-numeric: tabular-nums; }
& .tick.first { text-anchor: start; }
& .tick.last { text-anchor: end; }
& .grid { stroke: var(--grid); }
& .base { stroke: var(--soft); }
& .run { fill: var(--run); }
& .late { fill: var(--late); }
& .stripe { fill: var(--ground); pointer-events: none; }
& .ready { fill: var(--ready); }
& .blocked { stroke: var(--soft); stroke-width: 2; stroke-dasharray: 2 4; }
& path, & circle { fill: none; stroke: var(--ink); stroke-width: 1.5; stroke-linecap: round; stroke-linejoin: round; }
& .miss path { stroke: var(--late); stroke-width: 2.5; }
@media (max-width: 500px) { & .minor { display: none; } & .tick.left { text-anchor: start; } }
@media (prefers-color-scheme: dark) { & { --ground: #15181c; --ink: #e8eaed; --soft: #a3adb8; --grid: #2b3138; --run: #56b4e9; --late: #ff8a3d; --ready: #66717d; } }
`;

export const svgStyle: string = /* @__PURE__ */ rules
  .trim()
  .replaceAll("& {", ".preempt-gantt {")
  .replaceAll("& ", ".preempt-gantt ");
