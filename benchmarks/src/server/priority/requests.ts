/** The two kinds of requests of the study, and the orders in which a queue may serve them. */

export type Kind = "auth" | "static";
export const kinds: readonly Kind[] = ["auth", "static"];

/** Milliseconds of service, as the study has them. */
export const serviceOf: Readonly<Record<Kind, number>> = { auth: 15, static: 35 };

/** Relative deadlines in milliseconds, under EDF. */
export const deadlineOf: Readonly<Record<Kind, number>> = { auth: 50, static: 500 };

/** Under aging, a request that has waited so many milliseconds is served as if it were urgent. */
export const defaultPatience = 250;

export type QueueName = "fcfs" | "priority" | "aging" | "edf";
export const queueNames: readonly QueueName[] = ["fcfs", "priority", "aging", "edf"];

export interface Request {
  readonly kind: Kind;
  /** Milliseconds. */
  readonly arrival: number;
}

/**
 * Whether authentication `auth` is served before static request `other`. Each is the oldest of its kind: within a kind all
 * four orders are first come, first served. Equal arrivals: the static request came first.
 */
export function isAuthNext(
  queue: QueueName,
  auth: Request,
  other: Request,
  now: number,
  patience: number = defaultPatience,
): boolean {
  switch (queue) {
    case "fcfs":
      return auth.arrival < other.arrival;
    case "priority":
      return true;
    case "aging":
      return now - other.arrival < patience || auth.arrival < other.arrival;
    case "edf":
      return auth.arrival + deadlineOf.auth <= other.arrival + deadlineOf.static;
  }
}

/** Requests that wait, by kind. */
export class WaitingRequests<Entry extends Request> {
  readonly #queue: QueueName;
  readonly #patience: number;
  readonly #waiting: Readonly<Record<Kind, Entry[]>> = { auth: [], static: [] };
  /** Those before it were taken. */
  readonly #first: Record<Kind, number> = { auth: 0, static: 0 };

  /** @param patience Milliseconds; of aging alone */
  constructor(queue: QueueName, patience: number = defaultPatience) {
    this.#queue = queue;
    this.#patience = patience;
  }

  get size(): number {
    return kinds.reduce((sum, kind) => sum + this.#waiting[kind].length - this.#first[kind], 0);
  }

  add(entry: Entry): void {
    this.#waiting[entry.kind].push(entry);
  }

  next(now: number): Entry | undefined {
    const [auth, other] = kinds.map((kind) => this.#waiting[kind][this.#first[kind]]);
    if (auth === undefined || other === undefined) return auth ?? other;
    return isAuthNext(this.#queue, auth, other, now, this.#patience) ? auth : other;
  }

  take(now: number): Entry | undefined {
    const entry = this.next(now);
    if (entry === undefined) return undefined;
    const { kind } = entry;
    // Taken one by one from the front, a long array would be moved each time.
    if (++this.#first[kind] === 1024) {
      this.#waiting[kind].splice(0, 1024);
      this.#first[kind] = 0;
    }
    return entry;
  }
}
