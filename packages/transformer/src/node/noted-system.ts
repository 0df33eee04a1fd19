/** TypeScript's `sys`, whose answers are noted in the form in which they can be asked for without TypeScript. */
import { readFileSync } from "node:fs";
import * as ts from "typescript";
import type { Reads } from "../project/reads.ts";
import { isFolder, namesOfFolders, namesOfSources, sha256 } from "./answers.ts";
import { disk } from "./disk.ts";

export function notedSystem(reads: Reads): ts.System {
  const { sys } = ts;
  const hashes = new Map<string, { readonly text: string | undefined; readonly hash: string }>();
  const noted = (path: string, text: string | undefined, hash: string): string | undefined => {
    reads.note("file", path, hash);
    hashes.set(path, { text, hash });
    return text;
  };
  return {
    ...sys,
    readFile(path, encoding) {
      let bytes: Buffer;
      try {
        bytes = readFileSync(path);
      } catch {
        return noted(path, undefined, "");
      }
      // TypeScript takes a mark away, and reads other encodings by it.
      const text = (bytes[0] ?? 0) >= 0xef ? sys.readFile(path, encoding) : bytes.toString("utf8");
      const known = hashes.get(path);
      return noted(path, text, known !== undefined && known.text === text ? known.hash : sha256(bytes));
    },
    fileExists: (path) => reads.noted("exists", path, disk.fileExists(path)),
    directoryExists: (path) => reads.noted("folder", path, isFolder(path)),
    getDirectories(path) {
      reads.note("folders", path, namesOfFolders(path));
      return sys.getDirectories(path);
    },
    readDirectory(path, extensions, exclude, include, depth) {
      // Nobody lists installed packages again for a project that names some as its own: what rests on them is not kept.
      const isListed = !include?.some((pattern) => pattern.includes("node_modules"));
      reads.note("sources", path, isListed ? namesOfSources(path) : "installed packages");
      return sys.readDirectory(path, extensions, exclude, include, depth);
    },
    realpath: (path) => reads.noted("real", path, disk.realpath?.(path) ?? path),
  };
}
