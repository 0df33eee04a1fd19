/**
 * Sees to it that the tests of the laboratory's queue have a redis-server: Debian's, where we may install it. Only
 * what is missing is installed, and no failure here is fatal: without one these tests are skipped, and everything else
 * runs.
 *
 * Plain Node 20.
 */
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";

export function findRedis() {
  return spawnSync("redis-server", ["--version"]).status === 0;
}

function installFromDebian() {
  /** @type {(minutes: number, ...args: string[]) => void} */
  const aptGet = (minutes, ...args) => {
    const words = ["DEBIAN_FRONTEND=noninteractive", "apt-get", "-qq", "-o", "Acquire::Retries=1", ...args];
    spawnSync("env", words, { stdio: ["ignore", "inherit", "inherit"], timeout: minutes * 60_000 });
  };
  aptGet(2, "update");
  aptGet(5, "install", "-y", "--no-install-recommends", "redis-server");
}

if (process.argv[1] === fileURLToPath(import.meta.url) && !findRedis()) {
  console.log("Installing redis-server for the tests of the laboratory's queue; this happens once.");
  if (process.getuid?.() === 0 && existsSync("/usr/bin/apt-get")) installFromDebian();
  if (!findRedis()) console.log("No redis-server could be installed: the tests that need it will be skipped.");
}
