/** Sessions as pages of a browser without a screen, each loaded anew from a server of files. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Page } from "playwright";
import { type Served, serve } from "../../browsers/serve.ts";
import { findEngines } from "../../rounds/browsers.ts";
import { randomNumbers } from "../../workloads/random.ts";
import type { HostName } from "../catalog.ts";
import type { SessionReport } from "../session/measure.ts";
import type { SessionOrder } from "../session/node.ts";
import type { Session, SessionHost } from "../session-host.ts";

/** The box moves in each animation frame, so that there is something to paint. */
const html = `<!doctype html><meta charset="utf-8"><title>peers</title>
<div id="box" style="width: 40px; height: 40px; background: teal"></div>
<script type="module" src="/session/page.mjs"></script>`;

/**
 * @param folder Of the bundles.
 * @throws RangeError if there is no such browser
 */
export async function browserHost(name: HostName, folder: string): Promise<SessionHost> {
  const engine = findEngines().find((engine) => engine.name.toLowerCase() === name);
  if (engine === undefined) throw new RangeError(`There is no ${name}: node scripts/browsers.mjs installs it.`);
  const { origin, stop } = await serve((path) => fileOf(folder, path));
  const browser = await engine.launch();
  return {
    name,
    engine: `${engine.name} ${browser.version()}`,
    // What drives Firefox makes keys in the page's own process, when that has time for it.
    canType: name === "chromium",
    async run({ program, peer, size, effort, seed, typing }: Session): Promise<SessionReport> {
      const page = await browser.newPage();
      try {
        await page.goto(`${origin}/`);
        const order: SessionOrder = {
          plain: `${origin}/plain/${program}.mjs`,
          peer: `${origin}/${peer}/${program}.mjs`,
          sender: `${origin}/session/sender.mjs`,
          size,
          effort,
          seed,
        };
        const typist = typing ? pressKeys(page, seed) : undefined;
        const report = page.evaluate(
          (order) => (window as unknown as { __peers(order: SessionOrder): Promise<SessionReport> }).__peers(order),
          order,
        );
        return await report.finally(() => typist?.stop());
      } catch (error) {
        throw new Error(`${program} under ${peer} in ${engine.name}: ${(error as Error).message}`);
      } finally {
        await page.close();
      }
    },
    async stop() {
      await browser.close();
      stop();
    },
  };
}

/**
 * Presses a key 20 to 60 ms after the last one, and waits for no answer: the page is busy. In Chromium these are events
 * of another process, with its time.
 */
function pressKeys(page: Page, seed: number): { stop(): void } {
  const random = randomNumbers(seed);
  const press = () => {
    // The last ones may come when the page is closed.
    page.keyboard.press("a").catch(() => {});
    timer = setTimeout(press, 20 + random.next() * 40);
  };
  let timer = setTimeout(press, 0);
  return { stop: () => clearTimeout(timer) };
}

async function fileOf(folder: string, path: string): Promise<Served | undefined> {
  if (path === "/") return { type: "text/html", text: html };
  const text = await readFile(join(folder, path), "utf8").catch(() => undefined);
  return text === undefined ? undefined : { type: "text/javascript", text };
}
