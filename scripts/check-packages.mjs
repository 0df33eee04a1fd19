/**
 * Looks at each public package as its users get it: packs it, and has publint and attw judge the tarball; then loads
 * every entry from the built files in plain Node. Run after a build.
 */
import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { folderOf, publicPackages } from "./api/entry-points.mjs";
import { packPackage } from "./pack-package.ts";

for (const name of publicPackages) {
  const cwd = folderOf(name);
  const folder = mkdtempSync(join(tmpdir(), "preempt-pack-"));
  try {
    const tarball = packPackage(cwd, folder);
    execFileSync("publint", ["run", tarball, "--strict"], { stdio: "inherit" });
    judgeTypes(tarball);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  const manifest = JSON.parse(readFileSync(join(cwd, "package.json"), "utf8"));
  for (const entry of Object.keys(manifest.exports)) {
    if (entry.endsWith(".json")) continue;
    const loaded = await import(join(name, entry).replaceAll("\\", "/"));
    if (Object.keys(loaded).length === 0) throw new Error(`${manifest.name}: ${entry} exports nothing.`);
    console.log(`${join(name, entry)} loads.`);
  }
}

/**
 * attw reports at length on what is well, so we print its report only where something is not.
 *
 * @param {string} tarball
 */
function judgeTypes(tarball) {
  const { status, stdout, stderr } = spawnSync("attw", [tarball, "--profile", "esm-only", "--no-color"], {
    encoding: "utf8",
  });
  if (status === 0) return;
  console.error(stdout, stderr);
  throw new Error("attw: the types of some entry do not resolve.");
}
