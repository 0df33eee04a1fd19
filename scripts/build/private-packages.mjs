/** Packages that are never published: the build puts them into those that use them. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

/**
 * Those among the development dependencies of the package in `folder`.
 *
 * @param {string} folder
 * @returns {{ name: string, folder: string }[]}
 */
export function privatePackages(folder) {
  return Object.keys(manifestIn(folder).devDependencies ?? {}).flatMap((name) => {
    const place = join(folder, "..", name.replace("@preempt/", ""));
    const isOurs = name.startsWith("@preempt/") && existsSync(place);
    return isOurs && manifestIn(place).private === true ? [{ name, folder: place }] : [];
  });
}

/** @param {string} folder */
function manifestIn(folder) {
  return JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
}
