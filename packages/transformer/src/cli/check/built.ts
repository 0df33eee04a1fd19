/**
 * `preempt check` for projects that a bundler or Node's hooks transform: one file at a time, by the same code as there, so that the
 * numbers are the same. Packages in `packages` are looked into as far as the project's imports reach.
 */
import { readFileSync, realpathSync } from "node:fs";
import * as ts from "typescript";
import { saysCommonJs } from "../../bundler/commonjs.ts";
import { SingleFiles } from "../../integrations/single-files.ts";
import type { Planned } from "../../pipeline/pipeline.ts";
import { isOfPackage } from "../../project/packages.ts";
import type { Diagnostic } from "../../shared/diagnostics.ts";
import { PackageGraph } from "../build/graph.ts";
import { reachedFiles } from "../build/reached.ts";
import type { BuildOptions } from "./build-options.ts";

export interface BuiltFile {
  readonly fileName: string;
  readonly text: string;
  readonly diagnostics: readonly Diagnostic[];
  readonly planned: Planned | undefined;
}

export interface BuiltFiles {
  readonly files: readonly BuiltFile[];
  /** As the build says them. */
  readonly numbers: readonly string[];
}

/** @param own The files of the project, and what was named on the command line */
export function lookAtBuilt(own: readonly string[], { options, root }: BuildOptions): BuiltFiles {
  const singles = new SingleFiles(options, root);
  const files = [...new Set([...own, ...ofPackages(own, singles.packages, root)])].flatMap((fileName) => {
    const text = readFileSync(fileName, "utf8");
    const wanted = singles.wanted(fileName, text);
    if (wanted === undefined) return [];
    let planned: Planned | undefined;
    const { diagnostics } = singles.transform(text, wanted, {
      isCommonJs: saysCommonJs(fileName, text),
      onPlanned: (one) => {
        planned = one;
      },
    });
    return [{ fileName, text, diagnostics, planned }];
  });
  return { files, numbers: singles.summary.lines() };
}

function ofPackages(own: readonly string[], names: readonly string[], root: string): string[] {
  if (names.length === 0) return [];
  const graph = new PackageGraph(root, names);
  const among = graph.withReachers(names);
  const project = own.filter((file) => !isOfPackage(file)).map((file) => realpathSync(file));
  const reached = reachedFiles(project, graph.ofApplication, among);
  return [...reached].flatMap(([{ name }, files]) =>
    names.includes(name) ? [...files].filter((file) => /\.[cm]?[jt]sx?$/.test(file) && ts.sys.fileExists(file)) : [],
  );
}
