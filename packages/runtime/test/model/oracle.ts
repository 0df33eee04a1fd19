/**
 * Looks at every event and says what is wrong with it. Knows the rules and nothing of how the kernel keeps them.
 */
import type { BlockedOn, Job, NamedResource, Observer } from "@preempt/runtime";
import type { Program } from "./program.ts";
import { type JobRecord, type ModelResource, type ModelServer, periodEnd, record } from "./record.ts";
import { Rules } from "./rules.ts";

const legal: Record<string, readonly string[]> = {
  released: ["released", "ready", "running", "cancelled"],
  ready: ["ready", "running", "cancelled"],
  running: ["running", "ready", "blocked", "done", "failed", "cancelled"],
  blocked: ["blocked", "ready", "running", "done", "failed", "cancelled"],
  done: ["done"],
  failed: ["failed"],
  cancelled: ["cancelled"],
};

export class Oracle extends Rules implements Observer {
  readonly wrong: string[] = [];
  readonly trace: string[] = [];
  /** The alarms that are set: when the next one is due. */
  readonly alarms = new Set<{ due: number }>();
  /** Times during which nothing could be preempted. */
  readonly stretches: { readonly from: number; readonly to: number }[] = [];
  readonly #program: Program;
  readonly #states = new Map<Job, string>();
  /** No job may run. */
  paused = false;
  /** What is not cancelled by then, but for the jobs that closed the scheduler themselves, should be. */
  cancelledBy = Number.POSITIVE_INFINITY;
  servers: readonly ModelServer[] = [];
  readonly closers = new Set<JobRecord>();
  #events = 0;
  #running: JobRecord | undefined;
  /** Preempted inside a critical section. */
  #section: JobRecord | undefined;

  constructor(program: Program) {
    super(program);
    this.#program = program;
  }

  complain(what: string): void {
    this.wrong.push(`after ${this.trace.length} events: ${what}`);
  }

  of(job: Job): JobRecord {
    let found = this.records.get(job);
    if (found === undefined) {
      found = record(job, this.records.size);
      // What the program did not submit itself is an alarm of a server: its own events say whose.
      found.server = this.servers.find(({ real }) => job.server?.name === `server "${real.name}"`);
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
    this.settlePhase(r);
    if (this.#running !== undefined) this.complain(`${job} is dispatched while ${this.#running.job} runs`);
    if (this.paused) this.complain(`${job} is dispatched during a pause`);
    this.#checkCancelled(now);
    this.#checkLimits(r, now);
    this.#checkGroup(r);
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
    this.#checkTold(now);
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
    const used = Math.max(now - r.dispatchedAt, r.executed - r.turn);
    if (used >= this.#program.slice && job.state !== "cancelled") {
      r.usedSliceUp = this.#events;
      r.turn = r.executed;
    }
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
    const hasGivenUp = this.#givesUpWaiting(r, now);
    if (!hasGivenUp) this.#checkTurn(r);
    // Who waited for a resource keeps its place.
    if (r.waitsFor === undefined || "job" in r.waitsFor) r.turn = r.executed;
    r.phase = "ready";
    if (r.waitsFor !== undefined && "resource" in r.waitsFor && !hasGivenUp) r.waitsFor.resource.called = r;
    r.waitsFor = undefined;
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
    const blocking = this.highest(r);
    if (
      resource.protocol === "pcp" &&
      blocking !== undefined &&
      this.#knowsUrgency &&
      this.key(r) >= blocking.ceiling
    ) {
      this.complain(`${job} gets ${name} under the ceiling of ${blocking.real.name}`);
    }
    resource.owner = r;
    resource.called = undefined;
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
    if (resource.called === r) resource.called = undefined;
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
    if (this.paused || this.isHeld(r)) this.complain(`${r.job} goes on during a pause`);
    // A key that changes while the job runs is looked at after each slice.
    if (this.#program.policy !== "llf") this.checkMostUrgent(r, false);
  }

  /** The processor is idle until `until`. */
  idles(now: number, until: number): void {
    if (this.paused) return;
    for (const r of this.records.values()) {
      this.settlePhase(r);
      if (r.phase !== "ready" || this.isBehind(r) || this.isGated(r)) continue;
      if (r.server !== undefined && r.server.plan.kind !== "cbs") {
        const next = periodEnd(r.server, now);
        if (until > next) this.complain(`${r.job} waits in a server, and the period ${next} is slept through`);
      } else this.complain(`${r.job} is ready, and the processor is idle from ${now} to ${until}`);
    }
  }

  resource(name: string): ModelResource {
    return this.resources.find(({ real }) => real.name === name) as ModelResource;
  }

  checkMostUrgent(r: JobRecord, isDispatch: boolean): void {
    if (!this.#knowsUrgency || r.sections > 0 || (this.#section === r && isDispatch)) return;
    const own = this.key(r);
    if (Number.isNaN(own)) return;
    for (const other of this.records.values()) {
      this.settlePhase(other);
      if (other === r || other.phase !== "ready" || this.isBehind(other) || this.isGated(other)) continue;
      if (other.server !== undefined && (other.server === r.server || other.server.plan.kind !== "cbs")) continue;
      // One of several in a server waits for its turn there, whatever it is lent.
      if (other.server !== undefined && this.#hasCompany(other)) continue;
      const key = this.key(other);
      if (key < own) this.complain(`${r.job} (${own}) runs while ${other.job} (${key}) is ready`);
      if (key !== own || !isDispatch || r.server !== undefined || other.server !== undefined) continue;
      // Finalizers come before all equals; those that the stack resource policy has set aside come one after the other.
      if (r.job.state === "cancelled" || (!other.hasStarted && this.#program.protocols.includes("srp"))) continue;
      if (r.usedSliceUp > other.readySince && r.readySince === r.usedSliceUp && this.#program.policy !== "fifo") {
        this.complain(`${r.job} gets a second slice before its equal ${other.job}`);
      }
      if (!r.hasStarted && !other.hasStarted && other.releasedAs < r.releasedAs) {
        this.complain(`${r.job} starts before its equal ${other.job}, which came earlier`);
      }
    }
  }

  #hasCompany(r: JobRecord): boolean {
    const others = [...this.records.values()].filter((other) => other !== r && other.server === r.server);
    return others.some(({ phase }) => phase === "ready" || phase === "running");
  }

  /** With aging, time counts as well: see policies-model.test.ts. */
  get #knowsUrgency(): boolean {
    return this.#program.aging === undefined;
  }

  /** Of those that wait for a resource the most urgent is let in. */
  #checkTurn(r: JobRecord): void {
    if (r.waitsFor === undefined || "job" in r.waitsFor || !this.#knowsUrgency) return;
    const { resource } = r.waitsFor;
    for (const other of this.records.values()) {
      this.settlePhase(other);
      if (other.phase !== "blocked" || other.waitsFor === undefined || "job" in other.waitsFor) continue;
      // The urgency of a server's job when it began to wait is not known here.
      if (other.server !== undefined || r.server !== undefined) continue;
      if (other.waitsFor.resource !== resource || other.blockedClosing || r.blockedClosing) continue;
      if (this.key(other) < this.key(r)) this.complain(`${r.job} gets its turn before the more urgent ${other.job}`);
    }
  }

  /** It is woken though the resource is taken, or kept for another one: its time has to be over. */
  #givesUpWaiting(r: JobRecord, now: number): boolean {
    if (r.waitsFor === undefined || "job" in r.waitsFor) return false;
    const { owner, called, protocol } = r.waitsFor.resource;
    // Its time is over. Of a cancelled job that is called for its finalizers no event tells, so the resource may look free.
    if (now >= r.waitsUntil) return true;
    // Under the priority ceiling protocol the most urgent one asks again, also in vain.
    if (protocol === "pcp") return false;
    const isKept = owner !== undefined || (called !== undefined && called !== r && called.job.state !== "cancelled");
    if (isKept) this.complain(`${r.job} is woken in vain, before ${r.waitsUntil}`);
    return isKept;
  }

  /** Every deadline that has passed was told. */
  #checkTold(now: number): void {
    for (const { job, phase, timesMissed } of this.records.values()) {
      if (phase === "pending" || phase === "ended" || timesMissed > 0 || job.deadline > now) continue;
      if (!this.#isInStretch(job.deadline))
        this.complain(`nobody is told that ${job} misses ${job.deadline} at ${now}`);
    }
  }

  /** The job may run, for its group. One more than there are places starts where all others wait. */
  #checkGroup(r: JobRecord): void {
    if (r.group === undefined) return;
    if (this.isHeld(r)) this.complain(`${r.job} runs while its group is paused`);
    if (r.hasStarted) return;
    const started = this.startedIn(r.group);
    if (started.length < r.group.places) return;
    for (const other of started) this.settlePhase(other);
    if (started.some(({ phase }) => phase !== "blocked")) this.complain(`${r.job} starts though its group is full`);
  }

  /** A job beyond its limits runs its finalizers, and nothing else. */
  #checkLimits(r: JobRecord, now: number): void {
    if (r.job.state === "cancelled") return;
    if (r.timesOutAt <= now && !this.#isInStretch(r.timesOutAt)) this.complain(`${r.job} runs after its timeout`);
    if (r.executed >= r.limit) this.complain(`${r.job} runs beyond its limit`);
    if (r.refusedLate && !r.hasStarted && r.job.deadline <= now) this.complain(`${r.job} starts after its deadline`);
  }

  /** Whoever had not ended when the scheduler's time was over has been cancelled. */
  #checkCancelled(now: number): void {
    if (this.cancelledBy > now || this.#isInStretch(this.cancelledBy)) return;
    for (const r of this.records.values()) {
      if (r.phase === "ended" || r.job.state === "cancelled" || r.job.name === "yieldNow" || this.closers.has(r))
        continue;
      this.complain(`${r.job} is ${r.job.state} at ${now}: it was to be cancelled at ${this.cancelledBy}`);
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
}
