/** What was seen of a kernel at work; all times in milliseconds. */
export interface ObserveOrder {
  /** Address of the compiled body. */
  readonly module: string;
  /** How long to look. */
  readonly time: number;
  /** The kernel's; default its own. */
  readonly slice?: number;
  readonly round?: number;
}

export interface Observed {
  /** For each turn that went on with ready jobs: the kernel's own time for a dispatch. */
  readonly dispatches: readonly number[];
  /** Between two turns while jobs were ready. */
  readonly eventLoop: readonly number[];
  /** From the planned release to the first instruction, of jobs that found the thread idle. */
  readonly latencies: readonly number[];
  /** The longest time without a look at the ready queue, in each turn. */
  readonly stretches: readonly number[];
  /** On the event loop without the kernel: from the end of a callback to one that waited for it. */
  readonly turns: readonly number[];
  /** And how late callbacks of timers were that waited for none. */
  readonly wakes: readonly number[];
  readonly machine: string;
}
