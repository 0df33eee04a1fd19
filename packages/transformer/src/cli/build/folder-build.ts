/** Builds named files and folders for Node: each file by itself, as Node's hooks would, and every other file as a copy. */
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import * as ts from "typescript";
import { reportedBy } from "../../integrations/ts-plugin.ts";
import type { FolderBuildArguments } from "../arguments.ts";
import type { Built } from "./built.ts";
import { applicationRoot, readManifest } from "./graph.ts";
import { type NamedSources, namedSources } from "./named-sources.ts";
import { Output } from "./output.ts";
import { writePackages } from "./packages.ts";
import { settingsAround } from "./settings.ts";
import { WrittenFiles } from "./written-files.ts";

/** @throws UsageError if there is nothing to build, or it cannot be written there */
export function buildFolder(args: FolderBuildArguments, cwd: string): Built {
  const named = namedSources(args, cwd);
  const { out, base, sources } = named;
  const root = applicationRoot(base);
  const { said, options, meaning } = settingsAround(args, base, cwd);
  const output = new Output(out);
  const written = new WrittenFiles(output, options, root, meaning);
  let transformed = 0;
  for (const { file, target } of sources) if (written.write(file, target)) transformed++;
  writeType(output, named);
  const files = sources.map(({ file }) => file);
  const packages = writePackages({ root, packages: options.packages ?? [], sources: files }, output, written);
  output.finish();
  return {
    diagnostics: reportedBy(said, written.diagnostics),
    errors: [],
    out: args.out,
    files: sources.length,
    transformed,
    upToDate: 0,
    packages: packages.names,
    ofPackages: packages.transformed,
    numbers: said.summary === false ? [] : written.numbers,
  };
}

/** If another package.json speaks for the output than for the sources, it has to say the same. */
function writeType(output: Output, { out, base }: NamedSources): void {
  const own = join(out, "package.json");
  const typeAt = (folder: string) => {
    const file = ts.findConfigFile(folder, ts.sys.fileExists, "package.json");
    return file === undefined ? undefined : readManifest(file).type;
  };
  const type = typeAt(base);
  if (typeAt(dirname(out)) !== type && !existsSync(join(base, "package.json"))) {
    output.write(own, `${JSON.stringify({ type: type ?? "commonjs" })}\n`);
  }
}
