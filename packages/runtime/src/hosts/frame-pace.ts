/**
 * When the next frame is due, and how much of the time until then a round may take. Arithmetic alone: frame-hop.ts
 * tells it what happens.
 *
 *   ├──────────┬───────────────────────────────────┬────────┤
 *   frame      the page has done its work on it    margin   next frame
 *              (callbacks, style, layout, paint):
 *              the round
 *
 * The interval is learned from the frames' start times, which engines take from the display: they stand on its grid
 * even where a callback ran late. A lost frame shows as a time that is too long, and so does a display that has become
 * slower; only the frames that the thread waited for tell one from the other. An interval believed too long would
 * confirm itself, since rounds of two frames' length lose every other one; so now and then half of it is tried.
 */
import type { Duration, Instant } from "../kernel/time.ts";

/** Believed until frames were seen, in milliseconds: the interval of the usual display. */
const usual = 1000 / 60;
/** No frame is believed to last longer: a display of 30 Hz, with room for its jitter. */
const slowest = 35;
/** So many frames in a row confirm what is believed before it is relied on, or contradict it before it is given up. */
const enough = 3;
/** Frames early or late by these factors of the interval contradict it. Displays' usual rates are further apart. */
const early = 0.8;
const late = 1.25;
/**
 * An engine is tried before it is trusted to render between tasks: where a turn begins though a frame is late, the thread
 * waits for it, which makes the frame late, but it is not lost. So many in a trial, and the engine is not trusted. An
 * engine that is trusted and has lost so many in a row is tried again.
 */
const patience = 2;
/** It is, once so many frames came while a task was in the queue: Firefox lets the first ones go first. */
const thorough = 16;
/**
 * A busy machine looks the same for a moment, and to wait costs a fifth of a frame of 144 Hz. So the engine is tried again
 * after so many frames; each time that it fails it is asked less often, down to once in the last number.
 */
const trial = 64;
const rarer = 8;
const rarest = 1024;
/** The window of the moving averages, in frames. */
const smoothing = 8;
/**
 * One frame out of so many is looked for at half of the interval. Where frames are waited for this costs half a frame.
 * But what looks like a display of 30 Hz seldom is one, and is tried more often, by the factor.
 */
const probing = 256;
const doubt = 4;
/** No round is shorter, in milliseconds: a hop costs a hundredth of it. */
const shortest = 1;
/**
 * The margin before a frame: this, in milliseconds, and a share of the page's own work on a frame. Rounds end late by
 * the rest of a budget, which the first part covers: engines that give the time at which a callback runs as a frame's
 * time (WebKit) would have the next round end later by that, and so on. The more the page has to do, the less a frame
 * may begin late. The same share is what a round gets where the page leaves no time at all.
 */
const leastMargin = 0.5;
const share = 1 / 8;
/**
 * An engine that gives the display's time calls back later, by the way of the display's signal: 0.3 to 1.3 ms in Firefox.
 * If that is more than this, a round that the thread waits after may go on into the frame for a share of it. What is
 * late does not add up, the frame is painted in time, and the thread waits for 0.2 ms of 16.7 in place of 0.75.
 */
const leastLatency = 0.2;
const overlap = 1 / 10;
/** But one frame out of so many is waited for from its margin on, so that those that come earlier are found. */
const looking = 32;
/**
 * Where jobs come after a time without any, nobody knows where on the display's grid that is: until a frame was seen,
 * rounds last for this part of the interval. With whole ones the first frame came 10 ms late in WebKit, which lets two
 * or three rounds go before a frame that is due.
 */
const unseen = 1 / 8;
/** Frames that have not come for so long, in milliseconds, are not reckoned with: the page is hidden or out of view. */
export const giveUp = 100;

export interface FramePace {
  /** Frames are watched from `now` on. */
  begin(now: number): void;
  /**
   * A frame has begun.
   *
   * @param start What the engine gives as its time.
   * @param now When its callback runs.
   * @param waited Whether the thread waited for it: then it came when the display said so.
   * @param queued Whether a task was in the queue, and the frame came first.
   */
  frame(start: number, now: number, waited: boolean, queued: boolean): void;
  /** A turn that was posted at `posted` begins. If a frame came in between, the time was the page's work on it. */
  turn(posted: number, now: number): void;
  /** Whether the thread waits for the next frame: it is near, and the engine would let tasks go first, or late, and that is being tried. */
  waits(now: number): boolean;
  /** Whether the engine is known to let tasks go before frames. */
  starves(): boolean;
  /** When a round that starts at `start` ends: after `round`, or before the next frame. */
  roundEnd(start: Instant, round: Duration): Instant;
}

/**
 * Not a class: minifiers shorten its variables better than private fields, and every page loads it.
 *
 * @param isKnown Whether the engine is known to let tasks go before frames
 */
export function framePace(isKnown = false): FramePace {
  let interval = usual;
  let work = 0;
  /** Of callbacks that the thread waited for, after their frames' times. */
  let latency = 0;
  /** The start of the last frame, or the beginning of the watch. */
  let last = Number.NEGATIVE_INFINITY;
  let isFresh = true;
  let isRendered = false;
  let frames = 0;
  let confirmed = 0;
  /** Frames in a row that came early; below 0, late. */
  let contradicted = 0;
  /** 0.5 while half of the interval is tried, else 1. */
  let part = 1;
  /** Turns since the last frame that began when the next one was late. */
  let passed = 0;
  let starved = isKnown ? patience : 0;
  /** Frames that have yet to come before a task in the queue. 0: the engine is not being tried. */
  let trying = thorough;
  /** Frames until the engine is tried again that is not trusted, and how many it will be next time. */
  let distrust = trial;
  let next = trial;

  function learn(time: number, waited: boolean): void {
    const ratio = time / interval;
    if (ratio > late && (!waited || time > slowest)) return;
    if (ratio < early || ratio > late) {
      // One early frame follows a late one, and a long task delays one.
      contradicted = ratio < 1 ? Math.max(0, contradicted) + 1 : Math.min(0, contradicted) - 1;
      if (Math.abs(contradicted) < enough) return;
      // It was the display that took its time: the engine may be trusted after all. But an engine that lets tasks go
      // before four frames of 144 Hz looks like one with a display of 36 Hz.
      if (ratio > 1 && time < late * usual) tryFrom(0);
      confirmed = 0;
    }
    contradicted = 0;
    confirmed = Math.min(smoothing, confirmed + 1);
    interval += (time - interval) / confirmed;
  }

  /** Tries the engine, which has failed so many times. */
  function tryFrom(failed: number): void {
    starved = failed;
    trying = thorough;
  }

  /** What a frame tells of the engine. */
  function judge(time: number, waited: boolean, queued: boolean): void {
    if (starves()) {
      if (--distrust >= 0) return;
      distrust = next = Math.min(rarest, next * rarer);
      tryFrom(patience - 1);
    } else if (trying > 0) {
      // The first frame after a time without jobs may have to wake the display.
      if (isFresh) return;
      if (waited) tryFrom(starved + 1);
      else if (queued && --trying === 0) starved = 0;
    } else if (time <= late * interval || passed < 2) starved = 0;
    else if (++starved >= patience) tryFrom(patience - 1);
  }

  const starves = () => starved >= patience;

  /** Below 0: a round may go on into the frame. */
  function margin(): number {
    if (!starves()) return leastMargin + work * share;
    // Where frames are waited for it is lost time; but a frame that came before is found in it, and where the page takes
    // most of a frame timers get no other.
    const isSure = confirmed === smoothing && contradicted === 0 && frames % looking > 0;
    return isSure && work < interval / 2 && latency > leastLatency ? -interval * overlap : leastMargin;
  }

  /** The time from `now` until a frame that is due after a part of the interval, less the margin. */
  function room(now: number, part: number): number {
    return last + interval * part - margin() - now;
  }

  function lengthOf(start: number, round: number): number {
    if (isFresh) return Math.min(round, Math.max(shortest, interval * unseen));
    const left = room(start, part);
    // Past the half, which shows that no frame came, the whole is believed again.
    const whole = left < -2 * shortest ? room(start, 1) : left;
    // What would be left for a round of its own is too little for one.
    const most = whole < round + shortest ? whole : round;
    return Math.max(Math.min(round, Math.max(shortest, work * share)), most);
  }

  return {
    begin(now) {
      last = now;
      isFresh = true;
    },

    frame(start, now, waited, queued) {
      const time = start - last;
      if (waited) latency += (Math.min(now - start, 2 * leastMargin) - latency) / smoothing;
      last = start;
      judge(time, waited, queued);
      if (!isFresh) learn(time, waited);
      isFresh = false;
      isRendered = true;
      passed = 0;
      part = contradicted > 0 || ++frames % (interval > late * usual ? probing / doubt : probing) === 0 ? 0.5 : 1;
    },

    turn(posted, now) {
      if (now - last > late * interval) passed++;
      if (isRendered) work += (now - Math.max(posted, last) - work) / smoothing;
      isRendered = false;
    },

    waits: (now) => now - last < giveUp && (starves() ? room(now, part) < shortest : trying > 0 && passed > 0),

    starves,

    roundEnd(start, round) {
      const isKnown = confirmed >= enough && start - last <= giveUp;
      return (start + (isKnown ? lengthOf(start, round) : round)) as Instant;
    },
  };
}
