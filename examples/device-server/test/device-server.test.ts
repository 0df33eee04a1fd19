/** The server as it is started: what it answers, and what it still knows when it was stopped and started again. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as wait } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { WebSocket } from "ws";

const folder = mkdtempSync(join(tmpdir(), "device-"));
let device: ChildProcess;
let url = "";
let authorization = "";

async function start(): Promise<void> {
  const env = { ...process.env, DATA: join(folder, "device.db"), PASSWORD: "secret", PORT: "0" };
  device = spawn(process.execPath, ["--import", "./preempt.mjs", "src/main.ts"], {
    env,
    stdio: ["ignore", "pipe", "inherit"],
  });
  [url] = (await once(createInterface({ input: device.stdout as NodeJS.ReadableStream }), "line")) as [string];
  const answer = await logIn("secret");
  expect(answer.status).toBe(200);
  authorization = `Bearer ${((await answer.json()) as { token: string }).token}`;
}

async function stop(): Promise<void> {
  device.kill("SIGTERM");
  await once(device, "exit");
}

const logIn = (password: string) =>
  fetch(`${url}/login`, {
    method: "POST",
    body: JSON.stringify({ name: "admin", password }),
    headers: { "content-type": "application/json" },
  });

const get = (path: string, headers: Record<string, string> = { authorization }) => fetch(url + path, { headers });

async function csvRows(): Promise<number> {
  return (await (await get("/report.csv?rows=100")).text()).trim().split("\n").length - 1;
}

beforeAll(start);
afterAll(async () => {
  await stop();
  rmSync(folder, { recursive: true });
});

test("pages are made once, and sent again only if they have changed", async () => {
  const page = await get("/", { "accept-encoding": "br" });
  expect(await page.text()).toContain("<title>Device</title>");
  expect(page.headers.get("content-encoding")).toBe("br");
  const etag = page.headers.get("etag") as string;
  expect((await get("/", { "if-none-match": etag })).status).toBe(304);
});

test("who is not logged in gets no report, and cannot send firmware", async () => {
  expect((await logIn("wrong")).status).toBe(401);
  expect((await get("/report.csv", {})).status).toBe(401);
  expect((await fetch(`${url}/firmware/1`, { method: "POST", body: new Uint8Array(9) })).status).toBe(401);
});

test("firmware is checked and kept; readings come by WebSocket, are shown and kept, also when the server starts again", async () => {
  const answer = await fetch(`${url}/firmware/1.0`, {
    method: "POST",
    body: new TextEncoder().encode("123456789"),
    headers: { authorization, "content-type": "application/octet-stream" },
  });
  expect([answer.status, await answer.json()]).toEqual([201, { version: "1.0", crc: 0xcbf43926 }]);

  const live = new WebSocket(`${url.replace("http", "ws")}/live`);
  const shown: string[] = [];
  live.on("message", (data) => {
    for (const { sensor } of JSON.parse(String(data)).readings ?? []) shown.push(sensor);
  });
  await once(live, "open");
  const sensor = new WebSocket(`${url.replace("http", "ws")}/sensors`);
  await once(sensor, "open");
  for (let i = 0; i < 20; i++) sensor.send(JSON.stringify({ sensor: `s${i}`, at: i, value: i / 2 }));
  for (let i = 0; i < 200 && shown.length < 20; i++) await wait(20);
  expect(shown).toEqual(Array.from({ length: 20 }, (_, i) => `s${i}`));
  for (let i = 0; i < 200 && (await csvRows()) < 20; i++) await wait(20);
  sensor.send("no reading");
  expect((await once(sensor, "close"))[0]).toBe(1007);

  await stop();
  await start();
  expect(await csvRows()).toBe(20);
});

test("reports are the same, whether scheduling is on or off", async () => {
  const csv = await (await get("/report.csv")).text();
  const pdf = Buffer.from(await (await get("/report.pdf")).arrayBuffer());
  expect(pdf.subarray(0, 5).toString()).toBe("%PDF-");
  await fetch(`${url}/switch/scheduling/off`, { method: "POST" });
  expect(await (await get("/report.csv")).text()).toBe(csv);
  expect(Buffer.from(await (await get("/report.pdf")).arrayBuffer()).length).toBe(pdf.length);
  await fetch(`${url}/switch/scheduling/on`, { method: "POST" });
});

test("the load goes on and off", async () => {
  await fetch(`${url}/switch/load/on`, { method: "POST" });
  const before = await csvRows();
  for (let i = 0; i < 300 && (await csvRows()) < Math.min(100, before + 8); i++) await wait(50);
  expect(await csvRows()).toBeGreaterThanOrEqual(Math.min(100, before + 8));
  await fetch(`${url}/switch/load/off`, { method: "POST" });
});
