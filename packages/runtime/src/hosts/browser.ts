/**
 * Browsers, and their workers.
 *
 * The hop back from the event loop is a MessageChannel: rendering and timers get through between two turns in Chromium,
 * and in workers, at 14 µs a hop. `scheduler.yield` and user-blocking tasks cut rendering to 10 frames per second
 * there (rounds of 5 ms); `postTask` at its default priority keeps it, at 7 µs, but starves the timers of Firefox's
 * workers, so that it stands in only where channels are slow, and only in windows. WebKit has no `scheduler`.
 *
 * Channels are not throttled in hidden tabs, as timers are: to one a second, after five minutes to one a minute. So
 * the alarms of an idle kernel come late there, and no others do.
 *
 * Windows have frames, see frame-hop.ts. Workers have none to wait for, though some have requestAnimationFrame.
 */
import type { Host } from "../host.ts";
import type { Instant } from "../time.ts";
import { type FrameSource, frameHop } from "./frame-hop.ts";
import { longTimer } from "./long-timer.ts";
import { type Hop, quickest } from "./quickest.ts";

declare const performance: { now(): number };
declare const setTimeout: (callback: () => void, ms: number) => number;
declare const clearTimeout: (timer: number) => void;
declare const console: { error(...values: unknown[]): void };
interface Channel {
  port1: { onmessage: (() => void) | null };
  port2: { postMessage(message: unknown): void };
}
interface Window extends Partial<FrameSource> {
  MessageChannel?: new () => Channel;
  setImmediate?: Hop;
  scheduler?: { postTask?(callback: () => void): Promise<unknown> };
  navigator?: { scheduling?: { isInputPending?(): boolean } };
  reportError?(error: unknown): void;
}

const window = globalThis as Window;

export function browserHost(): Host {
  const now = () => performance.now() as Instant;
  const scheduling = window.navigator?.scheduling;
  const host: Host = {
    now,
    resolution: clockStep(now),
    post: quickest(hops()),
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
  if (window.document && window.requestAnimationFrame) Object.assign(host, frameHop(host.post, window as FrameSource));
  // Clicks and keys; moves come with the next frame anyway. 0.06 µs a call in Chromium; no other engine tells.
  if (scheduling?.isInputPending) host.inputPending = () => !!scheduling.isInputPending?.();
  return host;
}

/** The ways back from the event loop that there are, the best first. */
function hops(): Hop[] {
  const { document, scheduler, setImmediate, MessageChannel } = window;
  return [
    // A browser played by Node, Bun or Deno: channels starve timers there.
    setImmediate,
    MessageChannel && channelHop(new MessageChannel()),
    document && scheduler?.postTask && ((turn: () => void) => void scheduler.postTask?.(turn)),
    (turn: () => void) => void setTimeout(turn, 0),
  ].filter((hop) => !!hop);
}

function channelHop({ port1, port2 }: Channel): Hop {
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
