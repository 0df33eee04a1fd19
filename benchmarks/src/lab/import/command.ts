/** `preempt-lab import`: task sets of other tools, and of traces. */
import { exitCodes, type LabCommand } from "../command.ts";
import { LabError, show } from "../errors.ts";
import type { Read } from "../interchange/format.ts";
import { formats } from "../interchange/formats.ts";
import { writeTaskSets } from "../task-set.ts";
import { importPaperSets } from "./paper.ts";
import { importTrace } from "./trace.ts";

interface Source {
  readonly name: string;
  readonly what: string;
  readonly read: (text: string, source: string) => Read;
}

const sources: readonly Source[] = [
  {
    name: "paper",
    what: "the 1000 task sets published with the paper RT.js (RTSS 2019), tasksets.json; deadlines are periods",
    read: (text, source) => ({ sets: importPaperSets(text, source), remarks: [] }),
  },
  {
    name: "trace",
    what: "a trace of Chrome's performance panel or of ours: what ran how long, and how often",
    read: importTrace,
  },
  ...formats.flatMap(({ name, what, read }) => (read === undefined ? [] : [{ name, what, read }])),
];

const width = Math.max(...sources.map(({ name }) => name.length));

export const importSets: LabCommand = {
  name: "import",
  help: `preempt-lab import FORMAT FILE

  Task sets of another tool as a task-set file, on standard output. FILE "-": standard input.
${sources.map(({ name, what }) => `    ${name.padEnd(width)}  ${what}`).join("\n")}
  What a file says and a task-set file cannot is named on standard error.
  --json: as without it, task-set files are JSON.

Examples:
  preempt-lab import paper tasksets.json > paper.json
  preempt-lab import simso example.xml | preempt-lab analyze
  preempt-lab import csv tasks.csv | preempt-lab simulate --policy fp`,
  options: { json: { type: "boolean" } },
  async run(_words, [what, file, ...more], terminal) {
    const source = sources.find(({ name }) => name === what);
    if (source === undefined || more.length > 0) {
      const known = sources.map(({ name }) => name).join(", ");
      const given = what === undefined ? "" : ` Given: ${show([what, file, ...more].join(" "))}.`;
      throw new LabError(
        "import_what",
        `say what to import: "preempt-lab import paper FILE", or one of ${known}.${given}`,
      );
    }
    const { text, source: name } = await terminal.read(file);
    const { sets, remarks } = source.read(text, name);
    if (remarks.length > 0) terminal.err(`Left out: ${remarks.join("; ")}.\n`);
    await terminal.out(writeTaskSets(sets));
    return exitCodes.done;
  },
};
