/** The terminal of this process. */
import { createReadStream, readFileSync } from "node:fs";
import type { Readable } from "node:stream";
import { text as textFrom } from "node:stream/consumers";
import { exitCodes, type LineBatches, type Terminal } from "./command.ts";
import { withoutMark } from "./encoding.ts";
import { LabError } from "./errors.ts";
import { whyNotRead } from "./why-not.ts";

export interface ProcessTerminal extends Terminal {
  /** Whether `error` tells of a signal, and of nothing else. */
  isInterruption(error: unknown): boolean;
}

/**
 * SIGINT and SIGTERM end the process, as they do without anybody's help, until somebody asks for `signal`: who does ends
 * soon after it is aborted.
 */
export function processTerminal(): ProcessTerminal {
  let signal: AbortSignal | undefined;
  return {
    out: writeOut,
    err: (text) => process.stderr.write(text),
    isWatched: process.stderr.isTTY === true,
    get signal() {
      signal ??= abortedBySignals();
      return signal;
    },
    read,
    lines,
    isInterruption: (error) => signal?.aborted === true && error === signal.reason,
  };
}

function abortedBySignals(): AbortSignal {
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
  return interruption.signal;
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
  const source = isStandardInput(name) ? "standard input" : name;
  return { text: withoutMark(await textOf(name), source), source };
}

async function textOf(name: string | undefined): Promise<string> {
  if (isStandardInput(name)) return textFrom(process.stdin);
  try {
    return readFileSync(name, "utf8");
  } catch (error) {
    throw notRead(name, error);
  }
}

async function lines(name: string | undefined): Promise<{ batches: LineBatches; source: string }> {
  if (isStandardInput(name)) return { batches: batchesOf(process.stdin, "standard input"), source: "standard input" };
  const file = createReadStream(name, { highWaterMark: 2 ** 20 });
  return { batches: batchesOf(file, name), source: name };
}

/** The lines that end in each chunk, and at last what has no end. */
async function* batchesOf(stream: Readable, source: string): AsyncGenerator<string[], void, undefined> {
  stream.setEncoding("utf8");
  // Parts of a line that goes on: joined once, however many chunks it has.
  let begun: string[] = [];
  let isFirst = true;
  try {
    for await (const chunk of stream as AsyncIterable<string>) {
      const batch = (isFirst ? withoutMark(chunk, source) : chunk).split("\n");
      isFirst = false;
      const rest = batch.pop() as string;
      if (batch.length > 0) {
        batch[0] = begun.join("") + (batch[0] as string);
        begun = [];
        yield batch;
      }
      begun.push(rest);
    }
  } catch (error) {
    throw error instanceof LabError ? error : notRead(source, error);
  }
  yield [begun.join("")];
}

/** @throws LabError if there is neither a name nor anything to read */
function isStandardInput(name: string | undefined): name is undefined | "-" {
  if (name === undefined && process.stdin.isTTY) {
    throw new LabError("no_input", 'there is no file name. Give one, or "-" to type the input or pipe it in.');
  }
  return name === undefined || name === "-";
}

function notRead(name: string, error: unknown): LabError {
  return new LabError("file_not_read", `${name} cannot be read: ${whyNotRead(error)}.`, { cause: error });
}
