/** `preempt-lab experiment NAME`: experiments of the laboratory, each one command. */
import { nearNames } from "@preempt/checks";
import type { LabCommand } from "../command.ts";
import { LabError, show } from "../errors.ts";
import { runSizeOf, textOf } from "../words.ts";
import { makeFolder } from "../write-file.ts";
import { callbacks } from "./callbacks/command.ts";
import type { Experiment } from "./experiment.ts";
import { page } from "./page/command.ts";

const experiments: Readonly<Record<string, Experiment>> = { callbacks, page };
const names = Object.keys(experiments);

export const experiment: LabCommand = {
  name: "experiment",
  help: `preempt-lab experiment NAME --out DIR [options]

  Experiments that put analyses, simulations and measurements side by side:
${Object.entries(experiments)
  .map(([name, { summary }]) => `    ${name.padEnd(10)} ${summary}`)
  .join("\n")}

  --out DIR            where the results go:
${Object.entries(experiments)
  .map(([name, { files }]) => `                       ${name}: ${files}`)
  .join("\n")}
  --quick, --full      a small run, or a large one; how long it takes is said first
  --json               all numbers as JSON on standard output, instead of tables

${Object.values(experiments)
  .map(({ help }) => help)
  .join("\n\n")}

Examples:
  preempt-lab experiment callbacks --out callbacks --quick
  preempt-lab experiment page --out page`,
  options: {
    ...Object.fromEntries(
      ["out", ...Object.values(experiments).flatMap(({ options }) => options)].map((name) => [
        name,
        { type: "string" as const },
      ]),
    ),
    quick: { type: "boolean" },
    full: { type: "boolean" },
    json: { type: "boolean" },
  },
  async run(words, given, terminal) {
    const [name = "", ...others] = given;
    const chosen = Object.hasOwn(experiments, name) ? experiments[name] : undefined;
    if (chosen === undefined || others.length > 0) {
      const near = nearNames(name, names).map((known) => show(known));
      const meant = near.length === 0 ? `one of ${names.join(", ")}` : near.join(" or ");
      throw new LabError("experiment_name", `the experiment is ${show(given.join(" "))}. Give ${meant}.`);
    }
    const known = new Set(["out", "quick", "full", "json", ...chosen.options]);
    const foreign = Object.keys(words).find((word) => !known.has(word));
    if (foreign !== undefined) {
      throw new LabError("option_without", `--${foreign} is of another experiment than ${name}. Leave it out.`);
    }
    // Refused before a folder is made.
    runSizeOf(words);
    const out = textOf(words, "out");
    if (out === undefined) throw new LabError("out_missing", "say where the results go: --out DIR.");
    makeFolder(out);
    return chosen.run(words, out, terminal);
  },
};
