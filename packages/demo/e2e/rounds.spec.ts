/**
 * Rounds and frames in real browsers, under jobs that never end. The machines are shared: what is asserted are ratios,
 * with generous limits; the numbers are printed.
 */
import { expect, type Page, test } from "@playwright/test";
import type { RoundsHandle, RoundsReport } from "../src/rounds/main.ts";
import { measured } from "./page.ts";

declare global {
  interface Window {
    __rounds: RoundsHandle;
  }
}

async function open(page: Page): Promise<void> {
  await page.goto("/rounds.html");
  await page.waitForFunction(() => window.__rounds !== undefined);
}

function show(name: string, { throughput, frames, wanted, timers, timerLateness, rounds }: RoundsReport): string {
  const lateness = `${timerLateness.median.toFixed(1)}, worst ${timerLateness.worst.toFixed(0)} ms late`;
  const lengths = `${rounds.count} rounds, median ${rounds.median.toFixed(1)} ms`;
  return `${name}: ${frames} of ${wanted.toFixed(0)} frames; ${timers} timers, ${lateness}; ${lengths}; ${throughput.toFixed(0)} units/ms`;
}

/** The best of at most three: what else the machine does takes frames away, and never adds any. */
async function best(page: Page, options: { work: number; round?: number }, isGood: (report: RoundsReport) => boolean) {
  let report: RoundsReport | undefined;
  for (let i = 0; i < 3 && (report === undefined || !isGood(report)); i++) {
    report = await page.evaluate((options) => window.__rounds.measure(options), { ...options, ms: 1000 });
    console.log(show(options.round === undefined ? "until the frame" : `rounds of ${options.round} ms`, report));
  }
  return report as RoundsReport;
}

test(
  "with 4 ms of the page's own in each frame: the display's frames and the timers come, and jobs get the rest",
  measured,
  async ({ page }) => {
    await open(page);
    const isGood = ({ frames, timers, wanted, rounds }: RoundsReport) =>
      frames > 0.9 * wanted && timers > 0.7 * wanted && rounds.median < 7;
    const aware = await best(page, { work: 4 }, isGood);
    expect(isGood(aware)).toBe(true);
    const fixed = await best(page, { work: 4, round: 5 }, ({ throughput }) => throughput < aware.throughput / 0.7);
    expect(aware.throughput / fixed.throughput).toBeGreaterThan(0.7);
  },
);

test("where the page needs most of each frame, rounds that know it leave the frames", measured, async ({ page }) => {
  await open(page);
  const aware = await best(page, { work: 11.5 }, ({ frames, wanted }) => frames > 0.6 * wanted);
  expect(aware.frames / aware.wanted).toBeGreaterThan(0.6);
});

test("beside a moving box jobs do what cutting by hand does, with as many frames", measured, async ({ page }) => {
  await open(page);
  const share = async (way: "frames" | "preempt") => {
    const options = { way, work: "aes", ms: 800 } as const;
    const { parts, frames, time } = await page.evaluate((options) => window.__rounds.share(options), options);
    return { parts: parts / time, frames: frames / time };
  };
  let ratios = { parts: 0, frames: 0 };
  const isGood = () => ratios.parts > 0.75 && ratios.frames > 0.8;
  // The first time is for the engine's compilers.
  for (let i = 0; i < 4 && !isGood(); i++) {
    const byHand = await share("frames");
    const jobs = await share("preempt");
    ratios = { parts: jobs.parts / byHand.parts, frames: jobs.frames / byHand.frames };
    console.log(
      `jobs do ${ratios.parts.toFixed(2)} of the work by hand, with ${ratios.frames.toFixed(2)} of the frames`,
    );
  }
  expect(isGood()).toBe(true);
});

test("alarms of an idle scheduler come in time: a chain of 2 ms, and long ones", measured, async ({ page }) => {
  await open(page);
  for (const every of [2, 60]) {
    let late = Number.POSITIVE_INFINITY;
    // What else the machine does makes them later. Timers that set each other would be 2 ms late; long ones, by what else is set, up to 8.
    for (let i = 0; i < 3 && late > 1.5; i++) {
      const options = { by: "alarms", every, times: 60 / every + 20, beside: 16.7 } as const;
      const all = await page.evaluate((options) => window.__rounds.alarms(options), options);
      late = all.toSorted((a, b) => a - b)[Math.floor(all.length * 0.7)] as number;
      console.log(`alarms every ${every} ms: 70 % come within ${late.toFixed(2)} ms`);
    }
    expect(late).toBeLessThanOrEqual(1.5);
  }
});

for (const kind of ["dedicated", "shared"] as const) {
  test(`in a ${kind} worker timers are served while a job takes all of the time`, async ({ page }) => {
    await open(page);
    const report = await page.evaluate((kind) => window.__rounds.inWorker(kind, 1000), kind);
    console.log(`${kind}: ${report.ticks} timers of 5 ms in 1 s, ${(report.busy * 100).toFixed(0)} % for the job`);
    expect(report.ticks).toBeGreaterThan(30);
    expect(report.preemptions).toBeGreaterThan(50);
    expect(report.busy).toBeGreaterThan(0.5);
  });
}

test(
  "a page that is hidden while jobs run goes on with them at the same pace",
  measured,
  async ({ page, browserName }) => {
    await open(page);
    const visible = await page.evaluate(() => window.__rounds.progress(1000));
    expect(visible.visibility).toBe("visible");
    const running = page.evaluate(() => window.__rounds.progress(2000));
    await page.waitForTimeout(500);
    if (browserName === "firefox") await page.evaluate(() => void window.open("about:blank", "_blank"));
    // Chromium without a screen shows every page; what a hidden one tells is played.
    else
      await page.evaluate(() => {
        Object.defineProperty(document, "visibilityState", { value: "hidden" });
        Object.defineProperty(document, "hidden", { value: true });
        window.requestAnimationFrame = () => 0;
        document.dispatchEvent(new Event("visibilitychange"));
      });
    const hidden = await running;
    expect(hidden.visibility).toBe("hidden");
    const ratio = hidden.units / hidden.time / (visible.units / visible.time);
    console.log(`pace of a hidden page: ${ratio.toFixed(2)} of a visible one's`);
    expect(ratio).toBeGreaterThan(0.5);
  },
);
