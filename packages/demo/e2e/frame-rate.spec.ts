/** The promise of the page, measured in real browsers: under the same load FCFS falls apart and EDF does not. */
import { expect, type Page, test } from "@playwright/test";
import type { DemoHandle } from "../src/main.ts";

declare global {
  interface Window {
    __preempt: DemoHandle;
  }
}

const kinds = ["aes", "markdown", "points"] as const;
type Mode = "fcfs" | "edf" | "fp";

async function underLoad(page: Page, mode: Mode): Promise<void> {
  await page.goto("/");
  await page.waitForFunction(() => window.__preempt !== undefined);
  await page.evaluate(
    ([mode, kinds]) => {
      window.__preempt.setMode(mode);
      for (const kind of kinds) window.__preempt.setWork(kind, true);
    },
    [mode, kinds] as const,
  );
  // until each kind of work has been done and checked twice
  await page.waitForFunction(
    () => Object.values(window.__preempt.reports()).every((r) => r.done >= 2 && r.verdict !== "unknown"),
    undefined,
    { timeout: 40_000 },
  );
}

async function frameRate(page: Page): Promise<number> {
  await page.waitForTimeout(4000);
  return page.evaluate(() => window.__preempt.rate(3500));
}

async function verdicts(page: Page): Promise<string[]> {
  return page.evaluate(() => Object.values(window.__preempt.reports()).map((r) => r.verdict));
}

for (const mode of ["edf", "fp"] as const) {
  test(`${mode}: the page stays above 55 frames per second, and the results are those of the plain code`, async ({
    page,
  }) => {
    await underLoad(page, mode);
    const rate = await frameRate(page);
    console.log(`${mode}: ${rate.toFixed(1)} frames per second`);
    expect(rate).toBeGreaterThan(55);
    expect(await verdicts(page)).toEqual(["equal", "equal", "equal"]);
    const reports = await page.evaluate(() => window.__preempt.reports());
    for (const kind of kinds) expect(reports[kind]?.preemptions).toBeGreaterThan(3);
  });
}

test("fcfs: the frame rate drops below 40 under the same load, with the same results", async ({ page }) => {
  await underLoad(page, "fcfs");
  const rate = await frameRate(page);
  console.log(`fcfs: ${rate.toFixed(1)} frames per second`);
  expect(rate).toBeLessThan(40);
  expect(await verdicts(page)).toEqual(["equal", "equal", "equal"]);
});

interface Delays {
  readonly median: number;
  readonly worst: number;
}

async function keyDelays(page: Page, mode: Mode): Promise<Delays> {
  await underLoad(page, mode);
  const field = page.locator("#typed");
  await field.focus();
  const text = "deadlines are met";
  for (const [i, key] of [...text].entries()) {
    await page.keyboard.type(key);
    // not in step with any period of the work
    await page.waitForTimeout(60 + ((i * 37) % 140));
  }
  await expect(page.locator("#echo")).toHaveText(new RegExp(text), { timeout: 20_000 });
  await page.waitForTimeout(500);
  const delays = (await page.evaluate(() => window.__preempt.delays())).sort((a, b) => a - b);
  expect(delays.length).toBeGreaterThan(10);
  return { median: delays[delays.length >> 1] as number, worst: delays.at(-1) as number };
}

test("typed text arrives in time under EDF; under FCFS keys wait for whole jobs", async ({ page }) => {
  const edf = await keyDelays(page, "edf");
  const fcfs = await keyDelays(page, "fcfs");
  const show = ({ median, worst }: Delays) => `median ${median.toFixed(0)}, worst ${worst.toFixed(0)} ms`;
  console.log(`key to screen: EDF ${show(edf)}; FCFS ${show(fcfs)}`);
  expect(edf.median).toBeLessThan(60);
  expect(fcfs.worst).toBeGreaterThan(80);
});

test("work can be switched on and off with the keyboard alone", async ({ page }) => {
  await page.goto("/");
  await page.locator("#switch-aes").focus();
  await page.keyboard.press("Space");
  await expect(page.locator("#aes-verdict")).toHaveText(/✓ equal/, { timeout: 20_000 });
  await page.keyboard.press("Space");
  await page.waitForTimeout(600); // the readout follows four times a second
  const done = await page.locator("#aes-done").textContent();
  await page.waitForTimeout(1200);
  expect(await page.locator("#aes-done").textContent()).toBe(done);
});
