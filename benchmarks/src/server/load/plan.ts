/** What a load generator sends, and when: decided beforehand, whatever the server does. */
import { Random } from "../../lab/generate/random.ts";

export interface PlannedRequest {
  /** Milliseconds after the start. */
  readonly at: number;
  /** Its class, for the summary. */
  readonly kind: string;
  readonly path: string;
  /** The name of one of the order's bodies. Default: none, and the method is GET. */
  readonly body?: string;
  /** Milliseconds after which its client gives up and closes the connection. Default: that of its kind. */
  readonly patience?: number;
}

export interface LoadOrder {
  /** Like http://127.0.0.1:1234 */
  readonly origin: string;
  readonly requests: readonly PlannedRequest[];
  /** Texts to be sent with POST, with their types. */
  readonly bodies?: Readonly<Record<string, { readonly type: string; readonly text: string }>>;
  /** Milliseconds after which a client gives up and closes its connection. Default: none does within a minute. */
  readonly patience?: Readonly<Record<string, number>>;
  /**
   * Milliseconds between two requests of a kind at least, however late the first one was sent: sporadic arrivals. A request is then
   * sent later than planned. Default: each is sent when it is planned.
   */
  readonly separation?: Readonly<Record<string, number>>;
  /** How often a client comes again as `Retry-After` says, when it was answered 503. Default 0. */
  readonly retries?: number;
  /** Milliseconds after the last request until which answers are awaited. Default 10,000. */
  readonly drain?: number;
  /** Whether connections are used again. Default true. */
  readonly persistent?: boolean;
  /** Of every request. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Whether each request carries the instant at which it is sent, in the header {@link sentAtHeader}. Default false. */
  readonly isStamped?: boolean;
}

/** Milliseconds of the machine's monotonic clock, as in {@link LoadReport.startedAt}. */
export const sentAtHeader = "x-sent-at";

export interface SentRequest {
  readonly kind: string;
  /** Milliseconds after the start: when it was to be sent, when it was, and when its answer was whole. */
  readonly intended: number;
  readonly sent: number;
  readonly done: number;
  /** Of HTTP; 0: the client gave up; -1: the connection failed; -2: no answer until the end. */
  readonly status: number;
  /** How often it came again. */
  readonly retries: number;
  /** Whether the server said that the answer is degraded. */
  readonly degraded?: true;
  /** Bytes of the body. */
  readonly bytes: number;
  /** Why the connection failed. */
  readonly error?: string;
}

export interface LoadReport {
  readonly requests: readonly SentRequest[];
  /** The instant from which all others count, on the machine's monotonic clock (`process.hrtime`), in milliseconds. */
  readonly startedAt: number;
  /** How many milliseconds after their instants requests were sent, at most and 99 %: the generator's own delay. */
  readonly lateness: { readonly p99: number; readonly most: number };
  /** Processor time of the generator, in milliseconds. */
  readonly cpu: number;
}

/**
 * Poisson arrivals from `from` to `to`.
 *
 * @param rate Requests per second
 * @param seed Integers: the same numbers, the same instants
 */
export function poisson(rate: number, from: number, to: number, ...seed: readonly number[]): number[] {
  const random = new Random(...seed);
  const instants: number[] = [];
  for (let at = from; rate > 0; ) {
    at -= (Math.log(random.real()) / rate) * 1000;
    if (at >= to) break;
    instants.push(at);
  }
  return instants;
}

export function inOrder(requests: readonly PlannedRequest[]): PlannedRequest[] {
  return [...requests].sort((a, b) => a.at - b.at);
}
