import { afterEach, expect, test, vi } from "vitest";
import { browserHost } from "../../src/hosts/browser.ts";
import { detectHost } from "../../src/hosts/detect.ts";

afterEach(() => {
  vi.unstubAllGlobals();
});

const isNodes = () => detectHost().resolution === 0.001;

test("Node is known by its process", () => {
  expect(isNodes()).toBe(true);
});

test("a browser's worker is none, with a polyfill of setImmediate or without", () => {
  vi.stubGlobal("process", undefined);
  expect(isNodes()).toBe(false);
  vi.stubGlobal("process", { env: {} }); // what bundlers put in place
  expect(isNodes()).toBe(false);
});

test("a window in Node is a window", () => {
  vi.stubGlobal("document", {});
  expect(isNodes()).toBe(false);
});

test("a worker with requestAnimationFrame is not watched for frames, and rounds are fixed there", () => {
  vi.stubGlobal("requestAnimationFrame", () => {
    throw new Error("asked for a frame");
  });
  const host = browserHost();
  host.post(() => {});
  expect(host.roundEnd).toBeUndefined();
});

test("a window's rounds follow its frames", () => {
  vi.stubGlobal("document", { hidden: false });
  vi.stubGlobal("requestAnimationFrame", () => 0);
  expect(browserHost().roundEnd).toBeDefined();
});

test("a window of which only parts are global, as tests with jsdom make it, need not hear messages", () => {
  vi.stubGlobal("document", {});
  vi.stubGlobal("navigator", { vendor: "Apple Computer, Inc." });
  vi.stubGlobal("addEventListener", undefined);
  expect(isNodes()).toBe(false);
});

test("timers of a window in Node are served while turns follow turns", async () => {
  const { post } = browserHost();
  let ticks = 0;
  const timer = setInterval(() => ticks++, 5);
  const end = performance.now() + 200;
  await new Promise<void>((resolve) => {
    const turn = () => (performance.now() < end ? post(turn) : resolve());
    post(turn);
  });
  clearInterval(timer);
  expect(ticks).toBeGreaterThan(8);
});

test.for([
  ["the whole host", async () => (await import("../../src/hosts/browser.ts")).browserHost],
  ["the core's", async () => (await import("../../src/hosts/plain-browser.ts")).plainBrowserHost],
] as const)("a window without channels, as jsdom has it under Jest, has timers: %s", async ([, load]) => {
  vi.stubGlobal("document", {});
  vi.stubGlobal("setImmediate", undefined);
  vi.stubGlobal("MessageChannel", undefined);
  vi.resetModules();
  const { post } = (await load())();
  const order: string[] = [];
  await new Promise<void>((resolve) => {
    post(() => order.push("first"));
    post(() => {
      order.push("second");
      resolve();
    });
    order.push("posted");
  });
  expect(order).toEqual(["posted", "first", "second"]);
});

test("hosts share one channel, which the engine never lets go", async () => {
  let made = 0;
  class Counted extends MessageChannel {
    constructor() {
      super();
      made++;
      (this.port1 as unknown as { unref(): void }).unref();
    }
  }
  vi.resetModules();
  vi.stubGlobal("MessageChannel", Counted);
  vi.stubGlobal("setImmediate", undefined);
  const { browserHost } = await import("../../src/hosts/browser.ts");
  const ran: number[] = [];
  const turns = [0, 1, 2].map((n) => new Promise<void>((done) => browserHost().post(() => done(void ran.push(n)))));
  await Promise.all(turns);
  expect([made, ran]).toEqual([1, [0, 1, 2]]);
});

test("pending input is asked for where it is known, and for clicks and keys alone", () => {
  const asked: unknown[][] = [];
  expect(browserHost().inputPending).toBeUndefined();
  vi.stubGlobal("navigator", { scheduling: { isInputPending: (...args: unknown[]) => asked.push(args) > 1 } });
  const host = browserHost();
  expect(host.inputPending?.()).toBe(false);
  expect(host.inputPending?.()).toBe(true);
  expect(asked).toEqual([[], []]);
});
