/** `preempt-lab import`: task sets of others. */
import { exitCodes, type LabCommand } from "../command.ts";
import { LabError } from "../errors.ts";
import { writeTaskSets } from "../task-set.ts";
import { importPaperSets } from "./paper.ts";

export const importPaper: LabCommand = {
  name: "import",
  help: `preempt-lab import paper FILE

  The 1000 task sets published with the paper RT.js (RTSS 2019), tasksets.json, as a task-set file on standard output.
  Their ids are "paper-0" to "paper-999"; deadlines are periods. FILE "-": standard input.
  --json: as without it, task-set files are JSON.

Examples:
  preempt-lab import paper tasksets.json > paper.json
  preempt-lab import paper - < tasksets.json | preempt-lab analyze`,
  options: { json: { type: "boolean" } },
  async run(_words, [what, file, ...more], terminal) {
    if (what !== "paper" || more.length > 0) {
      throw new LabError("import_what", 'say what to import: "preempt-lab import paper FILE".');
    }
    const { text, source } = await terminal.read(file);
    await terminal.out(writeTaskSets(importPaperSets(text, source)));
    return exitCodes.done;
  },
};
