/** Where the cache is: what the option says, else the environment, else the application's own folder for such things. */
import { existsSync } from "node:fs";
import { dirname, join, resolve } from "node:path";

/**
 * @param root Where relative paths start, and from where the application's node_modules is looked for
 * @returns undefined if nothing is kept
 */
export function cacheFolder(option: boolean | string | undefined, root: string): string | undefined {
  if (typeof option === "string") return resolve(root, option);
  if (option === false) return undefined;
  const { PREEMPT_CACHE: said = "" } = process.env;
  if (/^(?:0|false|off|no)$/i.test(said) && option !== true) return undefined;
  if (said !== "" && !/^(?:0|1|false|true|off|on|no|yes)$/i.test(said)) return resolve(said);
  return folderOfApplication(root);
}

/** Many tools keep theirs there; `npm ci` clears it away, and no watcher looks into it. */
function folderOfApplication(root: string): string | undefined {
  for (let folder = resolve(root); ; folder = dirname(folder)) {
    if (existsSync(join(folder, "node_modules"))) return join(folder, "node_modules/.cache/preempt");
    if (folder === dirname(folder)) return undefined;
  }
}
