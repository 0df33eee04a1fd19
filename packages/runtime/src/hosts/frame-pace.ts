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
import { type Duration, type Instant, later } from "../time.ts";

/** Believed until frames were seen, in milliseconds: the interval of the usual display. */
const usual = 1000 / 60;
/** No frame is believed to last longer: a display of 30 Hz, with room for its jitter. */
const slowest = 35;
/** So many frames in a row confirm what is believed before it is relied on, or contradict it before it is given up. */
const enough = 3;
/** Frames early or late by these factors of the interval contradict it. Displays' usual rates are further apart. */
const early = 0.8;
const late = 1.25;
/** So many frames in a row that tasks were let past, and the engine is not trusted to render between tasks. */
const patience = 2;
/** The window of the moving averages, in frames. */
const smoothing = 8;
/** One frame out of so many is looked for at half of the interval. */
const probing = 64;
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
/** Frames that have not come for so long, in milliseconds, are not reckoned with: the page is hidden or out of view. */
export const giveUp = 100;

export class FramePace {
  #interval = usual;
  #work = 0;
  /** The start of the last frame, or the beginning of the watch. */
  #last = Number.NEGATIVE_INFINITY;
  #fresh = true;
  #rendered = false;
  #frames = 0;
  #confirmed = 0;
  /** Frames in a row that came early; below 0, late. */
  #contradicted = 0;
  #probes = false;
  /** Turns since the last frame that began when the next one was late. */
  #passed = 0;
  #starved = 0;

  /** Frames are watched from `now` on. */
  begin(now: number): void {
    this.#last = now;
    this.#fresh = true;
  }

  /**
   * A frame has begun.
   *
   * @param start What the engine gives as its time.
   * @param waited Whether the thread waited for it: then it came when the display said so.
   */
  frame(start: number, waited: boolean): void {
    const time = start - this.#last;
    this.#last = start;
    const isStarved = time > late * this.#interval && this.#passed > 1;
    if (this.#starved < patience) this.#starved = isStarved ? this.#starved + 1 : 0;
    if (!this.#fresh) this.#learn(time, waited);
    this.#fresh = false;
    this.#rendered = true;
    this.#passed = 0;
    this.#probes = this.#contradicted > 0 || ++this.#frames % probing === 0;
  }

  #learn(time: number, waited: boolean): void {
    const ratio = time / this.#interval;
    if (ratio > late && (!waited || time > slowest)) return;
    if (ratio < early || ratio > late) {
      // One early frame follows a late one, and a long task delays one.
      this.#contradicted = ratio < 1 ? Math.max(0, this.#contradicted) + 1 : Math.min(0, this.#contradicted) - 1;
      if (Math.abs(this.#contradicted) < enough) return;
      // It was the display that took its time: the engine may be trusted after all. But an engine that lets tasks go
      // before four frames of 144 Hz looks like one with a display of 36 Hz.
      if (ratio > 1 && time < late * usual) this.#starved = 0;
      this.#confirmed = 0;
    }
    this.#contradicted = 0;
    this.#confirmed = Math.min(smoothing, this.#confirmed + 1);
    this.#interval += (time - this.#interval) / this.#confirmed;
  }

  /** A turn that was posted at `posted` begins. If a frame came in between, the time was the page's work on it. */
  turn(posted: number, now: number): void {
    if (now - this.#last > late * this.#interval) this.#passed++;
    if (!this.#rendered) return;
    this.#rendered = false;
    this.#work += (now - Math.max(posted, this.#last) - this.#work) / smoothing;
  }

  /** Whether the next frame is so near, in an engine that would let tasks go first, that the thread waits for it. */
  waits(now: number): boolean {
    const since = now - this.#last;
    return this.#starved >= patience && since < giveUp && this.#room(since, this.#probes) < shortest;
  }

  /** When a round that starts at `start` ends: before the next frame, or after `round` where nothing is known of it. */
  roundEnd(start: Instant, round: Duration): Instant {
    const since = start - this.#last;
    if (this.#confirmed < enough || since > giveUp) return later(start, round);
    let room = this.#room(since, this.#probes);
    // Past the half, which shows that no frame came, the whole is believed again.
    if (this.#probes && room < -2 * shortest) room = this.#room(since, false);
    return later(start, Math.max(Math.min(round, Math.max(shortest, this.#work * share)), room) as Duration);
  }

  /** The time that is left before the next frame, `since` milliseconds after the last. */
  #room(since: number, probes: boolean): number {
    return (probes ? this.#interval / 2 : this.#interval) - leastMargin - this.#work * share - since;
  }
}
