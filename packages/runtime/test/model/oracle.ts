/**
 * Looks at every event and says what is wrong with it. Knows the rules (which job is the most urgent, who inherits
 * what, who may not run) and nothing of how the kernel does it.
 */
import type { BlockedOn, Job, NamedResource, Observer } from "@preempt/runtime";
import type { Program } from "./program.ts";
import { type JobRecord, type ModelResource, record } from "./record.ts";

const legal: Record<string, readonly string[]> = {
  released: ["released", "ready", "running", "cancelled"],
  ready: ["ready", "running", "cancelled"],
  running: ["running", "ready", "blocked", "done", "failed", "cancelled"],
  blocked: ["blocked", "ready", "running", "done", "failed", "cancelled"],
  done: ["done"],
  failed: ["failed"],
  cancelled: ["cancelled"],
};

export class Oracle implements Observer {
  readonly wrong: string[] = [];
  readonly trace: string[] = [];
  readonly records = new Map<Job, JobRecord>();
  resources: ModelResource[] = [];
  /** The alarms that are set: when the next one is due. */
  readonly alarms = new Set<{ due: number }>();
  /** Times during which nothing could be preempted. */
  readonly stretches: { readonly from: number; readonly to: number }[] = [];
  readonly #program: Program;
  readonly #states = new Map<Job, string>();
  #events = 0;
  #running: JobRecord | undefined;
  /** Preempted inside a critical section. */
  #section: JobRecord | undefined;

  constructor(program: Program) {
    this.#program = program;
  }

  complain(what: string): void {
    this.wrong.push(`after ${this.trace.length} events: ${what}`);
  }

  of(job: Job): JobRecord {
    let found = this.records.get(job);
    if (found === undefined) {
      found = record(job, this.records.size);
      this.records.set(job, found);
    }
    return found;
  }

  get running(): JobRecord | undefined {
    return this.#running;
  }

  jobReleased(job: Job, now: number): void {
    const r = this.#event("release", job, now);
    if (r.phase !== "pending") this.complain(`${job} is released a second time`);
    if (now < job.release) this.complain(`${job} is released at ${now}, before ${job.release}`);
    if (this.#program.preemption === "ideal" && now > job.release && !this.#isInStretch(job.release)) {
      this.complain(`${job} is released at ${now}, not at ${job.release}, though everything could be preempted`);
    }
    r.phase = "ready";
    r.readySince = r.releasedAs = this.#events;
  }

  jobDispatched(job: Job, now: number): void {
    const r = this.#event("run", job, now);
    this.#settlePhase(r);
    if (this.#running !== undefined) this.complain(`${job} is dispatched while ${this.#running.job} runs`);
    if (r.phase !== "ready" && !r.blockedClosing) this.complain(`${job} is dispatched while ${r.phase}`);
    if (this.isBehind(r)) this.complain(`${job} overtakes another job of its task`);
    if (this.#section !== undefined && this.#section !== r && this.#section.sections > 0) {
      this.complain(`${job} runs while ${this.#section.job} is in a critical section`);
    }
    for (const other of this.records.values()) {
      // What comes due while alarms take their time is looked at after the next slice.
      if (other.phase === "pending" && other.job.release <= now && !this.#isInStretch(other.job.release)) {
        this.complain(`${other.job} is not released before ${job} runs`);
      }
    }
    for (const { due } of this.alarms) {
      if (due <= now && !this.#isInStretch(due)) this.complain(`an alarm for ${due} waits while ${job} runs`);
    }
    this.checkMostUrgent(r, true);
    this.#section = undefined;
    this.#running = r;
    r.phase = "running";
    r.hasStarted = true;
    r.blockedClosing = false;
    r.dispatchedAt = now;
  }

  jobPreempted(job: Job, now: number): void {
    const r = this.#givesUp("preempt", job, now);
    r.phase = "ready";
    r.readySince = this.#events;
    // The finalizers of a job cancelled just now run before its equals.
    if (now - r.dispatchedAt >= this.#program.slice && job.state !== "cancelled") r.usedSliceUp = this.#events;
    if (r.sections > 0) this.#section = r;
  }

  jobBlocked(job: Job, now: number, on: BlockedOn): void {
    const r = this.#givesUp(`block(${on})`, job, now);
    r.phase = "blocked";
    r.blockedClosing = job.state === "cancelled";
    const waits = r.waitsFor;
    if ((on === "promise") !== (waits === undefined)) this.complain(`${job} waits for a ${on}`);
  }

  jobWoken(job: Job, now: number): void {
    const r = this.#event("wake", job, now);
    if (r.phase !== "blocked") this.complain(`${job} is woken while ${r.phase}`);
    r.phase = "ready";
    r.waitsFor = undefined;
    r.blamed = undefined;
    r.readySince = this.#events;
  }

  jobFinished(job: Job, now: number): void {
    const r = this.#event(`end(${job.state})`, job, now);
    if (this.#running === r) {
      this.#running = undefined;
      this.#checkTime(r);
    }
    r.phase = "ended";
    r.waitsFor = undefined;
    r.sections = 0;
    if (++r.timesFinished > 1) this.complain(`${job} finishes twice`);
    if (!["done", "failed", "cancelled"].includes(job.state)) this.complain(`${job} finishes as ${job.state}`);
    if ((job.finish as number) > job.deadline && r.timesMissed === 0)
      this.complain(`${job} misses its deadline untold`);
    for (const { owner, real } of this.resources) if (owner === r) this.complain(`${job} ends with ${real.name}`);
  }

  deadlineMissed(job: Job, now: number): void {
    const r = this.#event("miss", job, now);
    if (++r.timesMissed > 1) this.complain(`${job} misses twice`);
    if (now < job.deadline) this.complain(`${job} is told to miss ${job.deadline} at ${now}`);
    if (r.phase === "ended") this.complain(`${job} misses after its end`);
  }

  resourceLocked({ name }: NamedResource, job: Job, now: number): void {
    const [r, resource] = [this.#event(`lock(${name})`, job, now), this.resource(name)];
    if (resource.owner !== undefined) this.complain(`${job} gets ${name}, which is taken`);
    if (this.#running !== r) this.complain(`${job} locks ${name} while ${r.phase}`);
    resource.owner = r;
    if (resource.protocol === "npcs") r.sections++;
  }

  resourceUnlocked({ name }: NamedResource, job: Job, now: number): void {
    const [r, resource] = [this.#event(`unlock(${name})`, job, now), this.resource(name)];
    if (resource.owner !== r) this.complain(`${job} unlocks ${name}, which it has not`);
    resource.owner = undefined;
    if (resource.protocol === "npcs") r.sections--;
  }

  resourceDenied({ name }: NamedResource, job: Job, now: number): void {
    const [r, resource] = [this.#event(`deny(${name})`, job, now), this.resource(name)];
    r.waitsFor = { resource };
    const blocking = resource.owner === undefined ? this.#highest(r) : resource;
    r.blamed = blocking?.owner === "outside" ? undefined : blocking?.owner;
    if (resource.owner === undefined && resource.protocol !== "pcp")
      this.complain(`${job} waits for ${name}, which is free`);
  }

  releaseSkipped(_: unknown, now: number): void {
    this.trace.push(`${now} skip`);
  }

  roundStarted(now: number): void {
    this.trace.push(`${now} round`);
  }

  /** The running job goes on after a preemption point. */
  resumed(r: JobRecord): void {
    if (this.#running !== r) this.complain(`${r.job} goes on while ${this.#running?.job} runs`);
    if (r.phase !== "running") this.complain(`${r.job} goes on while ${r.phase}`);
    // A key that changes while the job runs is looked at after each slice.
    if (this.#program.policy !== "llf") this.checkMostUrgent(r, false);
  }

  /** The processor is idle until `until`. */
  idles(now: number, until: number): void {
    for (const r of this.records.values()) {
      this.#settlePhase(r);
      if (r.phase !== "ready" || this.isBehind(r) || this.#isGated(r)) continue;
      if (r.server !== undefined && r.server.plan.kind !== "cbs") {
        const { madeAt, plan } = r.server;
        const next = madeAt + (Math.floor((now - madeAt) / plan.period) + 1) * plan.period;
        if (until > next) this.complain(`${r.job} waits in a server, and the period ${next} is slept through`);
      } else this.complain(`${r.job} is ready, and the processor is idle from ${now} to ${until}`);
    }
  }

  /** Whether an earlier job of its task has not ended. */
  isBehind(r: JobRecord): boolean {
    if (r.task === undefined) return false;
    for (const other of this.records.values()) {
      if (other.task === r.task && other.phase !== "ended" && numberOf(other.job) < numberOf(r.job)) return true;
    }
    return false;
  }

  resource(name: string): ModelResource {
    return this.resources.find(({ real }) => real.name === name) as ModelResource;
  }

  checkMostUrgent(r: JobRecord, isDispatch: boolean): void {
    if (this.#program.aging !== undefined || r.sections > 0 || (this.#section === r && isDispatch)) return;
    const own = this.#key(r);
    if (Number.isNaN(own)) return;
    for (const other of this.records.values()) {
      this.#settlePhase(other);
      if (other === r || other.phase !== "ready" || this.isBehind(other) || this.#isGated(other)) continue;
      if (other.server !== undefined && (other.server === r.server || other.server.plan.kind !== "cbs")) continue;
      const key = this.#key(other);
      if (key < own) this.complain(`${r.job} (${own}) runs while ${other.job} (${key}) is ready`);
      if (key !== own || !isDispatch || r.server !== undefined || other.server !== undefined) continue;
      if (r.usedSliceUp > other.readySince && r.readySince === r.usedSliceUp && this.#program.policy !== "fifo") {
        this.complain(`${r.job} gets a second slice before its equal ${other.job}`);
      }
      if (!r.hasStarted && !other.hasStarted && other.releasedAs < r.releasedAs) {
        this.complain(`${r.job} starts before its equal ${other.job}, which came earlier`);
      }
    }
  }

  #isInStretch(instant: number): boolean {
    return this.stretches.some(({ from, to }) => from <= instant && instant <= to);
  }

  #event(what: string, job: Job, now: number): JobRecord {
    this.#events++;
    this.trace.push(`${now} ${what} ${job} ${job.name}`);
    const before = this.#states.get(job) ?? "released";
    if (!legal[before]?.includes(job.state)) this.complain(`${job} went from ${before} to ${job.state}`);
    this.#states.set(job, job.state);
    return this.of(job);
  }

  #givesUp(what: string, job: Job, now: number): JobRecord {
    const r = this.#event(what, job, now);
    if (this.#running !== r) this.complain(`${job}: ${what} while ${this.#running?.job} runs`);
    this.#running = undefined;
    this.#checkTime(r);
    return r;
  }

  #checkTime(r: JobRecord): void {
    if (r.job.executionTime !== r.executed) {
      this.complain(`${r.job} is said to have run for ${r.job.executionTime}, and has for ${r.executed}`);
    }
  }

  /** A cancelled job is ready for its finalizers; no event says so. */
  #settlePhase(r: JobRecord): void {
    if (r.job.state !== "cancelled" || r.phase !== "blocked" || r.blockedClosing) return;
    r.phase = "ready";
    r.waitsFor = undefined;
    r.readySince = this.#events;
  }

  /** Under the stack resource policy, while something is locked: whoever has not started may have to wait. */
  #isGated(r: JobRecord): boolean {
    return !r.hasStarted && this.resources.some(({ protocol, owner }) => protocol === "srp" && owner !== undefined);
  }

  /** The smaller the more urgent; NaN: not known to the oracle. */
  #key(r: JobRecord): number {
    let key = r.blockedClosing ? Number.NaN : this.#ownKey(r);
    for (const { owner, protocol, ceiling } of this.resources) {
      if (owner === r && protocol === "icpp") key = Math.min(key, ceiling);
    }
    for (const other of this.records.values()) {
      this.#settlePhase(other);
      if (other.phase !== "blocked" || this.#lendsTo(other) !== r) continue;
      // What a server's job, or a finalizer, lends is not known here.
      key = Math.min(key, other.server === undefined && !other.blockedClosing ? this.#key(other) : Number.NaN);
    }
    return key;
  }

  #lendsTo({ waitsFor, blamed }: JobRecord): JobRecord | undefined {
    if (waitsFor === undefined) return undefined;
    if ("job" in waitsFor) return waitsFor.job;
    const { protocol, owner } = waitsFor.resource;
    if (protocol === "none") return undefined;
    if (protocol === "pcp") return blamed;
    return owner === "outside" ? undefined : owner;
  }

  #ownKey({ job, server, executed }: JobRecord): number {
    const { policy } = this.#program;
    if (server !== undefined) {
      if (policy === "fp") return -server.plan.priority;
      if (policy === "rr") return 0;
      const { deadline } = server.real as { deadline?: number };
      return policy === "edf" && deadline !== undefined ? deadline : Number.NaN;
    }
    if (policy === "edf") return job.deadline;
    if (policy === "fp") return -job.priority;
    if (policy === "fifo") return job.release;
    if (policy === "rr") return 0;
    return job.deadline - Math.max(0, job.wcet - executed);
  }

  #highest(r: JobRecord): ModelResource | undefined {
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
