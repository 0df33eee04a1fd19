/** The rules of scheduling: how urgent a job is, who inherits what, who may not run. */
import type { Job } from "@preempt/runtime";
import type { Program } from "./program.ts";
import type { JobRecord, ModelGroup, ModelResource } from "./record.ts";

export class Rules {
  readonly records = new Map<Job, JobRecord>();
  resources: ModelResource[] = [];
  readonly #program: Program;

  constructor(program: Program) {
    this.#program = program;
  }

  /** The next job of its task that has not ended. */
  #nextOf(r: JobRecord): JobRecord | undefined {
    if (r.task === undefined) return undefined;
    let found: JobRecord | undefined;
    for (const other of this.records.values()) {
      if (other.task !== r.task || other.phase === "ended" || numberOf(other.job) <= numberOf(r.job)) continue;
      if (found === undefined || numberOf(other.job) < numberOf(found.job)) found = other;
    }
    return found;
  }

  /** Whether an earlier job of its task has not ended. */
  isBehind(r: JobRecord): boolean {
    if (r.task === undefined) return false;
    for (const other of this.records.values()) {
      if (other.task === r.task && other.phase !== "ended" && numberOf(other.job) < numberOf(r.job)) return true;
    }
    return false;
  }

  /** Under the stack resource policy, while something is locked: whoever has not started may have to wait. */
  isGated(r: JobRecord): boolean {
    if (r.group !== undefined && (this.isHeld(r) || (!r.hasStarted && this.#isTaken(r.group, r)))) return true;
    return !r.hasStarted && this.resources.some(({ protocol, owner }) => protocol === "srp" && owner !== undefined);
  }

  /** Its group is paused. */
  isHeld(r: JobRecord): boolean {
    return r.group?.paused === true && r.job.state !== "cancelled" && r.sections === 0;
  }

  /** Jobs of the group that have started and not ended. */
  startedIn(group: ModelGroup): JobRecord[] {
    return [...this.records.values()].filter((r) => r.group === group && r.hasStarted && r.phase !== "ended");
  }

  isFull(group: ModelGroup): boolean {
    return this.startedIn(group).length >= group.places;
  }

  /** No place is free for `r`: one may be kept for a job whose server has no budget. */
  #isTaken(group: ModelGroup, r: JobRecord): boolean {
    const isKept = (other: JobRecord) => other.group === group && other !== r && other.server !== undefined;
    return this.isFull(group) || [...this.records.values()].some((other) => isKept(other) && other.phase === "ready");
  }

  #isWaitedFor(group: ModelGroup): boolean {
    return [...this.records.values()].some((r) => r.group === group && !r.hasStarted && r.phase === "ready");
  }

  get #isSomebodyGated(): boolean {
    return [...this.records.values()].some((r) => r.phase === "ready" && this.isGated(r));
  }

  /** A cancelled job is ready for its finalizers; no event says so. */
  settlePhase(r: JobRecord): void {
    if (r.job.state !== "cancelled" || r.phase !== "blocked" || r.blockedClosing) return;
    r.phase = "ready";
    r.waitsFor = undefined;
    r.readySince = Number.POSITIVE_INFINITY;
  }

  /** The smaller the more urgent; NaN: not known to the oracle. */
  key(r: JobRecord): number {
    let key = r.blockedClosing ? Number.NaN : this.#ownKey(r);
    // What those that wait for its place lend it is not known here.
    if (r.group !== undefined && r.hasStarted && this.#isWaitedFor(r.group)) key = Number.NaN;
    for (const { owner, protocol, ceiling } of this.resources) {
      if (owner === r && protocol === "icpp") key = Math.min(key, ceiling);
      // Whether one who may have been set aside was is not known here, nor what it lends.
      if (owner === r && protocol === "srp" && this.#isSomebodyGated) key = Number.NaN;
    }
    // Once released, it waits for this one.
    const next = this.#nextOf(r);
    if (next?.phase === "ready") key = Math.min(key, this.key(next));
    for (const other of this.records.values()) {
      this.settlePhase(other);
      if (other.phase !== "blocked" || this.#lendsTo(other) !== r) continue;
      // What a server's job, or a finalizer, lends is not known here.
      key = Math.min(key, other.server === undefined && !other.blockedClosing ? this.key(other) : Number.NaN);
    }
    return key;
  }

  #lendsTo(r: JobRecord): JobRecord | undefined {
    const { waitsFor } = r;
    if (waitsFor === undefined) return undefined;
    if ("job" in waitsFor) return waitsFor.job;
    const { protocol, owner, called } = waitsFor.resource;
    if (protocol === "none") return undefined;
    if (owner !== undefined) return owner === "outside" ? undefined : owner;
    // Who was called and is cancelled does not come; another one is called in its place.
    if (called !== undefined && called.job.state !== "cancelled") return called;
    return protocol === "pcp" ? this.keptOutBy(r) : undefined;
  }

  #ownKey({ job, server, executed }: JobRecord): number {
    const { policy } = this.#program;
    if (server !== undefined) {
      if (policy === "fp") return -server.plan.priority;
      if (policy === "rr") return 0;
      if (policy === "fair") return Number.NaN;
      const { deadline } = server.real as { deadline?: number };
      return policy === "edf" && deadline !== undefined ? deadline : Number.NaN;
    }
    if (policy === "edf") return job.deadline;
    if (policy === "fp") return -job.priority;
    if (policy === "fifo") return job.release;
    if (policy === "rr") return 0;
    // Tags count, and every key of its own is one.
    if (policy === "fair") return Number.NaN;
    return job.deadline - Math.max(0, job.wcet - executed);
  }

  /** Who has the resource whose ceiling keeps it out. */
  keptOutBy(r: JobRecord): JobRecord | undefined {
    const owner = this.highest(r)?.owner;
    return owner === "outside" ? undefined : owner;
  }

  highest(r: JobRecord): ModelResource | undefined {
    let found: ModelResource | undefined;
    for (const one of this.resources) {
      if (one.protocol !== "pcp" || one.owner === undefined || one.owner === "outside" || one.owner === r) continue;
      if (found === undefined || one.ceiling < found.ceiling) found = one;
    }
    return found;
  }
}

/** Which of its task's jobs it is. */
export function numberOf(job: Job): number {
  return Number(job.id.split("J")[1]);
}
