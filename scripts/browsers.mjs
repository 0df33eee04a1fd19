/**
 * Sees to it that the browser tests have browsers: Debian's packages where we may install them, Playwright's own
 * elsewhere. Without any browser the browser tests are skipped, and say so; everything else runs.
 */
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";

const debian = { chromium: "/usr/bin/chromium", firefox: "/usr/bin/firefox-esr" };

/** Which browsers the tests can use: "debian", "playwright", or undefined. */
export async function findBrowsers() {
  if (existsSync(debian.chromium) && existsSync(debian.firefox)) return "debian";
  try {
    const { chromium, firefox } = await import("playwright");
    if (existsSync(chromium.executablePath()) && existsSync(firefox.executablePath())) return "playwright";
  } catch {
    // not installed: no browsers of its own either
  }
  return undefined;
}

function run(command, args, minutes) {
  const { status } = spawnSync(command, args, { stdio: ["ignore", "inherit", "inherit"], timeout: minutes * 60_000 });
  return status === 0;
}

if (process.argv[1] === fileURLToPath(import.meta.url) && (await findBrowsers()) === undefined) {
  const isDebianRoot = process.getuid?.() === 0 && existsSync("/usr/bin/apt-get");
  if (isDebianRoot) {
    console.log("Installing chromium and firefox-esr for the browser tests …");
    const env = (args) => ["DEBIAN_FRONTEND=noninteractive", "apt-get", "-qq", ...args];
    run("env", env(["update"]), 3);
    run("env", env(["install", "-y", "--no-install-recommends", "chromium", "firefox-esr"]), 10);
  } else {
    console.log("Installing Playwright's browsers for the browser tests …");
    run("npx", ["playwright", "install", "chromium", "firefox"], 10);
  }
  if ((await findBrowsers()) === undefined)
    console.log("No browsers could be installed: browser tests will be skipped.");
}
