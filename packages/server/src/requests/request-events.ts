/** The events of a request scheduler, and the options of one request. */
import { abortSignal, finiteNumber, list, plainObject, positiveNumber, tableOf, timeOrNever } from "@preempt/checks";
import type { OverloadEvent, RecoveredEvent } from "../overload/overload.ts";
import type { ServiceTimes } from "../overload/service-times.ts";
import type { RequestRefused } from "./refused.ts";
import type { RunOptions } from "./ticket.ts";
import type { RequestEnd } from "./watch.ts";

/** The events of a request scheduler. */
export interface RequestEvents {
  /** A request was refused. */
  refused: { readonly class: string; readonly error: RequestRefused };
  /** An admitted request has ended. */
  ended: RequestEnd;
  /** A class has more work than it can do in time. */
  overload: OverloadEvent;
  /** A class that was overloaded has recovered. */
  recovered: RecoveredEvent;
  /** A request was cancelled; `state` is its state before. */
  cancelled: { readonly class: string; readonly state: "waiting" | "running"; readonly reason: unknown };
}

/** Options of one request. Times are milliseconds. */
export interface AdmitOptions {
  /** The time after its arrival within which it should be answered. Above 0. Default: that of its class. */
  readonly deadline?: number | undefined;
  /** Any finite number. Default: that of its class. */
  readonly priority?: number | undefined;
  /** The tenant of the request. Default: none. */
  readonly key?: unknown;
  /** Recent execution times of its route. Default: those of its class. */
  readonly times?: ServiceTimes | undefined;
}

/** Options of {@link RequestScheduler.run}. */
export interface RunRequestOptions extends AdmitOptions, RunOptions {}

const admitting = { deadline: positiveNumber, priority: finiteNumber, key: 1, times: plainObject } as const;
const running = { signal: abortSignal, args: list, thisArg: 1 } as const;

export const admitTable = tableOf<AdmitOptions>(admitting);
export const runTable = tableOf<RunRequestOptions>({ ...admitting, ...running });
export const closeTable = tableOf<{ deadline: number; reason: unknown }>({ deadline: timeOrNever, reason: 1 });
