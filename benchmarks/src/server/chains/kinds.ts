/** The requests of the server, their stages, and what a server tells of them. */

export const kindNames = ["page", "login", "report"] as const;
export type KindName = (typeof kindNames)[number];

export interface KindSpec {
  /** Milliseconds between two requests of the kind at least. */
  readonly T: number;
  /** Milliseconds within which an answer is due, from the instant at which the request was sent. */
  readonly D: number;
  /** What is done for it, in order. The first one is the server's own: it reads the request and finds its handler. */
  readonly stages: readonly string[];
}

export const kinds: Readonly<Record<KindName, KindSpec>> = {
  page: { T: 80, D: 80, stages: ["request", "parse", "query", "render"] },
  login: { T: 40, D: 40, stages: ["request", "check"] },
  report: { T: 500, D: 500, stages: ["request", "sum up"] },
};

export const variantNames = ["event loop", "preempt"] as const;
export type VariantName = (typeof variantNames)[number];

export interface ChainServerOrder {
  readonly variant: VariantName;
}

/** One execution of a stage. Instants are milliseconds of the machine's monotonic clock. */
export interface StageRecord {
  readonly kind: KindName;
  /** Which request it belongs to: its place in the load. */
  readonly request: number;
  /** The place of the stage. */
  readonly stage: number;
  /** When the client sent the request. */
  readonly sent: number;
  readonly start: number;
  readonly end: number;
  /** Milliseconds for which the stage had the thread. Waiting for a processor, which other programs had, is left out. */
  readonly executed: number;
  /** Milliseconds for which the thread had waited for a processor since it began: at the start and the end of the stage. */
  readonly waitedAtStart: number;
  readonly waitedAtEnd: number;
}

/** Something of the thread that is no stage. */
export interface Span {
  /** When it began, on the machine's monotonic clock. */
  readonly at: number;
  readonly length: number;
}

/** What a server recorded since it was asked last. All lengths without waiting for a processor. */
export interface ServerRecords {
  readonly stages: readonly StageRecord[];
  /** Garbage collections. */
  readonly collections: readonly Span[];
  /** For how long the event loop was active, stages included. */
  readonly active: number;
  /** With Preempt: each round of jobs, each turn of the event loop between two of them, and a dispatch (mean). */
  readonly rounds: readonly Span[];
  readonly turns: readonly Span[];
  readonly dispatch: number;
}
