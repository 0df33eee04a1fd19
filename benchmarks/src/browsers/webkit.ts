/** WebKitGTK: its own driver and small browser, on a screen that exists in memory alone. WebDriver, as much as is needed. */
import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { LabError } from "../lab/errors.ts";
import { freePort } from "../rounds/browsers.ts";
import type { BrowserSession } from "./session.ts";
import { until } from "./until.ts";

const driver = "/usr/bin/WebKitWebDriver";
const xvfb = "/usr/bin/Xvfb";
/**
 * Here no graphics processor composes the page: Mesa imitates one, on all cores. With the window composed anew for each
 * frame it takes 0.55 of a core, which the page's thread has to do without; with what has changed, 0.01.
 */
const features = "--features=UseDamagingInformationForCompositing";

export interface WebKitSession extends BrowserSession {
  /** A PNG of what is in sight, as base64. */
  screenshot(): Promise<string>;
}

/** Whether all parts of it are here. */
export function hasWebKit(): boolean {
  return existsSync(driver) && existsSync(xvfb) && findMiniBrowser() !== undefined;
}

export function missingWebKit(): LabError {
  return new LabError(
    "browser_missing",
    "WebKit is measured in WebKitGTK's MiniBrowser under Xvfb, which are not here. On Debian: apt-get install webkit2gtk-driver xvfb.",
  );
}

/** @throws LabError if parts of it are missing */
export async function startWebKit(): Promise<WebKitSession> {
  const browser = findMiniBrowser();
  if (!hasWebKit() || browser === undefined) throw missingWebKit();
  const children: ChildProcess[] = [];
  const end = () => {
    process.off("exit", end);
    for (const child of children.reverse()) child.kill();
  };
  process.on("exit", end);
  try {
    const display = await startScreen(children);
    const port = await freePort();
    // Of their own group: a Ctrl+C in the terminal is for us.
    children.push(
      spawn(driver, [`--port=${port}`], {
        stdio: "ignore",
        detached: true,
        // In the locale "C" its navigator.language is "C", which is none for Intl.
        env: { ...process.env, LANG: "en_US.UTF-8", LC_ALL: "en_US.UTF-8", DISPLAY: display, GDK_BACKEND: "x11" },
      }),
    );
    const base = `http://127.0.0.1:${port}`;
    await until(
      () =>
        fetch(`${base}/status`).then(
          () => true,
          () => false,
        ),
      "WebKitWebDriver does not start",
    );
    const call = caller(base);
    const session = await call<Session>("POST", "/session", {
      capabilities: {
        alwaysMatch: {
          browserName: "MiniBrowser",
          "webkitgtk:browserOptions": { binary: browser, args: ["--automation", features] },
        },
      },
    });
    const path = `/session/${session.sessionId}`;
    await call("POST", `${path}/timeouts`, { script: 60_000 });
    return {
      engine: `WebKitGTK ${session.capabilities.browserVersion ?? ""}`.trim(),
      goTo: async (url) => void (await call("POST", `${path}/url`, { url })),
      run: (body) => call("POST", `${path}/execute/sync`, { script: body, args: [] }),
      screenshot: () => call<string>("GET", `${path}/screenshot`),
      close: async () => {
        await call("DELETE", path).catch(() => {});
        end();
      },
    };
  } catch (error) {
    end();
    throw error;
  }
}

interface Session {
  readonly sessionId: string;
  readonly capabilities: { readonly browserVersion?: string };
}

/** Under a folder of the machine's architecture. */
function findMiniBrowser(): string | undefined {
  const folders = existsSync("/usr/lib") ? readdirSync("/usr/lib").filter((name) => name.endsWith("-linux-gnu")) : [];
  return folders
    .flatMap((name) => ["4.1", "4.0"].map((version) => join("/usr/lib", name, `webkit2gtk-${version}`, "MiniBrowser")))
    .find((file) => existsSync(file));
}

/** Xvfb chooses a number that is free, and tells it on its third stream. */
async function startScreen(children: ChildProcess[]): Promise<string> {
  const screen = spawn(xvfb, ["-displayfd", "3", "-screen", "0", "1280x900x24", "-nolisten", "tcp"], {
    stdio: ["ignore", "ignore", "ignore", "pipe"],
    detached: true,
  });
  children.push(screen);
  let text = "";
  screen.stdio[3]?.on("data", (chunk) => {
    text += String(chunk);
  });
  await until(() => text.includes("\n"), "Xvfb does not start");
  return `:${text.trim()}`;
}

/** Calls of the WebDriver protocol. */
function caller(base: string) {
  return async <T = unknown>(method: string, path: string, body?: object): Promise<T> => {
    const send = () =>
      fetch(base + path, { method, ...(body && { body: JSON.stringify(body) }) }).catch(() => undefined);
    const answer = await send();
    // Only while the driver starts there is no answer.
    if (answer === undefined) throw new LabError("browser_failed", "WebKitWebDriver does not answer.");
    const { value } = (await answer.json()) as { value: T & { error?: string; message?: string } };
    if (value?.error) throw new Error(`WebKitWebDriver: ${value.error}: ${value.message}`);
    return value;
  };
}
