/** `preempt build`: a project or some files, transformed, for those who have no bundler. */

import type { BuildArguments } from "./arguments.ts";
import type { BuildWatcher, Built } from "./build/built.ts";
import { buildFolder } from "./build/folder-build.ts";
import { buildProject, watchProject } from "./build/project/project-build.ts";
import { watchFolders } from "./build/watch.ts";

/** @throws UsageError if there is nothing to build, or it cannot be written there */
export function build(args: BuildArguments, cwd: string): Built {
  return args.kind === "project" ? buildProject(args, cwd) : buildFolder(args, cwd);
}

/**
 * Builds now, and whenever a file changes. Never ends by itself.
 *
 * @throws UsageError if there is no such project
 */
export function watchAndBuild(args: BuildArguments, cwd: string, watcher: BuildWatcher): Promise<0> {
  if (args.kind === "project") watchProject(args, cwd, watcher);
  else watchFolders(args, cwd, watcher);
  return new Promise(() => {});
}
