/** The panel in Chromium, with real keys: it finds a slow handler, makes it a job on request, and compares. It needs the built packages. */
import { existsSync, readFileSync, rmSync } from "node:fs";
import type { AddressInfo, Server } from "node:net";
import { join } from "node:path";
import { type Browser, chromium } from "playwright";
import { createServer, type ViteDevServer } from "vite";
import { afterAll, beforeAll, expect, test } from "vitest";
import { writeProject } from "../kit/project.ts";

const files = {
  "index.html": '<!doctype html><title>x</title><input id="query"><script type="module" src="/src/main.ts"></script>',
  "src/main.ts": `import { count } from "./count.ts";

const query = document.querySelector<HTMLInputElement>("#query")!;

query.addEventListener("input", () => {
  query.title = String(count(query.value));
});
`,
  // At least 250 ms on any machine.
  "src/count.ts": `export function count(text: string): number {
  let n = 0;
  for (const end = performance.now() + 250; performance.now() < end; ) n += text.length;
  return n;
}
`,
};

const root = writeProject(files);
let server: ViteDevServer;
let browser: Browser;

beforeAll(async () => {
  const built = new URL("../../dist/vite.js", import.meta.url).href;
  const { default: preempt } = (await import(built)) as typeof import("../../src/vite.ts");
  server = await createServer({
    root,
    configFile: false,
    logLevel: "silent",
    server: { host: "127.0.0.1", port: 0 },
    plugins: [preempt({ advisor: true })],
  });
  await server.listen();
  const installed = "/usr/bin/chromium";
  const args = process.getuid?.() === 0 ? ["--no-sandbox"] : [];
  browser = await chromium.launch(existsSync(installed) ? { executablePath: installed, args } : {});
}, 60_000);

afterAll(async () => {
  await browser?.close();
  await server?.close();
  rmSync(root, { recursive: true, maxRetries: 9, retryDelay: 100 });
});

test("a slow handler is found, made a job by a click, and INP is shown before and after", async () => {
  const { port } = (server.httpServer as Server).address() as AddressInfo;
  const page = await browser.newPage();
  await page.goto(`http://127.0.0.1:${port}/`);
  const badge = page.locator("preempt-advisor .badge");
  const panel = page.locator("preempt-advisor .panel");
  await page.locator("#query").click();
  await page.keyboard.type("abc", { delay: 50 });
  await badge.filter({ hasText: "advice" }).click();
  const first = Number(/INP (\d+) ms/.exec((await badge.textContent()) ?? "")?.[1]);
  expect(first).toBeGreaterThanOrEqual(240);
  expect(await panel.innerText()).toMatch(/on input#query[\s\S]*\d+ ms\s+count\s+src\/count\.ts:1/);
  expect(await panel.innerText()).toContain('Make the handler (on "input") a job');

  await panel.getByRole("button", { name: "Apply" }).first().click();
  // The page is loaded again.
  await panel.getByText("Repeat the interaction to compare.").waitFor();
  expect(readFileSync(join(root, "src/main.ts"), "utf8")).toContain('"input", rt.listener(() => {');
  await page.locator("#query").click();
  await page.keyboard.type("abc", { delay: 50 });
  // The browser tells of an interaction when its frame is there: by the click INP may have grown.
  const compared = panel.getByText(/INP before the change: \d+ ms\. Now/);
  await compared.waitFor();
  const before = Number(/change: (\d+)/.exec((await compared.textContent()) ?? "")?.[1]);
  expect(before).toBeGreaterThanOrEqual(first);
  // The handler gave the thread back: the page was preempted in count, which nobody annotated.
  const served = await (await fetch(`http://127.0.0.1:${port}/src/count.ts`)).text();
  expect(served).toContain("count$resumable");
}, 120_000);
