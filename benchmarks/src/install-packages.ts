import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/**
 * Installs npm packages into the folder; scripts of packages are not run. What is there is kept.
 *
 * @throws Error if npm fails
 */
export function installPackages(
  folder: string,
  dependencies: Readonly<Record<string, string>>,
  overrides: Readonly<Record<string, string>> = {},
): void {
  mkdirSync(folder, { recursive: true });
  const manifest = `${JSON.stringify({ private: true, dependencies, overrides }, undefined, 2)}\n`;
  const manifestFile = join(folder, "package.json");
  const isInstalled = existsSync(join(folder, "node_modules")) && existsSync(manifestFile);
  if (isInstalled && readFileSync(manifestFile, "utf8") === manifest) return;
  writeFileSync(manifestFile, manifest);
  const flags = ["--ignore-scripts", "--no-audit", "--no-fund", "--prefer-offline", "--loglevel=error"];
  try {
    runCommand("npm", ["install", ...flags], folder);
  } catch (error) {
    rmSync(manifestFile);
    throw error;
  }
}

/** @throws Error with what the command says, if it fails */
export function runCommand(command: string, args: readonly string[], cwd: string): void {
  const { status, stderr, error } = spawnSync(command, args, { cwd, encoding: "utf8" });
  if (status !== 0) throw new Error(`${command} ${args.join(" ")}: ${error?.message ?? stderr.trim()}`);
}
