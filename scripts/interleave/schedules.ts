/**
 * Runs jobs at once under a schedule: which job goes on, and for how many preemption points, until all have ended.
 *
 * There is no kernel here. A schedule is a function of its seed alone.
 */

import type { HeldUnits } from "../../packages/runtime/src/exclusive/held-units.ts";
import type { Activation } from "../../packages/runtime/src/protocol/activation.ts";
import { activate, resume } from "../../packages/runtime/src/protocol/protocol.ts";
import type { Jobs } from "./entry.ts";
import { integer, type Random, randomOf } from "./random.ts";
import { textOfError, textOfValue } from "./result.ts";

/** Draws the next slice: a place in the list of the jobs that have not ended, and the budget. */
export type Schedule = (unfinished: number) => { readonly which: number; readonly budget: number };

export interface Outcome {
  /** By name of the job: its result as a text. */
  readonly texts: Readonly<Record<string, string>>;
  readonly preemptions: number;
  /** Whether it was given up, since it went on for much longer than the jobs take one after the other. */
  readonly isEndless: boolean;
}

export interface RunOptions {
  readonly schedule: Schedule;
  /** Preemptions at which the run is given up. */
  readonly most: number;
  /** Called between two slices: gives the event loop its turn. */
  readonly pause?: (() => Promise<void>) | undefined;
  /** Called at each preemption with the exclusive units that the job is in. */
  readonly onPreempt?: ((units: readonly string[]) => void) | undefined;
}

export async function runJobs(jobs: Jobs, { schedule, most, pause, onPreempt }: RunOptions): Promise<Outcome> {
  const texts: Record<string, string> = {};
  const unfinished = Object.entries(jobs).map(([name, job]) => new Running(name, job));
  let preemptions = 0;
  while (unfinished.length > 0 && preemptions < most) {
    const ready = unfinished.filter((job) => job.settled === undefined);
    if (ready.length === 0) {
      await Promise.race(unfinished.map((job) => job.settled));
      continue;
    }
    const { which, budget } = schedule(ready.length);
    const job = ready[which] as Running;
    if (job.goOn(budget) === "preempted") {
      preemptions++;
      onPreempt?.(job.units);
    }
    if (job.text !== undefined) {
      texts[job.name] = job.text;
      unfinished.splice(unfinished.indexOf(job), 1);
    }
    await pause?.();
  }
  return { texts, preemptions, isEndless: unfinished.length > 0 };
}

/** A job that has begun. */
class Running {
  readonly name: string;
  /** What it gave, when it has ended. */
  text: string | undefined;
  /** While it awaits something: settled when it can go on. */
  settled: Promise<void> | undefined;
  readonly #activation: Activation;

  constructor(name: string, job: () => unknown) {
    this.name = name;
    this.#activation = activate(job, undefined, []);
  }

  /** The names of the exclusive units that it is in. */
  get units(): readonly string[] {
    const { heldFrom, units } = this.#activation;
    return heldFrom < 0 ? [] : (units as HeldUnits).locks.map(({ name }) => name);
  }

  goOn(budget: number): "preempted" | undefined {
    const activation = this.#activation;
    try {
      const outcome = resume(activation, budget);
      if (outcome === "preempted") return outcome;
      if (outcome === "awaiting") this.#wait(activation.awaiting);
      else this.text = textOfValue(activation.value);
    } catch (error) {
      this.text = textOfError(error);
    }
    return undefined;
  }

  #wait(value: unknown): void {
    const activation = this.#activation;
    this.settled = Promise.resolve(value)
      .then(
        (result) => {
          activation.value = result;
        },
        (error) => activation.fail(error),
      )
      .then(() => {
        this.settled = undefined;
      });
  }
}

/** At each preemption point another job is drawn, now and then: 1 to 20 times in a run that passes `points` of them. */
export function randomSchedule(seed: number, points: number): Schedule {
  const random = randomOf(seed);
  const mean = points / (1 + integer(random, 20));
  return (unfinished) => ({ which: integer(random, unfinished), budget: gap(random, mean) });
}

/** How far it is to the next event where each point has the same chance. */
const gap = (random: Random, mean: number): number => Math.floor(-Math.log(1 - random()) * mean);
