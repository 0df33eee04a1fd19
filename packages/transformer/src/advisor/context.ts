/** The project that a recording is of. */
import { relative } from "node:path";
import type { Disk } from "../project/disk.ts";
import { slashed } from "../project/globs.ts";
import type { PluginOptions } from "../project/plugin-options.ts";
import type { Locator } from "./functions.ts";

export interface AdvisorContext {
  readonly root: string;
  /** The options of Preempt's plugin. */
  readonly options: PluginOptions;
  /** Where the code of the recording stands in files. */
  readonly locator: Locator;
  readonly disk: Disk;
  /** The configuration with the options; undefined: it is looked for. */
  readonly config?: string | undefined;
}

export function relativeTo(root: string, file: string): string {
  return slashed(relative(root, file));
}
