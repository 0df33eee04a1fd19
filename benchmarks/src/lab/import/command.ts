/** `preempt-lab import`: task sets of other tools, and of traces. */
import { exitCodes, type LabCommand, type Words } from "../command.ts";
import { LabError, show } from "../errors.ts";
import type { Read } from "../interchange/format.ts";
import { formats } from "../interchange/formats.ts";
import { writeTaskSets } from "../task-set.ts";
import { needs, textOf } from "../words.ts";
import { importPage } from "./page-set.ts";
import { importPaperSets } from "./paper.ts";
import { importTrace } from "./trace.ts";

interface Source {
  readonly name: string;
  readonly what: string;
  readonly read: (text: string, source: string, words: Words) => Read;
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
    read: (text, source, words) => {
      const input = textOf(words, "input");
      return input === undefined ? importTrace(text, source) : importPage(text, source, input);
    },
  },
  ...formats.flatMap(({ name, what, read }) => (read === undefined ? [] : [{ name, what, read }])),
];

const width = Math.max(...sources.map(({ name }) => name.length));

export const importSets: LabCommand = {
  name: "import",
  help: `preempt-lab import FORMAT FILE

  Task sets of another tool as a task-set file, on standard output. FILE "-": standard input.
${sources.map(({ name, what }) => `    ${name.padEnd(width)}  ${what}`).join("\n")}
  --input TYPE         of a trace of Chrome: the set with the chain of this event, as keydown: dispatch of the event, and the display
                       frame after it. For the event loop of Chrome; the trace has to say when tasks were posted
  What a file says and a task-set file cannot is named on standard error.
  --json: as without it, task-set files are JSON.

Examples:
  preempt-lab import paper tasksets.json > paper.json
  preempt-lab import simso example.xml | preempt-lab analyze
  preempt-lab import csv tasks.csv | preempt-lab simulate --policy fp
  preempt-lab import trace page.trace.json --input keydown | preempt-lab analyze --explain 1`,
  options: { input: { type: "string" }, json: { type: "boolean" } },
  async run(words, [what, file, ...more], terminal) {
    const source = sources.find(({ name }) => name === what);
    if (source === undefined || more.length > 0) {
      const known = sources.map(({ name }) => name).join(", ");
      const given = what === undefined ? "" : ` Given: ${show([what, file, ...more].join(" "))}.`;
      throw new LabError(
        "import_what",
        `say what to import: "preempt-lab import paper FILE", or one of ${known}.${given}`,
      );
    }
    needs(words, "input", what === "trace", "import trace");
    const { text, source: name } = await terminal.read(file);
    const { sets, remarks } = source.read(text, name, words);
    if (remarks.length > 0) terminal.err(`Left out: ${remarks.join("; ")}.\n`);
    await terminal.out(writeTaskSets(sets));
    return exitCodes.done;
  },
};
