/**
 * Builds packages into their dist/, see build/compile.mjs: `node scripts/build.mjs [folder …]`, by default the public ones. A
 * package whose inputs are those of its last build is left alone; files in dist/ that no source makes any more go.
 */
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, dirname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { publicFolders } from "./api/entry-points.mjs";
import { privatePackages } from "./build/private-packages.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const compiler = fileURLToPath(new URL("build/compile.mjs", import.meta.url));
const folders = process.argv.length > 2 ? process.argv.slice(2) : publicFolders.map((name) => `packages/${name}`);
// Runtime and transformer know nothing of each other, and are built side by side; all others read their declarations.
const isLater = (/** @type {string} */ folder) => !["runtime", "transformer"].includes(basename(resolve(folder)));
await Promise.all(folders.filter((folder) => !isLater(folder)).map((folder) => build(resolve(folder))));
for (const folder of folders.filter(isLater)) await build(resolve(folder));

/** @param {string} folder */
async function build(folder) {
  // Not in dist/, which is published.
  const stamp = join(folder, "node_modules/.cache/preempt-build");
  const wanted = hashInputs(folder);
  const isUpToDate = existsSync(stamp) && readFileSync(stamp, "utf8") === wanted && existsSync(join(folder, "dist"));
  if (isUpToDate) return;
  rmSync(stamp, { force: true });

  const compiling = spawn(process.execPath, [compiler, folder], { stdio: ["ignore", "pipe", "inherit"] });
  let stdout = "";
  compiling.stdout.setEncoding("utf8").on("data", (text) => {
    stdout += text;
  });
  const [status] = await once(compiling, "close");
  if (status !== 0) {
    console.error(`${relative(root, folder)}: the build failed.`);
    process.exit(1);
  }

  // The cache on disk tells by it what another version of the code has made.
  const version = join(folder, "dist/version-of-code");
  writeFileSync(version, wanted);
  const kept = new Set([...stdout.split(/\r?\n/), version]);
  for (const file of filesIn(join(folder, "dist"))) if (!kept.has(file)) rmSync(file);
  mkdirSync(dirname(stamp), { recursive: true });
  writeFileSync(stamp, wanted);
  console.log(`built ${relative(root, folder)}`);
}

/** @param {string} folder */
function hashInputs(folder) {
  const typescript = createRequire(join(folder, "package.json")).resolve("typescript/package.json");
  const own = ["tsconfig.build.json", "tsconfig.page.json"].map((name) => join(folder, name)).filter(existsSync);
  const settings = [join(root, "tsconfig.base.json"), ...own, typescript];
  const sources = [folder, ...privatePackages(folder).map((one) => one.folder)].map((one) => join(one, "src"));
  const hash = createHash("sha256");
  for (const file of [...settings, ...filesIn(join(root, "scripts/build")), ...sources.flatMap(filesIn)])
    hash.update(relative(folder, file)).update("\0").update(readFileSync(file)).update("\0");
  return hash.digest("hex");
}

/**
 * @param {string} folder
 * @returns {string[]}
 */
function filesIn(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}
