/** Pages of the demo, built and served, and the browsers that there are to open it. */
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { createServer } from "node:net";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { type Browser, chromium, firefox, type LaunchOptions } from "playwright";
import { until } from "../browsers/until.ts";

const demo = fileURLToPath(new URL("../../../packages/demo/", import.meta.url));
const startTimeout = 20_000;
const buildTimeout = 50_000;

export interface Engine {
  readonly name: string;
  launch(options?: LaunchOptions): Promise<Browser>;
}

// Debian's browsers where they are installed, Playwright's own elsewhere.
const debian = { chromium: "/usr/bin/chromium", firefox: "/usr/bin/firefox-esr" };

/** The browsers that can be started here. */
export function findEngines(): Engine[] {
  const engines: Engine[] = [];
  if (existsSync(debian.chromium) || existsSync(chromium.executablePath())) {
    const args = process.getuid?.() === 0 ? ["--no-sandbox"] : [];
    const path = existsSync(debian.chromium) ? { executablePath: debian.chromium } : {};
    engines.push({ name: "Chromium", launch: (options) => chromium.launch({ ...options, ...path, args }) });
  }
  if (existsSync(debian.firefox) || existsSync(firefox.executablePath())) {
    const path = existsSync(debian.firefox) ? { channel: "moz-firefox", executablePath: debian.firefox } : {};
    engines.push({ name: "Firefox", launch: (options) => firefox.launch({ ...options, ...path }) });
  }
  return engines;
}

/** Builds the demo and serves it; answers the address of one of its pages, and what stops the server. */
export async function servePage(page = "rounds.html"): Promise<Serving> {
  if (!(await isBuilt())) build([], {});
  return servePreview(page);
}

/** The same of the gallery, with some of its entries. */
export async function serveGallery(entries: readonly string[]): Promise<Serving> {
  build(["--config", "vite.gallery.config.ts"], { PREEMPT_GALLERY: entries.join() });
  return servePreview("index.html");
}

export interface Serving {
  readonly url: string;
  stop(): void;
}

const vite = () => join(dirname(createRequire(join(demo, "package.json")).resolve("vite/package.json")), "bin/vite.js");

function build(words: readonly string[], env: NodeJS.ProcessEnv): void {
  const args = [vite(), "build", "--logLevel", "warn", ...words];
  const built = spawnSync(process.execPath, args, { cwd: demo, encoding: "utf8", env: { ...process.env, ...env } });
  if (built.status !== 0) throw new Error(`the demo could not be built:\n${built.stderr}`);
}

async function servePreview(page: string): Promise<Serving> {
  const port = await freePort();
  const server = spawn(process.execPath, [vite(), "preview", "--port", String(port), "--strictPort"], {
    cwd: demo,
    stdio: "ignore",
  });
  const url = `http://127.0.0.1:${port}/${page}`;
  try {
    await answering(url, server);
  } catch (error) {
    server.kill();
    throw error;
  }
  return { url, stop: () => void server.kill() };
}

/** `npm test` builds the demo once for all, beside other tests: then its exit code is in a file. */
async function isBuilt(): Promise<boolean> {
  const { PREEMPT_DEMO_BUILT: exitCode } = process.env;
  if (exitCode === undefined) return false;
  await until(() => existsSync(exitCode), "the demo is being built, and that does not end", buildTimeout);
  return readFileSync(exitCode, "utf8") === "0";
}

/** One that nobody listens on, now. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer().on("error", reject);
    probe.listen(0, "127.0.0.1", () => {
      const { port } = probe.address() as { port: number };
      probe.close(() => resolve(port));
    });
  });
}

async function answering(url: string, server: ChildProcess): Promise<void> {
  const end = Date.now() + startTimeout;
  while (Date.now() < end && server.exitCode === null) {
    const answer = await fetch(url).catch(() => undefined);
    if (answer?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`the demo is not served at ${url}`);
}
