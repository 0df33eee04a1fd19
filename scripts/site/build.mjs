/** Builds the documentation's site: the pages, the reference from the sources, and the demo with its playground, in one folder. */
import { execFileSync } from "node:child_process";
import { cpSync, existsSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { buildPages } from "../../packages/demo/scripts/build-pages.mjs";

const root = fileURLToPath(new URL("../..", import.meta.url));
const out = join(root, "site/dist");
const binOf = (/** @type {string} */ folder, /** @type {string} */ name, /** @type {string} */ bin) =>
  join(dirname(createRequire(join(root, folder, "package.json")).resolve(`${name}/package.json`)), bin);
/** @param {string} folder @param {string[]} args */
const node = (folder, ...args) =>
  execFileSync(process.execPath, args, { cwd: join(root, folder), stdio: ["ignore", "inherit", "inherit"] });

node("site", binOf("site", "vitepress", "bin/vitepress.js"), "build", ".");
buildPages();
cpSync(join(root, "packages/demo/dist"), join(out, "demo"), { recursive: true });
node(".", "scripts/api/reference.mjs");
if (existsSync(join(root, "docs/api"))) cpSync(join(root, "docs/api"), join(out, "api"), { recursive: true });
console.log(`The site is in ${join("site", "dist")}.`);
