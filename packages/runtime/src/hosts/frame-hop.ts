/**
 * A hop that leaves room for rendering.
 *
 * Chromium renders between tasks when a frame is due, so an ordinary task is a fair hop there. Firefox lets a chain of
 * tasks go before its frames: with rounds of 5 ms, `postTask` at any priority and MessageChannel alike gave 13 frames
 * per second, `setTimeout` 60 at half the throughput (it waits 4 ms each time). So the hop watches the frames while
 * it is used: where they come late, it goes through the animation frame itself whenever one is due, and costs
 * nothing but that.
 */

declare const performance: { now(): number };
declare const setTimeout: (callback: () => void, ms: number) => number;
declare const clearTimeout: (timer: number) => void;

interface FrameSource {
  readonly document: { readonly visibilityState: string };
  requestAnimationFrame(callback: (start: number) => void): number;
}

/** Frames late by this factor of their interval count as starved. */
const late = 1.5;
/** So many late frames, and the hop stops trusting the browser. */
const patience = 2;
/** The hop waits for a frame that is due within this many milliseconds. */
const margin = 2;
/** Frames further apart are late ones: the slowest usual display. Believing them would make the next one late too. */
const longest = 1000 / 60;
/** A frame that does not come (the page was hidden just now) is not waited for any longer. */
const giveUp = 100;

export function frameHop(hop: (turn: () => void) => void, source: FrameSource): (turn: () => void) => void {
  let last = 0;
  let interval = longest;
  const times: number[] = [];
  let watching = false;
  let hops = 0;
  let starved = 0;
  let waiting: (() => void) | undefined;

  function watch(): void {
    watching = true;
    hops = 0;
    source.requestAnimationFrame(frame);
  }

  function frame(start: number): void {
    watching = false;
    const time = start - last;
    last = start;
    if (hops > 0 && time > late * interval) starved++;
    if (hops > 0 && time > 3) interval = typical(time);
    const turn = waiting;
    waiting = undefined;
    if (turn !== undefined) {
      watch();
      hops++;
      hop(turn);
    } else if (hops > 0) watch();
  }

  /** The median of the last frames: single ones come early or late. */
  function typical(time: number): number {
    times.push(time);
    if (times.length > 9) times.shift();
    return Math.min(longest, [...times].sort((a, b) => a - b)[times.length >> 1] as number);
  }

  return (turn) => {
    if (source.document.visibilityState === "hidden") {
      hop(turn);
      return;
    }
    const now = performance.now();
    if (!watching) {
      last = now;
      watch();
    }
    hops++;
    if (starved < patience || now - last < interval - margin) {
      hop(turn);
      return;
    }
    const timer = setTimeout(() => waiting?.(), giveUp);
    waiting = () => {
      waiting = undefined;
      clearTimeout(timer);
      turn();
    };
  };
}
