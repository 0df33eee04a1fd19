/** The jobs of an exploration, in arrays by the order of their earliest releases, so that what may run next is found at the front. */
import { PreemptError, show } from "../../input/errors.ts";
import { longestTime } from "../integers.ts";

/** From the least to the greatest value, both possible. */
export type Range = readonly [least: number, greatest: number];

/** One job of a finite job set. All times are integers of one unit. */
export interface VariedJob {
  /** When it is released: from the first to the second instant. */
  readonly release: Range;
  /** How long it executes, without being preempted. */
  readonly execution: Range;
  /** Absolute. */
  readonly deadline: number;
  /** The smaller, the more urgent. Of two equal ones, the job that stands first in the list is more urgent. */
  readonly priority: number;
  /** Places in the list of the jobs that have to end before it starts. */
  readonly after?: readonly number[];
}

export class JobSpace {
  readonly size: number;
  /** The place in the list of the caller. */
  readonly place: readonly number[];
  readonly earliest: Float64Array;
  readonly latest: Float64Array;
  readonly least: Float64Array;
  readonly greatest: Float64Array;
  /** 0 is the most urgent. */
  readonly rank: Uint32Array;
  /** By the order here, as all members. */
  readonly after: readonly (readonly number[])[];

  /** @throws PreemptError that names the job and the field */
  constructor(jobs: readonly VariedJob[]) {
    jobs.forEach(check);
    const at = (i: number) => jobs[i] as VariedJob;
    const indices = jobs.map((_, i) => i);
    this.size = jobs.length;
    this.place = [...indices].sort((a, b) => at(a).release[0] - at(b).release[0] || a - b);
    const here = new Uint32Array(jobs.length);
    this.place.forEach((i, k) => {
      here[i] = k;
    });
    const column = (of: (job: VariedJob) => number) => Float64Array.from(this.place, (i) => of(at(i)));
    this.earliest = column(({ release }) => release[0]);
    this.latest = column(({ release }) => release[1]);
    this.least = column(({ execution }) => execution[0]);
    this.greatest = column(({ execution }) => execution[1]);
    this.after = this.place.map((i) => (at(i).after ?? []).map((before) => here[before] as number));
    this.rank = new Uint32Array(jobs.length);
    const urgent = [...indices].sort((a, b) => at(a).priority - at(b).priority || a - b);
    urgent.forEach((i, rank) => {
      this.rank[here[i] as number] = rank;
    });
  }
}

function check(job: VariedJob, i: number, jobs: readonly VariedJob[]): void {
  for (const [name, range] of Object.entries({ release: job.release, execution: job.execution })) {
    if (isRange(range)) continue;
    throw new PreemptError(
      "job_range",
      `the ${name} of job ${i} is ${show(range)}. Give [least, greatest], two integers from 0 to 2^52.`,
    );
  }
  const { deadline, priority, after = [] } = job;
  if (!Number.isInteger(deadline) || Math.abs(deadline) > longestTime)
    throw new PreemptError("job_deadline", `the deadline of job ${i} is ${show(deadline)}. Give an integer.`);
  if (!Number.isFinite(priority))
    throw new PreemptError("job_priority", `the priority of job ${i} is ${show(priority)}. Give a finite number.`);
  const astray = after.find((before) => jobs[before] === undefined || before === i);
  if (astray !== undefined)
    throw new PreemptError("job_after", `job ${i} is after ${show(astray)}. Give places of other jobs, from 0.`);
}

function isRange(range: unknown): boolean {
  if (!Array.isArray(range) || range.length !== 2) return false;
  const [least, greatest] = range as number[];
  const isTime = (time: unknown) => Number.isInteger(time) && (time as number) >= 0 && (time as number) <= longestTime;
  return isTime(least) && isTime(greatest) && (least as number) <= (greatest as number);
}
