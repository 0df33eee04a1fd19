/**
 * A measurement in a process of its own: the engine has seen nothing there but what is measured. The file is run with
 * the order as JSON behind its name, and prints its report as JSON. It ends when whoever started it is gone: its standard
 * input is a pipe that nobody writes to, and that closes when the other end dies, however that happens.
 */
import { execFile } from "node:child_process";
import type { Socket } from "node:net";
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
  try {
    const { stdout } = await run(
      process.execPath,
      [...flags, ...engineFlags, fileURLToPath(session), JSON.stringify(order), attached],
      {
        maxBuffer: 2 ** 28,
        killSignal: "SIGKILL",
        ...(timeout !== undefined && { timeout }),
        ...(signal !== undefined && { signal }),
      },
    );
    return JSON.parse(stdout) as Report;
  } catch (error) {
    throw new Error(`${name}: ${(error as { stderr?: string }).stderr || (error as Error).message}`);
  }
}

/** In the process: the order. From here on it ends with the one who gave it. */
export function orderOf<Order>(): Order {
  if (process.argv[3] === attached) endWithParent();
  return JSON.parse(process.argv[2] ?? "") as Order;
}

function endWithParent(): void {
  const { stdin } = process;
  const end = () => process.exit(1);
  stdin.on("end", end).on("error", end).resume();
  // It is no reason to stay alive.
  (stdin as Socket).unref();
}
