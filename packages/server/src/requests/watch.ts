/** What is told of the end of a request. */

/** How a request that was taken in has ended. Times in milliseconds. */
export interface RequestEnd {
  /** The name of its class. */
  readonly class: string;
  /** How it ended. "refused": while it waited. */
  readonly result: "done" | "failed" | "cancelled" | "refused";
  /** What the handler threw, or why the request was cancelled or refused. */
  readonly error: unknown;
  /** Whether its handler started. */
  readonly started: boolean;
  /** For how long it waited for that. */
  readonly waited: number;
  /** From its arrival to its end. */
  readonly took: number;
  /** For how long its handler had the thread. */
  readonly ran: number;
  /** How often its handler lost the thread to another job or the event loop. */
  readonly preemptions: number;
}

/** Is told of one request. */
export interface Watch {
  /** Its handler is about to start. */
  started?(): void;
  /** It has ended. */
  ended?(end: RequestEnd): void;
}
