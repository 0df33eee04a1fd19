/**
 * Bursts in exact time: requests of both kinds come at the same instant, in every order, and a server takes one after the
 * other. Three models of the server, since the study describes none:
 *
 * - serial: the next one starts when the last one has ended.
 * - poll: a timer takes one request every 5 ms, whatever still runs.
 * - pairs: a burst is one request of each kind; a timer looks every 5 ms whether the server is idle, and takes one then.
 *
 * Service is a timer, so that the thread is free meanwhile, or computation, so that the poll waits for it.
 */
import { type Kind, type QueueName, type Request, serviceOf, WaitingRequests } from "./requests.ts";

export type ModelName = "serial" | "poll" | "pairs";
export const modelNames: readonly ModelName[] = ["serial", "poll", "pairs"];

export type Service = "timers" | "computation";
export const services: readonly Service[] = ["timers", "computation"];

/** Milliseconds between two polls. */
export const pollInterval = 5;

/** How many requests of each kind a burst has. */
export const burstOf: Readonly<Record<ModelName, Readonly<Record<Kind, number>>>> = {
  serial: { auth: 5, static: 5 },
  poll: { auth: 5, static: 5 },
  pairs: { auth: 1, static: 1 },
};

export interface Started {
  readonly kind: Kind;
  readonly waited: number;
}

/**
 * @param order The requests of the burst, as they come
 * @param phase When the first poll comes: from 0 up to the interval
 * @returns those of the burst in the order in which they start
 */
export function runBurst(
  model: ModelName,
  service: Service,
  queue: QueueName,
  order: readonly Kind[],
  phase: number,
): Started[] {
  const waiting = new WaitingRequests<Request>(queue);
  // Arrivals at one instant have an order, which only comparisons may see.
  for (const [i, kind] of order.entries()) waiting.add({ kind, arrival: i * 1e-9 });
  const started: Started[] = [];
  for (let now = model === "serial" ? 0 : phase; waiting.size > 0; ) {
    const { kind } = waiting.take(now) as Request;
    started.push({ kind, waited: now });
    const end = now + serviceOf[kind];
    if (model === "serial") now = end;
    else if (service === "computation") now = Math.max(now + pollInterval, end);
    // Service times are multiples of the interval: the timer of a request fires just before the poll of that instant.
    else now = model === "poll" ? now + pollInterval : end;
  }
  return started;
}

export interface BurstMeans {
  /** Milliseconds from arrival to start. */
  readonly waited: Readonly<Record<Kind, number>>;
  /** The share of pairs of an authentication and a static request in which the latter starts first. */
  readonly inversions: number;
}

/** Over all orders of a burst, and over ten phases of the poll. */
export function exactBurst(model: ModelName, service: Service, queue: QueueName): BurstMeans {
  const { auth, static: others } = burstOf[model];
  const phases = model === "serial" ? [0] : Array.from({ length: 10 }, (_, i) => ((i + 0.5) / 10) * pollInterval);
  return meansOf(
    ordersOf(auth, others).flatMap((order) => phases.map((phase) => runBurst(model, service, queue, order, phase))),
  );
}

/** @param bursts Each with its requests in the order in which they started */
export function meansOf(bursts: readonly (readonly Started[])[]): BurstMeans {
  const sums = { auth: 0, static: 0 };
  const counts = { auth: 0, static: 0 };
  let [pairs, inverted] = [0, 0];
  for (const burst of bursts) {
    let before = 0;
    for (const { kind, waited } of burst) {
      sums[kind] += waited;
      counts[kind]++;
      if (kind === "static") before++;
      else inverted += before;
    }
    const others = burst.filter(({ kind }) => kind === "static").length;
    pairs += others * (burst.length - others);
  }
  return {
    waited: { auth: sums.auth / counts.auth, static: sums.static / counts.static },
    inversions: inverted / pairs,
  };
}

/** All sequences of so many requests of each kind. */
export function ordersOf(auth: number, others: number): Kind[][] {
  if (auth === 0 && others === 0) return [[]];
  return [
    ...(auth === 0 ? [] : ordersOf(auth - 1, others).map((rest): Kind[] => ["auth", ...rest])),
    ...(others === 0 ? [] : ordersOf(auth, others - 1).map((rest): Kind[] => ["static", ...rest])),
  ];
}

/** What an authentication waits on average, by formula: first come first served, and by priority. */
export function expectedWaits(
  model: ModelName,
  auth: number,
  others: number,
): readonly [fcfs: number, priority: number] {
  const start = model === "serial" ? 0 : pollInterval / 2;
  const [each, other] = model === "poll" ? [pollInterval, pollInterval] : [serviceOf.auth, serviceOf.static];
  const equals = ((auth - 1) * each) / 2;
  return [start + equals + (others * other) / 2, start + equals];
}

export interface NearestBurst {
  readonly model: ModelName;
  readonly auth: number;
  readonly static: number;
  readonly fcfs: number;
  readonly priority: number;
}

/** Of bursts of up to twenty requests of each kind, that whose waiting times are nearest to the study's. */
export function nearestBurst(model: ModelName, [fcfs, priority]: readonly [number, number]): NearestBurst {
  const sizes = Array.from({ length: 20 }, (_, i) => i + 1);
  const all = sizes.flatMap((auth) =>
    sizes.map((others): NearestBurst => {
      const [first, second] = expectedWaits(model, auth, others);
      return { model, auth, static: others, fcfs: first, priority: second };
    }),
  );
  const distance = (burst: NearestBurst) => Math.abs(burst.fcfs - fcfs) + Math.abs(burst.priority - priority);
  return all.reduce((best, burst) => (distance(burst) < distance(best) ? burst : best));
}
