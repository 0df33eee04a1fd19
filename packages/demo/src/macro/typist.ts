/** The recorded input: one word every half second, and how long each takes to the screen. */
import type { Scheduler, Task } from "@preempt/runtime";
import { words } from "./words.ts";

/** Milliseconds. */
export const inputPeriod = 500;
export const inputDeadline = 32;
/** Browsers let timers that are longer fire with others, up to 10 ms late, which no key does: a short one comes last. */
const longest = 16;

export interface Typist {
  /** From the instant at which an input was due to the frame that showed it; after the end, those not shown included. */
  readonly delays: readonly number[];
  readonly unshown: number;
  /** Inputs whose job had not ended {@link inputDeadline} ms after they were due. */
  readonly late: number;
  readonly played: number;
  /** A frame begins. */
  seen(now: number): void;
  /** No more input; what is not on the screen counts as if it came there now. */
  stop(now: number): void;
}

/**
 * Plays words from `start` on. An event that comes late, since the thread is taken, is late from when it was due: so
 * would a key have waited.
 *
 * @param signal Ends the task.
 *
 * @param show Puts the text into the page, and releases what it releases.
 */
export function startTyping(
  scheduler: Scheduler,
  start: number,
  show: (word: string) => void,
  signal: AbortSignal,
): Typist {
  const delays: number[] = [];
  /** Shown by the next frame. */
  let written: number[] = [];
  const waiting = new Set<number>();
  let late = 0;
  let played = 0;
  let timer = 0;
  const input: Task<(word: string, due: number) => void> = scheduler.task(
    (word, due) => {
      show(word);
      waiting.delete(due);
      written.push(due);
      if (performance.now() > due + inputDeadline) late++;
    },
    { name: "input", deadline: inputDeadline, signal },
  );
  const wait = (k: number) => {
    const due = start + (k + 0.5) * inputPeriod;
    const left = due - performance.now();
    if (left > 2 * longest) timer = window.setTimeout(wait, left - longest, k);
    else timer = window.setTimeout(press, Math.max(0, left), k, due);
  };
  const press = (k: number, due: number) => {
    played++;
    waiting.add(due);
    input.release(words[k % words.length] as string, due).then(undefined, () => {}); // cancelled at the end
    wait(k + 1);
  };
  wait(0);
  let unshown = 0;
  return {
    delays,
    get unshown() {
      return unshown;
    },
    get late() {
      return late;
    },
    get played() {
      return played;
    },
    seen(now) {
      for (const due of written) delays.push(now - due);
      written = [];
    },
    stop(now) {
      clearTimeout(timer);
      unshown = waiting.size + written.length;
      late += [...waiting].filter((due) => now > due + inputDeadline).length;
      for (const due of [...waiting, ...written]) delays.push(now - due);
    },
  };
}
