/** The options of batches, their defaults and checks. */

import { abortSignal, countFromOne, nameText, positiveNumber, tableOf, word } from "@preempt/checks";
import { PreemptError, type Scheduler } from "@preempt/runtime";
import { callable, checkOptions, refuse } from "../requests/errors.ts";
import type { AnyEvents, BatchedEvent, Category, EventMap } from "./event-types.ts";
import type { HeldLimits } from "./held-events.ts";

/** How urgent batches are: one of three names, or a number. Larger is more urgent; "high" is 1, "normal" 0, "low" -1. */
export type BatchPriority = "high" | "normal" | "low" | number;

/** Milliseconds; or a range, in which the interval adapts to the load. */
export type BatchInterval = number | { readonly least: number; readonly most: number };

/** How a handler receives the events of one category. Times are milliseconds. */
export interface BatchOptions {
  /**
   * "high", "normal" (default), "low", or a number. Under fixed priorities it decides which batch runs first. It also sets the default
   * of `maxInterval`: 2, 10 and 100 ms. A number above 0 counts as "high", one below 0 as "low".
   */
  priority?: BatchPriority;
  /** The largest batch. A full batch is delivered at once. An integer of 1 or more, or Infinity. Default 100. */
  maxSize?: number;
  /**
   * How long an event waits for others at most, before its batch is passed to the scheduler. 0: no longer than until the handler starts.
   * `{ least, most }`: it waits for `least` on an idle thread, and otherwise as long as the thread has other work, up to `most`.
   * Default: by priority.
   */
  maxInterval?: BatchInterval;
  /**
   * The time after its emission within which an event should be handled. A batch has the deadline of its oldest event. Above 0;
   * Infinity: none. Default: five times the (longest) interval, and 10 at least.
   */
  deadline?: number;
  /** How many events may wait for a handler or be in it. Further events are dropped and counted. Default Infinity. */
  maxPending?: number;
}

/** How events are held that have no listener yet. */
export interface HoldOptions {
  /** How many are held, of all names. An integer of 1 or more, or Infinity. Default 1000. */
  most?: number;
  /** After how many milliseconds a held event is dropped. Above 0, or Infinity. Default 60,000. */
  expires?: number;
  /** Which event is dropped when there are too many: the "oldest" (default) or the "newest". */
  overflow?: "oldest" | "newest";
}

/** The category of each event: by name, a category or a function of the event's arguments; or one function for all. */
export type CategoryChoice<Events extends EventMap<Events>> =
  | ((event: keyof Events & Category, ...args: Events[keyof Events]) => Category)
  | { readonly [Name in keyof Events]?: Category | ((...args: Events[Name]) => Category) };

/** Options of a {@link BatchingEmitter}. Those of batches are the defaults of all handlers. */
export interface BatchingEmitterOptions<Events extends EventMap<Events> = AnyEvents> extends BatchOptions {
  /** Runs the handlers. Default: a scheduler of its own (EDF), which is closed with the emitter. */
  scheduler?: Scheduler;
  /**
   * The category of each event: a function of the event's name and arguments, or an object with a category, or a function of the
   * arguments, for each name. Default: the name.
   */
  category?: CategoryChoice<Events>;
  /** Options of batches by category. Options of `onBatch` override them. Default: none. */
  categories?: Readonly<Record<string, BatchOptions>>;
  /** How events without a listener are held. False: they are lost, as with any emitter. Default: the defaults of {@link HoldOptions}. */
  hold?: HoldOptions | false;
}

/** Options of one handler. */
export interface OnBatchOptions extends BatchOptions {
  /** Name of the jobs. Default: the handler's name, or the category. */
  name?: string;
  /** Ends the subscription when aborted, as `off` does. Default: none. */
  signal?: AbortSignal;
}

/**
 * Receives the events of a category, in the order of their emission. It runs as a job, and is preempted if it is annotated or a
 * generator function. The next batch of the handler comes when this one has ended, also if it is async.
 */
export type BatchHandler<Events extends EventMap<Events> = AnyEvents> = (
  batch: readonly BatchedEvent<Events>[],
  category: Category,
) => unknown;

const batch = {
  priority: 1,
  maxSize: countFromOne,
  maxInterval: 1,
  deadline: positiveNumber,
  maxPending: countFromOne,
} as const;
const batchTable = tableOf<BatchOptions>(batch);
const emitterTable = tableOf<BatchingEmitterOptions>({
  ...batch,
  scheduler: 1,
  category: 1,
  categories: 1,
  hold: 1,
});
const handlerTable = tableOf<OnBatchOptions>({ ...batch, name: nameText, signal: abortSignal });
const holdTable = tableOf<HoldOptions>({
  most: countFromOne,
  expires: positiveNumber,
  overflow: word("oldest", "newest"),
});
const rangeTable = tableOf<{ least: number; most: number }>({ least: 1, most: 1 });

/** Priority, and milliseconds for which an event waits. */
const defaults = { high: [1, 2], normal: [0, 10], low: [-1, 100] } as const;
/** A deadline is so many intervals away: the batch has the time of four to be run. */
const intervalsToDeadline = 5;
const leastDeadline = 10;

/** Options of batches, complete. */
export interface BatchPlan {
  readonly priority: number;
  readonly maxSize: number;
  readonly least: number;
  readonly most: number;
  readonly deadline: number;
  readonly maxPending: number;
}

/** @throws PreemptError for an option out of range */
export function planOf(whose: string, ...given: readonly (BatchOptions | undefined)[]): BatchPlan {
  const options: BatchOptions = {};
  for (const some of given) {
    for (const [name, value] of Object.entries(some ?? {})) {
      if (value !== undefined && batchTable.has(name)) Object.assign(options, { [name]: value });
    }
  }
  const { priority = "normal", maxSize = 100, maxPending = Number.POSITIVE_INFINITY } = options;
  const [level, usual] = priorityOf(priority, whose);
  const [least, most] = intervalOf(options.maxInterval ?? usual, whose);
  const deadline = options.deadline ?? Math.max(leastDeadline, intervalsToDeadline * most);
  return { priority: level, maxSize, least, most, deadline, maxPending };
}

function priorityOf(priority: unknown, whose: string): readonly [level: number, interval: number] {
  if (typeof priority === "string" && Object.hasOwn(defaults, priority)) {
    return defaults[priority as keyof typeof defaults];
  }
  if (!Number.isFinite(priority)) {
    refuse("priority_unknown", `the priority of ${whose}`, priority, '"high", "normal", "low", or any finite number');
  }
  const level = priority as number;
  return [level, defaults[level > 0 ? "high" : level < 0 ? "low" : "normal"][1]];
}

function intervalOf(interval: unknown, whose: string): readonly [least: number, most: number] {
  const what = `the maxInterval of ${whose}`;
  if (typeof interval !== "object" || interval === null) {
    if (interval === Number.POSITIVE_INFINITY) return [interval, interval];
    const fixed = milliseconds(interval, "max_interval", what);
    return [fixed, fixed];
  }
  checkOptions(interval, `an interval of ${whose}`, rangeTable);
  const { least, most } = interval as { least: unknown; most: unknown };
  const from = milliseconds(least, "max_interval", `the least interval of ${whose}`);
  const to = milliseconds(most, "max_interval", `the longest interval of ${whose}`);
  if (from > to) {
    throw new PreemptError(
      "max_interval_reversed",
      `${what} is from ${from} to ${to}. Give the smaller number as least.`,
    );
  }
  return [from, to];
}

/** @throws PreemptError for an option that cannot be, or that is not known */
export function checkEmitterOptions(options: unknown): void {
  checkOptions(options, "an emitter", emitterTable);
  const { scheduler, category, categories } = options as Record<string, unknown>;
  if (scheduler !== undefined && typeof (scheduler as Partial<Scheduler>).task !== "function") {
    refuse("scheduler_not_a_scheduler", "the scheduler of an emitter", scheduler, "a Scheduler of @preempt/runtime");
  }
  if (category !== undefined && typeof category !== "function") checkCategories(category);
  if (categories !== undefined) checkOptions(categories, "categories");
  for (const [name, own] of Object.entries((categories ?? {}) as object)) {
    checkOptions(own, `category "${name}"`, batchTable);
    planOf(`category "${name}"`, options as BatchOptions, own);
  }
  planOf("an emitter", options as BatchOptions);
}

function checkCategories(category: unknown): void {
  if (typeof category !== "object" || category === null || Array.isArray(category)) {
    refuse("category_unknown", "the category of events", category, "a function, or an object by names of events");
  }
  for (const [name, own] of Object.entries(category as object)) {
    if (["string", "symbol", "function"].includes(typeof own)) continue;
    refuse("category_unknown", `the category of event "${name}"`, own, "a string, a symbol, or a function");
  }
}

/** @throws PreemptError for an option that cannot be, or that is not known */
export function checkHandler(handler: unknown, options: unknown, whose: string): void {
  callable(handler, "handler", `the handler of ${whose}`);
  checkOptions(options, whose, handlerTable);
}

/** @throws PreemptError for an option that cannot be, or that is not known */
export function holdOf(hold: HoldOptions | false | undefined): HeldLimits | undefined {
  if (hold === false) return undefined;
  checkOptions(hold ?? {}, "hold", holdTable);
  const { most = 1000, expires = 60_000, overflow = "oldest" } = hold ?? {};
  return { most, expires, overflow };
}

/** Milliseconds, 0 or above. */
export function milliseconds(value: unknown, code: string, what: string): number {
  if (Number.isFinite(value) && (value as number) >= 0) return value as number;
  return refuse(`${code}_negative`, what, value, "a number of milliseconds, 0 or above");
}

/** How an emitter ends. */
export interface EmitterCloseOptions {
  /** After how many milliseconds handlers that have not ended are cancelled. 0 or above; 0: at once. Default: never. */
  deadline?: number;
  /** With what they are cancelled. Default: an AbortError. */
  reason?: unknown;
}

export const emitterCloseTable = tableOf<EmitterCloseOptions>({ deadline: 1, reason: 1 });

/** The category of an event, by the option `category`. */
export function categoryOf<Events extends EventMap<Events>>(
  category: CategoryChoice<Events> | undefined,
  name: Category,
  args: readonly unknown[],
): Category {
  if (category === undefined) return name;
  if (typeof category === "function") return category(name as never, ...(args as never));
  const own = Object.hasOwn(category, name) ? (category as Record<Category, unknown>)[name] : name;
  return typeof own === "function" ? own(...args) : ((own ?? name) as Category);
}
