/** The work of many tasks that arrive at once and then as densely as they may: what every fixed point asks for again and again. */
import type { TimedTask } from "./timed-task.ts";

/** Jobs released in [0, time), or in [0, time] where one at the very end still goes first. */
export function jobsIn(time: number, T: number, J: number, closed: boolean): number {
  return closed ? Math.floor((time + J) / T) + 1 : Math.ceil((time + J) / T);
}

export class Workload {
  readonly tasks: readonly TimedTask[];
  /** Each task's C, T and J, side by side: read a hundred times as often as made. */
  readonly #times: Float64Array;

  constructor(tasks: readonly TimedTask[]) {
    this.tasks = tasks;
    this.#times = new Float64Array(3 * tasks.length);
    tasks.forEach(({ C, T, J = 0 }, i) => {
      this.#times[3 * i] = C;
      this.#times[3 * i + 1] = T;
      this.#times[3 * i + 2] = J;
    });
  }

  get count(): number {
    return this.tasks.length;
  }

  /** One job of each task. */
  get atOnce(): number {
    return this.tasks.reduce((all, { C }) => all + C, 0);
  }

  /** What is released in [0, time), or in [0, time]. */
  by(time: number, closed: boolean): number {
    const times = this.#times;
    let work = 0;
    for (let i = 0; i < times.length; i += 3) {
      work += jobsIn(time, times[i + 1] as number, times[i + 2] as number, closed) * (times[i] as number);
    }
    return work;
  }

  /**
   * A time before which `ahead` and all of this are surely not done: the end if each task took its share of every moment,
   * (ahead + Σ U J) / (1 - Σ U) (Sjödin and Hansson, Improved Response-Time Analysis Calculations, RTSS 1998). Rounded down by
   * more than its sums can be off. For a utilisation below 1.
   */
  leastEnd(ahead: number): number {
    const times = this.#times;
    let [left, work] = [1, ahead];
    for (let i = 0; i < times.length; i += 3) {
      const share = (times[i] as number) / (times[i + 1] as number);
      left -= share;
      work += share * (times[i + 2] as number);
    }
    const error = (this.count + 4) * 2 ** -51;
    return Math.max(0, Math.floor((work * (1 - error)) / (left + error)) - 1);
  }
}
