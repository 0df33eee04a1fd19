/**
 * How long the jobs of each function ran lately: a moving average, which follows changes and is added up to a backlog, and
 * quantiles of the last ones.
 */

/** The part of the newest job in the average: a few jobs decide, one does not. */
const weight = 0.25;

/** Milliseconds that a function is taken to need while nothing at all is known: it makes jobs count alike. */
const unknown = 1;

/** So many of the last jobs the quantiles are of. */
const window = 128;

/** What is known of a function's execution times, in milliseconds. */
export interface ExpectedTime {
  /** How many of its jobs have been seen; 0: nothing is known, and the others are undefined. */
  readonly count: number;
  /** Moving average, in which the newest job is a quarter. */
  readonly mean: number | undefined;
  /** Half of the last 128 jobs took no longer. */
  readonly median: number | undefined;
  /** Nine of ten of them took no longer. */
  readonly p90: number | undefined;
  /** All but one of a hundred took no longer. */
  readonly p99: number | undefined;
}

/** The execution times of one function. */
export class FunctionTimes {
  count = 0;
  mean = 0;
  readonly #last: number[] = [];
  /** Made when it is asked for, and kept until another job has been seen: policies ask often. */
  #summary: ExpectedTime | undefined;

  learn(ms: number): void {
    this.#summary = undefined;
    this.#last[this.count % window] = ms;
    this.mean = this.count === 0 ? ms : this.mean + weight * (ms - this.mean);
    this.count++;
  }

  get summary(): ExpectedTime {
    this.#summary ??= this.#summarize();
    return this.#summary;
  }

  #summarize(): ExpectedTime {
    const sorted = [...this.#last].sort((a, b) => a - b);
    const quantile = (q: number) => sorted[Math.max(0, Math.ceil(q * sorted.length) - 1)];
    const mean = this.count === 0 ? undefined : this.mean;
    return { count: this.count, mean, median: quantile(0.5), p90: quantile(0.9), p99: quantile(0.99) };
  }
}

/** @template K What stands for a function: itself, or its name */
export class LearnedTimes<K> {
  readonly #functions: { get(key: K): FunctionTimes | undefined; set(key: K, times: FunctionTimes): unknown };
  readonly #all = new FunctionTimes();

  /** @param functions Where they are kept: in a WeakMap functions may be collected */
  constructor(functions: { get(key: K): FunctionTimes | undefined; set(key: K, times: FunctionTimes): unknown }) {
    this.#functions = functions;
  }

  /** Of a function one of whose jobs has been seen. */
  of(key: K): FunctionTimes | undefined {
    return this.#functions.get(key);
  }

  /** Milliseconds that a job of the function is taken to need; of one never seen the average of all. */
  expected(key: K): number {
    return this.of(key)?.mean ?? this.usual;
  }

  /** Milliseconds that a job is taken to need of which nothing is known. */
  get usual(): number {
    return this.#all.count === 0 ? unknown : this.#all.mean;
  }

  learn(key: K, executionTime: number): void {
    let times = this.of(key);
    if (times === undefined) {
      times = new FunctionTimes();
      this.#functions.set(key, times);
    }
    times.learn(executionTime);
    this.#all.learn(executionTime);
  }
}
