/** Where the first preempted job is seen: in a program's output, or in the console of a page in Chromium. */
import { existsSync } from "node:fs";
import { type Browser, chromium } from "playwright";

/** What the example and the templates print. */
const line = /preempted (\d+) times/;

/** How often a job was preempted, by what was printed; undefined: nothing tells. */
export function preemptionsIn(output: string): number | undefined {
  const times = [...output.matchAll(new RegExp(line, "g"))].map(([, n]) => Number(n));
  return times.length === 0 ? undefined : Math.max(...times);
}

/** Debian's browser where it is installed, Playwright's own elsewhere. */
const installed = "/usr/bin/chromium";

export function startChromium(): Promise<Browser> {
  const isRoot = process.getuid?.() === 0;
  return chromium.launch({
    ...(existsSync(installed) && { executablePath: installed }),
    args: ["--allow-file-access-from-files", ...(isRoot ? ["--no-sandbox"] : [])],
  });
}

/** What the console of a page says. */
export interface SeenInPage {
  readonly preemptions: number | undefined;
  /** Its errors, if it says nothing of a job. */
  readonly errors: readonly string[];
}

/**
 * Opens the page, and waits for the line of the example. A page with a button for the job has it clicked.
 *
 * @param ms how long it waits
 */
export async function seeInPage(browser: Browser, url: string, ms = 120_000): Promise<SeenInPage> {
  const page = await browser.newPage();
  const errors: string[] = [];
  page.on("pageerror", (error) => errors.push(error.message));
  const seen = new Promise<number>((found) => {
    page.on("console", (message) => {
      const preemptions = preemptionsIn(message.text());
      if (preemptions !== undefined) found(preemptions);
      else if (message.type() === "error") errors.push(message.text());
    });
  });
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<undefined>((end) => {
    timer = setTimeout(end, ms, undefined);
  });
  try {
    await page.goto(url, { timeout: ms });
    const button = page.locator("#job");
    if ((await button.count()) > 0) await button.click();
    return { preemptions: await Promise.race([seen, late]), errors };
  } finally {
    clearTimeout(timer);
    await page.close();
  }
}
