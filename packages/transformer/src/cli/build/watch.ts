/** Builds again when a file of the project changes. What has not changed comes from the cache. */
import { statSync, watch } from "node:fs";
import { dirname, resolve, sep } from "node:path";
import type { BuildArguments } from "../usage.ts";

/** Editors write a file in several steps, and often several files. */
const quietMilliseconds = 80;

/** Never ends by itself. */
export function watchAndBuild(args: BuildArguments, cwd: string, build: () => void): Promise<0> {
  const out = resolve(cwd, args.out) + sep;
  let timer: NodeJS.Timeout | undefined;
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
  return new Promise(() => {});
}
