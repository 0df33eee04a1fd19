/**
 * Which part of the time jobs get while they could run: the rest is the event loop's, which parses requests and writes answers.
 * Work divided by it is how long the work takes.
 */
import type { Observer } from "@preempt/runtime";
import { DecayingSum } from "./decaying-sum.ts";

const timeConstant = 1000;
/** A machine that stood still for once is no reason to refuse everything. */
const least = 0.1;

export class Throughput {
  readonly observer: Pick<Observer, "roundStarted" | "roundEnded">;
  readonly #inJobs = new DecayingSum(timeConstant);
  readonly #between = new DecayingSum(timeConstant);
  readonly #now: () => number;

  /** @param isReady Whether some job could run */
  constructor(isReady: () => boolean, now: () => number) {
    this.#now = now;
    let started = 0;
    let ended: number | undefined;
    this.observer = {
      roundStarted: (instant) => {
        started = instant;
        if (ended !== undefined) this.#between.add(instant - ended, instant);
      },
      roundEnded: (instant) => {
        ended = isReady() ? instant : undefined;
        // Where nothing is left the event loop has what the jobs do not want.
        if (ended !== undefined) this.#inJobs.add(instant - started, instant);
      },
    };
  }

  /** Between 0 and 1. */
  get share(): number {
    const now = this.#now();
    const inJobs = this.#inJobs.at(now);
    const between = this.#between.at(now);
    // Little is known after a few milliseconds.
    if (inJobs + between < 10) return 1;
    return Math.max(least, inJobs / (inJobs + between));
  }
}
