/** Whether a project's `tspc` can run at all. ts-patch itself ends with an error that names neither TypeScript nor a remedy. */
import { dirname, join } from "node:path";
import { insteadOfPatch, isNative } from "../../integrations/native-compiler.ts";
import { findPackage, readManifest } from "../build/graph.ts";
import { configFile } from "../config-file.ts";

/**
 * @returns a sentence for people; undefined if ts-patch is not there, or runs
 * @throws UsageError if `project` does not exist
 */
export function aboutPatchedCompiler(project: string | undefined, cwd: string): string | undefined {
  const config = configFile(project, cwd);
  const folder = config === undefined ? cwd : dirname(config);
  const version = versionOf("typescript", folder);
  if (version === undefined || !isNative(version) || versionOf("ts-patch", folder) === undefined) return undefined;
  return `tspc cannot run here: ts-patch needs TypeScript 5 or 6, and this project has ${version}. ${insteadOfPatch} Then remove ts-patch.`;
}

function versionOf(name: string, folder: string): string | undefined {
  const place = findPackage(folder, name);
  return place === undefined ? undefined : readManifest(join(place, "package.json")).version;
}
