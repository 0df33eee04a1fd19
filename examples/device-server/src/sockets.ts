/** WebSockets: sensors send readings at /sensors, dashboards are sent what happens from /live. */
import type { Server } from "node:http";
import type { Scheduler } from "@preempt/runtime";
import { BatchingEmitter } from "@preempt/server/events";
import { type WebSocket, WebSocketServer } from "ws";
import type { Reading, Store } from "./store.ts";

export class Sockets {
  readonly #sensors = new WebSocketServer({ noServer: true, maxPayload: 1 << 16 });
  readonly #live = new WebSocketServer({ noServer: true, maxPayload: 1 << 10 });
  readonly #readings: BatchingEmitter<{ reading: [Reading] }>;

  constructor(server: Server, store: Store, scheduler: Scheduler) {
    this.#readings = new BatchingEmitter({ scheduler });
    // One transaction for many readings.
    this.#readings.onBatch("reading", (batch) => store.addReadings(batch.map(({ args: [reading] }) => reading)), {
      name: "store readings",
      priority: "low",
      maxSize: 500,
    });
    this.#readings.onBatch("reading", (batch) => this.send({ readings: batch.map(({ args: [reading] }) => reading) }), {
      name: "show readings",
      maxInterval: 100,
    });
    this.#sensors.on("connection", (socket) => this.#listen(socket));
    server.on("upgrade", (request, socket, head) => {
      const wanted = { "/sensors": this.#sensors, "/live": this.#live }[request.url ?? ""];
      if (wanted === undefined) socket.destroy();
      else wanted.handleUpgrade(request, socket, head, (opened) => wanted.emit("connection", opened, request));
    });
  }

  #listen(socket: WebSocket): void {
    socket.on("error", () => socket.terminate());
    socket.on("message", (data) => {
      const reading = readingOf(String(data));
      if (reading === undefined) socket.close(1007, "a reading is { sensor, at, value }");
      else this.#readings.emit("reading", reading);
    });
  }

  /**
   * To all dashboards. One that does not keep up is left out.
   *
   * @preempt
   */
  send(message: object): void {
    const text = JSON.stringify(message);
    for (const socket of this.#live.clients) if (socket.bufferedAmount < 1 << 20) socket.send(text);
  }

  /** What was received is stored first. */
  async close(): Promise<void> {
    for (const socket of [...this.#sensors.clients, ...this.#live.clients]) socket.terminate();
    await this.#readings.close();
  }
}

function readingOf(text: string): Reading | undefined {
  try {
    const { sensor, at, value } = JSON.parse(text) as Reading;
    const isRight = typeof sensor === "string" && Number.isFinite(at) && Number.isFinite(value);
    return isRight ? { sensor, at, value } : undefined;
  } catch {
    return undefined;
  }
}
