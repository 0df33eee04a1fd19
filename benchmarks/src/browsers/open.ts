/** The browsers that there are, each with a page. */
import { LabError } from "../lab/errors.ts";
import { type Engine, findEngines } from "../rounds/browsers.ts";
import type { BrowserSession } from "./session.ts";
import { hasWebKit, missingWebKit, startWebKit } from "./webkit.ts";

export const browserNames = ["chromium", "firefox", "webkit"] as const;
export type BrowserName = (typeof browserNames)[number];

/**
 * For whoever measures in one after the other: the last would be missed late.
 *
 * @throws LabError if one of them is not here
 */
export function requireBrowsers(names: readonly BrowserName[]): void {
  for (const name of names) {
    if (name !== "webkit") engineOf(name);
    else if (!hasWebKit()) throw missingWebKit();
  }
}

/** @throws LabError if there is no such browser here */
export function openBrowser(name: BrowserName): Promise<BrowserSession> {
  return name === "webkit" ? startWebKit() : openWithPlaywright(name);
}

async function openWithPlaywright(name: BrowserName): Promise<BrowserSession> {
  const engine = engineOf(name);
  // By SIGINT a run ends, and not the browser: it still has what was measured.
  const browser = await engine.launch({ handleSIGINT: false, handleSIGTERM: false });
  const page = await browser.newPage().catch(async (error) => {
    await browser.close();
    throw error;
  });
  return {
    engine: `${engine.name} ${browser.version()}`,
    goTo: async (url) => void (await page.goto(url)),
    run: (body) => page.evaluate(`(() => { ${body} })()`),
    close: () => browser.close(),
  };
}

function engineOf(name: BrowserName): Engine {
  const engine = findEngines().find((engine) => engine.name.toLowerCase() === name);
  if (engine === undefined) {
    throw new LabError("browser_missing", `there is no ${name} here: node scripts/browsers.mjs installs it.`);
  }
  return engine;
}
