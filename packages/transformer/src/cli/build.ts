/** `preempt build`: writes what runs without a transformer and without TypeScript, for projects that have no bundler. */
import type { Built } from "./build/built.ts";
import { buildFolder } from "./build/folder-build.ts";
import type { BuildArguments } from "./usage.ts";

/** @throws UsageError if there is nothing to build, or it cannot be written there */
export function build(args: BuildArguments, cwd: string): Built {
  return buildFolder(args, cwd);
}
