/**
 * Who has the thread, and who took it away? How long the thread could have run and had to wait for the processor is
 * told by the operating system: Linux counts it in `/proc`. Elsewhere it is what the clock went on in the stretches
 * between `enter` and `leave` and the thread's own time did not.
 */
import { readFileSync } from "node:fs";
import type { Disturbance } from "./result.ts";

/** Looking costs ten microseconds. Milliseconds between two looks. */
const interval = 50;

export class Meter {
  /** Milliseconds in all stretches. */
  total = 0;
  #from = 0;
  readonly #began: Looked = look(0);
  #last: Looked = this.#began;
  #looked = performance.now();
  #longest = 0;
  #late = 0;

  enter(): void {
    this.#from = performance.now();
  }

  leave(): void {
    const now = performance.now();
    this.total += now - this.#from;
    if (now - this.#looked > interval) this.#look(now);
  }

  /** A timer fired so many milliseconds late while the thread was idle. */
  wokeLate(ms: number): void {
    this.#late = Math.max(this.#late, ms * 1000);
  }

  /** Up to now. */
  get disturbance(): Disturbance {
    this.#look(performance.now());
    return {
      stolen: Math.max(0, Math.round(this.#last.waited - this.#began.waited)),
      longest: Math.round(this.#longest),
      longestWake: Math.round(this.#late),
      involuntarySwitches: this.#last.switches - this.#began.switches,
    };
  }

  #look(now: number): void {
    const seen = look(this.total);
    this.#longest = Math.max(this.#longest, seen.waited - this.#last.waited);
    this.#last = seen;
    this.#looked = now;
  }
}

interface Looked {
  /** Microseconds since any instant. */
  readonly waited: number;
  readonly switches: number;
}

/** @param total Milliseconds in which the thread was to run */
function look(total: number): Looked {
  const switches = process.resourceUsage().involuntaryContextSwitches;
  return { waited: runQueueTime() ?? total * 1000 - threadTime(), switches };
}

/** Microseconds that this thread waited for a processor, and that the machine's host gave to other machines. */
function runQueueTime(): number | undefined {
  try {
    // Time run, time waited, slices; nanoseconds.
    const [, waited = ""] = readFileSync("/proc/thread-self/schedstat", "latin1").split(" ");
    const value = Number(waited) / 1000;
    return Number.isFinite(value) ? value + stolenFromMachine() : undefined;
  } catch {
    return undefined;
  }
}

/** Hundredths of a second, of all processors: the eighth number. */
function stolenFromMachine(): number {
  const [, , , , , , , , steal = "0"] = readFileSync("/proc/stat", "latin1").split(/\s+/, 9);
  return Number(steal) * 10_000;
}

/** Microseconds. */
function threadTime(): number {
  const { user, system } = process.threadCpuUsage();
  return user + system;
}
