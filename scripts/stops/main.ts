/**
 * How long scripts go on after their limit: `npm run stops -- [--runs 100] [--node] [--chromium]`. Without a platform, both, one after the
 * other. Chromium is that of the machine, or `PREEMPT_CHROMIUM`.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { chromium } from "playwright";
import { build, preview } from "vite";
import { measureStops, type Stops } from "./measure.ts";

const { values } = parseArgs({
  options: { runs: { type: "string", default: "100" }, node: { type: "boolean" }, chromium: { type: "boolean" } },
});
const runs = Number(values.runs);
const isBoth = values.node === values.chromium;
// A script drops promises, which reject when it is stopped.
process.on("unhandledRejection", () => {});

if (isBoth || values.node) show(`Node ${process.version}`, await measureStops(runs));
if (isBoth || values.chromium) show(...(await inChromium()));

async function inChromium(): Promise<[string, Stops[]]> {
  const root = fileURLToPath(new URL(".", import.meta.url));
  const outDir = mkdtempSync(join(tmpdir(), "preempt-stops-"));
  const quiet = { root, configFile: false, logLevel: "error" } as const;
  await build({ ...quiet, build: { outDir, target: "es2023" } });
  const server = await preview({ ...quiet, build: { outDir }, preview: { host: "127.0.0.1", port: 0 } });
  const executablePath = process.env.PREEMPT_CHROMIUM ?? "/usr/bin/chromium";
  const browser = await chromium.launch({ executablePath });
  try {
    const page = await browser.newPage();
    await page.goto(`${server.resolvedUrls?.local[0]}?runs=${runs}`);
    const found = await page.waitForFunction(() => (globalThis as { stops?: unknown }).stops, undefined, {
      timeout: 0,
    });
    return [`Chromium ${browser.version()}`, (await found.jsonValue()) as Stops[]];
  } finally {
    await browser.close();
    await server.close();
    rmSync(outDir, { recursive: true });
  }
}

function show(platform: string, stops: readonly Stops[]): void {
  console.log(`\n${platform}, ${runs} runs of each script, milliseconds: median, 99 %, maximum\n`);
  console.log(
    "| script | runs | after its timeout | computed beyond its limit | until nothing of it runs |\n|:--|--:|--:|--:|--:|",
  );
  const cell = ({ median, p99, max }: Stops["byClock"]) =>
    [median, p99, max].map((n) => (Number.isNaN(n) ? "–" : n.toFixed(1))).join(", ");
  for (const { script, runs, byClock, beyondLimit, untilQuiet } of stops) {
    console.log(`| \`${script}\` | ${runs} | ${cell(byClock)} | ${cell(beyondLimit)} | ${cell(untilQuiet)} |`);
  }
}
