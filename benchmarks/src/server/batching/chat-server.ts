/** A chat: what a connection says goes to all connections of its room. In a process of its own. */
import { EventEmitter } from "node:events";
import { createServer } from "node:http";
import { Scheduler } from "@preempt/runtime";
import { BatchingEmitter, type EventCounts } from "@preempt/server/events";
import { type WebSocket, WebSocketServer } from "ws";
import { serveMeasured } from "../load/serve-measured.ts";
import type { ServerSample } from "./measure.ts";
import type { Kind, Variant } from "./variants.ts";

interface Said {
  readonly k: Kind;
  readonly r: number;
  /** When it was sent, on the clock of the clients. */
  readonly t: number;
  readonly x: string;
}

/** How messages of a room come to its connections. */
interface Delivery {
  emit(said: Said): boolean;
  /** Until then nobody listens. */
  listen(): void;
  counts(): EventCounts | undefined;
  close(): Promise<void>;
}

const rooms = new Map<number, Set<WebSocket>>();
const tally = { received: 0, delivered: 0, frames: 0, unheard: 0 };
let delivery: Delivery | undefined;

function send(room: number, said: readonly Said[]): void {
  const members = rooms.get(room) ?? new Set();
  // Written once for all of them.
  const frame = Buffer.from(JSON.stringify(said));
  for (const member of members) member.send(frame, { binary: false });
  tally.frames += members.size;
  tally.delivered += members.size * said.length;
}

function atOnce(): Delivery {
  const emitter = new EventEmitter();
  return {
    emit: (said) => emitter.emit(`${said.r}`, said),
    listen() {
      for (const room of rooms.keys()) emitter.on(`${room}`, (said: Said) => send(room, [said]));
    },
    counts: () => undefined,
    async close() {},
  };
}

function inBatches({ delivers, policy = "fifo", batches }: Variant): Delivery {
  const scheduler = new Scheduler({ policy });
  const emitter = new BatchingEmitter<Record<Kind, [said: Said]>>({
    scheduler,
    category: delivers === "by room" ? (_, { r }) => `${r}` : (kind, { r }) => `${r} ${kind}`,
    hold: { most: 100_000 },
  });
  const handle = (room: number, category: string, kind: Kind) =>
    emitter.onBatch(
      category,
      (batch) =>
        send(
          room,
          batch.map(({ args: [said] }) => said),
        ),
      { ...batches?.[kind], name: kind },
    );
  return {
    emit: (said) => emitter.emit(said.k, said),
    listen() {
      for (const room of rooms.keys()) {
        if (delivers === "by room") handle(room, `${room}`, "chat");
        else for (const kind of ["alert", "chat", "typing"] as const) handle(room, `${room} ${kind}`, kind);
      }
    },
    counts: () => emitter.counts,
    async close() {
      await emitter.close();
      await scheduler.close();
    },
  };
}

const server = createServer();
const sockets = new WebSocketServer({ server, perMessageDeflate: false });
sockets.on("connection", (socket, { url = "" }) => {
  const room = Number(url.slice(1));
  const members = rooms.get(room) ?? new Set();
  rooms.set(room, members.add(socket));
  socket.on("message", (data) => {
    tally.received++;
    const said = JSON.parse(String(data)) as Said;
    if (delivery?.emit(said) === false) tally.unheard++;
  });
  socket.on("error", () => {});
  socket.on("close", () => members.delete(socket));
});

function sample(): ServerSample {
  const { user, system } = process.cpuUsage();
  const { voluntaryContextSwitches, involuntaryContextSwitches } = process.resourceUsage();
  const { rss, heapUsed } = process.memoryUsage();
  const counts = delivery?.counts();
  return {
    at: performance.now(),
    cpu: (user + system) / 1000,
    voluntary: voluntaryContextSwitches,
    involuntary: involuntaryContextSwitches,
    ...{ rss, heapUsed },
    ...tally,
    held: counts?.held ?? 0,
    // What nobody heard was held, or is lost.
    lost: counts === undefined ? tally.unheard : Object.values(counts.dropped).reduce((sum, one) => sum + one, 0),
    batches: counts?.batches ?? 0,
  };
}

serveMeasured(server, {
  sample,
  begin(variant) {
    Object.assign(tally, { received: 0, delivered: 0, frames: 0, unheard: 0 });
    delivery = (variant as Variant).delivers === "at once" ? atOnce() : inBatches(variant as Variant);
  },
  /** @returns what it was before: who is held until then */
  listen() {
    const before = sample();
    delivery?.listen();
    return before;
  },
  async end() {
    await delivery?.close();
    return sample();
  },
});
