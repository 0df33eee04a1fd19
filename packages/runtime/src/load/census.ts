/**
 * Counts the jobs of a scheduler, all of them and by name, task and server. Made when somebody asks for the load the first time: until then the
 * kernel tests a field.
 */
import type { JobSource } from "../kernel/core-job.ts";
import type { Job } from "../kernel/job.ts";
import type { Instant } from "../kernel/time.ts";
import type { Callable } from "../realm/intrinsics.ts";
import { type Counted, Crowd, doneOf, type LoadFigures, type Phase } from "./crowd.ts";
import type { LearnedTimes } from "./learned-times.ts";

/** The load of a scheduler, as it is at the moment at which it is read. */
export interface Load extends LoadFigures {
  /** The same of the jobs of each name that has some. */
  readonly byName: ReadonlyMap<string, LoadFigures>;
  /** The same of the jobs of each task that has some. */
  readonly byTask: ReadonlyMap<JobSource, LoadFigures>;
  /** The same of the jobs in each server that has some. A TotalBandwidthServer has none: its jobs are the scheduler's. */
  readonly byServer: ReadonlyMap<object, LoadFigures>;
}

export class Census extends Crowd implements Load {
  readonly byName = new Map<string, Crowd>();
  readonly byTask = new Map<JobSource, Crowd>();
  readonly byServer = new Map<object, Crowd>();
  readonly #learned: LearnedTimes<Callable>;
  readonly #clock: () => Instant;
  readonly #jobs = new Map<Job, Counted>();

  constructor(learned: LearnedTimes<Callable>, clock: () => Instant) {
    super(learned as LearnedTimes<never>, clock);
    this.#learned = learned;
    this.#clock = clock;
  }

  /** The job was submitted. */
  entered(job: Job, phase: Phase): void {
    const fn = job.work?.fn;
    if (fn === undefined || this.#jobs.has(job)) return;
    const times = this.#learned.of(fn);
    // For its laxity, where the worst case counts, if somebody knows it; what a job is expected to take is what its like took.
    const need = job.wcet > 0 ? job.wcet : (times?.mean ?? this.#learned.usual);
    const server = job.server?.owner;
    const counted: Counted = { job, phase, times, need, done: 0, server, members: [] };
    counted.done = doneOf(counted, this.#learned as LearnedTimes<never>);
    this.#jobs.set(job, counted);
    counted.members = this.#crowdsOf(job, server).map((crowd) => crowd.add(counted));
  }

  /** Places 2, 6, 9, 10 and 11. The job waits, may run, or runs. */
  moved(job: Job, phase: Phase): void {
    const counted = this.#jobs.get(job);
    if (counted === undefined) return;
    const from = counted.phase;
    const before = counted.done;
    counted.phase = phase;
    counted.done = doneOf(counted, this.#learned as LearnedTimes<never>);
    for (const member of counted.members) member.crowd.move(counted, member, from, counted.done - before);
  }

  rekeyed(job: Job): void {
    const counted = this.#jobs.get(job);
    if (counted === undefined) return;
    for (const member of counted.members) member.crowd.rekey(counted, member);
  }

  /** Place 12. The job has ended. */
  left(job: Job): void {
    const counted = this.#jobs.get(job);
    if (counted === undefined) return;
    this.#jobs.delete(job);
    for (const member of counted.members) member.crowd.delete(counted, member);
    const { name, task } = job;
    const { server } = counted;
    if (this.byName.get(name)?.isEmpty) this.byName.delete(name);
    if (task !== undefined && this.byTask.get(task)?.isEmpty) this.byTask.delete(task);
    if (server !== undefined && this.byServer.get(server)?.isEmpty) this.byServer.delete(server);
  }

  #crowdsOf({ name, task }: Job, server: object | undefined): readonly Crowd[] {
    const crowds: Crowd[] = [this, this.#crowd(this.byName, name)];
    if (task !== undefined) crowds.push(this.#crowd(this.byTask, task));
    if (server !== undefined) crowds.push(this.#crowd(this.byServer, server));
    return crowds;
  }

  #crowd<K>(map: Map<K, Crowd>, key: K): Crowd {
    let crowd = map.get(key);
    if (crowd === undefined) {
      crowd = new Crowd(this.#learned as LearnedTimes<never>, this.#clock);
      map.set(key, crowd);
    }
    return crowd;
  }
}

/** @internal What a job is found to wait for when counting begins. */
export function phaseOf({ state, isDue }: Job): Phase {
  if (state === "blocked") return "blocked";
  return state === "released" && !isDue ? "delayed" : "ready";
}
