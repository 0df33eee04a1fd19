/** What may be said of a request scheduler, and the checks of it. */
import { Scheduler } from "@preempt/runtime";
import { checkOverload, type OverloadOptions } from "../overload/overload-options.ts";
import { callable, checkOptions, count, finite, fraction, oneOf, positive, refuse } from "./errors.ts";

/**
 * In which order requests get the thread:
 *
 * - `edf`: earliest deadline first; those without one come last, by priority.
 * - `priority`: by the priority of their class.
 * - `aging`: by priority, but each {@link RequestSchedulerOptions.patience} of waiting is worth one level of it.
 * - `fcfs`: first come, first served: each request runs until it ends or waits.
 */
export type QueueDiscipline = "edf" | "priority" | "aging" | "fcfs";

/** A class of requests. Times in milliseconds. */
export interface ClassOptions {
  /** By when a request should have been answered, after its arrival. Above 0. Default: none, which is the least urgent. */
  deadline?: number;
  /** Any finite number, larger is more urgent. Under `edf` it orders requests without a deadline. Default 0. */
  priority?: number;
  /** How many requests may wait, not started; one more is refused (`queue_full`). An integer of 1 or more, or Infinity. Default 1000. */
  maxQueue?: number;
  /** What becomes of a request whose deadline has passed before it starts: "refuse" (`late`), or "run", the default. */
  late?: "run" | "refuse";
  /** For how long a request may wait before it starts; then it is refused (`waited_too_long`). Above 0. Default: for ever. */
  maxWait?: number;
  /** How many requests may have started and not ended. An integer of 1 or more, or Infinity, the default. */
  concurrency?: number;
  /**
   * The part of the thread's time that the class is sure of while it has work, and beyond which it takes nothing from more urgent
   * classes. Above 0, at most 1. Its requests run one after the other. Default: none; the class gets what more urgent ones leave.
   */
  share?: number;
  /** What becomes of a request that is refused: a 503 ("refuse", the default), or the degraded answer of its route. */
  onOverload?: "refuse" | "degrade";
}

/** How a request scheduler works. Times in milliseconds. */
export interface RequestSchedulerOptions<C extends string = string> {
  /** The classes, by name. At least one. */
  classes: Record<C, ClassOptions>;
  /** The class of requests of which nothing else says it. Default: the first one. */
  defaultClass?: NoInfer<C>;
  /** Says the class of a request, where the route does not. Undefined: the default class. */
  // biome-ignore lint/suspicious/noExplicitAny: a request of whatever framework
  classify?: (request: any) => NoInfer<C> | undefined;
  /** Says whose request it is: a tenant, a user, an address. Each gets a fair share of its class. Undefined: nobody's, to which no bounds are set. Default: all are nobody's. */
  // biome-ignore lint/suspicious/noExplicitAny: as above
  key?: (request: any) => unknown;
  /**
   * How much a key gets, compared with others: so many of its requests of a class compete for the thread at a time. An integer of 1 or more.
   * Default: 1 for each.
   */
  // biome-ignore lint/suspicious/noExplicitAny: as above
  weightOf?: (key: any) => number;
  /** The order of requests. Default "edf". With a `scheduler` of your own, its policy orders those that have started. */
  queue?: QueueDiscipline;
  /** For `aging`: milliseconds of waiting that are worth one level of priority. Above 0. Default 1000. */
  patience?: number;
  /** Runs the requests. Default: one of its own, which is closed with it. */
  scheduler?: Scheduler;
  /** When a full server refuses. False: only full queues do. Default: all of {@link OverloadOptions}. */
  overload?: OverloadOptions | false;
  /** What to do about a handler that cannot be preempted, when it is registered. Default "warn" in development, else "ignore". */
  onUnpreemptable?: "warn" | "ignore" | "throw";
  /** Takes the errors of listeners. Default: they are uncaught errors, as those of timers' callbacks. */
  onError?: (error: unknown) => void;
}

const optionNames: Record<keyof RequestSchedulerOptions, 1> = {
  classes: 1,
  defaultClass: 1,
  classify: 1,
  key: 1,
  weightOf: 1,
  queue: 1,
  patience: 1,
  scheduler: 1,
  overload: 1,
  onUnpreemptable: 1,
  onError: 1,
};

const classNames: Record<keyof ClassOptions, 1> = {
  deadline: 1,
  priority: 1,
  maxQueue: 1,
  maxWait: 1,
  late: 1,
  concurrency: 1,
  share: 1,
  onOverload: 1,
};

/** @throws PreemptError for an option out of range, or one that does not exist */
export function checkRequestScheduler(options: RequestSchedulerOptions): void {
  const whose = "the request scheduler";
  checkOptions(options, whose, optionNames);
  const { classes, defaultClass, queue, patience, scheduler, onUnpreemptable } = options;
  if (typeof classes !== "object" || classes === null || Object.keys(classes).length === 0) {
    refuse("classes_missing", "classes", classes, "an object with at least one class: { login: { deadline: 50 } }");
  }
  for (const [name, given] of Object.entries(classes)) checkClass(name, given);
  if (defaultClass !== undefined && !Object.hasOwn(classes, defaultClass))
    refuseClass(defaultClass, Object.keys(classes));
  for (const name of ["classify", "key", "weightOf", "onError"] as const)
    callable(options[name], name.toLowerCase(), name);
  oneOf(queue, ["edf", "priority", "aging", "fcfs"], "queue", "queue");
  oneOf(onUnpreemptable, ["warn", "ignore", "throw"], "on_unpreemptable", "onUnpreemptable");
  positive(patience, "patience", "patience");
  checkOverload(options.overload);
  if (scheduler !== undefined && !(scheduler instanceof Scheduler)) {
    refuse("scheduler_not_a_scheduler", "the scheduler", scheduler, 'a Scheduler of "@preempt/runtime"');
  }
}

function checkClass(name: string, given: ClassOptions): void {
  const whose = `class "${name}"`;
  checkOptions(given, whose, classNames);
  positive(given.deadline, "deadline", `the deadline of ${whose}`);
  finite(given.priority, "priority", `the priority of ${whose}`);
  count(given.maxQueue, "max_queue", `maxQueue of ${whose}`, 1);
  positive(given.maxWait, "max_wait", `maxWait of ${whose}`);
  count(given.concurrency, "concurrency", `the concurrency of ${whose}`, 1);
  fraction(given.share, "share", `the share of ${whose}`);
  oneOf(given.late, ["run", "refuse"], "late", `"late" of ${whose}`);
  oneOf(given.onOverload, ["refuse", "degrade"], "on_overload", `onOverload of ${whose}`);
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
