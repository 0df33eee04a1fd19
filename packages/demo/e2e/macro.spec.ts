/** The macro benchmark, very short: what it answers, and that FCFS loses frames where EDF does not. */
import { readFile } from "node:fs/promises";
import { expect, type Page, test } from "@playwright/test";
import type { MacroHandle } from "../src/macro/main.ts";
import type { Subtest } from "../src/macro/subtests.ts";
import { expectAccessible, measuredOnce, once } from "./page.ts";

declare global {
  interface Window {
    __macro: MacroHandle;
  }
}

const full: readonly Subtest[] = [
  { policy: "fcfs", load: "both" },
  { policy: "edf", load: "both" },
];

async function open(page: Page): Promise<void> {
  await page.goto("/macro.html");
  await page.waitForFunction(() => window.__macro !== undefined);
}

test(
  "under the full load FCFS loses frames and EDF keeps them; every result is right",
  measuredOnce,
  async ({ page }) => {
    await open(page);
    await page.evaluate((subtests) => window.__macro.start({ seconds: 1.5, repetitions: 1, subtests }), full);
    const { state, result, report } = await page.evaluate(() => ({
      state: window.__macro.state,
      result: window.__macro.result(),
      report: window.__macro.report("this browser"),
    }));
    expect(state.phase).toBe("done");
    if (result === undefined || report === undefined) throw new Error("there is no result");
    expect(result.isolated).toBe(true);
    expect(result.complete).toBe(true);
    const [fcfs, edf] = result.runs;
    if (fcfs === undefined || edf === undefined) throw new Error("a part is missing");
    for (const run of [fcfs, edf]) {
      expect(run.wrong).toBe(0);
      expect(run.elapsed).toBeGreaterThanOrEqual(1500);
      expect(run.plainMs.spin).toBeGreaterThan(0);
      expect(run.plainMs.aes).toBeGreaterThan(0);
      expect(run.delays.length).toBeGreaterThan(0);
      // the box, the input, AES and 15 tasks
      expect(run.tasks).toHaveLength(18);
    }
    expect(edf.preemptions).toBeGreaterThan(10);
    expect(fcfs.preemptions).toBe(0);
    const rate = ({ intervals, elapsed }: typeof fcfs) => (intervals.length * 1000) / elapsed;
    console.log(`FCFS ${rate(fcfs).toFixed(1)}, EDF ${rate(edf).toFixed(1)} frames per second`);
    expect(rate(fcfs)).toBeLessThan(0.8 * rate(edf));
    expect(report.figures.rates).toContain("this browser");
    expect(report.goals.map(({ passed }) => passed)).toContain(true);

    await expect(page.getByRole("heading", { name: "Result" })).toBeVisible();
    await expect(page.getByRole("table")).toHaveCount(3);
    await expectAccessible(page);
  },
);

test("the box moves within its stage, below the headings", once, async ({ page }) => {
  await open(page);
  const seen = await page.evaluate(async () => {
    const box = document.querySelector("#box") as HTMLElement;
    const stage = document.querySelector(".stage") as HTMLElement;
    const part = window.__macro.start({ seconds: 1, repetitions: 1, subtests: [{ policy: "edf", load: "none" }] });
    let isRunning = true;
    void part.then(() => {
      isRunning = false;
    });
    const places = new Set<number>();
    let isWithin = true;
    while (isRunning) {
      await new Promise(requestAnimationFrame);
      const [inner, outer] = [box.getBoundingClientRect(), stage.getBoundingClientRect()];
      places.add(inner.left);
      isWithin &&= inner.left >= outer.left && inner.right <= outer.right;
      isWithin &&= inner.top >= outer.top && inner.bottom <= outer.bottom;
    }
    return { isWithin, places: places.size, width: stage.clientWidth };
  });
  expect(seen.isWithin).toBe(true);
  expect(seen.places).toBeGreaterThan(10);
  expect(seen.width).toBeGreaterThan(500);
});

test("it is started and stopped with the keyboard alone, and says how it goes", once, async ({ page }) => {
  await open(page);
  const progress = page.locator("#progress");
  await expect(progress).toHaveText("Not started.");
  await expect(page.locator("#estimate")).toHaveText(/takes about 40 min/);
  await page.getByLabel("Repetitions").press("ArrowDown");
  await expect(page.locator("#estimate")).toHaveText(/takes about 32 min/);
  await page.getByRole("button", { name: "Start" }).press("Enter");
  await expect(progress).toHaveText(/^Part 1 of 32: FCFS, no load/, { timeout: 15_000 });
  await page.getByRole("button", { name: "Stop" }).press("Enter");
  await expect(progress).toHaveText("Stopped after 0 of 32 parts.");
  await expect(page.getByRole("button", { name: "Start" })).toBeEnabled();
  await expect(page.locator("#results")).toBeHidden();
});

test("a run goes on from what another page has measured of it", once, async ({ page }) => {
  await open(page);
  const results = await page.evaluate(async () => {
    const options = { seconds: 1, repetitions: 2, subtests: [{ policy: "edf", load: "none" }] as const };
    await window.__macro.start({ ...options, upTo: 1 });
    const first = window.__macro.result();
    await window.__macro.start(options, first);
    return [first, window.__macro.result()];
  });
  expect(results.map((result) => result?.complete)).toEqual([false, true]);
  expect(results[1]?.runs.map(({ repetition }) => repetition)).toEqual([0, 1]);
  expect(results[1]?.runs[0]).toEqual(results[0]?.runs[0]);
  expect(results[1]?.calibrations.length).toBe(2);
});

test("the result of a run can be had until the next one has a part", once, async ({ page }) => {
  await open(page);
  await page.evaluate(() =>
    window.__macro.start({ seconds: 1, repetitions: 1, subtests: [{ policy: "edf", load: "none" }] }),
  );
  const download = page.getByRole("button", { name: "Download the numbers" });
  await page.getByRole("button", { name: "Start" }).click();
  const [file] = await Promise.all([page.waitForEvent("download"), download.click()]);
  const saved = JSON.parse(await readFile(await file.path(), "utf8"));
  expect(saved).toMatchObject({ kind: "preempt-macro", complete: true, options: { seconds: 1 } });
  await page.getByRole("button", { name: "Stop" }).click();
  await expect(page.locator("#progress")).toHaveText("Stopped after 0 of 40 parts.");
  await expect(page.getByRole("heading", { name: "Result" })).toBeVisible();
  await expect(download).toBeEnabled();
});

test("options that make no sense are refused", once, async ({ page }) => {
  await open(page);
  const refusal = await page.evaluate(() => window.__macro.start({ seconds: 0 }).catch((error) => String(error)));
  expect(refusal).toBe("RangeError: The seconds for each part must be from 1 to 600.");
});
