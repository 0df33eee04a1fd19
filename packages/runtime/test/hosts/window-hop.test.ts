/** The hop of WebKit's windows: their messages to themselves. */
import { afterEach, expect, test, vi } from "vitest";
import { browserHost } from "../../src/hosts/browser.ts";
import { type MessagingWindow, windowHop } from "../../src/hosts/window-hop.ts";

type Listener = Parameters<MessagingWindow["addEventListener"]>[1];

/** Messages to itself wait until they are delivered, to the listeners in their order. */
class PlayedWindow implements MessagingWindow {
  readonly listeners: Listener[] = [];
  readonly messages: { readonly source: unknown; readonly data: unknown }[] = [];
  addEventListener(_type: string, listener: Listener): void {
    this.listeners.push(listener);
  }
  postMessage(data: unknown): void {
    this.messages.push({ source: this, data });
  }
  /** Delivers what was posted until now. */
  deliver(): void {
    for (const message of this.messages.splice(0)) {
      let isStopped = false;
      const stopImmediatePropagation = () => {
        isStopped = true;
      };
      for (const listener of this.listeners) {
        if (isStopped) break;
        listener({ ...message, stopImmediatePropagation });
      }
    }
  }
}

const channelOf = () => {
  const turns: (() => void)[] = [];
  return { hop: (turn: () => void) => void turns.push(turn), turns };
};

afterEach(() => {
  vi.unstubAllGlobals();
});

test("turns run once each, in their order, and later", () => {
  const window = new PlayedWindow();
  const channel = channelOf();
  const hop = windowHop(window, channel.hop);
  const ran: number[] = [];
  for (const n of [1, 2, 3]) hop(() => ran.push(n));
  expect(ran).toEqual([]);
  window.deliver();
  // What went beside them is late, and finds nothing to do.
  for (const turn of channel.turns) turn();
  expect(ran).toEqual([1, 2, 3]);
});

test("as soon as a message was heard the other hop is used no more", () => {
  const window = new PlayedWindow();
  const channel = channelOf();
  const hop = windowHop(window, channel.hop);
  for (let i = 0; i < 5; i++) {
    hop(() => {});
    window.deliver();
  }
  expect(channel.turns.length).toBe(1);
});

test("where a listener of the page keeps all messages to itself, turns come by the other hop", () => {
  const window = new PlayedWindow();
  window.addEventListener("message", (event) => event.stopImmediatePropagation());
  const channel = channelOf();
  const hop = windowHop(window, channel.hop);
  const ran: number[] = [];
  for (const n of [1, 2]) {
    hop(() => ran.push(n));
    window.deliver();
    channel.turns.shift()?.();
  }
  expect(ran).toEqual([1, 2]);
});

test("the page's listeners see their own messages alone, those of other schedulers and windows run nothing", () => {
  const window = new PlayedWindow();
  const hops = [windowHop(window, () => {}), windowHop(window, () => {})];
  const seen: unknown[] = [];
  window.addEventListener("message", ({ data }) => void seen.push(data));
  const ran: number[] = [];
  for (const [n, hop] of hops.entries()) hop(() => ran.push(n));
  const own = window.messages.map(({ data }) => data);
  window.messages.push({ source: window, data: "the page's" }, { source: {}, data: own[0] });
  window.deliver();
  expect(ran).toEqual([0, 1]);
  expect(seen).toEqual(["the page's", own[0]]);
});

test("windows of WebKit hop by it, whatever the browser's name; workers and other engines do not", () => {
  const posted = (vendor: string | undefined, hasDocument: boolean) => {
    const window = new PlayedWindow();
    vi.stubGlobal("setImmediate", undefined);
    vi.stubGlobal("document", hasDocument ? { hidden: false } : undefined);
    vi.stubGlobal("navigator", { vendor });
    vi.stubGlobal("addEventListener", window.addEventListener.bind(window));
    vi.stubGlobal("postMessage", window.postMessage.bind(window));
    browserHost().post(() => {});
    return window.messages.length;
  };
  expect(posted("Apple Computer, Inc.", true)).toBe(1);
  expect(posted("Apple Computer, Inc.", false)).toBe(0);
  expect(posted("Google Inc.", true)).toBe(0);
  expect(posted("", true)).toBe(0);
  expect(posted(undefined, true)).toBe(0);
});
