/** The options of a request scheduler, and their checks. */
import { callback, countFromOne, finiteNumber, fraction, positiveNumber, tableOf, word } from "@preempt/checks";
import { Scheduler } from "@preempt/runtime";
import { checkOverload, type OverloadOptions } from "../overload/overload-options.ts";
import { checkOptions, refuse } from "./errors.ts";

/**
 * The order in which requests get the thread:
 *
 * - `edf`: earliest deadline first; requests without one come last, by priority.
 * - `priority`: by the priority of their class.
 * - `aging`: by priority; each {@link RequestSchedulerOptions.patience} of waiting is worth one level.
 * - `fcfs`: first come, first served; each request runs until it ends or waits.
 */
export type QueueDiscipline = "edf" | "priority" | "aging" | "fcfs";

/** A class of requests. Times are milliseconds. */
export interface ClassOptions {
  /** The time after its arrival within which a request should be answered. Above 0. Default: none, the least urgent. */
  deadline?: number;
  /** Any finite number, larger is more urgent. Under `edf` it orders requests without a deadline. Default 0. */
  priority?: number;
  /** How many requests may wait, not started; one more is refused (`queue_full`). An integer of 1 or more, or Infinity. Default 1000. */
  maxQueue?: number;
  /** What happens to a request whose deadline passes before it starts: "refuse" (`late`), or "run" (default). */
  late?: "run" | "refuse";
  /** How long a request may wait before it starts; then it is refused (`waited_too_long`). Above 0. Default: for ever. */
  maxWait?: number;
  /** How many requests may have started and not ended. An integer of 1 or more, or Infinity (default). */
  concurrency?: number;
  /**
   * The guaranteed part of the thread's time while the class has work. Beyond it, the class takes nothing from more urgent classes.
   * Above 0, at most 1. Its requests run one after the other. Default: none; the class gets what more urgent ones leave.
   */
  share?: number;
  /** The answer to a refused request: a 503 ("refuse", default), or the degraded answer of its route ("degrade"). */
  onOverload?: "refuse" | "degrade";
}

/** How a request scheduler works. Times are milliseconds. */
export interface RequestSchedulerOptions<C extends string = string> {
  /** The classes, by name. At least one. */
  classes: Record<C, ClassOptions>;
  /** The class of requests that neither a route nor `classify` assigns to one. Default: the first class. */
  defaultClass?: NoInfer<C>;
  /** Returns the class of a request if the route names none. Undefined: the default class. */
  // biome-ignore lint/suspicious/noExplicitAny: a request of whatever framework
  classify?: (request: any) => NoInfer<C> | undefined;
  /** Returns the tenant of a request: a customer, a user, an address. Each gets a fair share of its class. Undefined, the default: no tenant, and no bounds. */
  // biome-ignore lint/suspicious/noExplicitAny: as above
  key?: (request: any) => unknown;
  /**
   * The weight of a tenant: how many of its requests of a class compete for the thread at a time. An integer of 1 or more.
   * Default: 1 for each.
   */
  // biome-ignore lint/suspicious/noExplicitAny: as above
  weightOf?: (key: any) => number;
  /** The order of requests. Default "edf". With a `scheduler` of your own, its policy orders those that have started. */
  queue?: QueueDiscipline;
  /** For `aging`: milliseconds of waiting that are worth one level of priority. Above 0. Default 1000. */
  patience?: number;
  /** The scheduler that runs the requests. Default: a new one, which is closed together with the request scheduler. */
  scheduler?: Scheduler;
  /** When a full server refuses requests. False: only if a queue is full. Default: all rules of {@link OverloadOptions}. */
  overload?: OverloadOptions | false;
  /** What happens when a handler is registered that cannot be preempted. Default "warn" in development, otherwise "ignore". */
  onUnpreemptable?: "warn" | "ignore" | "throw";
  /** Receives the errors of listeners. Default: they are uncaught errors, like those of timer callbacks. */
  onError?: (error: unknown) => void;
}

const optionTable = tableOf<RequestSchedulerOptions>({
  classes: 1,
  defaultClass: 1,
  classify: callback,
  key: callback,
  weightOf: callback,
  queue: word("edf", "priority", "aging", "fcfs"),
  patience: positiveNumber,
  scheduler: 1,
  overload: 1,
  onUnpreemptable: word("warn", "ignore", "throw"),
  onError: callback,
});

const classTable = tableOf<ClassOptions>({
  deadline: positiveNumber,
  priority: finiteNumber,
  maxQueue: countFromOne,
  maxWait: positiveNumber,
  late: word("run", "refuse"),
  concurrency: countFromOne,
  share: fraction,
  onOverload: word("refuse", "degrade"),
});

/** @throws PreemptError for an option out of range, or one that does not exist */
export function checkRequestScheduler(options: RequestSchedulerOptions): void {
  checkOptions(options, "the request scheduler", optionTable);
  const { classes, defaultClass, scheduler } = options;
  if (typeof classes !== "object" || classes === null || Object.keys(classes).length === 0) {
    refuse("classes_missing", "classes", classes, "an object with at least one class: { login: { deadline: 50 } }");
  }
  for (const [name, given] of Object.entries(classes)) checkOptions(given, `class "${name}"`, classTable);
  if (defaultClass !== undefined && !Object.hasOwn(classes, defaultClass))
    refuseClass(defaultClass, Object.keys(classes));
  checkOverload(options.overload);
  if (scheduler !== undefined && !(scheduler instanceof Scheduler)) {
    refuse("scheduler_not_a_scheduler", "the scheduler", scheduler, 'a Scheduler of "@preempt/runtime"');
  }
}

/** @throws PreemptError always: there is no such class */
export function refuseClass(given: unknown, known: readonly string[]): never {
  return refuse(
    "class_unknown",
    "the class of a request",
    given,
    `one of ${known.map((name) => `"${name}"`).join(", ")}`,
  );
}
