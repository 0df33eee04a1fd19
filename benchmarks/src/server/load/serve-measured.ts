/** In the process of a measured server: it listens on a free port of 127.0.0.1, and answers who started it. */
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo, Server } from "node:net";
import type { Usage } from "./server-process.ts";

/** What the file was started with. */
export function serverOrder<Order>(): Order {
  return JSON.parse(process.argv[2] ?? "{}") as Order;
}

export type Answers = Readonly<Record<string, (value: unknown) => unknown>>;

/** @param listener Of requests, or a server that does not listen yet */
export function serveMeasured(listener: RequestListener | Server, answers: Answers = {}): void {
  const server = typeof listener === "function" ? createServer(listener) : listener;
  // Connections that are idle between two blocks stay.
  if ("keepAliveTimeout" in server) server.keepAliveTimeout = 120_000;
  server.listen(0, "127.0.0.1", () => process.send?.({ port: (server.address() as AddressInfo).port }));
  answerAbout(answers);
}

/** For frameworks that listen themselves. */
export function answerAbout(answers: Answers): void {
  const all: Answers = { usage, ...answers };
  process.on("message", async ({ id, name, value }: { id: number; name: string; value?: unknown }) => {
    process.send?.({ id, answer: await all[name]?.(value) });
  });
  // Who started it is gone.
  process.on("disconnect", () => process.exit());
}

function usage(): Usage {
  const { user, system } = process.cpuUsage();
  const { rss, heapUsed } = process.memoryUsage();
  return { cpu: (user + system) / 1000, rss, peak: process.resourceUsage().maxRSS * 1024, heapUsed };
}
