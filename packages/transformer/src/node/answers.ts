/**
 * The questions of reads.ts, answered without TypeScript: when they are noted, and when an entry of the cache is looked at. Many
 * entries ask the same: an answer is remembered until the event loop turns, and what changes later is seen.
 */
import { hash } from "node:crypto";
import { type Dirent, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import type { ChosenFiles } from "../project/chosen-files.ts";
import { type Question, type QuestionKind, shownAnswer } from "../project/reads.ts";
import { disk } from "./disk.ts";

export class Answers {
  readonly #known = new Map<string, string>();
  readonly #chosen: ChosenFiles;

  constructor(chosen: ChosenFiles) {
    this.#chosen = chosen;
  }

  /** Whether the answer is still that. */
  isStill({ kind, path, answer }: Question): boolean {
    const key = `${kind} ${path}`;
    const known = this.#known.get(key);
    if (known !== undefined) return known === answer;
    const now = this.#to(kind, path);
    this.#remember(key, now);
    return now === answer;
  }

  /** What was read just now need not be read again. */
  know(path: string, hashOfText: string): void {
    this.#remember(`file ${path}`, hashOfText);
  }

  #remember(key: string, answer: string): void {
    if (this.#known.size === 0) setImmediate(() => this.#known.clear()).unref();
    this.#known.set(key, answer);
  }

  #to(kind: QuestionKind, path: string): string {
    switch (kind) {
      case "file":
        return hashOfFile(path);
      case "exists":
        return shownAnswer(disk.fileExists(path));
      case "folder":
        return shownAnswer(isFolder(path));
      case "folders":
        return namesOfFolders(path);
      case "sources":
        return namesOfSources(path);
      case "real":
        return disk.realpath?.(path) ?? path;
      case "whole":
        return shownAnswer(this.#chosen.isWhole(path));
      case "exclusivity":
        return shownAnswer(this.#chosen.exclusivityOf(path));
      case "passed":
        return this.#chosen.passedIn(path).join();
      case "accessors":
        return JSON.stringify(this.#chosen.accessorsFor(path));
      case "toJSON":
        return shownAnswer(this.#chosen.meetsToJSON(path));
    }
  }
}

export function sha256(data: string | Uint8Array): string {
  return hash("sha256", data);
}

/** "" if there is none. */
export function hashOfFile(path: string): string {
  try {
    return sha256(readFileSync(path));
  } catch {
    return "";
  }
}

export function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}

/** Of the folders that stand directly in it, links to folders among them. */
export function namesOfFolders(path: string): string {
  try {
    const folders = entriesOf(path).filter((entry) => leadsToFolder(path, entry));
    return sha256(
      folders
        .map(({ name }) => name)
        .sort()
        .join("\n"),
    );
  } catch {
    return "";
  }
}

const source = /\.(?:[cm]?[jt]sx?|json)$/;

/** Of all files in it and below that a tsconfig.json may mean: more than those that one does mean. Not of installed packages. */
export function namesOfSources(path: string): string {
  const names: string[] = [];
  const visited = new Set<string>();
  const visit = (folder: string) => {
    const place = disk.realpath?.(folder) ?? folder;
    if (visited.has(place)) return;
    visited.add(place);
    let entries: Dirent[];
    try {
      entries = entriesOf(folder);
    } catch {
      return;
    }
    for (const entry of entries) {
      if (entry.name === "node_modules" || entry.name === ".git") continue;
      const inside = join(folder, entry.name);
      if (leadsToFolder(folder, entry)) visit(inside);
      else if (source.test(entry.name)) names.push(inside);
    }
  };
  visit(path);
  return sha256(names.sort().join("\n"));
}

function entriesOf(folder: string): Dirent[] {
  return readdirSync(folder, { withFileTypes: true });
}

function leadsToFolder(folder: string, entry: Dirent): boolean {
  return entry.isDirectory() || (entry.isSymbolicLink() && isFolder(join(folder, entry.name)));
}
