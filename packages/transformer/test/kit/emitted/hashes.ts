/** Hashes of the outputs that are too large for a fixture. They say which outputs a change reaches; `--show` says how. */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { type TransformOptions, type TransformResult, transform } from "../../../src/index.ts";
import type { WholeFile } from "./whole-files.ts";

export const hashesFile: URL = new URL("../../fixtures/emitted/hashes.json", import.meta.url);

/** For each file, by its name: the hashes of the code and of the source map in each mode. */
export type Hashes = Record<string, Record<string, string>>;

export const modes: Readonly<Record<string, Partial<TransformOptions>>> = {
  speed: {},
  size: { optimize: "size" },
};

/** By the transform of this tree, or by that of another one. */
export function outputOf(
  { path, fileName, options }: WholeFile,
  mode: string,
  by: (code: string, options: TransformOptions) => TransformResult = transform,
): TransformResult {
  return by(readFileSync(path, "utf8"), { fileName, ...options, ...modes[mode] });
}

export function hashesOf(file: WholeFile): Record<string, string> {
  const hashes: Record<string, string> = {};
  for (const mode of Object.keys(modes)) {
    const { code, map } = outputOf(file, mode);
    hashes[mode] = hashOf(code);
    hashes[`${mode} map`] = hashOf(map?.mappings ?? "");
  }
  return hashes;
}

function hashOf(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, 16);
}

export function readHashes(): Hashes {
  return JSON.parse(readFileSync(hashesFile, "utf8"));
}

/** A line for each output whose hash is another one, with the command that shows why. */
export function changedOutputs(file: WholeFile, known: Hashes): string[] {
  const before = known[file.name];
  if (before === undefined) return [`${file.name} has no hash: npm run fixtures`];
  return Object.entries(hashesOf(file)).flatMap(([mode, hash]) =>
    before[mode] === hash ? [] : [`${file.name}, ${mode}: npm run fixtures -- --show ${file.name.split(" ")[0]}`],
  );
}
