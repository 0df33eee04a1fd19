/** `preempt-lab export`: task sets for other tools. */
import { exitCodes, type LabCommand } from "../command.ts";
import { LabError } from "../errors.ts";
import { lossesOf } from "../interchange/format.ts";
import { formats } from "../interchange/formats.ts";
import { writePrecedence } from "../interchange/np-jobs.ts";
import { chooseSet, parseSomeTaskSets } from "../task-set.ts";
import { isSet, textOf } from "../words.ts";
import { writeTo } from "../write-file.ts";

const width = Math.max(...formats.map(({ name }) => name.length));

export const exportSets: LabCommand = {
  name: "export",
  help: `preempt-lab export FORMAT [FILE] [--set ID] [--precedence FILE]

  Task sets as a file of another tool, on standard output. FILE "-" or none: standard input.
${formats.map(({ name, what }) => `    ${name.padEnd(width)}  ${what}`).join("\n")}
  --set ID           this set alone; needed where a file of the format has one set
  --precedence FILE  np: also writes which chunk precedes which
  --json             { format, leftOut, text } instead of the file alone
  What the format cannot say is named on standard error.

Examples:
  preempt-lab export simso sets.json --set u0.90-1 > set.xml
  preempt-lab generate --utilisation 0.8 | preempt-lab export csv`,
  options: { set: { type: "string" }, precedence: { type: "string" }, json: { type: "boolean" } },
  async run(words, [name, source, ...more], terminal) {
    const format = formats.find((one) => one.name === name);
    if (format === undefined || more.length > 0) {
      const known = formats.map((one) => one.name).join(", ");
      throw new LabError("export_what", `say for which tool: "preempt-lab export simso FILE", or one of ${known}.`);
    }
    const { text, source: read } = await terminal.read(source);
    const sets = chooseSet(parseSomeTaskSets(text, read), textOf(words, "set"), read);
    const [first] = sets;
    if (first === undefined || (sets.length > 1 && !format.hasSets)) {
      const why = `${read} has ${sets.length} sets, and a file of ${format.name} has one`;
      throw new LabError("export_one_set", `${why}. Choose it: --set ${String(first?.id)}.`);
    }
    const precedence = textOf(words, "precedence");
    if (precedence !== undefined) {
      if (format.name !== "np") throw new LabError("export_precedence", "--precedence is for np. Leave it out.");
      writeTo(precedence, writePrecedence(first));
    }
    const lost = lossesOf(format, sets);
    if (lost.length > 0) terminal.err(`Left out: ${lost.join(", ")}.\n`);
    const file = format.write(sets);
    await terminal.out(
      isSet(words, "json") ? `${JSON.stringify({ format: format.name, leftOut: lost, text: file })}\n` : file,
    );
    return exitCodes.done;
  },
};
