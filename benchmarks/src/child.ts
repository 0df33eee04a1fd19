/**
 * A measurement in a process of its own: the engine has seen nothing there but what is measured. The file is run with
 * the order as JSON behind its name, or where that stands, and prints its report as JSON. It ends when whoever started it is gone: its standard
 * input is a pipe that nobody writes to, and that closes when the other end dies, however that happens.
 */
import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import type { Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const run = promisify(execFile);

/** Collecting garbage before each sample would make the engine throw away code that it has not seen run for a while. */
const flags = ["--no-flush-bytecode"];
/** Behind the order: standard input is such a pipe. Whoever starts the file by hand may have it closed. */
const attached = "attached";

export interface ChildOptions {
  /** Ends the process. */
  readonly signal?: AbortSignal;
  /** Of the engine, on top of the common ones. */
  readonly engineFlags?: readonly string[];
  /** Milliseconds after which it is ended. Default: none. */
  readonly timeout?: number;
}

/**
 * @param name What the error says, if the process fails
 * @param session The address of the file
 */
export async function runChild<Report>(
  name: string,
  session: URL,
  order: object,
  { signal, timeout, engineFlags = [] }: ChildOptions = {},
): Promise<Report> {
  const { word, forget } = wordOf(JSON.stringify(order));
  try {
    const { stdout } = await run(process.execPath, [...flags, ...engineFlags, fileURLToPath(session), word, attached], {
      maxBuffer: 2 ** 28,
      killSignal: "SIGKILL",
      ...(timeout !== undefined && { timeout }),
      ...(signal !== undefined && { signal }),
    });
    return JSON.parse(stdout) as Report;
  } catch (error) {
    throw new Error(`${name}: ${whyOf(error as ChildError, timeout)}`);
  } finally {
    forget();
  }
}

interface ChildError extends Error {
  readonly stderr?: string;
  /** By us. */
  readonly killed?: boolean;
  readonly signal?: string | null;
  /** Of its exit; a text for what the system refused. */
  readonly code?: number | string | null;
}

/** The message of the system names the whole order. */
function whyOf({ stderr, killed, signal, code, message }: ChildError, timeout: number | undefined): string {
  if (stderr) return stderr;
  if (typeof code === "string") return message;
  if (killed && timeout !== undefined) return `no report within ${Math.round(timeout / 1000)} s; the process was ended`;
  if (signal) return `the process was ended by ${signal}`;
  return typeof code === "number" ? `the process ended with code ${code}, and said nothing` : message;
}

/** Linux takes no argument of more than 131,071 bytes. */
const longestWord = 100_000;
const inFile = "@";

/** An order as an argument: itself, or the name of a file that has it until it is forgotten. */
function wordOf(order: string): { readonly word: string; forget(): void } {
  if (Buffer.byteLength(order) <= longestWord) return { word: order, forget: () => {} };
  const folder = mkdtempSync(join(tmpdir(), "preempt-order-"));
  const file = join(folder, "order.json");
  writeFileSync(file, order);
  return { word: `${inFile}${file}`, forget: () => rmSync(folder, { recursive: true, force: true }) };
}

/** In the process: the order. From here on it ends with the one who gave it. */
export function orderOf<Order>(): Order {
  if (process.argv[3] === attached) endWithParent();
  const word = process.argv[2] ?? "";
  return JSON.parse(word.startsWith(inFile) ? readFileSync(word.slice(inFile.length), "utf8") : word) as Order;
}

function endWithParent(): void {
  const { stdin } = process;
  const end = () => process.exit(1);
  stdin.on("end", end).on("error", end).resume();
  // It is no reason to stay alive.
  (stdin as Socket).unref();
}
