/** The browsers that there are, each with the page open. */
import { LabError } from "../lab/errors.ts";
import { findEngines } from "../rounds/browsers.ts";
import { driverOf, type PageDriver } from "./page.ts";
import { openWebKit } from "./webkit.ts";

export const browserNames = ["chromium", "firefox", "webkit"] as const;
export type BrowserName = (typeof browserNames)[number];

const pageTimeout = 30_000;

/** @throws LabError if there is no such browser here */
export function openPage(name: BrowserName, url: string): Promise<PageDriver> {
  return name === "webkit" ? openWebKit(url) : openWithPlaywright(name, url);
}

async function openWithPlaywright(name: BrowserName, url: string): Promise<PageDriver> {
  const engine = findEngines().find((engine) => engine.name.toLowerCase() === name);
  if (engine === undefined) {
    throw new LabError("browser_missing", `there is no ${name} here: node scripts/browsers.mjs installs it.`);
  }
  // By SIGINT a run ends, and not the browser: it still has what was measured.
  const browser = await engine.launch({ handleSIGINT: false, handleSIGTERM: false });
  try {
    const page = await browser.newPage();
    await page.goto(url);
    await page.waitForFunction(() => "__macro" in window, undefined, { timeout: pageTimeout });
    return driverOf(
      `${engine.name} ${browser.version()}`,
      (body) => page.evaluate(`(() => { ${body} })()`),
      () => browser.close(),
    );
  } catch (error) {
    await browser.close();
    throw error;
  }
}
