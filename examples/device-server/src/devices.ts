/**
 * A process that loads the server as devices and people would, and measures how long they wait: `node devices.ts PORT PASSWORD`.
 * Requests go out at their times, whether those before were answered or not, and waiting counts from that time on.
 */
import { randomBytes } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import { WebSocket } from "ws";
import type { ClassName } from "./classes.ts";

const [port = "", password = ""] = process.argv.slice(2);
const host = `127.0.0.1:${port}`;
const image = randomBytes(512 << 10);
let token = "";

const kinds: readonly { readonly of: ClassName; readonly every: number; readonly ask: () => Promise<Response> }[] = [
  { of: "login", every: 100, ask: logIn },
  { of: "page", every: 40, ask: () => fetch(`http://${host}/`) },
  {
    of: "upload",
    every: 700,
    ask: () =>
      ask("/firmware/1.2", { method: "POST", body: image, headers: { "content-type": "application/octet-stream" } }),
  },
  { of: "report", every: 250, ask: () => ask("/report.csv?rows=20000") },
  { of: "report", every: 900, ask: () => ask("/report.pdf?rows=4000") },
];

function logIn(): Promise<Response> {
  const body = JSON.stringify({ name: "admin", password });
  return fetch(`http://${host}/login`, { method: "POST", body, headers: { "content-type": "application/json" } });
}

function ask(path: string, init: RequestInit = {}): Promise<Response> {
  return fetch(`http://${host}${path}`, { ...init, headers: { ...init.headers, authorization: `Bearer ${token}` } });
}

/** Of the last seconds, by class. */
const seen: { readonly of: ClassName; readonly at: number; readonly ms: number; readonly status: number }[] = [];

async function send(of: ClassName, due: number, request: () => Promise<Response>): Promise<void> {
  let status = 0;
  try {
    const response = await request();
    await response.arrayBuffer();
    status = response.status;
  } catch {
    // The server has gone, or closed the connection: status 0.
  }
  const at = performance.now();
  seen.push({ of, at, ms: at - due, status });
}

function summary() {
  const now = performance.now();
  while (seen[0] !== undefined && now - seen[0].at > 5000) seen.shift();
  return Object.fromEntries(
    [...new Set(kinds.map(({ of }) => of))].map((name) => {
      const all = seen.filter(({ of }) => of === name);
      const answered = all.filter(({ status }) => status >= 200 && status < 300);
      const times = answered.map(({ ms }) => ms).sort((a, b) => a - b);
      const quantile = (q: number) => times[Math.min(times.length - 1, Math.floor(q * times.length))];
      return [
        name,
        { answered: times.length, refused: all.length - times.length, p50: quantile(0.5), p99: quantile(0.99) },
      ];
    }),
  );
}

token = ((await (await logIn()).json()) as { token: string }).token;
for (let i = 0; i < 8; i++) {
  const socket = new WebSocket(`ws://${host}/sensors`);
  socket.on("error", () => {});
  setInterval(() => {
    if (socket.readyState === WebSocket.OPEN)
      socket.send(
        JSON.stringify({ sensor: `sensor ${i}`, at: Date.now(), value: 20 + 5 * Math.sin(Date.now() / 3000 + i) }),
      );
  }, 100);
}
setInterval(() => process.send?.(summary()), 500);
// Without a parent nobody reads what it measures.
process.on("disconnect", () => process.exit());
for (const { of, every, ask } of kinds) void repeat(of, every, ask);

async function repeat(of: ClassName, every: number, request: () => Promise<Response>): Promise<void> {
  for (let due = performance.now(); ; due += every) {
    await wait(Math.max(0, due - performance.now()));
    void send(of, due, request);
  }
}
