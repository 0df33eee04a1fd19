/**
 * Who has the thread, and who took it away? How long the thread could have run and had to wait for the processor is
 * told by the operating system: Linux counts it in `/proc`. Elsewhere it is what the clock went on in the stretches
 * between `enter` and `leave` and the thread's own time did not.
 */
import { readFileSync } from "node:fs";
import type { Disturbance } from "./result.ts";

/** Looking costs some ten microseconds, and leaves the caches to others. Milliseconds between two looks. */
const interval = 200;

export class Meter {
  /** Milliseconds in all stretches. */
  total = 0;
  #from = 0;
  readonly #began: Looked = look(0);
  #last: Looked = this.#began;
  #looked = performance.now();
  #stolen = 0;
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
      stolen: Math.round(this.#stolen),
      longest: Math.round(this.#longest),
      longestWake: Math.round(this.#late),
      involuntarySwitches: this.#last.switches - this.#began.switches,
    };
  }

  #look(now: number): void {
    const seen = look(this.total);
    const gap = Math.max(0, seen.waited - this.#last.waited) + stolenBetween(this.#last.stolen, seen.stolen);
    this.#stolen += gap;
    this.#longest = Math.max(this.#longest, gap);
    this.#last = seen;
    this.#looked = now;
  }
}

interface Looked {
  /** Microseconds since any instant. */
  readonly waited: number;
  readonly switches: number;
  readonly stolen: Stolen;
}

/** @param total Milliseconds in which the thread was to run */
function look(total: number): Looked {
  const switches = process.resourceUsage().involuntaryContextSwitches;
  return { waited: runQueueTime() ?? total * 1000 - threadTime(), switches, stolen: stolenFromProcessor() };
}

/** Microseconds that this thread waited for a processor. */
function runQueueTime(): number | undefined {
  // Time run, time waited, slices; nanoseconds.
  const [, waited = ""] = readProc("thread-self/schedstat")?.split(" ") ?? [];
  return waited === "" ? undefined : Number(waited) / 1000;
}

interface Stolen {
  readonly processor: string;
  /** Microseconds that the machine's host gave to other machines, by processor. */
  readonly times: ReadonlyMap<string, number>;
}

/** In hundredths of a second: the eighth number behind the name of each processor. */
function stolenFromProcessor(): Stolen {
  // Behind the name in parentheses the 37th field.
  const processor = readProc("thread-self/stat")?.split(") ").at(-1)?.split(" ")[36] ?? "";
  const lines = readProc("stat")?.matchAll(/^cpu(\d+)(?: \d+){7} (\d+)/gm) ?? [];
  return { processor, times: new Map(Array.from(lines, ([, name = "", ticks]) => [name, Number(ticks) * 10_000])) };
}

function stolenBetween(before: Stolen, { processor, times }: Stolen): number {
  return (times.get(processor) ?? 0) - (before.times.get(processor) ?? 0);
}

/** Undefined where there is no such file. */
function readProc(name: string): string | undefined {
  try {
    return readFileSync(`/proc/${name}`, "latin1");
  } catch {
    return undefined;
  }
}

/** Microseconds. */
function threadTime(): number {
  const { user, system } = process.threadCpuUsage();
  return user + system;
}
