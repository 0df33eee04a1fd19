/** What the ways back from the event loop cost, and what they leave the page: work in chunks, and a hop after each. */
import { moveBox } from "./moving-box.ts";

export interface HopsOptions {
  readonly way: HopWay;
  /** Work between two hops, in milliseconds. */
  readonly work: number;
  /** How long to measure, in milliseconds. */
  readonly ms: number;
}

export type HopWay = "channel" | "window" | "task" | "timer";

export interface HopsReport {
  /** From the end of a chunk to the beginning of the next: each in milliseconds. */
  readonly hops: readonly number[];
  readonly frames: number;
  /** Of a chain of 5 ms. */
  readonly timers: number;
  readonly time: number;
}

type Hop = (turn: () => void) => void;

export interface OpenHop {
  readonly hop: Hop;
  close(): void;
}

/** @returns undefined where the browser has no such way */
export async function measureHops({ way, work, ms }: HopsOptions): Promise<HopsReport | undefined> {
  const opened = ways[way]();
  if (opened === undefined) return undefined;
  const { hop, close } = opened;
  const box = moveBox();
  let timers = 0;
  let isOver = false;
  const tick = () => {
    timers++;
    if (!isOver) setTimeout(tick, 5);
  };
  setTimeout(tick, 5);
  const hops: number[] = [];
  const start = performance.now();
  let end = start;
  await new Promise<void>((resolve) => {
    const turn = () => {
      const begin = performance.now();
      hops.push(begin - end);
      if (begin - start >= ms) return resolve();
      do end = performance.now();
      while (end - begin < work);
      hop(turn);
    };
    hop(turn);
  });
  isOver = true;
  box.stop();
  close();
  return { hops, frames: box.count, timers, time: performance.now() - start };
}

const nothing = () => {};

/** What a person would take who has read the benchmark: in WebKit messages of channels pass through another process. */
export function openQuickestHop(): OpenHop {
  return (navigator.vendor.startsWith("Apple") ? ways.window() : ways.channel()) as OpenHop;
}

const ways: Record<HopWay, () => OpenHop | undefined> = {
  channel() {
    const { port1, port2 } = new MessageChannel();
    let next = nothing;
    port1.onmessage = () => next();
    const hop = (turn: () => void) => {
      next = turn;
      port2.postMessage(0);
    };
    return { hop, close: () => port1.close() };
  },
  window() {
    let next = nothing;
    const own = Math.random();
    const listen = ({ data }: MessageEvent) => data === own && next();
    window.addEventListener("message", listen);
    const hop = (turn: () => void) => {
      next = turn;
      window.postMessage(own, "*");
    };
    return { hop, close: () => window.removeEventListener("message", listen) };
  },
  task() {
    const { scheduler } = window as { scheduler?: { postTask?(turn: () => void): unknown } };
    return scheduler?.postTask && { hop: (turn) => void scheduler.postTask?.(turn), close: nothing };
  },
  timer: () => ({ hop: (turn) => void setTimeout(turn, 0), close: nothing }),
};
