/**
 * Sees to it that the browser tests have browsers: Debian's packages where we may install them, Playwright's own
 * elsewhere. Only what is missing is installed, and no failure here is fatal: the browser tests that find no browser
 * are skipped, and everything else runs. PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD=1 installs nothing.
 *
 * Plain Node 20, no dependency but Playwright, which may itself be missing.
 */
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";

/** @typedef {"chromium" | "firefox"} Engine also a project of the demo's Playwright configuration */

/** @type {Engine[]} */
const engines = ["chromium", "firefox"];
/** What Debian calls them, under /usr/bin and as packages; the demo's configuration prefers these files too. */
const debianNames = { chromium: "chromium", firefox: "firefox-esr" };

/** The engines that the browser tests can use. */
export async function findBrowsers() {
  const playwright = await import("playwright").catch(() => undefined);
  return engines.filter((engine) => {
    if (existsSync(`/usr/bin/${debianNames[engine]}`)) return true;
    return playwright !== undefined && existsSync(playwright[engine].executablePath());
  });
}

/** The engines that the browser tests cannot use. */
export async function findMissingBrowsers() {
  const found = await findBrowsers();
  return engines.filter((engine) => !found.includes(engine));
}

/**
 * @param {string} command
 * @param {string[]} args
 * @param {number} minutes
 */
function run(command, args, minutes) {
  spawnSync(command, args, { stdio: ["ignore", "inherit", "inherit"], timeout: minutes * 60_000 });
}

/** @param {Engine[]} missing */
function installFromDebian(missing) {
  /** @type {(minutes: number, ...args: string[]) => void} */
  const aptGet = (minutes, ...args) =>
    run("env", ["DEBIAN_FRONTEND=noninteractive", "apt-get", "-qq", "-o", "Acquire::Retries=1", ...args], minutes);
  aptGet(2, "update");
  // One by one: a distribution may have one and not the other.
  for (const engine of missing) aptGet(5, "install", "-y", "--no-install-recommends", debianNames[engine]);
}

/** @param {Engine[]} missing */
function installFromPlaywright(missing) {
  const cli = createRequire(import.meta.url).resolve("@playwright/test/cli");
  // One by one: it stops at the first that fails.
  for (const engine of missing) run(process.execPath, [cli, "install", engine], 5);
}

async function installMissing() {
  const missing = await findMissingBrowsers();
  if (missing.length === 0 || process.env.PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD) return;
  console.log(`Installing ${missing.join(" and ")} for the browser tests; this happens once.`);
  if (process.getuid?.() === 0 && existsSync("/usr/bin/apt-get")) installFromDebian(missing);
  const stillMissing = await findMissingBrowsers();
  if (stillMissing.length === 0) return;
  try {
    installFromPlaywright(stillMissing);
  } catch {
    console.log("Playwright is not installed.");
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await installMissing();
  const missing = await findMissingBrowsers();
  if (missing.length > 0)
    console.log(`No ${missing.join(" and no ")} could be installed: the tests in it will be skipped.`);
}
