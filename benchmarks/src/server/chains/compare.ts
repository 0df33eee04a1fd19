/** Measured responses beside bounds: which are above, and whether something outside of the model was there. */

import { median, quantile } from "../../statistics.ts";
import { type KindName, kindNames, kinds, type Span, type StageRecord } from "./kinds.ts";
import type { Phase } from "./measure.ts";
import type { ModelTimes } from "./model.ts";
import type { Predicted } from "./predict.ts";

/** Milliseconds, from the instant at which the request was sent. */
export interface Responses {
  readonly count: number;
  readonly median: number;
  readonly p99: number;
  readonly worst: number;
}

export interface StageComparison extends Responses {
  readonly kind: KindName;
  readonly stage: string;
  /** Null: there is none. */
  readonly simulated: number | null;
  readonly bound: number | null;
  /** How many responses are above the bound, by what was there. */
  readonly above: Readonly<Record<Reason, number>>;
}

/**
 * Why a response is above its bound:
 *
 * - early: a request of some kind came sooner after the one before it than T.
 * - longer: a stage of some request executed longer meanwhile than its C.
 * - processor: without the time for which the thread waited for a processor, the response is within the bound.
 * - collection: without garbage collections outside of stages, too.
 * - turn: without what turns of the event loop and rounds of jobs took longer than the model says, too.
 * - way: without what the request took longer to the server than the model says, too.
 * - unexplained: nothing of that. It would refute the bound.
 */
export const reasons = ["early", "longer", "processor", "collection", "turn", "way", "unexplained"] as const;
export type Reason = (typeof reasons)[number];

export function responsesOf(lengths: readonly number[]): Responses {
  return {
    count: lengths.length,
    median: lengths.length === 0 ? Number.NaN : median(lengths),
    p99: quantile(lengths, 0.99),
    worst: lengths.reduce((most, length) => Math.max(most, length), 0),
  };
}

export function compareStages(phase: Phase, { bounds, simulated }: Predicted, times: AssumedTimes): StageComparison[] {
  const outside = new Outside(phase, times);
  return kindNames.flatMap((kind) =>
    kinds[kind].stages.map((name, place): StageComparison => {
      const own = phase.stages.filter(({ kind: its, stage }) => its === kind && stage === place);
      const bound = bounds[kind][place] ?? null;
      const above = Object.fromEntries(reasons.map((reason) => [reason, 0])) as Record<Reason, number>;
      for (const record of own) {
        if (bound !== null && record.end - record.sent > bound) above[outside.reason(record, bound)]++;
      }
      return {
        ...{ kind, stage: name, bound, simulated: simulated[kind][place] ?? null, above },
        ...responsesOf(own.map(({ sent, end }) => end - sent)),
      };
    }),
  );
}

/** What the model has for executions, and for the way to the idle server. */
export type AssumedTimes = Pick<ModelTimes, "executed" | "transit" | "round" | "turn">;

/** How many requests came sooner than T after the one before of their kind; what rounding takes does not count. */
export function earlyArrivals({ client }: Pick<Phase, "client">): number[] {
  const last = new Map<KindName, number>();
  return client.flatMap(({ kind, sent }) => {
    const before = last.get(kind);
    last.set(kind, sent);
    return before !== undefined && sent - before < kinds[kind].T - 1e-3 ? [sent] : [];
  });
}

/** What spans between two instants are longer than `length`. */
function excess(spans: readonly Span[], length: number, from: number, to: number): number {
  return spans.reduce((sum, span) => {
    const isWithin = span.at + span.length > from && span.at < to;
    return isWithin ? sum + Math.max(0, span.length - length) : sum;
  }, 0);
}

/** What is no part of the model. */
class Outside {
  readonly #assumed: AssumedTimes;
  readonly #phase: Phase;
  readonly #early: readonly number[];
  readonly #collections: Phase["collections"];
  readonly #stages: readonly StageRecord[];
  /** In the order of time: how long the thread had waited until then. */
  readonly #waits: readonly { readonly at: number; readonly waited: number }[];
  readonly #firsts: ReadonlyMap<number, StageRecord>;

  constructor(phase: Phase, assumed: AssumedTimes) {
    const { stages, collections } = phase;
    this.#phase = phase;
    this.#assumed = assumed;
    this.#early = earlyArrivals(phase);
    this.#collections = collections;
    this.#stages = stages;
    this.#waits = stages
      .flatMap(({ start, end, waitedAtStart, waitedAtEnd }) => [
        { at: start, waited: waitedAtStart },
        { at: end, waited: waitedAtEnd },
      ])
      .sort((a, b) => a.at - b.at);
    this.#firsts = new Map(stages.filter(({ stage }) => stage === 0).map((one) => [one.request, one]));
  }

  reason(record: StageRecord, bound: number): Reason {
    const { sent, end, request } = record;
    const from = this.#busyFrom(sent);
    if (this.#early.some((at) => at >= from && at <= end)) return "early";
    if (this.#isLonger(from, end)) return "longer";
    let left = end - sent - (record.waitedAtEnd - this.#waitedAt(from));
    if (left <= bound) return "processor";
    left -= this.#collected(from, end);
    if (left <= bound) return "collection";
    left -= excess(this.#phase.turns, this.#assumed.turn, from, end);
    left -= excess(this.#phase.rounds, this.#assumed.round, from, end);
    if (left <= bound) return "turn";
    const first = this.#firsts.get(request);
    if (first !== undefined)
      left -= Math.max(0, first.start - sent - this.#assumed.transit - this.#executed(sent, first.start));
    return left <= bound ? "way" : "unexplained";
  }

  /** Since when the thread had something to do without a pause of a millisecond, at the earliest half a second before. */
  #busyFrom(sent: number): number {
    let from = sent;
    for (const { start, end } of this.#stages.filter((one) => one.end > sent - 500 && one.start < sent).reverse()) {
      if (end < from - 1) break;
      from = Math.min(from, start);
    }
    return from;
  }

  #isLonger(from: number, to: number): boolean {
    const { executed } = this.#assumed;
    return this.#stages.some(
      (one) => one.end > from && one.start < to && one.executed > (executed[one.kind][one.stage] as number),
    );
  }

  #waitedAt(instant: number): number {
    return this.#waits.findLast(({ at }) => at <= instant)?.waited ?? this.#waits[0]?.waited ?? 0;
  }

  /** Collections outside of stages: those within count as execution. */
  #collected(from: number, to: number): number {
    return this.#collections
      .filter(({ at, length }) => at + length > from && at < to)
      .filter(({ at }) => !this.#stages.some(({ start, end }) => start <= at && at < end))
      .reduce((sum, { length }) => sum + length, 0);
  }

  /** For how long stages had the thread between two instants. */
  #executed(from: number, to: number): number {
    return this.#stages.reduce((sum, { start, end, executed }) => {
      const overlap = Math.min(end, to) - Math.max(start, from);
      return overlap <= 0 ? sum : sum + Math.min(executed, overlap);
    }, 0);
  }
}
