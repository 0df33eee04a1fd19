/** Files of a checkout. */
import { globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Candidate, Form, HostName } from "./program.ts";

/** The paths that match, in order, with "/" between folders. */
export function filesIn(root: string, pattern: string | readonly string[]): string[] {
  const paths = globSync(pattern as string | string[], { cwd: root, exclude: (name) => name === "node_modules" });
  return paths.map((path) => path.replaceAll("\\", "/")).sort();
}

export const textOf = (root: string, path: string): string => readFileSync(join(root, path), "utf8");

/** One program for each file. */
export function programsOf(
  root: string,
  paths: readonly string[],
  hosts: readonly HostName[],
  form: (path: string, text: () => string) => Form = () => "script",
): Candidate[] {
  return paths.map((path) => ({
    name: path,
    form: form(path, () => textOf(root, path)),
    hosts,
    folder: dirname(join(root, path)),
    load: () => textOf(root, path),
  }));
}
