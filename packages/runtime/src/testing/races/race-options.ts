/** The options of the race finder, and their checks. */
import { largestBudget } from "@preempt/abi";
import { tableOf } from "@preempt/checks";
import { PreemptError, refuse, show } from "../../input/errors.ts";
import { refuseWrong } from "../../input/option-table.ts";
import type { Callable } from "../../realm/intrinsics.ts";
import type { Settlement } from "./controlled-run.ts";

/**
 * A job: a preemptable function, which is called with the result of `setup`; or a function with its arguments. A generator function
 * stops at each `yield`.
 */
export type RaceJob<S = unknown> = ((state: S) => unknown) | DescribedJob<S>;

/** A job with its arguments. */
export interface DescribedJob<S = unknown> {
  /** The function of the job. */
  // biome-ignore lint/suspicious/noExplicitAny: any function is a job
  readonly fn: (...args: any[]) => unknown;
  /** Arguments, or a function that makes them anew for each run. Default: the result of `setup`. */
  readonly args?: readonly unknown[] | ((state: S) => readonly unknown[]);
  /** The name in reports. Default: the name of the function. */
  readonly name?: string;
}

/** Options of {@link findRaces}. */
export interface RaceOptions<S = unknown> {
  /** Two or more jobs; or one with handlers, or one that sets timers. At most 26. */
  readonly jobs: readonly RaceJob<S>[] | Readonly<Record<string, RaceJob<S>>>;
  /** Plain functions, such as event handlers, that may run once between any two points of a job. Default: none. */
  readonly handlers?: readonly RaceJob<S>[] | Readonly<Record<string, RaceJob<S>>>;
  /** Called before each run. Its result is the state that jobs and handlers share. Default: no state. */
  readonly setup?: () => S | Promise<S>;
  /**
   * Called after each run that went wrong, to load modules again whose state may be damaged. If it returns jobs, these replace
   * `jobs`. Default: nothing. If modules are damaged then, the schedule is shown as it was found, and not simplified.
   */
  readonly reload?: () =>
    | RaceOptions<S>["jobs"]
    | undefined
    | void
    | Promise<RaceOptions<S>["jobs"] | undefined | void>;
  /**
   * Checks what must hold after each run: returns false, or throws, if it does not. Default: the jobs' results and errors are those of
   * some serial order.
   */
  readonly invariant?: (state: S, results: readonly Settlement[]) => unknown;
  /** How many preemption points a job passes between two at which it may be preempted: 0 (default, each point) or more. */
  readonly budget?: number;
  /** The same seed tries the same schedules. An integer. Default 1. */
  readonly seed?: number;
  /** How many schedules are tried at most: 1 or more. Default 1,000. */
  readonly schedules?: number;
  /** How many preemptions the drawn schedules have at most: 1 or more. Default 4. */
  readonly depth?: number;
  /** Whether timers that jobs set may fire between any two of their points, and fire nowhere else. Default true. */
  readonly timers?: boolean;
  /** One schedule to run, as a report names it: `"A12 B* A*"`. Default: those that the finder chooses. */
  readonly replay?: string;
}

/** A job or handler, with its defaults filled in. */
export interface Entrant<S> {
  readonly letter: string;
  readonly name: string;
  readonly fn: Callable;
  argsFor(state: S): readonly unknown[];
  readonly isHandler: boolean;
}

export interface CheckedOptions<S> extends RaceOptions<S> {
  readonly entrants: readonly Entrant<S>[];
  readonly budget: number;
  readonly seed: number;
  readonly schedules: number;
  readonly depth: number;
  readonly timers: boolean;
}

const names = tableOf<RaceOptions>({
  jobs: 1,
  handlers: 1,
  setup: 1,
  reload: 1,
  invariant: 1,
  budget: 1,
  seed: 1,
  schedules: 1,
  depth: 1,
  timers: 1,
  replay: 1,
});

/** @throws PreemptError for what the finder cannot do anything with */
export function checkRaceOptions<S>(options: RaceOptions<S>): CheckedOptions<S> {
  if (typeof options !== "object" || options === null)
    refuse("race_options", "the first argument of findRaces", show(options), "an object with jobs");
  refuseWrong(options, names, "findRaces");
  const { budget = 0, seed = 1, schedules = 1000, depth = 4, timers = true } = options;
  for (const name of ["setup", "reload", "invariant"] as const)
    if (options[name] !== undefined && typeof options[name] !== "function")
      refuse(`${name}_not_a_function`, `${name} of findRaces`, show(options[name]), "a function");
  if (typeof timers !== "boolean") refuse("race_timers", "timers of findRaces", show(timers), "true or false");
  count(budget, 0, "budget");
  if (budget >= largestBudget)
    refuse("race_budget", "the budget of findRaces", show(budget), `less than ${largestBudget}`);
  count(schedules, 1, "schedules");
  count(depth, 1, "depth");
  if (!Number.isInteger(seed)) refuse("race_seed", "the seed of findRaces", show(seed), "an integer");
  if (options.replay !== undefined && typeof options.replay !== "string")
    refuse("replay_not_a_schedule", "replay of findRaces", show(options.replay), 'a schedule such as "A12 B* A*"');
  const jobs = jobsOf(options.jobs);
  if (jobs.length === 0) throw new PreemptError("no_jobs", "findRaces has no jobs. Give two, or one and a handler.");
  const entrants = [...jobs, ...entrantsOf(options.handlers ?? [], "a", true)];
  return { ...options, entrants, budget, seed, schedules, depth, timers };
}

/** The jobs among the entrants. @throws PreemptError if they are none */
export function jobsOf<S>(jobs: RaceOptions<S>["jobs"]): Entrant<S>[] {
  return entrantsOf(jobs, "A", false);
}

function count(value: number, least: number, name: string): void {
  if (Number.isInteger(value) && value >= least) return;
  refuse(`race_${name}`, `${name} of findRaces`, show(value), `an integer of ${least} or more`);
}

function entrantsOf<S>(
  given: NonNullable<RaceOptions<S>["handlers"]>,
  first: "A" | "a",
  isHandler: boolean,
): Entrant<S>[] {
  const what = isHandler ? "a handler" : "a job";
  if (typeof given !== "object" || given === null)
    refuse("race_jobs", isHandler ? "handlers of findRaces" : "jobs of findRaces", show(given), "a list of functions");
  const all: [string | undefined, RaceJob<S>][] = Array.isArray(given)
    ? given.map((job: RaceJob<S>) => [undefined, job])
    : Object.entries(given);
  if (all.length > 26)
    throw new PreemptError("too_many_jobs", `findRaces has ${all.length} jobs or handlers. Give 26 at most.`);
  return all.map(([key, job], i) => {
    const described: DescribedJob<S> | undefined = typeof job === "function" ? { fn: job } : job;
    const { fn, args, name } = described ?? ({} as DescribedJob<S>);
    if (typeof fn !== "function") refuse("race_job", `${what} of findRaces`, show(job), "a function, or { fn, args }");
    return {
      letter: String.fromCharCode(first.charCodeAt(0) + i),
      name: key ?? name ?? (fn.name || "(anonymous)"),
      fn: fn as Callable,
      argsFor: (state) => (typeof args === "function" ? args(state) : (args ?? (state === undefined ? [] : [state]))),
      isHandler,
    };
  });
}
