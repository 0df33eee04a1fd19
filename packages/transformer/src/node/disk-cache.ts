/**
 * Entries on disk, one file each, which any number of processes and threads read and write at once. A file is written beside its
 * place and renamed, so that nobody sees half of one; and it begins with a hash of the rest, so that whatever else may stand in that
 * place is no entry.
 */
import { createHash } from "node:crypto";
import {
  closeSync,
  fstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { threadId } from "node:worker_threads";
import { sha256 } from "./answers.ts";

/** Of the format: entries of another one are no entries. */
const mark = "preempt-cache-1 ";
const headLength = mark.length + 64 + 1;

/** What V8 has compiled, which Node keeps in here for each of its versions. */
export const codeFolder = "v8";

const hour = 3_600_000;
/** An entry that is used counts as new again, at most this often: a start with a full cache writes nothing. */
const touchedEach = 24 * hour;

/** Bytes that are kept. A server with six large libraries needs 20 MB. */
const mostBytes = 256 * 2 ** 20;
/** Between two looks at the size of all. */
const bytesBetweenLooks = 32 * 2 ** 20;

export class DiskCache {
  readonly #folder: string;
  readonly #most: number;
  readonly #onProblem: (error: NodeJS.ErrnoException) => void;
  /** Since the last look; the first entry that is written is a reason for one. */
  #written = bytesBetweenLooks;
  #isWritable = true;

  /** @param onProblem Called once, if nothing can be written */
  constructor(folder: string, onProblem: (error: NodeJS.ErrnoException) => void, most: number = mostBytes) {
    this.#folder = folder;
    this.#onProblem = onProblem;
    this.#most = most;
  }

  /** @returns undefined if there is no entry, or one that is not as it was written */
  get(key: string): Buffer | undefined {
    const bytes = read(this.#placeOf(key));
    const body = bytes?.subarray(headLength);
    if (body === undefined || bytes?.toString("latin1", 0, headLength) !== headOf(key, body)) return undefined;
    return body;
  }

  set(key: string, text: string): void {
    const body = Buffer.from(text);
    this.#write(this.#placeOf(key), Buffer.concat([Buffer.from(headOf(key, body), "latin1"), body]));
  }

  /**
   * Keeps a source map as a file that holds nothing else, for those who are told its name in a comment.
   *
   * @returns its name, by which {@link getMap} finds it; undefined if it could not be written
   */
  setMap(text: string): string | undefined {
    const name = `${sha256(text)}.map`;
    return this.#write(this.#placeOf(name), Buffer.from(text)) ? name : undefined;
  }

  /** Undefined if there is none, or it is not as it was written. */
  getMap(name: string): { readonly place: string; readonly text: string } | undefined {
    const place = this.#placeOf(name);
    const bytes = read(place);
    return bytes !== undefined && `${sha256(bytes)}.map` === name ? { place, text: bytes.toString("utf8") } : undefined;
  }

  /** @returns whether it is there now */
  #write(place: string, bytes: Buffer): boolean {
    if (!this.#isWritable) return false;
    const temporary = `${place}.${process.pid}-${threadId}-${Math.random().toString(36).slice(2)}.tmp`;
    try {
      mkdirSync(dirname(place), { recursive: true });
      writeFileSync(temporary, bytes, { flag: "wx" });
      renameSync(temporary, place);
    } catch (error) {
      remove(temporary);
      // Elsewhere than on POSIX a file that another process reads may not be replaced: that one is as good.
      if (process.platform === "win32" && /^(?:EPERM|EACCES|EBUSY)$/.test(codeOf(error)) && exists(place)) return true;
      this.#isWritable = false;
      this.#onProblem(error as NodeJS.ErrnoException);
      return false;
    }
    this.#written += bytes.length;
    if (this.#written >= bytesBetweenLooks) this.#makeRoom();
    return true;
  }

  #placeOf(key: string): string {
    return join(this.#folder, key.slice(0, 2), key);
  }

  /** Removes the entries that nobody has used for longest, and what processes have left behind that ended while they wrote. */
  #makeRoom(): void {
    this.#written = 0;
    const entries = filesIn(this.#folder);
    for (const { path, used } of entries) if (path.endsWith(".tmp") && Date.now() - used > hour) remove(path);
    let size = entries.reduce((sum, entry) => sum + entry.size, 0);
    if (size <= this.#most) return;
    for (const entry of entries.sort((a, b) => a.used - b.used)) {
      // Some more than has to be, so that the next entry is no reason again.
      if (size <= this.#most * 0.8) return;
      remove(entry.path);
      size -= entry.size;
    }
  }
}

/** Of an entry: the key is part of what the hash is of, so that an entry in the place of another is none. */
function headOf(key: string, body: Uint8Array): string {
  return `${mark}${createHash("sha256").update(key).update(body).digest("hex")}\n`;
}

/** Undefined if there is nothing. What is used is new again. */
function read(place: string): Buffer | undefined {
  try {
    const file = openSync(place, "r");
    try {
      if (Date.now() - fstatSync(file).mtimeMs > touchedEach) touch(place);
      return readFileSync(file);
    } finally {
      closeSync(file);
    }
  } catch {
    return undefined;
  }
}

function touch(place: string): void {
  try {
    const now = new Date();
    utimesSync(place, now, now);
  } catch {
    // Of a folder that cannot be written nothing is removed either.
  }
}

interface EntryFile {
  readonly path: string;
  readonly size: number;
  /** When it was written, or used, roughly. */
  readonly used: number;
}

/** Ours alone: the folder may be one that holds other things, too. */
function filesIn(folder: string): EntryFile[] {
  const entries = filesInParts(folder, /^[0-9a-f]{2}$/, /^[0-9a-f]{64}(?:\.map)?(?:\..*\.tmp)?$/);
  return [...entries, ...filesInParts(join(folder, codeFolder), /^v/, /^[0-9a-f]+$/)];
}

function filesInParts(folder: string, parts: RegExp, names: RegExp): EntryFile[] {
  return listed(folder, parts).flatMap((part) =>
    listed(join(folder, part), names).flatMap((name) => {
      const path = join(folder, part, name);
      try {
        const { size, mtimeMs } = statSync(path);
        return [{ path, size, used: mtimeMs }];
      } catch {
        // Another process has removed it.
        return [];
      }
    }),
  );
}

function listed(folder: string, names: RegExp): string[] {
  try {
    return readdirSync(folder).filter((name) => names.test(name));
  } catch {
    return [];
  }
}

function remove(path: string): void {
  try {
    rmSync(path, { force: true });
  } catch {
    // Somebody reads it, on a system where that keeps it.
  }
}

function exists(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false }) !== undefined;
}

function codeOf(error: unknown): string {
  return (error as NodeJS.ErrnoException).code ?? "";
}
