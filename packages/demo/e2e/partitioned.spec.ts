/** Jobs on a browser's own workers, in a page that Vite builds with the transform; isolated and not. */
import { expect, type Page, test } from "@playwright/test";
import { isolation } from "../build/isolation.ts";
import { type BuiltPage, buildPage } from "./built-page.ts";
import type { Scenarios } from "./partitioned/page.ts";

let built: BuiltPage;

test.beforeAll(async () => {
  built = await buildPage("partitioned", {}, isolation);
});

test.afterAll(() => built.close());

async function run<K extends keyof Scenarios>(
  page: Page,
  name: K,
  server = 0,
): Promise<Awaited<ReturnType<Scenarios[K]>>> {
  await page.goto(built.addresses[server] ?? "");
  await page.waitForFunction(() => window.partitioned !== undefined);
  const call = (key: string): Promise<unknown> => window.partitioned[key as keyof Scenarios]();
  const result = await page.evaluate(call, name as string);
  return result as Awaited<ReturnType<Scenarios[K]>>;
}

for (const [server, isolated] of [false, true].entries()) {
  test(`an urgent job overtakes an annotated one in the same worker${isolated ? ", cross-origin isolated" : ""}`, async ({
    page,
  }) => {
    const { answer, primes, order, preemptions, times, response } = await run(page, "overtake", server);
    expect(await page.evaluate(() => crossOriginIsolated)).toBe(isolated);
    expect([answer, primes]).toEqual([42, 148_933]);
    expect(order).toEqual(["urgent", "bulky"]);
    expect(preemptions).toBeGreaterThan(2);
    // Clocks of two threads, in steps of 1 ms where the page is not isolated.
    for (const [i, time = Number.NaN] of times.entries()) expect(time).toBeGreaterThanOrEqual((times[i - 1] ?? 0) - 2);
    console.log(`urgent job on a busy worker${isolated ? ", isolated" : ""}: ${response?.toFixed(1)} ms`);
  });
}

test("two jobs go to two workers", async ({ page }) => {
  expect(await run(page, "twoCores")).toEqual({ counts: [25_997, 25_997], cores: [0, 1] });
});

test("buffers are transferred there and back", async ({ page }) => {
  expect(await run(page, "transfer")).toEqual({ left: 0, sum: 7000 });
});

test("errors come back whole; one that nobody catches is reported and ends nothing", async ({ page }) => {
  const { failed, reported, answer } = await run(page, "errors");
  expect(failed).toEqual([true, "out of range", "a cause"]);
  expect(reported).toEqual([expect.stringContaining("nobody catches this")]);
  expect(answer).toBe(42);
});

test("a worker that closes itself is noticed, though no event tells of it", async ({ page }) => {
  const { lost, reported, answer } = await run(page, "crash");
  expect(lost).toMatch(/^worker_crashed: core 0: .*without a word/);
  expect(reported.length).toBe(1);
  expect(answer).toBe(42);
});

test("a worker whose script does not load fails its jobs and says so", async ({ page }) => {
  expect(await run(page, "missing")).toMatch(/^worker_crashed: core 0: its worker failed to start: /);
});
