/** The file system, as Node has it: what TypeScript's `sys` says, without TypeScript. */
import { type Dirent, readdirSync, readFileSync, realpathSync, statSync } from "node:fs";
import type { Disk } from "../project/disk.ts";

export const disk: Disk = {
  fileExists: (path) => statSync(path, { throwIfNoEntry: false })?.isFile() ?? false,
  readFile(path) {
    try {
      return readFileSync(path, "utf8");
    } catch {
      return undefined;
    }
  },
  realpath(path) {
    try {
      return realpathSync.native(path);
    } catch {
      return path;
    }
  },
  readDirectory: (path, extensions) => filesBelow(path, extensions),
};

/** Without installed packages and what is hidden, which is all that anybody excludes. */
function filesBelow(folder: string, extensions: readonly string[]): string[] {
  let entries: Dirent[];
  try {
    entries = readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
  return entries.flatMap((entry) => {
    if (entry.name === "node_modules" || entry.name.startsWith(".")) return [];
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) return filesBelow(path, extensions);
    return extensions.some((extension) => entry.name.endsWith(extension)) ? [path] : [];
  });
}
