/** What the browser tests of the demo have in common. */
import AxeBuilder from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";
import type { DemoHandle } from "../src/main.ts";

declare global {
  interface Window {
    __preempt: DemoHandle;
  }
}

/** Opens the page with a set-up as a link carries it, and waits until its jobs are counted. */
export async function open(page: Page, link = ""): Promise<void> {
  // A new fragment alone would not load the page again.
  await page.goto(`./?${Math.random()}#${link}`);
  await running(page);
}

/** Waits until the system runs and counts; after each change of the set-up it starts anew. */
export async function running(page: Page): Promise<void> {
  await page.waitForFunction(() => (window.__preempt?.row("box")?.finished ?? 0) > 5, undefined, { timeout: 20_000 });
}

export async function frameRate(page: Page, ms = 2500): Promise<number> {
  await page.waitForTimeout(ms);
  return page.evaluate((span) => window.__preempt.rate(span), ms);
}

/** No violation of the accessibility rules that can be checked by machine, in the page or a part of it. */
export async function expectAccessible(page: Page, part = "html"): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).include(part).analyze();
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" | ")}`);
  expect(found).toEqual([]);
}
