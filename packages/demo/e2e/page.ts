/** What the browser tests of the demo have in common. */
import { gzipSync } from "node:zlib";
import AxeBuilder from "@axe-core/playwright";
import { expect, type Locator, type Page, type Response, test } from "@playwright/test";
import type { DemoHandle } from "../src/main.ts";

declare global {
  interface Window {
    __preempt: DemoHandle;
  }
}

/** Of a test that measures: it has the machine for itself, see scripts/test.mjs. */
export const measured = { tag: "@measured" } as const;

/** Of a test for which one browser is enough: nothing in it depends on the engine, or another test has seen the same. */
export const once = { tag: "@once" } as const;
export const measuredOnce = { tag: ["@measured", "@once"] };

/** A test with a context of its own, since it leaves behind what is not reset between tests: see playwright.config.ts. */
export const apart = test.extend({
  page: async ({ browser, baseURL }, use) => {
    const page = await browser.newPage(baseURL === undefined ? {} : { baseURL });
    await use(page);
    await page.close();
  },
});

/** Opens the page with a set-up as a link carries it, and waits until its scenario runs. */
export async function open(page: Page, link = ""): Promise<void> {
  // A new fragment alone would not load the page again.
  await page.goto(`./scheduler.html?${Math.random()}#${link}`);
  await expect(page.locator("main")).not.toHaveClass("opening", { timeout: 20_000 });
}

/** Waits until the warm-up is over and jobs are counted; after each change of the set-up that starts anew. */
export async function counting(page: Page): Promise<void> {
  await page.waitForFunction(() => (window.__preempt?.row("box")?.finished ?? 0) > 5, undefined, { timeout: 20_000 });
}

/** Weighs what the page loads from now on; the result ends that and answers the compressed sizes, in bytes. */
export function weigh(page: Page): () => Promise<number[]> {
  const bodies: Promise<Buffer>[] = [];
  const take = (response: Response) => {
    if (response.url().startsWith("http")) bodies.push(response.body());
  };
  page.on("response", take);
  return async () => {
    page.off("response", take);
    return (await Promise.all(bodies)).map((body) => gzipSync(body).length);
  };
}

/** Types a value in place of the one that is there, and leaves the field, which makes it count. */
export async function enter(field: Locator, text: string): Promise<void> {
  await field.focus();
  await field.press("ControlOrMeta+a");
  await field.pressSequentially(text);
  await field.press("Tab");
}

/** Types a value over what the recorded typist types, who goes on until a person has typed. */
export async function typeOver(field: Locator, text: string): Promise<void> {
  // Firefox selects what is there, then types: recorded letters may come between, but for the first time only.
  await expect(async () => {
    await field.fill(text);
    await expect(field).toHaveValue(text, { timeout: 100 });
  }).toPass();
}

export async function frameRate(page: Page, ms = 2500): Promise<number> {
  await page.waitForTimeout(ms);
  return page.evaluate((span) => window.__preempt.rate(span), ms);
}

/** No violation of the accessibility rules that can be checked by machine, in the page or a part of it. */
export async function expectAccessible(page: Page, part = "html"): Promise<void> {
  if (page.context().browser()?.browserType().name() !== "chromium") return;
  // Every rule is looked at. What is left out: reports on those that hold, and a page beside for frames of elsewhere.
  const builder = new AxeBuilder({ page })
    .include(part)
    .options({ resultTypes: ["violations"] })
    .setLegacyMode();
  const { violations } = await builder.analyze();
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" | ")}`);
  expect(found).toEqual([]);
}
