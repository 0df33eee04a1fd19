/** The table of claims and experiments: for `--list`, and for docs/artefact.md, where a test compares it. */
import { textTable } from "../../text-table.ts";
import { type Experiment, needs, type Run } from "./experiment.ts";
import { recordedOf } from "./recorded.ts";

const minutesOf = ({ minutes }: Run) => (minutes < 1 ? "< 1" : String(minutes));

/** For a terminal. */
export function listText(experiments: readonly Experiment[]): string {
  const rows = experiments.flatMap((experiment) =>
    experiment.items.map(({ id, title }) => [
      id,
      experiment.id,
      minutesOf(experiment.quick),
      minutesOf(experiment.full),
      (experiment.needs ?? []).join(", ") || "-",
      title,
    ]),
  );
  const sum = (mode: "quick" | "full") => Math.round(experiments.reduce((all, one) => all + one[mode].minutes, 0));
  return `${textTable(["item", "experiment", "quick, min", "full, min", "needs", "what"], rows, (column) => column !== 2 && column !== 3)}\nall ${rows.length} items: ${sum("quick")} min quick, ${sum("full")} min full\n`;
}

/** For docs/artefact.md: a row for each item. */
export function claimsMarkdown(experiments: readonly Experiment[]): string {
  const rows = experiments.flatMap((experiment) =>
    experiment.items.map((item) => {
      const page = experiment.page.replace(/^docs\//, "");
      const ours = (["quick", "full"] as const).filter((mode) => recordedOf(item, mode) !== undefined);
      return `| \`${item.id}\` | [${item.title}](${page}) | ${item.claim} | ${item.shape.map(({ says }) => says).join("; ")} | ${minutesOf(experiment.quick)} / ${minutesOf(experiment.full)} | ${ours.join(", ") || "page"} |`;
    }),
  );
  return [
    "| item | what | claim | expected shape | minutes, quick / full | ours |",
    "|:--|:--|:--|:--|--:|:--|",
    ...rows,
  ].join("\n");
}

/** For docs/artefact.md: what machines need beyond Node. */
export function needsMarkdown(experiments: readonly Experiment[]): string {
  return Object.entries(needs)
    .map(([need, words]) => {
      const of = experiments
        .filter((one) => one.needs?.includes(need as keyof typeof needs))
        .map(({ id }) => `\`${id}\``);
      return `- ${words}: ${of.join(", ")}`;
    })
    .join("\n");
}
