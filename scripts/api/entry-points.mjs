/** The public entry points of the packages: what their `exports` name. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

export const root = fileURLToPath(new URL("../..", import.meta.url));
/** In the order in which they are built: each reads the declarations of those before it. */
export const publicFolders = [
  ...["runtime", "transformer", "server", "react", "svelte", "vue"],
  ...["script", "eslint-plugin", "typescript-plugin", "language-server"],
];
export const publicPackages = publicFolders.map((name) => `@preempt/${name}`);

/**
 * @typedef {object} EntryPoint
 * @property {string} name As users import it
 * @property {string} types Its declarations
 */

/** @param {string} name of a package */
export function folderOf(name) {
  return join(root, name.replace("@preempt", "packages"));
}

/** @param {string} name of an entry point; the report of its interface is api/<this>.api.md */
export const reportOf = (name) => name.replace(/^@preempt\//, "").replaceAll("/", "-");

/**
 * @param {string} name of a package
 * @returns {EntryPoint[]}
 */
export function entryPointsOf(name) {
  const folder = folderOf(name);
  const { exports } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  /** @type {[string, { types?: string }][]} */
  const entries = Object.entries(exports);
  return entries.flatMap(([path, { types }]) =>
    types === undefined ? [] : [{ name: `${name}${path.slice(1)}`, types: join(folder, types) }],
  );
}
