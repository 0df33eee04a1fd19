/** Listeners as callbacks of Node's own: requests, emitters, files. */
import { EventEmitter, once } from "node:events";
import { readFile } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { Scheduler } from "@preempt/runtime";
import { expect, test } from "vitest";

/** Keeps the thread until the clock has moved by `ms`, with a point in each round. */
function* busy(ms: number): Generator<void, void> {
  const end = performance.now() + ms;
  while (performance.now() < end) yield;
}

test("a bulky request is suspended, and a small one that comes later is answered first", async () => {
  const rt = new Scheduler();
  const order: string[] = [];
  function* answer(request: IncomingMessage, response: ServerResponse) {
    order.push(`start ${request.url}`);
    if (request.url === "/bulky") yield* busy(200);
    order.push(`end ${request.url}`);
    response.end(request.url);
  }
  const server = createServer(rt.listener(answer)).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const get = async (path: string) => (await fetch(`http://127.0.0.1:${port}${path}`)).text();
  const bulky = get("/bulky");
  while (order.length === 0) await new Promise((resolve) => setTimeout(resolve, 1));
  expect(await get("/small")).toBe("/small");
  expect(await bulky).toBe("/bulky");
  expect(order).toEqual(["start /bulky", "start /small", "end /small", "end /bulky"]);
  server.close();
  server.closeAllConnections();
});

test("an emitter's listener has its this and arguments; a later event cancels the job of the one before", async () => {
  const rt = new Scheduler();
  const emitter = new EventEmitter();
  const ended: unknown[] = [];
  emitter.on(
    "data",
    rt.listener(
      function* (this: unknown, chunk: number) {
        yield* busy(20);
        ended.push([this === emitter, chunk]);
      },
      { latest: true },
    ),
  );
  emitter.emit("data", 1);
  emitter.emit("data", 2);
  await rt.idle();
  expect(ended).toEqual([[true, 2]]);
});

test("a callback that gets an error first gets it here, too", async () => {
  const rt = new Scheduler();
  const error = await new Promise<NodeJS.ErrnoException | null>((resolve) => {
    readFile("no such file", rt.listener(resolve));
  });
  expect(error?.code).toBe("ENOENT");
});
