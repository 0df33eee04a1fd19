/** Options that make no sense are refused before anything is drawn. */
import { LabError, show } from "../errors.ts";
import { mainThread, mostTasks } from "../task-set.ts";
import type { Deadlines } from "./deadlines.ts";
import { defaults, framePeriod, type GenerateOptions, type PointOptions } from "./options.ts";
import { leastPeriod, type Periods } from "./periods.ts";
import type { Count } from "./random.ts";
import { isIndependent, type Utilisations } from "./utilisations.ts";

/** More do not fit into one text; `first` makes shards. */
const mostSets = 100_000;
const mostTasksTogether = 3_000_000;
/** 11 days: what is made of a period stays exact. */
export const longestPeriod = 1e12;

/** @throws LabError that names what is wrong, what was given, and what is expected */
export function checkOptions(options: GenerateOptions): void {
  const { seed = defaults.seed, sets = defaults.sets, first = defaults.first, utilisation } = options;
  check(seed, "the seed", { most: Number.MAX_SAFE_INTEGER, integer: true });
  check(sets, "the number of sets", { least: 1, most: mostSets, integer: true });
  check(first, "the index of the first set", { most: Number.MAX_SAFE_INTEGER - mostSets, integer: true });
  checkPoints(utilisation, sets, options.tasks ?? defaults.tasks);
  checkTasks(options);
  checkTimes(options);
  checkParts(options);
  checkSuspension(options);
  checkChains(options);
  checkLoop(options);
  checkThreads(options);
}

function checkPoints(points: readonly number[] = [1], sets: number, { most }: Count): void {
  if (points.length === 0) refuse("utilisation_missing", "there is no utilisation in the list. Give at least one.");
  if (new Set(points.map(wordOf)).size < points.length) {
    refuse("utilisation_twice", `${show(points)} names a utilisation twice, up to 9 digits. Make them differ.`);
  }
  for (const point of points) check(point, "the utilisation", { least: 1e-9, most: mostTasks });
  const all = points.length * sets;
  if (all <= mostSets && all * most <= mostTasksTogether) return;
  const words = `${all} sets of up to ${most} tasks are more than ${mostSets} sets or ${mostTasksTogether} tasks`;
  refuse("sets_too_many", `${words}. Give fewer sets, and generate the others with another first index.`);
}

/** A utilisation as an integer: in billionths. */
export const wordOf = (utilisation: number): number => Math.round(utilisation * 1e9);

function checkTasks({ tasks, utilisations = defaults.utilisations, utilisation }: GenerateOptions): void {
  checkUtilisations(utilisations);
  if (tasks === undefined) return;
  checkRange(tasks, "the number of tasks", { least: 1, most: mostTasks, integer: true });
  if (utilisation === undefined || !isIndependent(utilisations)) return;
  const words = `${utilisations.kind} utilisations are drawn until they reach the sum, or for a number of tasks`;
  refuse("tasks_and_sum", `${words}, not both. Leave out the number of tasks or the utilisation.`);
}

function checkUtilisations(of: Utilisations): void {
  const positive = { least: 1e-9, most: 1 };
  switch (of.kind) {
    case "exponential":
      check(of.mean, "the mean utilisation", { least: 0.002, most: 1000 });
      break;
    case "uniform":
    case "log-uniform":
      checkRange(of, `the ${of.kind} utilisation`, positive);
      break;
    case "bounded":
      if (of.bounds.length === 0) refuse("bounds_count", "there are no bounds. Give one pair, or one for each task.");
      for (const bounds of of.bounds) checkRange(bounds, "the bounds", { most: 1 });
      break;
    case "uunifast":
    case "uunifast-discard":
    case "randfixedsum":
      break;
  }
}

function checkTimes(options: PointOptions): void {
  const { periods = defaults.periods, granularity = defaults.granularity, execution = defaults.execution } = options;
  checkTime(granularity.granularity, "the granularity of periods");
  checkPeriods(periods, granularity.granularity);
  checkTime(execution.granularity, "the granularity of execution times");
  const least = leastPeriod(periods);
  if (execution.granularity > least) {
    const words = `execution times are to be multiples of ${execution.granularity} µs, and periods can be ${least} µs`;
    refuse("granularity_above_period", `${words}. No multiple would fit: make the granularity smaller.`);
  }
  checkDeadlines(options.deadlines ?? defaults.deadlines);
}

function checkPeriods(of: Periods, granularity: number): void {
  if (of.kind === "automotive") return;
  if (of.kind === "list") {
    if (of.periods.length === 0) refuse("periods_missing", "the list of periods is empty. Give at least one.");
    for (const period of of.periods) checkTime(period, "a period");
    return;
  }
  for (const end of [of.least, of.most]) {
    checkTime(end, "a period");
    if (end % granularity === 0) continue;
    const words = `periods from ${of.least} to ${of.most} µs are to be multiples of ${granularity} µs, and ${end} is none`;
    refuse("period_granularity", `${words}. Give multiples of the granularity, or a granularity that divides them.`);
  }
  checkRange(of, "the period in microseconds", { least: 1, most: longestPeriod });
}

function checkDeadlines(of: Deadlines): void {
  if (of.kind === "constrained") check(of.from, "where constrained deadlines begin", { most: 1 });
  if (of.kind === "arbitrary") check(of.to, "how many periods deadlines may be away", { least: 1, most: 1000 });
  if (of.kind === "factor") check(of.factor, "the factor of deadlines", { least: 1e-9, most: 1000 });
}

function checkParts({ jitter, blocking, regions, chunks, resources }: PointOptions): void {
  if (jitter !== undefined) checkRange(jitter, "the jitter as a share of the period", { most: 1000 });
  if (blocking !== undefined) checkRange(blocking, "the blocking as a share of an execution time", { most: 1000 });
  if (regions !== undefined) checkRange(regions, "the region as a share of C", { most: 1 });
  if (chunks !== undefined) checkRange(chunks, "the number of chunks", { least: 1, most: 10_000, integer: true });
  if (resources === undefined) return;
  check(resources.count, "the number of resources", { least: 1, most: 1000, integer: true });
  check(resources.access, "the likelihood of access", { most: 1 });
  checkRange(resources.length, "the section as a share of C", { most: 1 });
  if (resources.count * resources.length.most <= 1 + 1e-9) return;
  const words = `${resources.count} sections of up to ${resources.length.most} C may be longer than their job`;
  refuse("sections_above_wcet", `${words}. Give at most ${1 / resources.count} for ${resources.count} resources.`);
}

function checkSuspension({ suspension, segments, blocking, regions, chunks, resources }: PointOptions): void {
  if (segments !== undefined) {
    checkRange(segments, "the number of segments", { least: 1, most: 1000, integer: true });
    if (suspension === undefined)
      refuse(
        "segments_without_suspension",
        "segments are what suspensions lie between, and there are none. Give both.",
      );
  }
  if (suspension === undefined) return;
  checkRange(suspension, "the suspension as a share of T - C", { most: 1 });
  if ([blocking, regions, chunks, resources].every((part) => part === undefined)) return;
  const words = "tasks that suspend themselves are to have blocking, regions, chunks or resources";
  refuse("suspension_blocking", `${words}. Leave one of both out: no test covers them together.`);
}

function checkChains({ chains, suspension, blocking, regions, chunks, resources }: PointOptions): void {
  if (chains === undefined) return;
  check(chains.count, "the number of chains", { least: 1, most: 1000, integer: true });
  checkRange(chains.length, "the number of tasks in a chain", { least: 2, most: 1000, integer: true });
  if (chains.trigger === "time") return;
  const parts = { suspension, blocking, regions, chunks, resources };
  const found = Object.entries(parts).find(([, part]) => part !== undefined)?.[0];
  if (found === undefined) return;
  const words = `event-triggered chains change execution times, and tasks are to have ${found}`;
  refuse("chains_and_parts", `${words}. Leave one of both out.`);
}

function checkLoop({ queues, choice, frame }: PointOptions): void {
  if (queues?.some((name) => name === "") || queues?.length === 0)
    refuse("queues_empty", `the queues are ${show(queues)}. Give names, as in input,timer,network.`);
  if (choice !== undefined && queues === undefined && frame === undefined)
    refuse("choice_without_queues", "the choice is between queues, and there are none. Give queues, or leave it out.");
  if (frame !== undefined)
    check(frame, "the execution time of frames in microseconds", { most: framePeriod, integer: true });
}

function checkThreads({ threads: given, chains, queues, choice, frame }: PointOptions): void {
  if (given === undefined) return;
  const { threads, delay } = given;
  if (typeof threads === "number") check(threads, "the number of threads", { least: 1, most: 1000, integer: true });
  else if (threads.some((name) => name === "") || new Set(threads).size < threads.length || threads.length === 0)
    refuse("threads_not_valid", `the threads are ${show(threads)}. Give how many, or names that differ, as in a,b.`);
  if (typeof threads !== "number" && threads.every((name) => name === mainThread))
    refuse("placement_without_worker", 'nothing can be placed: the only thread is "main". Give another one.');
  if (delay !== undefined)
    checkRange({ least: delay[0], most: delay[1] }, "the delay of messages", { most: longestPeriod });
  if (delay === undefined && chains !== undefined && threads !== 1)
    refuse(
      "messages_missing",
      "chains go from thread to thread, and nobody says how long messages take. Give messages.",
    );
  const loop = Object.entries({ queues, choice, frame }).find(([, part]) => part !== undefined)?.[0];
  if (loop !== undefined)
    refuse(
      "threads_and_others",
      `there are to be threads and ${loop}. Leave one of both out: no model covers them together.`,
    );
}

interface Limits {
  /** Default 0. */
  readonly least?: number;
  readonly most: number;
  readonly integer?: boolean;
}

function check(value: number, what: string, { least = 0, most, integer = false }: Limits): void {
  if (value >= least && value <= most && (!integer || Number.isInteger(value))) return;
  const expected = `${integer ? "an integer" : "a number"} from ${least} to ${most}`;
  refuse("option_value", `${what} is ${show(value)}. Give ${expected}.`);
}

function checkTime(value: number, what: string): void {
  check(value, `${what} in microseconds`, { least: 1, most: longestPeriod, integer: true });
}

function checkRange({ least, most }: { least: number; most: number }, what: string, limits: Limits): void {
  check(least, what, limits);
  check(most, what, limits);
  if (least <= most) return;
  refuse(
    "range_reversed",
    `${what} is to lie from ${least} to ${most}, which is nowhere. Give the smaller number first.`,
  );
}

function refuse(code: string, message: string): never {
  throw new LabError(code, message);
}
