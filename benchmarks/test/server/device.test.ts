/** The experiment with a small device: its slow line, and a small run of all of it. */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { page, prepare, readings } from "../../src/server/device/answers.ts";
import { deviceKinds, deviceVariants } from "../../src/server/device/device-kinds.ts";
import type { SlowLinkOrder } from "../../src/server/device/slow-link.ts";
import { ServerProcess } from "../../src/server/load/server-process.ts";
import { runCommand } from "../lab/command-words.ts";

test("the answers have the study's sizes", () => {
  expect([page.length, readings().length]).toEqual([8192, 600]);
  const ready = prepare(page, "text/html", true);
  expect(ready.body.length).toBeLessThan(page.length / 2);
  expect(ready.whole.toString("latin1")).toContain(`content-length: ${ready.body.length}\r\n`);
});

test("a slow line takes a round trip to open, a round trip, and the time of the bytes; nothing is lost at the end", async () => {
  const body = "x".repeat(3000);
  const server = createServer((_, response) => response.writeHead(200, { connection: "close" }).end(body));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const order: SlowLinkOrder = { port, rate: 30_000, roundTrip: 60 };
  try {
    await using line = await ServerProcess.start(
      new URL("../../src/server/device/slow-link.ts", import.meta.url),
      order,
    );
    const from = performance.now();
    const answer = await fetch(line.origin);
    expect(await answer.text()).toBe(body);
    // At least: how late timers are is the machine's business.
    expect(performance.now() - from).toBeGreaterThan(2 * 60 + 100);
  } finally {
    server.close();
  }
}, 60_000);

test("a small run: each way gives the same page, and each request is answered", async () => {
  const folder = mkdtempSync(join(tmpdir(), "preempt-server-"));
  try {
    const { code, err } = await runCommand("server", ["device", "--quick", "--out", folder]);
    expect(code, err).toBe(0);
    const data = JSON.parse(readFileSync(join(folder, "data.json"), "utf8"));
    expect(data.answers).toHaveLength(16);
    expect(data.device.map(({ variant }: { variant: string }) => variant)).toEqual(
      deviceVariants.map(({ name }) => name),
    );
    for (const { variant, kinds } of data.device) {
      for (const kind of deviceKinds) {
        expect(kinds[kind].count, `${variant}, ${kind}`).toBe(data.device[0].kinds[kind].count);
      }
      // Four browsers ask twice in 1 s.
      expect([kinds.page.count, kinds.data.count], variant).toEqual([4, 8]);
    }
    expect(readFileSync(join(folder, "server-device.svg"), "utf8")).toContain("<title>");
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}, 180_000);
