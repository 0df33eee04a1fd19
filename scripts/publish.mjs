/**
 * Publishes the public packages whose version is not published yet, as their tarballs, after a build:
 *
 *   npm run publish:packages [-- --dry-run]
 *
 * In a workflow of GitHub, npm signs where and from what they were built (provenance). That needs the repository's address in each
 * manifest, and the workflow knows it.
 */
import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { folderOf, publicPackages } from "./api/entry-points.mjs";
import { packPackage } from "./pack-package.ts";

const isTrial = process.argv.includes("--dry-run");
const { GITHUB_REPOSITORY, GITHUB_SERVER_URL = "https://github.com" } = process.env;

for (const name of publicPackages) {
  const file = join(folderOf(name), "package.json");
  const text = readFileSync(file, "utf8");
  const { version } = JSON.parse(text);
  if (!isTrial && isPublished(`${name}@${version}`)) {
    console.log(`${name}@${version} is published already.`);
    continue;
  }
  const folder = mkdtempSync(join(tmpdir(), "preempt-publish-"));
  try {
    writeFileSync(file, withRepository(text, folderOf(name)));
    const tarball = packPackage(folderOf(name), folder);
    const signed = GITHUB_REPOSITORY !== undefined && !isTrial ? ["--provenance"] : [];
    const trial = isTrial ? ["--dry-run"] : [];
    execFileSync("npm", ["publish", tarball, "--access", "public", ...signed, ...trial], { stdio: "inherit" });
  } finally {
    writeFileSync(file, text);
    rmSync(folder, { recursive: true, force: true });
  }
}

/** @param {string} spec */
function isPublished(spec) {
  return spawnSync("npm", ["view", spec, "version"], { encoding: "utf8" }).stdout.trim() !== "";
}

/**
 * @param {string} text A manifest
 * @param {string} folder Its package's
 */
function withRepository(text, folder) {
  if (GITHUB_REPOSITORY === undefined) return text;
  const url = `git+${GITHUB_SERVER_URL}/${GITHUB_REPOSITORY}.git`;
  const manifest = { ...JSON.parse(text), repository: { type: "git", url, directory: folder } };
  return `${JSON.stringify(manifest, undefined, 2)}\n`;
}
