/**
 * Where there are frames: a hop that leaves room for them, and rounds that end in time for the next.
 *
 * Chromium renders between tasks when a frame is due, so an ordinary task is a fair hop there. Firefox lets a chain of
 * tasks go before its frames for four or five of them, whatever the length of the rounds: 14 frames per second, with
 * `postTask` at any priority and MessageChannel alike; `setTimeout` gave 60 at half the throughput (it waits 4 ms each
 * time). So the frames are watched while jobs run: where tasks are let past a frame that is due, the hop goes
 * through the animation frame itself, and costs what is left of the time until then.
 */

import { engineTimers } from "./exact-timer.ts";
import { framePace, giveUp } from "./frame-pace.ts";
import type { Host } from "./host.ts";
import { ownClock, ownTimer } from "./own-timers.ts";

/** As much of a window as is used. */
export interface FrameSource {
  readonly document: {
    readonly hidden: boolean;
    addEventListener(type: string, listener: () => void): void;
    removeEventListener(type: string, listener: () => void): void;
  };
  requestAnimationFrame(callback: (start: number) => void): unknown;
}

/** After the last round so many more frames are watched: jobs that come again and again know the display's grid. */
const grace = 4;

/** Windows whose engine lets tasks go before frames: what one scheduler found out, the next one need not lose frames for. */
const starving = new WeakSet<FrameSource>();

export function frameHop(
  hop: (turn: () => void) => void,
  source: FrameSource,
): Required<Pick<Host, "post" | "roundEnd">> {
  const { document } = source;
  const now = ownClock();
  const { begin, end } = engineTimers();
  const requestFrame = ownTimer("requestAnimationFrame", source);
  const pace = framePace(starving.has(source));
  let watching = false;
  /** Frames since there was a round. */
  let unused = 0;
  /** Turns in the queue of the engine. */
  let queued = 0;
  let waiting: (() => void)[] = [];
  let timer: unknown;

  /** There are jobs: frames are watched. */
  function use(now: number): void {
    unused = 0;
    if (watching) return;
    pace.begin(now);
    watch();
  }

  function watch(): void {
    watching = true;
    requestFrame?.call(source, frame);
  }

  function frame(start: number): void {
    watching = false;
    pace.frame(start, now(), waiting.length > 0, queued > 0);
    if (pace.starves()) starving.add(source);
    else starving.delete(source);
    // Without jobs there is nothing to watch for, and a frame asked for costs power.
    if (unused++ < grace) watch();
    release();
  }

  /** Turns that wait for a frame go on: it is there, or it does not come. */
  function release(): void {
    if (waiting.length === 0) return;
    end(timer);
    document.removeEventListener("visibilitychange", release);
    const turns = waiting;
    waiting = [];
    // Not at once: the frame is still to be painted.
    for (const turn of turns) enqueue(turn);
  }

  function enqueue(turn: () => void): void {
    queued++;
    hop(turn);
  }

  return {
    post(turn) {
      if (document.hidden) {
        hop(turn);
        return;
      }
      const posted = now();
      use(posted);
      const run = () => {
        queued--;
        pace.turn(posted, now());
        turn();
      };
      if (!pace.waits(posted)) {
        enqueue(run);
        return;
      }
      if (waiting.push(run) > 1) return;
      timer = begin(release, giveUp);
      document.addEventListener("visibilitychange", release);
    },
    roundEnd(start, round) {
      // A timer brings rounds that nobody posted.
      if (!document.hidden) use(start);
      return pace.roundEnd(start, round);
    },
  };
}
