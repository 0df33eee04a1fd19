/**
 * Schedule-abstraction graph: all schedules of a finite job set on one processor, non-preemptive and work-conserving, with varying releases
 * and execution times. Schedules that order their jobs alike are one path (Nasri and Brandenburg, "An exact and sustainable analysis of
 * non-preemptive scheduling", RTSS 2017).
 *
 * For jobs without `after` it is exact: each bound is reached in some schedule. With `after` it is safe. Unlike nptest, a more urgent job
 * keeps others from starting only where the jobs before it have ended; otherwise bounds would be too low.
 */
import { PreemptError } from "../../input/errors.ts";
import { Effort, type EffortOptions, exact } from "../integers.ts";
import { JobSpace, type VariedJob } from "./job-space.ts";
import { hasRun, type State, States, withJob } from "./states.ts";

/** What an exploration found of one job. */
export interface JobBounds {
  /** The instant at which it ends at the earliest. */
  readonly earliest: number;
  /** The instant at which it ends at the latest. */
  readonly latest: number;
}

/** What an exploration of all schedules found. */
export interface Exploration {
  /** Whether every job meets its deadline in every schedule. */
  readonly schedulable: boolean;
  /** In the order of the jobs. Undefined for those that no schedule reached before the exploration ended. */
  readonly jobs: readonly (JobBounds | undefined)[];
  /** How many states were looked at. */
  readonly states: number;
  /** How many steps from one state to another. */
  readonly edges: number;
  /** The most states after the same number of jobs. */
  readonly width: number;
}

export interface ExplorationOptions extends EffortOptions {
  /** Whether to end at the first deadline that may be missed. Default false: all bounds are found. */
  readonly untilMiss?: boolean;
}

/**
 * Explores all schedules of `jobs`.
 *
 * @throws PreemptError for a malformed job, for jobs that wait for each other in a circle, and where `maxSteps` is passed
 */
export function exploreSchedules(jobs: readonly VariedJob[], options: ExplorationOptions = {}): Exploration {
  const space = new JobSpace(jobs);
  const effort = new Effort(options);
  const found: (JobBounds | undefined)[] = jobs.map(() => undefined);
  const sum = { schedulable: true, states: 0, edges: 0, width: 0 };
  let states = new States();
  states.add({ base: 0, beyond: [], earliest: 0, latest: 0 });
  for (let depth = 0; depth < space.size && states.size > 0; depth++) {
    const next = new States();
    sum.states += states.size;
    sum.width = Math.max(sum.width, states.size);
    for (const state of states) {
      for (const { job, start } of successors(space, state, effort)) {
        const place = space.place[job] as number;
        const earliest = start[0] + (space.least[job] as number);
        const latest = exact(start[1] + (space.greatest[job] as number));
        const before = found[place];
        found[place] = {
          earliest: Math.min(earliest, before?.earliest ?? earliest),
          latest: Math.max(latest, before?.latest ?? latest),
        };
        sum.edges++;
        if (latest > (jobs[place] as VariedJob).deadline) sum.schedulable = false;
        if (!sum.schedulable && options.untilMiss) return { ...sum, jobs: found };
        next.add({ ...withJob(state, job), earliest, latest });
      }
    }
    states = next;
  }
  return { ...sum, jobs: found };
}

interface Successor {
  readonly job: number;
  /** When it starts: at the earliest, and at the latest. */
  readonly start: readonly [number, number];
}

/** The jobs that may run next. */
function successors(space: JobSpace, state: State, effort: Effort): Successor[] {
  const { candidates, certain } = readyJobs(space, state, effort);
  candidates.sort((a, b) => (space.rank[a] as number) - (space.rank[b] as number));
  const found: Successor[] = [];
  let urgentComes = Number.POSITIVE_INFINITY;
  for (const job of candidates) {
    const from = Math.max(state.earliest, space.earliest[job] as number);
    // Work-conserving: something starts once a job is surely there. By priority: not this one once a more urgent one is.
    const to = Math.min(certain, urgentComes - 1);
    if (from <= to) found.push({ job, start: [from, to] });
    urgentComes = Math.min(urgentComes, space.latest[job] as number);
  }
  return found;
}

/** The jobs that may be released before some job surely runs, and when that is at the latest. */
function readyJobs(space: JobSpace, state: State, effort: Effort): { candidates: number[]; certain: number } {
  const candidates: number[] = [];
  let release = Number.POSITIVE_INFINITY;
  for (let job = state.base; job < space.size; job++) {
    if ((space.earliest[job] as number) > Math.max(state.latest, release)) break;
    effort.spend(1);
    if (state.beyond.includes(job) || !space.after[job]?.every((before) => hasRun(state, before))) continue;
    candidates.push(job);
    release = Math.min(release, space.latest[job] as number);
  }
  if (candidates.length === 0) throw circle(space, state);
  return { candidates, certain: Math.max(state.latest, release) };
}

function circle({ place }: JobSpace, { base }: State): PreemptError {
  return new PreemptError(
    "jobs_in_a_circle",
    `job ${place[base]} can never start: it is after jobs that are after it. Leave one of them out of "after".`,
  );
}
