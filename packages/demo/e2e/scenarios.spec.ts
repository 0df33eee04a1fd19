/** What each scenario says one can watch is there to be seen. */
import { expect, test } from "@playwright/test";
import { counting, enter, measuredOnce, once, open } from "./page.ts";

test(
  "priority inversion: without a protocol the meter waits for the map, with inheritance it does not",
  measuredOnce,
  async ({ page }) => {
    await open(page, "scenario=inversion");
    await counting(page);
    // It comes about when the map is drawn just then: in some seconds oftener than in others.
    const missed = () => page.evaluate(() => window.__preempt.row("meter")?.missed);
    await expect.poll(missed, { timeout: 15_000 }).toBeGreaterThan(1);
    const none = await page.evaluate(() => window.__preempt.row("meter"));
    await page.getByLabel("Protocol").selectOption("pip");
    await page.waitForTimeout(500);
    await counting(page);
    await page.waitForTimeout(1500);
    const pip = await page.evaluate(() => window.__preempt.row("meter"));
    console.log(
      `longest response of the meter: none ${none?.worstResponse.toFixed(0)}, pip ${pip?.worstResponse.toFixed(0)} ms`,
    );
    expect(pip?.missed).toBeLessThan(none?.missed ?? 0);
    await expect(page.locator("#panel .verdict")).toContainText("under priority inheritance");
  },
);

test(
  "priority inversion: a protocol that the policy cannot have is told, and another one stands in",
  once,
  async ({ page }) => {
    await open(page, "scenario=inversion&policy=edf&option.protocol=pcp");
    await expect(page.locator("#notices")).toContainText('policy is "edf"');
    await expect(page.locator("#notices")).toContainText("priority inheritance");
    await expect(page.locator("#notices")).not.toContainText("protocol_");
    await page.getByLabel("Protocol").selectOption("pip");
    await expect(page.locator("#notices")).toBeEmpty();
  },
);

test("priority inversion: the meter is due when its row in the table says", once, async ({ page }) => {
  await open(page, "scenario=inversion");
  await expect(page.locator("#panel h3")).toContainText("due within 40 ms");
  await enter(page.getByLabel("meter: deadline, milliseconds"), "0.9");
  await expect(page.locator("#panel h3")).toContainText("due within 40 ms");
  await enter(page.getByLabel("meter: deadline, milliseconds"), "25");
  await expect(page.locator("#panel h3")).toContainText("due within 25 ms");
});

test("overload: outcomes stand in one line each, also after the chess board was on show", once, async ({ page }) => {
  await open(page, "scenario=chess");
  await expect(page.locator(".board")).toBeVisible();
  await page.getByRole("link", { name: "Overload" }).click();
  const first = page.locator(".lane .squares").first();
  await expect(first).toBeVisible();
  expect((await first.boundingBox())?.height).toBeLessThan(30);
});

test(
  "overload: by fixed priority the urgent are in time and the last starve; aging lets them through",
  once,
  async ({ page }) => {
    await open(page, "scenario=overload&policy=fp");
    await page.waitForFunction(() => (window.__preempt.row("encrypt")?.finished ?? 0) > 20);
    expect(await page.evaluate(() => window.__preempt.row("index")?.finished)).toBeLessThanOrEqual(1);
    await expect(page.locator("#admission")).toContainText("✗ refused");
    await expect(page.locator(".lane").first()).toContainText("% in time");
    await page.getByRole("radio", { name: "Aging" }).check();
    await expect
      .poll(() => page.evaluate(() => window.__preempt.row("index")?.finished ?? 0), { timeout: 20_000 })
      .toBeGreaterThan(0);
  },
);

test(
  "the greedy script makes the page late when it is let loose, and does not when a server holds it",
  measuredOnce,
  async ({ page }) => {
    await open(page, "scenario=server&option.held=loose");
    const late = () =>
      page.evaluate(() => {
        const { missed = 0, skipped = 0 } = window.__preempt.row("box") ?? {};
        return missed + skipped;
      });
    await expect.poll(late, { timeout: 10_000 }).toBeGreaterThan(40);
    const loose = await late();
    await page.getByLabel("The script is").selectOption("held");
    await page.waitForTimeout(500);
    await counting(page);
    await page.waitForTimeout(1500);
    const held = await page.evaluate(() => [window.__preempt.row("box"), window.__preempt.row("script")]);
    console.log(`box missed: loose ${loose}, held ${held[0]?.missed}`);
    expect((held[0]?.missed ?? 0) + (held[0]?.skipped ?? 0)).toBeLessThan(20);
    expect(held[1]?.finished).toBeGreaterThan(0);
    await expect(page.locator(".share.guest")).toContainText("done");
  },
);

test(
  "the shares of the thread are shown, and the held script computes what the page leaves it",
  once,
  async ({ page }) => {
    await open(page, "scenario=server&option.share=5");
    await expect(page.getByLabel("Its share")).toHaveValue("5");
    await expect(page.locator(".share.guest span")).toHaveText(/^[1-9]\d* % · \d+ done$/);
    await expect(page.locator(".share").first()).toContainText("on time");
  },
);
