/** The file system, as Node has it: what TypeScript's `sys` says, without TypeScript. */
import { readFileSync, realpathSync, statSync } from "node:fs";
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
};
