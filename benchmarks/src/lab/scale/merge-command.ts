/** `preempt-lab merge`: the results of shards in one file. */
import { exitCodes, type LabCommand } from "../command.ts";
import { LabError } from "../errors.ts";
import { isSet, textOf } from "../words.ts";
import { mergeResults } from "./merge.ts";

export const merge: LabCommand = {
  name: "merge",
  help: `preempt-lab merge RESULT... --out FILE

  Puts the results of all files into FILE, in the order of the files and in that of each. They must be of one grid.
  The first result of a cell counts; further ones are counted and left out. The files may still be written to. What
  FILE has already stays there, so that the merge can be done again when there is more.

  --out FILE  where the results go
  --json      how many there are, as JSON on standard output: { results, cells, duplicates, conflicting }

Examples:
  preempt-lab merge shard-*.jsonl --out all.jsonl`,
  options: { out: { type: "string" }, json: { type: "boolean" } },
  async run(words, [path, ...more], terminal) {
    const out = textOf(words, "out");
    if (path === undefined) throw new LabError("no_input", 'name the result files: "preempt-lab merge RESULT...".');
    if (out === undefined) throw new LabError("no_output", 'say where the results go: "--out FILE".');
    const report = mergeResults([path, ...more], out, terminal.signal);
    for (const remark of report.remarks) terminal.err(`${remark}\n`);
    if (report.duplicates > 0) {
      const conflicting = report.conflicting === 0 ? "" : `, ${report.conflicting} of them with other content`;
      terminal.err(`Cells that were there already: ${report.duplicates}${conflicting}; the first result counts.\n`);
    }
    const all = report.header.cells === undefined ? "" : ` of ${report.header.cells}`;
    terminal.err(`${out}: ${report.results}${all} cells\n`);
    if (isSet(words, "json")) {
      const { results, duplicates, conflicting, header } = report;
      await terminal.out(`${JSON.stringify({ results, cells: header.cells, duplicates, conflicting })}\n`);
    }
    return exitCodes.done;
  },
};
