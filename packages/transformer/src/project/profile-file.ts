/** The file that `preempt record` writes and the option `profile` names: which functions were on the stack for long in real runs. */
import type { FileProfile } from "../2-find/profiled.ts";
import { memo } from "../shared/memo.ts";
import type { Disk } from "./disk.ts";
import { slashed } from "./globs.ts";

/** What is recorded of one file: keys of its functions, see 1-resolve/function-keys.ts. */
export interface RecordedFile {
  readonly long: readonly string[];
  readonly short: readonly string[];
}

export interface Profile {
  readonly version: 1;
  /** Milliseconds that make a function long. */
  readonly limit: number;
  /** By path from the project's root; files of packages by that from the nearest node_modules. */
  readonly files: Readonly<Record<string, RecordedFile>>;
  /**
   * Names of members. Long: a function of that name is long, or is not seen where it is made. Short: all are short. A name in both is
   * long.
   */
  readonly names: { readonly long: readonly string[]; readonly short: readonly string[] };
}

/** How the profile names a file: the same on every machine, and wherever a package manager puts packages. */
export function recordedName(fileName: string, root: string): string {
  const file = slashed(fileName);
  const inPackage = file.lastIndexOf("/node_modules/");
  if (inPackage >= 0) return file.slice(inPackage + 1);
  const folder = slashed(root).replace(/\/$/, "");
  return file.startsWith(`${folder}/`) ? file.slice(folder.length + 1) : file;
}

export class ProfileFile {
  readonly #option: string | undefined;
  readonly #disk: Disk;
  #root: string;
  #read: { readonly profile: Profile; readonly text: string } | undefined;
  #shortNames: ReadonlySet<string> | undefined;
  readonly #files = new Map<string, FileProfile | undefined>();

  constructor(option: string | undefined, root: string, disk: Disk) {
    this.#option = option;
    this.#root = root;
    this.#disk = disk;
  }

  /** Where the file's path starts. */
  startAt(root: string): void {
    this.#root = root;
    this.forget();
  }

  forget(): void {
    this.#read = undefined;
    this.#shortNames = undefined;
    this.#files.clear();
  }

  /** The text of the profile: what is made of a file depends on it. */
  get text(): string {
    return this.#profile()?.text ?? "";
  }

  /** @throws TypeError if the option names no profile */
  of(fileName: string): FileProfile | undefined {
    const read = this.#profile();
    if (read === undefined) return undefined;
    return memo(this.#files, fileName, () => {
      const { files, names } = read.profile;
      const name = recordedName(fileName, this.#root);
      this.#shortNames ??= shortOnly(names);
      const short = Object.hasOwn(files, name) ? files[name]?.short : undefined;
      return short && { short: new Set(short), shortNames: this.#shortNames };
    });
  }

  #profile(): { readonly profile: Profile; readonly text: string } | undefined {
    if (this.#option === undefined) return undefined;
    this.#read ??= readProfile(this.#option, this.#root, this.#disk);
    return this.#read;
  }
}

/** Somebody may have put two files together by hand. */
function shortOnly({ long, short }: Profile["names"]): ReadonlySet<string> {
  const isLong = new Set(long);
  return new Set(short.filter((one) => !isLong.has(one)));
}

function readProfile(option: string, root: string, disk: Disk): { profile: Profile; text: string } {
  const path = /^(?:[a-z]:)?[\\/]/i.test(option) ? option : `${slashed(root).replace(/\/$/, "")}/${option}`;
  const text = disk.readFile(path);
  if (text === undefined) {
    throw new TypeError(
      `profile_missing: profile is "${option}", and there is no such file in ${root}. Give the path of a file that preempt record has written: npx preempt record --out ${option} -- node app.js`,
    );
  }
  return { profile: parseProfile(text, option), text };
}

/** @throws TypeError if the text is no profile */
export function parseProfile(text: string, name: string): Profile {
  const value = parsed(text);
  if (isProfile(value)) return value;
  throw new TypeError(
    `profile_invalid: ${name} is no profile of this version of Preempt. Give a file that preempt record has written, or record it again.`,
  );
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isProfile(value: unknown): value is Profile {
  if (typeof value !== "object" || value === null) return false;
  const { version, limit, files, names } = value as Partial<Record<keyof Profile, unknown>>;
  if (version !== 1 || typeof limit !== "number" || typeof files !== "object" || files === null) return false;
  return [names, ...Object.values(files)].every(hasLists);
}

function hasLists(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  const { long, short } = value as Partial<RecordedFile>;
  return [long, short].every((list) => Array.isArray(list) && list.every((one) => typeof one === "string"));
}
