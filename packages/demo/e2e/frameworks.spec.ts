/** The examples for React, Vue and Svelte, built as their users build them: what is typed is in the field at once, and cancels the job. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, type Page, test } from "@playwright/test";
import type { Job, Scheduler } from "@preempt/runtime";
import { build, type PreviewServer, preview } from "vite";
import { expectAccessible, once } from "./page.ts";

const outDirs: string[] = [];
const servers: PreviewServer[] = [];

test.afterAll(async () => {
  await Promise.all(servers.map((server) => server.close()));
  for (const folder of outDirs) rmSync(folder, { recursive: true, force: true });
});

declare global {
  interface Window {
    ended: { state: string; preemptions: number }[];
  }
}

/** Builds an example, opens its page, and notes the jobs that end there. */
async function open(page: Page, example: string): Promise<void> {
  const root = fileURLToPath(new URL(`../../../examples/${example}`, import.meta.url));
  const outDir = mkdtempSync(join(tmpdir(), "preempt-example-"));
  outDirs.push(outDir);
  const built = { outDir, emptyOutDir: true, reportCompressedSize: false };
  await build({ root, configFile: join(root, "vite.config.ts"), logLevel: "warn", build: built });
  const server = await preview({
    root,
    configFile: false,
    logLevel: "warn",
    build: built,
    preview: { host: "127.0.0.1", port: 0 },
  });
  servers.push(server);
  // The page's scheduler is made by the first job: it is observed from then on.
  await page.addInitScript(() => {
    let rt: Scheduler | undefined;
    window.ended = [];
    const jobFinished = ({ state, preemptions }: Job) => void window.ended.push({ state, preemptions });
    Object.defineProperty(globalThis, Symbol.for("@preempt/scheduler"), {
      get: () => rt,
      set(made: Scheduler) {
        rt = made;
        made.observe({ jobFinished });
      },
    });
  });
  await page.goto(server.resolvedUrls?.local[0] ?? "");
}

/** The states of the jobs that have ended. */
const states = (page: Page) => page.evaluate(() => window.ended.map(({ state }) => state));
/** How often the last one that was done had to wait. */
const preemptions = (page: Page) =>
  page.evaluate(() => window.ended.findLast(({ state }) => state === "done")?.preemptions ?? 0);

test(
  "React: a search is cancelled by the next letter, and the last one finds “silent river”",
  once,
  async ({ page }) => {
    await open(page, "react-search");
    const field = page.getByRole("searchbox");
    await field.pressSequentially("silent river", { delay: 15 });
    await expect(field).toHaveValue("silent river");
    await expect(page.getByRole("listitem").first()).toHaveText("The silent river 1");
    await expect(page.getByRole("list")).toHaveAttribute("aria-busy", "false");
    expect(await states(page)).toContain("cancelled");
    expect(await preemptions(page)).toBeGreaterThan(5);
    await expectAccessible(page);
  },
);

test("Vue: a table is filtered while its user types", once, async ({ page }) => {
  await open(page, "vue-people");
  const field = page.getByRole("searchbox");
  await field.pressSequentially("Dimitri", { delay: 15 });
  await expect(field).toHaveValue("Dimitri");
  await expect(page.locator("tbody tr").first()).toContainText("Dmitri");
  await expect(page.locator("section")).toHaveAttribute("aria-busy", "false");
  expect(await states(page)).toContain("cancelled");
  expect(await preemptions(page)).toBeGreaterThan(5);
  await expectAccessible(page);
});

test("Svelte: a file is summed up while its user types and chooses another column", once, async ({ page }) => {
  await open(page, "svelte-csv");
  await page.getByLabel("A note").pressSequentially("While it is read", { delay: 5 });
  await page.getByLabel("Sum up by").selectOption("article");
  await expect(page.locator("tbody tr").first()).toHaveText(/^[a-z]+[\d,]+$/);
  await expect(page.getByRole("table")).toHaveAttribute("aria-busy", "false");
  await expect(page.getByLabel("A note")).toHaveValue("While it is read");
  expect(await preemptions(page)).toBeGreaterThan(5);
  await expectAccessible(page);
});
