/** The gallery: each library gives the same result when it is preempted, and the page measures what it says. */
import { expect, type Page, test } from "@playwright/test";
import { galleryPackages } from "../build/gallery-packages.ts";
import type { GalleryHandle } from "../src/gallery/main.ts";
import { expectAccessible, once } from "./page.ts";

declare global {
  interface Window {
    __gallery?: GalleryHandle;
  }
}

async function open(page: Page, id: string): Promise<void> {
  await page.goto(`./?${Math.random()}#${id}`);
  await page.waitForFunction((id) => window.__gallery?.ready === id, id, { timeout: 40_000 });
}

async function run(page: Page, mode: "plain" | "preempt", nth: number) {
  await page.locator(`button[data-mode=${mode}]`).click();
  const sample = await page.evaluate(() => window.__gallery?.sample);
  await page.locator("#typed").pressSequentially(sample ?? "typed meanwhile", { delay: 20 });
  await page.waitForFunction((nth) => (window.__gallery?.results.length ?? 0) > nth, nth, { timeout: 30_000 });
  await expect(page.locator("#error")).toBeEmpty();
  return page.evaluate((nth) => window.__gallery?.results[nth], nth);
}

// The name of a test begins with its entry: `npm test` builds those entries whose tests are in its part.
for (const id of Object.keys(galleryPackages)) {
  test(`${id}: preempted, the library gives the result of the plain one`, async ({ page }) => {
    await open(page, id);
    const plain = await run(page, "plain", 0);
    const preempt = await run(page, "preempt", 1);
    expect(preempt?.digest).toBe(plain?.digest);
    expect(preempt?.preemptions).toBeGreaterThan(0);
    await expect(page.locator("#results tbody tr:last-child td").last()).toHaveText(/^the same/);
    await expect(page.locator("#panel > *")).not.toHaveCount(0);
    expect(plain?.window).toBeGreaterThanOrEqual(plain?.timeToResult ?? Number.NaN);
  });
}

test("physics: the page says what it measured, on a telephone too, and is accessible", once, async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 800 });
  await open(page, "physics");
  const measured = await run(page, "preempt", 0);
  const column = page.locator("#results tbody tr td:last-child");
  await expect(column.nth(5)).toHaveText((measured?.timeToResult ?? 0).toFixed(0));
  await expect(column.nth(7)).toHaveText(/^\d\.\d s, \d+ keys$/);
  await expectAccessible(page);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
});

test("physics: old links lead to the scheduler's page, and keep their set-up", once, async ({ page }) => {
  await page.goto("./#scenario=chess&policy=fp");
  await expect(page).toHaveURL(/scheduler\.html#scenario=chess&policy=fp$/);
  await expect(page).toHaveTitle("Chess · Preempt");
});
