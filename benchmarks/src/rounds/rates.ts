/** Browsers whose frames come at a rate of one's choice. */
import type { Browser } from "playwright";
import { median } from "../statistics.ts";
import type { Engine } from "./browsers.ts";
import { hasScreens, startScreen } from "./screen.ts";

/** What a browser has without a screen. */
export const usualRate = 60;

export interface Opened {
  readonly browser: Browser;
  close(): Promise<void>;
}

/** On a busy machine Chromium sometimes starts without having asked the screen, and keeps its usual rate. */
const attempts = 4;
const tolerance = 0.1;

/**
 * Firefox is told by a preference; Chromium takes the rate of the screen it is on, and has none without one.
 *
 * @returns undefined where Chromium finds no screen of that rate
 */
export async function openAt(engine: Engine, hz: number): Promise<Opened | undefined> {
  if (hz === usualRate) return alone(await engine.launch());
  if (engine.name === "Firefox") return alone(await engine.launch({ firefoxUserPrefs: { "layout.frame_rate": hz } }));
  if (!hasScreens()) return undefined;
  for (let left = attempts; ; left--) {
    const opened = await openOnScreen(engine, hz);
    try {
      if (left === 1 || Math.abs((await rateOf(opened.browser)) / hz - 1) < tolerance) return opened;
    } catch (error) {
      await opened.close();
      throw error;
    }
    await opened.close();
  }
}

async function openOnScreen(engine: Engine, hz: number): Promise<Opened> {
  const screen = await startScreen(hz);
  try {
    const browser = await engine.launch({ headless: false, env: { ...process.env, DISPLAY: screen.display } });
    const close = async () => {
      await browser.close();
      screen.stop();
    };
    return { browser, close };
  } catch (error) {
    screen.stop();
    throw error;
  }
}

const alone = (browser: Browser): Opened => ({ browser, close: () => browser.close() });

/** Frames per second of an empty page, by the median: one that has just been opened misses some. */
export async function rateOf(browser: Browser): Promise<number> {
  const page = await browser.newPage();
  const times = await page.evaluate(async () => {
    const starts: number[] = [];
    while (starts.length < 61) starts.push(await new Promise<number>(requestAnimationFrame));
    return starts.slice(1).map((start, i) => start - (starts[i] as number));
  });
  await page.close();
  return 1000 / median(times);
}
