/** How the panel looks. It lives in a shadow tree: the page's styles do not reach it, nor its the page. */
export const style = `
:host { all: initial; position: fixed; inset: auto 12px 12px auto; z-index: 2147483647; color-scheme: light dark;
  font: 13px/1.45 system-ui, sans-serif; }
* { box-sizing: border-box; }
.root { --ground: #fff; --raised: #f4f5f7; --ink: #1c1e21; --soft: #5c6370; --line: #d8dbe0; --accent: #2456c7; --on-accent: #fff;
  --good: #1a7f37; --fair: #9a5b00; --poor: #b42318; --wait: #b9bec7; --handle: #d9480f; --paint: #7c5cd6;
  --minus: #fdecea; --plus: #e7f5ea; color: var(--ink); }
@media (prefers-color-scheme: dark) {
  .root { --ground: #1d1f23; --raised: #282b31; --ink: #e8eaed; --soft: #a3abb8; --line: #3d424b; --accent: #8ab0ff; --on-accent: #10131a;
    --good: #5fd07f; --fair: #f0b35a; --poor: #ff8a80; --wait: #6b7280; --handle: #ff9457; --paint: #ad97f5;
    --minus: #4a2526; --plus: #1f3d2a; }
}
button { font: inherit; color: inherit; cursor: pointer; border: 0; border-radius: 6px; background: none; }
button:focus-visible, summary:focus-visible, pre:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
.badge { display: block; margin-left: auto; padding: 7px 12px; background: var(--ground); border: 1px solid var(--line);
  border-radius: 999px; box-shadow: 0 2px 10px #0003; font-variant-numeric: tabular-nums; }
.badge b, .inp b { font-weight: 650; }
.good { color: var(--good); } .fair { color: var(--fair); } .poor { color: var(--poor); }
.panel { width: min(440px, calc(100vw - 24px)); max-height: min(640px, calc(100vh - 72px)); overflow: auto; margin-bottom: 8px;
  background: var(--ground); border: 1px solid var(--line); border-radius: 12px; box-shadow: 0 8px 32px #0004; overscroll-behavior: contain; }
header { display: flex; align-items: baseline; gap: 10px; padding: 12px 16px; border-bottom: 1px solid var(--line);
  position: sticky; top: 0; background: var(--ground); z-index: 1; }
header h1 { font-size: 14px; font-weight: 650; margin: 0; flex: 1; }
header button { padding: 0 6px; color: var(--soft); font-size: 16px; }
section { padding: 12px 16px; }
section + section { border-top: 1px solid var(--line); }
h2 { font-size: 12px; font-weight: 600; color: var(--soft); margin: 0 0 8px; }
p { margin: 0; } p + p { margin-top: 6px; }
.inp { font-size: 22px; font-variant-numeric: tabular-nums; }
.soft { color: var(--soft); }
ol { list-style: none; margin: 0; padding: 0; display: grid; gap: 12px; }
.card { background: var(--raised); border-radius: 8px; padding: 10px 12px; display: grid; gap: 6px; }
.card h3 { font-size: 13px; font-weight: 650; margin: 0; overflow-wrap: anywhere; }
.place { font: 12px/1.4 ui-monospace, monospace; color: var(--soft); overflow-wrap: anywhere; }
pre { margin: 0; font: 12px/1.5 ui-monospace, monospace; overflow-x: auto; border-radius: 6px; background: var(--ground); padding: 4px 0; }
pre span { display: block; padding: 0 8px; width: max-content; min-width: 100%; }
.minus { background: var(--minus); } .plus { background: var(--plus); }
.apply { justify-self: start; padding: 5px 12px; background: var(--accent); color: var(--on-accent); font-weight: 600; }
.apply[disabled] { opacity: .55; cursor: default; }
.bar { display: flex; height: 8px; border-radius: 4px; overflow: hidden; gap: 1px; }
.bar i { min-width: 2px; }
.waited { background: var(--wait); } .handled { background: var(--handle); } .presented { background: var(--paint); }
.legend { display: flex; flex-wrap: wrap; gap: 4px 14px; color: var(--soft); font-size: 12px; }
.legend i { display: inline-block; width: 8px; height: 8px; border-radius: 2px; margin-right: 5px; }
.head span { white-space: nowrap; } .head { display: flex; justify-content: space-between; gap: 8px; font-variant-numeric: tabular-nums; }
table { border-collapse: collapse; width: 100%; font-size: 12px; }
td { padding: 1px 0; vertical-align: top; overflow-wrap: anywhere; }
td.number { text-align: right; width: 58px; padding-right: 10px; white-space: nowrap; font-variant-numeric: tabular-nums; }
td.number, td.place { color: var(--soft); }
.notice { padding: 8px 12px; border-radius: 8px; background: var(--raised); }
details summary { cursor: pointer; color: var(--soft); }
details[open] summary { margin-bottom: 8px; }
`;
