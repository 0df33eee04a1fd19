import { existsSync } from "node:fs";
import { defineConfig } from "@playwright/test";

// Debian's browsers where they are installed, Playwright's own elsewhere.
const chromium = "/usr/bin/chromium";
const firefox = "/usr/bin/firefox-esr";
const isRoot = process.getuid?.() === 0;
// The same port in Playwright's main process and its workers, and another one in each run.
process.env.PREEMPT_E2E_PORT ??= String(4200 + Math.floor(Math.random() * 2000));
const port = Number(process.env.PREEMPT_E2E_PORT);

export default defineConfig({
  testDir: "e2e",
  workers: 1,
  // What a busy machine takes from a test twice in a row, it hardly takes a third time.
  retries: 2,
  timeout: 60_000,
  // What is waited for comes; on a busy machine it takes a while.
  expect: { timeout: 15_000 },
  // With a context of its own each test has to start processes and to compile the page anew, which takes a second of two.
  // Between tests storage, routes, init scripts, viewport and emulated media are reset, and after a failure there is a new
  // browser. Tests that leave anything else behind are `apart`, see e2e/page.ts.
  use: { baseURL: `http://127.0.0.1:${port}/`, reuseContext: true },
  webServer: {
    // scripts/test.mjs has built the pages already, the gallery with those entries that are tested.
    command: `${process.env.PREEMPT_E2E_BUILT ? "" : "vite build --logLevel warn && vite build --config vite.gallery.config.ts --logLevel warn && "}vite preview --port ${port} --strictPort --logLevel warn`,
    url: `http://127.0.0.1:${port}/scheduler.html`,
    reuseExistingServer: false,
  },
  projects: [
    {
      name: "chromium",
      use: {
        browserName: "chromium",
        launchOptions: existsSync(chromium) ? { executablePath: chromium, args: isRoot ? ["--no-sandbox"] : [] } : {},
      },
    },
    {
      name: "firefox",
      grepInvert: /@once/,
      use: {
        browserName: "firefox",
        ...(existsSync(firefox) ? { channel: "moz-firefox", launchOptions: { executablePath: firefox } } : {}),
      },
    },
  ],
});
