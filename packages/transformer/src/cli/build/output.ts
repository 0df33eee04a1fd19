/** A folder that is written: only what has changed, and without what an earlier build wrote there and this one does not. */
import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";

/** The file that names what was written. */
export const listName = ".preempt-build.json";

export class Output {
  readonly folder: string;
  readonly #written = new Set<string>();

  constructor(folder: string) {
    this.folder = folder;
  }

  write(path: string, content: string | Uint8Array): void {
    this.#written.add(path);
    const bytes = Buffer.from(content);
    if (existsSync(path) && readFileSync(path).equals(bytes)) return;
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, bytes);
  }

  link(path: string, target: string): void {
    this.#written.add(path);
    rmSync(path, { recursive: true, force: true });
    mkdirSync(dirname(path), { recursive: true });
    // Relative, so that the project may be moved. Windows needs no rights for junctions, which are absolute.
    if (process.platform === "win32") symlinkSync(target, path, "junction");
    else symlinkSync(relative(dirname(path), target), path);
  }

  /** Removes what the last build has left, and lists what this one has. */
  finish(): void {
    const list = join(this.folder, listName);
    for (const name of listed(list)) {
      const path = join(this.folder, name);
      if (!this.#written.has(path)) rmSync(path, { force: true });
    }
    const names = [...this.#written].map((path) => relative(this.folder, path).replaceAll("\\", "/")).sort();
    mkdirSync(this.folder, { recursive: true });
    writeFileSync(list, `${JSON.stringify(names, undefined, 1)}\n`);
  }
}

function listed(list: string): string[] {
  try {
    const names = JSON.parse(readFileSync(list, "utf8")) as unknown;
    return Array.isArray(names) ? names.filter((name) => typeof name === "string" && !name.includes("..")) : [];
  } catch {
    return [];
  }
}
