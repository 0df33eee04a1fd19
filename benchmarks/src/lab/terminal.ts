/** The terminal of this process. */
import { readFileSync } from "node:fs";
import { text as textFrom } from "node:stream/consumers";
import { exitCodes, type Terminal } from "./command.ts";
import { LabError } from "./errors.ts";

export function processTerminal(): Terminal {
  const interruption = new AbortController();
  let since = Number.POSITIVE_INFINITY;
  const interrupt = () => {
    // One press of a key may come twice: by the terminal, and passed on by whoever started this process.
    if (performance.now() - since > 500) process.exit(exitCodes.interrupted);
    since = Math.min(since, performance.now());
    interruption.abort(new LabError("interrupted", "stopped by a signal."));
  };
  process.on("SIGINT", interrupt);
  process.on("SIGTERM", interrupt);
  return {
    out: writeOut,
    err: (text) => process.stderr.write(text),
    isWatched: process.stderr.isTTY === true,
    signal: interruption.signal,
    read,
  };
}

function writeOut(text: string): Promise<void> {
  return new Promise((resolve, reject) => {
    process.stdout.write(text, (error) => {
      if (error) reject(error);
      else resolve();
    });
  });
}

async function read(name: string | undefined): Promise<{ text: string; source: string }> {
  if (name === undefined || name === "-") {
    if (name === undefined && process.stdin.isTTY) {
      throw new LabError("no_input", 'there is no file name. Give one, or "-" to type the input or pipe it in.');
    }
    return { text: await textFrom(process.stdin), source: "standard input" };
  }
  try {
    return { text: readFileSync(name, "utf8"), source: name };
  } catch (error) {
    const why = (error as NodeJS.ErrnoException).code === "ENOENT" ? "there is no such file" : (error as Error).message;
    throw new LabError("file_not_read", `${name} cannot be read: ${why}.`, { cause: error });
  }
}
