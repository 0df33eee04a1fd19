/**
 * One process at a time: a file that exists while somebody holds the lock, and says who. A process that was killed
 * leaves it behind; whoever comes next takes it over.
 *
 * Two that find the same dead holder must not both take over. Who wants to takes a lock on the takeover first, by the
 * same rules, and then looks again.
 */
import { closeSync, openSync, readFileSync, rmSync, writeSync } from "node:fs";
import { hostname } from "node:os";
import { LabError } from "../errors.ts";
import { whyNotWritten } from "../why-not.ts";
import { hashOf } from "./hash.ts";

interface Holder {
  readonly pid: number;
  readonly host: string;
  /** When the process started, in the words of its system; a process identifier comes again, with another start. */
  readonly start: string | undefined;
}

export interface Lock {
  release(): void;
}

/**
 * @param path Of the lock file
 * @param subject What must not be used twice, for the message
 * @throws LabError if a process that lives holds it, or one on another machine
 */
export function takeLock(path: string, subject: string): Lock {
  const own = JSON.stringify(ownName());
  if (create(path, own)) return { release: () => rmSync(path, { force: true }) };
  const text = readIfThere(path);
  // Released in between.
  if (text === undefined) return takeLock(path, subject);
  const holder = parseHolder(text);
  if (holder === undefined || isAlive(holder)) throw inUse(path, subject, holder);
  const takeover = takeLock(`${path}.${hashOf(text)}`, subject);
  try {
    // Nobody but us may replace this text now; but somebody may have done so before.
    if (readIfThere(path) === text) rmSync(path);
  } finally {
    takeover.release();
  }
  return takeLock(path, subject);
}

/** @returns whether the file is new */
function create(path: string, text: string): boolean {
  let descriptor: number;
  try {
    descriptor = openSync(path, "wx");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw notWritten(path, error);
  }
  try {
    writeSync(descriptor, text);
    return true;
  } catch (error) {
    // On a full disk there is room for its name: left there, it would be a lock that nobody holds.
    rmSync(path, { force: true });
    throw notWritten(path, error);
  } finally {
    closeSync(descriptor);
  }
}

function notWritten(path: string, error: unknown): LabError {
  return new LabError("file_not_written", `${path} cannot be written: ${whyNotWritten(error, path)}.`, {
    cause: error,
  });
}

function readIfThere(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return;
    throw error;
  }
}

/** @returns undefined if it is being written just now, or is no lock file */
function parseHolder(text: string): Holder | undefined {
  try {
    const holder = JSON.parse(text) as Holder;
    return Number.isInteger(holder.pid) && holder.pid > 0 ? holder : undefined;
  } catch {
    return undefined;
  }
}

function inUse(path: string, subject: string, holder: Holder | undefined): LabError {
  const who = holder === undefined ? "another process" : `process ${holder.pid} on ${holder.host}`;
  const words = `${subject} is in use by ${who}. Wait for it or stop it`;
  return new LabError("file_in_use", `${words}; if it does not exist any more, remove ${path}.`);
}

function ownName(): Holder {
  return { pid: process.pid, host: hostname(), start: startOf(process.pid) };
}

function isAlive({ pid, host, start }: Holder): boolean {
  // Of another machine nothing is known.
  if (host !== hostname()) return true;
  try {
    process.kill(pid, 0);
  } catch (error) {
    // Not allowed to: somebody else's, and alive.
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
  return startOf(pid) === start;
}

/** Linux tells it; elsewhere, and for a process that has ended and was not waited for: undefined. */
function startOf(pid: number): string | undefined {
  try {
    // The name in parentheses may have spaces in it; behind it stand the state, and as the 20th field the start.
    const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").at(-1)?.split(" ") ?? [];
    return fields[0] === "Z" ? undefined : fields[19];
  } catch {
    return undefined;
  }
}
