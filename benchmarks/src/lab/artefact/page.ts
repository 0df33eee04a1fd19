/** A reader's run beside ours, as one HTML page that needs nothing else. */
import { type FigureNote, noteDetails } from "../figure-notes/note.ts";
import { digits } from "../report/charts/show.ts";
import { details, facts, htmlPage, list, paragraph, section, table, text } from "../report/page/html.ts";
import type { Experiment, Item, Mode } from "./experiment.ts";
import type { MachineFacts } from "./machine.ts";
import type { Recorded } from "./recorded.ts";
import { type ItemResult, itemsOf, openResult } from "./result.ts";
import type { Results } from "./work.ts";

export interface ComparedRun {
  readonly mode: Mode;
  readonly machine: MachineFacts;
  /** ISO 8601. */
  readonly when: string;
  readonly results: Results;
  /** Ours, by the ids of items. */
  readonly recorded: ReadonlyMap<string, Recorded>;
  /** SVG texts, by the ids of items: ours and the reader's. */
  readonly figures: ReadonlyMap<string, readonly FigurePair[]>;
}

export interface FigurePair {
  readonly note?: FigureNote;
  readonly ours: string | undefined;
  readonly theirs: string | undefined;
}

/** How a status is shown: a sign as well, since not every reader sees colours. */
const signs = {
  holds: "✓ holds",
  differs: "✗ differs",
  disturbed: "? disturbed: repeat it on a quiet machine",
  failed: "! failed",
  "left out": "– left out",
  open: "… not run",
} as const;

export function comparePage(experiments: readonly Experiment[], run: ComparedRun): string {
  const all = itemsOf(experiments);
  return htmlPage("Preempt: this run beside ours", [
    `<style>${style}</style>`,
    paragraph(
      summaryOf(
        all.map(({ item }) => item),
        run,
      ),
    ),
    facts([["Run", `${run.mode}, ${run.when}`], ...Object.entries(run.machine)]),
    overview(all, run),
    ...experiments.map((experiment) => experimentPart(experiment, run)),
  ]);
}

/** "12 of 20 items ran; the expected shape holds in 11." */
export function summaryOf(items: readonly Pick<Item, "id">[], { results }: Pick<ComparedRun, "results">): string {
  const count = (...wanted: readonly string[]) =>
    items.filter(({ id }) => wanted.includes((results.get(id) ?? openResult).status)).length;
  const ran = count("holds", "differs", "disturbed");
  const parts = [
    `${ran} of ${items.length} items ran, and the expected shape holds in ${count("holds")} of them`,
    ...(["disturbed", "failed", "left out", "open"] as const).flatMap((status) => {
      const found = count(status);
      return found === 0 ? [] : [`${found} ${status === "open" ? "not run" : status}`];
    }),
  ];
  return `${parts.join("; ")}.`;
}

function overview(all: readonly { experiment: Experiment; item: Item }[], { results }: ComparedRun): string {
  const rows = all.map(({ item }) => {
    const { status } = results.get(item.id) ?? openResult;
    return `<tr><th scope="row"><a href="#${item.id}">${text(item.title)}</a></th><td class="${classOf(status)}">${signs[status]}</td><td class="words">${text(item.claim)}</td></tr>`;
  });
  return `<div class="wide" role="region" tabindex="0" aria-label="All items"><table><thead><tr><th scope="col">item</th><th scope="col" class="words">shape</th><th scope="col" class="words">claim</th></tr></thead><tbody>${rows.join("\n")}</tbody></table></div>`;
}

function experimentPart(experiment: Experiment, run: ComparedRun): string {
  const commands = experiment[run.mode].steps.map(({ command }) => command);
  return [
    ...experiment.items.map((item) => itemPart(item, run)),
    details(`Commands of ${experiment.items.map(({ title }) => title).join(", ")}`, [
      `<pre>${text(commands.join("\n"))}</pre>`,
      paragraph(`Described in ${experiment.page}.`),
    ]),
  ].join("\n");
}

function itemPart(item: Item, run: ComparedRun): string {
  const result = run.results.get(item.id) ?? openResult;
  const recorded = run.recorded.get(item.id);
  return section(item.id, item.title, [
    `<p class="${classOf(result.status)}">${signs[result.status]}${result.why === undefined ? "" : `: ${text(result.why)}`}</p>`,
    paragraph(`Claim: ${item.claim}`),
    shapeList(item, result),
    numbersTable(item, result, recorded),
    ...(item.published === undefined ? [] : [paragraph(`On the page: ${item.published.says}`)]),
    ...(run.figures.get(item.id) ?? []).map(pair),
  ]);
}

function shapeList({ shape }: Item, { holds }: ItemResult): string {
  return list(
    shape.map(({ says }, i) => {
      const held = holds[i];
      if (held === null) return `– ${says} (a quick run is too short to say)`;
      return `${held === undefined ? "…" : held ? "✓" : "✗"} ${says}`;
    }),
  );
}

function numbersTable({ title }: Item, { numbers }: ItemResult, recorded: Recorded | undefined): string {
  const labels = [...new Set([...Object.keys(recorded?.numbers ?? {}), ...Object.keys(numbers)])];
  if (labels.length === 0) return "";
  const ours = recorded === undefined ? "ours: not recorded" : `ours (${recorded.machine.Processor})`;
  return table({
    caption: `${title}: numbers`,
    head: ["", ours, "this run", "this run / ours"],
    rows: labels.map((label) => {
      const [a, b] = [recorded?.numbers[label], numbers[label]];
      return [label, shown(a), shown(b), a === undefined || b === undefined || a === 0 ? "–" : shown(b / a)];
    }),
  });
}

const shown = (value: number | undefined) => (value === undefined ? "–" : digits(value));

function pair({ ours, theirs, note }: FigurePair): string {
  const side = (name: string, svg: string | undefined) =>
    `<figure><figcaption>${name}</figcaption>${svg === undefined ? paragraph("There is no figure.") : `<div class="chart" role="region" tabindex="0" aria-label="${name}">${svg.trim()}</div>`}</figure>`;
  return `<div class="pair">${side("Ours", ours)}${side("This run", theirs)}</div>${note === undefined ? "" : noteDetails(note)}`;
}

const classOf = (status: ItemResult["status"]) => `status-${status.replace(" ", "-")}`;

const style = `
:root { --good: #00805e; --bad: #b3261e; }
@media (prefers-color-scheme: dark) { :root { --good: #3fc9a0; --bad: #ff8a80; } }
.status-holds { color: var(--good); font-weight: 600; }
.status-differs, .status-failed { color: var(--bad); font-weight: 600; }
.status-left-out, .status-open, .status-disturbed { color: var(--soft); }
.words { white-space: normal; text-align: left; }
td.words { min-width: 18rem; }
td[class^="status"] { text-align: left; }
pre { overflow-x: auto; background: var(--shade); padding: 0.75rem; border-radius: 6px; font-size: 0.85rem; }
.pair { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(30rem, 100%), 1fr)); gap: 1rem; }
.pair figure { min-width: 0; }
.pair .chart > svg { width: 100%; height: auto; min-width: 26rem; }
`.trim();
