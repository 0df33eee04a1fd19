/**
 * A display, an engine with its task queue, and a kernel that always has work: played in virtual time, so that the
 * browser's hop and its rounds can be watched at any refresh rate.
 */
import { vi } from "vitest";
import { frameHop } from "../../src/hosts/frame-hop.ts";
import { type Duration, type Instant, lasting } from "../../src/kernel/time.ts";

export interface Play {
  /** Milliseconds between the display's frames, at an instant. */
  interval: (now: number) => number;
  /** How many frames the engine lets pass while there are tasks, at an instant. 0: it renders between tasks when a frame is due. */
  skips?: number | ((now: number) => number);
  /** What the page's own work on a frame takes, in milliseconds. */
  work?: (now: number) => number;
  /** How much later than asked a round ends: the rest of a budget. */
  overshoot?: () => number;
  /** How far from the display's time the time is that a callback gets. */
  jitter?: () => number;
  /** Whether a callback gets the time at which it runs, instead of the display's. */
  stampsNow?: boolean;
  /** Whether requestAnimationFrame is served at an instant. */
  served?: (now: number) => boolean;
  hidden?: (now: number) => boolean;
  /** How long rounds are without the display. */
  round?: number;
  /** Ask for the round's end, or take `round` always. */
  aware?: boolean;
  ms: number;
}

export interface Played {
  /** When frames were ready. */
  readonly frames: { readonly due: number; readonly ready: number }[];
  /** When the display wanted one. */
  readonly wanted: number[];
  readonly rounds: { readonly start: number; readonly end: number }[];
}

/** Between the display's signal and the engine's knowing of it. */
export const latency = 0.3;

export function play({
  interval,
  skips = 0,
  work = () => 0.5,
  overshoot = () => 0.2,
  jitter = () => 0,
  stampsNow = false,
  served = () => true,
  hidden = () => false,
  round = 5,
  aware = true,
  ms,
}: Play): Played {
  let now = 0;
  const skipped = () => (typeof skips === "number" ? skips : skips(now));
  const tasks: (() => void)[] = [];
  const timers = new Map<number, { at: number; fire: () => void }>();
  let numbers = 0;
  let callback: ((start: number) => void) | undefined;
  let visibilityChanged: (() => void) | undefined;
  const played: Played = { frames: [], wanted: [], rounds: [] };

  vi.stubGlobal("performance", { now: () => now });
  vi.stubGlobal("setTimeout", (fire: () => void, delay: number) => {
    timers.set(++numbers, { at: now + delay, fire });
    return numbers;
  });
  vi.stubGlobal("clearTimeout", (timer: number) => timers.delete(timer));

  const host = frameHop((turn) => tasks.push(turn), {
    document: {
      get hidden() {
        return hidden(now);
      },
      addEventListener(type, listener) {
        if (type === "visibilitychange") visibilityChanged = listener;
      },
      removeEventListener(_, listener) {
        if (visibilityChanged === listener) visibilityChanged = undefined;
      },
    },
    requestAnimationFrame: (f) => {
      if (callback !== undefined) throw new Error("asked for a frame twice");
      callback = f;
    },
  });

  function kernel(): void {
    const start = now;
    const end = aware ? host.roundEnd(start as Instant, lasting(round) as Duration) : start + round;
    now = Math.max(start, end) + overshoot();
    played.rounds.push({ start, end: now });
    host.post(kernel);
  }

  try {
    host.post(kernel);
    let next = interval(0);
    let pending: number | undefined;
    /** Engines do not let frames that take all of the time starve their tasks. */
    let hadTask = true;
    let wasHidden = hidden(0);
    while (now < ms) {
      while (next <= now) {
        if (!hidden(now)) played.wanted.push(next);
        // An engine takes up the first frame that it has not rendered, and forgets the ones after it.
        pending ??= next;
        next += interval(now);
      }
      if (hidden(now) !== wasHidden) {
        wasHidden = !wasHidden;
        visibilityChanged?.();
      }
      const due = [...timers].find(([, timer]) => timer.at <= now);
      const frameIsDue = pending !== undefined && pending + latency <= now;
      const canRender = callback !== undefined && served(now) && !hidden(now);
      if (due !== undefined) {
        timers.delete(due[0]);
        due[1].fire();
      } else if (
        frameIsDue &&
        canRender &&
        (tasks.length === 0 || (hadTask && now - (pending as number) >= skipped() * interval(now)))
      ) {
        // What was passed over is gone: the time is that of the display's last signal.
        const stamp =
          skipped() > 0
            ? (pending as number) + Math.floor((now - (pending as number)) / interval(now)) * interval(now)
            : (pending as number);
        pending = undefined;
        hadTask = false;
        const f = callback;
        callback = undefined;
        f?.(stampsNow ? now : stamp + jitter());
        now += work(now);
        played.frames.push({ due: stamp, ready: now });
      } else if (tasks.length > 0) {
        hadTask = true;
        tasks.shift()?.();
      } else {
        const times = [...timers.values()].map((timer) => timer.at);
        if (pending !== undefined && pending + latency > now) times.push(pending + latency);
        now = Math.min(next, now + 1, ...times);
      }
    }
  } finally {
    vi.unstubAllGlobals();
  }
  return played;
}

/** Of the frames that the display wanted from `from` on, the part that was not there at its next signal. */
export function lost({ wanted, frames }: Played, from = 0, to = Number.POSITIVE_INFINITY): number {
  const end = Math.min(to, (wanted.at(-1) as number) - 100); // the last ones are still to come
  const due = wanted.filter((at) => at >= from && at < end);
  const interval = ((due.at(-1) as number) - (due[0] as number)) / (due.length - 1);
  const inTime = frames.filter((f) => f.due >= from && f.due < end && f.ready <= f.due + interval * 1.001);
  return 1 - inTime.length / due.length;
}

/** The part of the time from `from` on that rounds had. */
export function busy({ rounds }: Played, from = 0, to = Number.POSITIVE_INFINITY): number {
  const counted = rounds.filter((r) => r.start >= from && r.end <= to);
  const time = counted.reduce((sum, r) => sum + r.end - r.start, 0);
  return time / ((counted.at(-1)?.end ?? 0) - (counted[0]?.start ?? 0));
}

/** The mean length of the rounds from `from` on, in milliseconds. */
export function roundLength({ rounds }: Played, from = 0, to = Number.POSITIVE_INFINITY): number {
  const counted = rounds.filter((r) => r.start >= from && r.end <= to);
  return counted.reduce((sum, r) => sum + r.end - r.start, 0) / counted.length;
}
