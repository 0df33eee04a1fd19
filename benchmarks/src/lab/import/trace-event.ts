/** What a trace consists of, and what is read from it. */

/** An event of a trace: times in microseconds. */
export interface TraceEvent {
  readonly name: string;
  readonly ph: string;
  readonly cat?: string;
  readonly pid: number;
  readonly tid: number;
  readonly ts: number;
  readonly dur?: number;
  /** Of `dur`, what the thread had the processor for. */
  readonly tdur?: number;
  /** What joins the two ends of a flow. */
  readonly id?: string | number;
  readonly args?: Readonly<Record<string, unknown>>;
}

/** One execution. */
export interface Execution {
  readonly name: string;
  /** When it arrived, as far as the trace knows. */
  readonly arrival: number;
  readonly execution: number;
  /** Relative, if the trace knows one. */
  readonly deadline?: number;
}
