/** What events are: names with arguments, and what a batch has of each. */

/** The arguments of each event, by its name: `{ message: [room: string, text: string] }`. */
export type EventMap<T> = Record<keyof T, unknown[]>;

/** Where no types are given, every name is an event with any arguments. */
// biome-ignore lint/suspicious/noExplicitAny: as Node's own types have it
export type AnyEvents = Record<string | symbol, any[]>;

/** What events of one queue have in common: the name of the event, or whatever the option `category` says. */
export type Category = string | symbol;

/** An event in a batch. */
export type BatchedEvent<Events extends EventMap<Events> = AnyEvents> = {
  [Name in keyof Events]: {
    /** Name of the event. */
    readonly event: Name;
    /** What it was emitted with. */
    readonly args: Readonly<Events[Name]>;
    /** When it was emitted: milliseconds on the scheduler's clock. */
    readonly at: number;
  };
}[keyof Events];

/** As the internals have it, whatever its types. */
export interface AnyEvent {
  readonly event: Category;
  readonly args: readonly unknown[];
  readonly at: number;
}

/** How many events there were so far, by what became of them. */
export interface EventCounts {
  /** Events emitted. */
  readonly emitted: number;
  /** Times an event was handed to a batch handler whose job has ended, well or with an error. */
  readonly delivered: number;
  /** Jobs of batch handlers that have ended in that way. */
  readonly batches: number;
  /** Events in batches that have not ended, counted once for each handler. */
  readonly pending: number;
  /** Events that are held, because nobody listens so far. */
  readonly held: number;
  /** Events that were dropped, by reason. */
  readonly dropped: {
    /** They were held for longer than `hold.expires`. */
    readonly expired: number;
    /** More than `hold.most` were held, or more than `maxPending` were pending for a handler. */
    readonly overflow: number;
    /** Their batch was cancelled. */
    readonly cancelled: number;
    /** They were held when the emitter was closed. */
    readonly closed: number;
  };
}

/** The same, while they are counted. */
export class Counts {
  emitted = 0;
  delivered = 0;
  batches = 0;
  pending = 0;
  readonly dropped = { expired: 0, overflow: 0, cancelled: 0, closed: 0 };

  /** All events that were dropped. */
  get lost(): number {
    const { expired, overflow, cancelled, closed } = this.dropped;
    return expired + overflow + cancelled + closed;
  }
}
