/** The page's style sheet: the reader's colours, their system's letters, widths from a phone's on. */
export const pageStyle = `
:root { color-scheme: light dark; --ground: #fff; --ink: #1b1f24; --soft: #5b6470; --grid: #dfe3e8; --shade: #f4f6f8; --link: #0072b2; }
@media (prefers-color-scheme: dark) { :root { --ground: #15181c; --ink: #e8eaed; --soft: #a3adb8; --grid: #2b3138; --shade: #1d2126; --link: #56b4e9; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--ground); color: var(--ink); font: 16px/1.5 system-ui, sans-serif; }
main { max-width: 70rem; margin: 0 auto; padding: 1rem 1rem 4rem; }
h1 { font-size: 1.6rem; line-height: 1.2; margin: 0.5rem 0; }
h2 { font-size: 1.25rem; line-height: 1.3; margin: 2.5rem 0 0.5rem; }
p, figcaption, li { max-width: 46rem; overflow-wrap: anywhere; }
a { color: var(--link); }
nav ul { display: flex; flex-wrap: wrap; gap: 0.25rem 1.25rem; padding: 0; margin: 0.75rem 0; list-style: none; }
figure { margin: 1rem 0; }
figcaption, caption { color: var(--soft); font-size: 0.9rem; }
figcaption { margin-top: 0.4rem; }
.chart, .wide { overflow-x: auto; border: 1px solid var(--grid); border-radius: 6px; }
.chart:focus-visible, .wide:focus-visible, summary:focus-visible { outline: 2px solid var(--link); outline-offset: 2px; }
.chart > svg { display: block; }
.chart > svg[viewBox] { width: 100%; min-width: 660px; height: auto; }
.wide { margin: 0.75rem 0; }
table { border-collapse: collapse; min-width: 100%; font-size: 0.85rem; font-variant-numeric: tabular-nums; }
caption { text-align: left; padding: 0.5rem 0.75rem; max-width: calc(100vw - 3rem); position: sticky; left: 0; }
th, td { padding: 0.3rem 0.6rem; text-align: right; white-space: nowrap; border-top: 1px solid var(--grid); }
th:first-child, td:first-child { text-align: left; }
thead th { background: var(--shade); white-space: normal; vertical-align: bottom; }
tbody th { font-weight: 500; background: var(--ground); }
tr > :first-child { position: sticky; left: 0; }
details { margin: 0.75rem 0; }
summary { cursor: pointer; color: var(--link); }
dl { display: grid; grid-template-columns: max-content 1fr; gap: 0.2rem 1rem; margin: 0.75rem 0; }
dt { color: var(--soft); }
dd { margin: 0; overflow-wrap: anywhere; }
@media (max-width: 500px) { dl { grid-template-columns: 1fr; } dd { margin-bottom: 0.4rem; } tbody th { white-space: normal; min-width: 6.5rem; } }
@media print { .chart, .wide { overflow: visible; border: 0; } }
`.trim();
