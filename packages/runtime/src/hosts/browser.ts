/**
 * Browsers, and their workers: the plain host, and what makes the best of each engine.
 *
 * `scheduler.yield` and user-blocking tasks cut rendering in Chromium to 10 frames per second (rounds of 5 ms);
 * `postTask` at its default priority keeps it, at 7 µs, but starves the timers of Firefox's workers, so that it stands
 * in only where channels are slow, and only in windows. WebKit has no `scheduler`, and slow channels: see window-hop.ts.
 *
 * Windows have frames, see frame-hop.ts. Workers have none to wait for, though some have requestAnimationFrame.
 */

import { type FrameSource, frameHop } from "./frame-hop.ts";
import type { Host } from "./host.ts";
import { ownTimer } from "./own-timers.ts";
import { channelHop, plainBrowserHost, timerHop } from "./plain-browser.ts";
import { type Hop, quickest } from "./quickest.ts";
import { type MessagingWindow, windowHop } from "./window-hop.ts";

interface Window extends Partial<FrameSource>, Partial<MessagingWindow> {
  MessageChannel?: unknown;
  navigator?: { readonly vendor?: string; scheduling?: { isInputPending?(): boolean } };
  scheduler?: { postTask?(callback: () => void): Promise<unknown> };
}

const window = globalThis as Window;

/** Creates the host for pages and workers of browsers: rounds end in time for the next display frame, and input goes first. `Scheduler` uses it by default. */
export function browserHost(): Host {
  return withFrames(plainBrowserHost(quickest(hops())));
}

/**
 * `host`, with what windows need more: rounds that end in time for the next frame, a hop that leaves room for it, and
 * an eye on input that waits, where the engine tells. Workers have none of that.
 */
export function withFrames(host: Host): Host {
  const { document, requestAnimationFrame, navigator } = window;
  const scheduling = navigator?.scheduling;
  if (document && requestAnimationFrame) Object.assign(host, frameHop(host.post, window as FrameSource));
  // Clicks and keys; moves come with the next frame anyway. 0.06 µs a call in Chromium; no other engine tells.
  if (scheduling?.isInputPending) host.inputPending = () => !!scheduling.isInputPending?.();
  return host;
}

let shared: Hop | undefined;

/** One listener for all hosts: each hears the messages of all. */
function messages(otherwise: Hop): Hop {
  shared ??= windowHop(window as MessagingWindow, otherwise);
  return shared;
}

/** The ways back from the event loop that there are, the best first. */
function hops(): Hop[] {
  const { document, navigator, scheduler, addEventListener, MessageChannel } = window;
  // Not before it is used: one that is listened to keeps a process of Node alive.
  const channel = MessageChannel ? (turn: () => void) => channelHop()(turn) : undefined;
  return [
    // A browser played by Node, Bun or Deno: channels starve timers there.
    ownTimer("setImmediate"),
    // WebKit, whatever the browser is called; jsdom says the same of itself.
    channel && document && addEventListener && /^Apple/.test(navigator?.vendor ?? "") && messages(channel),
    channel,
    document && scheduler?.postTask && ((turn: () => void) => void scheduler.postTask?.(turn)),
    timerHop(),
  ].filter((hop) => !!hop);
}
