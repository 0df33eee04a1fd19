/** How long requests of a class ran lately. */

/** The part of the newest request in the average: a few requests decide, one does not. */
const weight = 0.1;

/** A moving average of execution times. */
export class ServiceTimes {
  /** How many requests were seen. */
  count = 0;
  /** Moving average of the execution time, in milliseconds. 0 while nothing is known. */
  mean = 0;

  /** Adds the execution time of a request, in milliseconds. */
  learn(ms: number): void {
    this.count++;
    // The first ones count alike.
    this.mean += Math.max(weight, 1 / this.count) * (ms - this.mean);
  }
}
