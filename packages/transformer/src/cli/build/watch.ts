/** Builds files and folders again when one of them changes. What has not changed comes from the cache. */
import { statSync, watch } from "node:fs";
import { dirname, resolve, sep } from "node:path";
import type { FolderBuildArguments } from "../arguments.ts";
import type { BuildWatcher } from "./built.ts";
import { buildFolder } from "./folder-build.ts";

/** Editors write a file in several steps, and often several files. */
const quietMilliseconds = 80;

export function watchFolders(args: FolderBuildArguments, cwd: string, watcher: BuildWatcher): void {
  const out = resolve(cwd, args.out) + sep;
  let timer: NodeJS.Timeout | undefined;
  const build = () => {
    try {
      watcher.built(buildFolder(args, cwd));
    } catch (error) {
      watcher.failed(error);
    }
  };
  build();
  for (const name of args.files) {
    const path = resolve(cwd, name);
    const folder = statSync(path).isDirectory() ? path : dirname(path);
    watch(folder, { recursive: true }, (_event, file) => {
      const changed = resolve(folder, file ?? "");
      if (changed.startsWith(out) || /(?:^|[\\/])(?:node_modules|\.[^\\/]*)(?:[\\/]|$)/.test(file ?? "")) return;
      clearTimeout(timer);
      timer = setTimeout(build, quietMilliseconds);
    });
  }
}
