/**
 * Browsers and workers.
 *
 * The hop back from the event loop is `scheduler.postTask` at its default priority (user-visible) or a MessageChannel:
 * Chromium lets rendering and timers through at 60 frames per second then, where `scheduler.yield` and user-blocking
 * tasks cut them to 10 (rounds of 5 ms). For Firefox see frame-hop.ts.
 */
import type { Host } from "../host.ts";
import type { Instant } from "../time.ts";
import { frameHop } from "./frame-hop.ts";
import { longTimer } from "./long-timer.ts";

declare const performance: { now(): number };
declare const setTimeout: (callback: () => void, ms: number) => number;
declare const clearTimeout: (timer: number) => void;
declare const console: { error(...values: unknown[]): void };
declare const MessageChannel: new () => {
  port1: { onmessage: (() => void) | null };
  port2: { postMessage(message: unknown): void };
};
interface Window {
  document?: { readonly visibilityState: string };
  requestAnimationFrame?(callback: (start: number) => void): number;
  scheduler?: { postTask?(callback: () => void, options: { priority: string }): Promise<unknown> };
  navigator?: { scheduling?: { isInputPending?(): boolean } };
  reportError?(error: unknown): void;
}

type FrameWindow = Required<Pick<Window, "document" | "requestAnimationFrame">>;

const window = globalThis as Window;

export function browserHost(): Host {
  const now = () => performance.now() as Instant;
  const scheduling = window.navigator?.scheduling;
  const host: Host = {
    now,
    resolution: clockStep(now),
    post: window.document && window.requestAnimationFrame ? frameHop(taskHop(), window as FrameWindow) : taskHop(),
    timer: (at, callback) =>
      longTimer(at, callback, now, (ms, fire) => {
        const timer = setTimeout(fire, ms);
        return { cancel: () => clearTimeout(timer) };
      }),
    report(error, context) {
      if (window.reportError) window.reportError(error);
      else console.error(`Uncaught error in ${context}:`, error);
    },
  };
  if (scheduling?.isInputPending) host.inputPending = () => scheduling.isInputPending?.() ?? false;
  return host;
}

function taskHop(): (turn: () => void) => void {
  const { scheduler } = window;
  if (scheduler?.postTask) {
    return (turn) => void scheduler.postTask?.(turn, { priority: "user-visible" });
  }
  const { port1, port2 } = new MessageChannel();
  const turns: (() => void)[] = [];
  port1.onmessage = () => turns.shift()?.();
  return (turn) => {
    turns.push(turn);
    port2.postMessage(0);
  };
}

/** The smallest of a few steps of the clock; takes at most some milliseconds, once. */
function clockStep(now: () => number): number {
  let smallest = 1;
  for (let sample = 0; sample < 3; sample++) {
    const from = now();
    let to = from;
    for (let i = 0; i < 100_000 && to === from; i++) to = now();
    if (to > from) smallest = Math.min(smallest, to - from);
  }
  return smallest;
}
