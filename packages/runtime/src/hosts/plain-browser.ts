/**
 * Browsers, and their workers, as little as it takes.
 *
 * The hop back from the event loop is a MessageChannel: rendering and timers get through between two turns in Chromium,
 * and in workers, at 14 µs a hop.
 *
 * Channels are not throttled in hidden tabs, as timers are: to one a second, after five minutes to one a minute. So
 * the alarms of an idle kernel come late there, and no others do.
 */

import type { Instant } from "../kernel/time.ts";
import { engineTimers, exactTimer } from "./exact-timer.ts";
import type { Host } from "./host.ts";
import { ownClock, ownTimer } from "./own-timers.ts";
import type { Hop } from "./quickest.ts";

interface Channel {
  port1: { onmessage: (() => void) | null };
  port2: { postMessage(message: unknown): void };
}
interface Window {
  MessageChannel?: new () => Channel;
  reportError?(error: unknown): void;
}

const window = globalThis as Window;

/**
 * Creates the host for pages and workers of browsers, as small as possible: it does not know about display frames.
 *
 * @param post The hop back from the event loop. Default: `setImmediate` in a browser played by Node, else a channel.
 */
export function plainBrowserHost(post: Hop = ownTimer("setImmediate") ?? channelHop()): Host {
  const now = ownClock() as () => Instant;
  const timers = engineTimers();
  const { begin } = timers;
  return {
    now,
    resolution: clockStep(now),
    post,
    timer: (at, callback) => exactTimer(at, callback, now, post, timers),
    report(error) {
      if (window.reportError) window.reportError(error);
      else {
        begin(() => {
          throw error;
        }, 0);
      }
    },
  };
}

let shared: Hop | undefined;

/** One channel for all hosts: an engine keeps a port for good that is listened to. Where there are none, as in jsdom, a timer. */
export function channelHop(): Hop {
  const { MessageChannel } = window;
  shared ??= MessageChannel ? hopThrough(new MessageChannel()) : timerHop();
  return shared;
}

export function timerHop(): Hop {
  const { begin } = engineTimers();
  return (turn) => void begin(turn, 0);
}

function hopThrough({ port1, port2 }: Channel): Hop {
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
