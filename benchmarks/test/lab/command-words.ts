/** A command of the laboratory, called in this process with words as they stand on a command line. */
import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import type { Terminal, Words } from "../../src/lab/command.ts";
import { loadLabCommand } from "../../src/lab/commands.ts";

/** @param input What standard input has */
export async function runCommand(name: string, args: readonly string[], input = "") {
  let [out, err] = ["", ""];
  const terminal: Terminal = {
    out: async (text) => {
      out += text;
    },
    err: (text) => {
      err += text;
    },
    isWatched: false,
    signal: new AbortController().signal,
    read: async (file) =>
      file === undefined || file === "-"
        ? { text: input, source: "standard input" }
        : { text: readFileSync(file, "utf8"), source: file },
    lines: async (file) => {
      const { text, source } = await terminal.read(file);
      return { batches: [text.split("\n")], source };
    },
  };
  const command = await loadLabCommand(name);
  const { values, positionals } = parseArgs({ args: [...args], allowPositionals: true, options: command.options });
  const code = await command.run(values as Words, positionals, terminal);
  return { code, out, err };
}
