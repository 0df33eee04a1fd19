/**
 * A device with a server: `npm start`, then open the address that it prints. PORT and DATA (a file) may be set.
 *
 * The dashboard's switch chooses between two applications with the same routes: in one the handlers are jobs, in the other they are not.
 */
import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { createRequestScheduler } from "@preempt/server";
import { shutDown } from "@preempt/server/node";
import { makeApp } from "./app.ts";
import { classes } from "./classes.ts";
import { Sessions } from "./sessions.ts";
import { Sockets } from "./sockets.ts";
import { Store } from "./store.ts";

const store = new Store(process.env.DATA ?? "device.db");
await store.setPassword("admin", process.env.PASSWORD ?? "admin");
const sessions = new Sessions();
const requests = createRequestScheduler({ classes });
const server = createServer(answer);
const scheduled = await makeApp(store, sessions, requests, server);
const plain = await makeApp(store, sessions, undefined, server);
const sockets = new Sockets(server, store, requests.scheduler);
let isScheduled = true;
let devices: ChildProcess | undefined;
let latencies: unknown = {};
const deadlines: Record<string, number> = {};
for (const [name, one] of Object.entries(classes)) if ("deadline" in one) deadlines[name] = one.deadline;

/** The dashboard's own buttons are answered at once, and tell nobody's secrets; the server listens on this machine alone. */
function answer(request: IncomingMessage, response: ServerResponse): void {
  if (request.method !== "POST" || !request.url?.startsWith("/switch/")) {
    (isScheduled ? scheduled : plain).handle(request, response);
    return;
  }
  const [, , what, to] = request.url.split("/");
  if (what === "scheduling") isScheduled = to === "on";
  else if (what === "load") switchLoad(to === "on");
  response.writeHead(204).end();
}

/** Other processes are the devices and people. */
function switchLoad(on: boolean): void {
  if (!on) {
    devices?.kill();
    devices = undefined;
    latencies = {};
    return;
  }
  if (devices !== undefined) return;
  const { port } = server.address() as AddressInfo;
  devices = fork(new URL("devices.ts", import.meta.url), [String(port), process.env.PASSWORD ?? "admin"], {
    execArgv: [],
  });
  devices.on("message", (message) => {
    latencies = message;
  });
}

const telling = setInterval(() => {
  sockets.send({
    scheduling: isScheduled,
    load: devices !== undefined,
    classes: requests.load,
    deadlines,
    latencies,
    stored: store.count,
  });
}, 500);

server.listen(Number(process.env.PORT ?? 0), "127.0.0.1");
await once(server, "listening");
console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);

for (const signal of ["SIGTERM", "SIGINT"] as const) process.once(signal, () => void close());

/** What was taken in is answered, and what was received is stored. */
async function close(): Promise<void> {
  clearInterval(telling);
  switchLoad(false);
  await sockets.close();
  await shutDown(server, requests, { deadline: 5000 });
  store[Symbol.dispose]();
}
