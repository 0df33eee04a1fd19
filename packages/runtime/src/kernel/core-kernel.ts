/**
 * The kernel: in a round it releases what is due, chooses the most urgent job, dispatches it for a slice, charges
 * the time; then it gives the thread back to the event loop. With nothing ready it does not run at all.
 *
 *   round (2-5 ms) ┬ slice (1 ms) ┬ budget: preemption points passed without looking at the clock
 *                  │              └ budget …                     clock read after each
 *                  ├ slice …         alarms and ready queue looked at after each
 *                  └ hand the thread to the event loop; come back by the host's fastest fair way
 *
 * This is all that jobs with deadlines need, and all that the core's bundle has. The `protected` methods are the steps
 * to which kernel.ts adds what tasks, resources, servers, critical sections and observers need.
 */

import type { Host, Timer } from "../hosts/host.ts";
import { abortError, PreemptError } from "../input/errors.ts";
import type { CoreOptions } from "../input/options.ts";
import type { JobQueue, Policy, Urgency } from "../policies/policy.ts";
import type { Activation } from "../protocol/activation.ts";
import { activate, endBudget, resume } from "../protocol/protocol.ts";
import { room } from "../realm/room.ts";
import type { Outcome } from "./awaitable.ts";
import { CoreJob, type JobKernel, type JobTimes, named, type Work } from "./core-job.ts";
import { KeyedHeap } from "./keyed-heap.ts";
import type { Pending } from "./pending.ts";
import { settlement, thenableOf } from "./settlement.ts";
import { type Duration, elapsed, type Instant, later, never } from "./time.ts";

/** The options that people gave, those that the kernel needs checked and with their defaults. */
export interface KernelOptions extends Pick<CoreOptions, "margin" | "onError"> {
  readonly policy: Policy;
  readonly slice: Duration;
  readonly round: Duration;
  /** Whether the user gave the round's length: then the host has no say in it. */
  readonly fixedRound: boolean;
  /** Whether releases and alarms are looked at after each budget, not only after each slice. */
  readonly ideal: boolean;
  readonly host: Host;
}

/** Before all other instants. */
const atOnce = Number.NEGATIVE_INFINITY as Instant;

/** Milliseconds after which the host has broken its promise of a turn, and is asked for another one. */
const patience = 100;
/** So often in a row the host is asked again for one that it cannot give; then not before something happens. */
const mostRefusals = 10;
/** Errors that come up while errors are reported go to the host from this many on. */
const deepestReport = 10;

/** A budget aims at this fraction of the slice: a late look at the clock costs no more than this; */
const mostPerSlice = 8;
/** where it would have fewer steps of the clock, at a larger one, */
const steps = 8;
/** but no larger than this. */
const fewestPerSlice = 4;

/** @internal */
export class CoreKernel implements JobKernel {
  readonly options: KernelOptions;
  readonly policy: Policy;
  readonly host: Host;
  running: CoreJob | undefined;
  /** Whose code is on the stack: the running job's, unless an alarm has come in between. */
  caller: CoreJob | undefined;
  readonly ready: JobQueue<CoreJob>;
  protected readonly pending = new KeyedHeap<Pending>();
  /** A job more urgent than the running one has become ready. */
  protected reschedule = false;
  protected sliceEnd = never;
  protected roundEnd = never;
  /** Milliseconds by which the slices of the job that runs, or ran last, end earlier, and rounds with them. */
  #margin = 0;
  /** Milliseconds that a budget should last. */
  readonly #target: number;
  /** Milliseconds that a job may run in this round: the slice, or the round, whose length the host may know better than the options. */
  #span = never as number;
  /** The points that the running job was given last, and when. */
  #budget = 0;
  #lookedAt = never;

  /** When the host has promised the next turn: {@link atOnce} where one is posted, else when the timer fires. */
  #turnAt = never;
  /** When it did so, and which of its promises that is: no other counts. */
  #promisedAt = never;
  #promises = 0;
  /** How often in a row the host could promise none. */
  #refusals = 0;
  protected timer: Timer | undefined;
  #isInRound = false;
  /** For when the last timer was that has come. */
  #timedAt = atOnce;
  /** What the clock said last. */
  #seen = 0 as Instant;
  /** Failed when nobody awaited them: they are reported in the next turn, unless somebody does by then. */
  #failed: CoreJob[] = [];
  #reports = 0;
  /** Code of the running job is on the stack. */
  inJob = false;
  /** Whose slice it is: the running job's, or that of the one which runs it to enter an exclusive unit. */
  turn: CoreJob | undefined;
  /** The budget was spent on another job as well. */
  isShared = false;
  /** The job of the slice before this one, if nothing came between. */
  #last: CoreJob | undefined;
  #ticket = 0;
  #alive = 0;
  readonly #whenIdle: (() => void)[] = [];

  constructor(options: KernelOptions) {
    this.options = options;
    this.policy = options.policy;
    this.host = options.host;
    this.ready = (options.policy.queue?.() ?? new KeyedHeap()) as unknown as JobQueue<CoreJob>;
    const { slice } = options;
    const perSlice = Math.max(fewestPerSlice, Math.min(mostPerSlice, slice / (steps * this.host.resolution)));
    this.#target = slice / perSlice;
  }

  /** The time; while the host cannot tell, what it told last. */
  now(): Instant {
    try {
      const now = this.host.now();
      if (Number.isNaN(+now)) throw new TypeError("the host's clock gave NaN");
      this.#seen = now;
    } catch (error) {
      // It is no earlier than a timer that has come.
      if (this.#timedAt > this.#seen) this.#seen = this.#timedAt;
      this.report(error, undefined);
    }
    return this.#seen;
  }

  get resolution(): number {
    return this.host.resolution;
  }

  makeJob(times: JobTimes, work: Work): CoreJob {
    return new CoreJob(this, times, work);
  }

  /** Takes a job in, whose release is `delay` away. */
  admit(job: CoreJob, delay: number): void {
    this.#alive++;
    job.isAlive = true;
    try {
      if (delay <= 0) this.#arrived(job);
      else job.pendingRelease = this.addPending(job.release as Instant, () => this.#arrived(job));
    } catch (error) {
      // The stack ended where there had been room: the job is nobody's, and nobody waits for it.
      this.#leave(job);
      throw error;
    }
  }

  /** The job is counted no more. */
  #leave(job: CoreJob): void {
    if (!job.isAlive) return;
    job.isAlive = false;
    if (--this.#alive === 0) for (const resolve of this.#whenIdle.splice(0)) resolve();
  }

  /**
   * Sets something for an instant. Runs between two slices while jobs run, from one host timer otherwise. What is set
   * for one instant runs in the order in which it was set.
   */
  addPending(at: Instant, fire: () => void): Pending {
    return this.setPending({ heapIndex: -1, key: at, ticket: ++this.#ticket, fire }, at);
  }

  /** Sets an entry that is new, waits or has fired to another instant. */
  setPending(pending: Pending, at: Instant): Pending {
    this.pending.rekey(pending, at);
    this.arm();
    return pending;
  }

  removePending(pending: Pending): void {
    this.pending.remove(pending);
    this.arm();
  }

  /** Resolves when no job is left. */
  idle(): Promise<void> {
    room();
    return new Promise((resolve) => {
      if (this.#alive === 0) resolve();
      else this.#whenIdle.push(resolve);
    });
  }

  /** Ends the job early. Whoever awaits it gets `reason` at once; its finalizers run as slices of the job. */
  cancel(job: CoreJob, reason: unknown): void {
    if (job.isSettled) return;
    room();
    const wasRunning = job.state === "running";
    job.moveTo("cancelled");
    job.settle({ ok: false, value: reason === undefined ? abortError() : reason });
    if (wasRunning) {
      // Its slice ends at the next preemption point; the finalizers follow.
      if (this.inJob) endBudget();
      return;
    }
    this.ready.remove(job);
    this.close(job);
    if (job.activation !== undefined) this.makeReady(job);
    else {
      if (job.pendingRelease !== undefined) this.removePending(job.pendingRelease);
      this.#end(job);
    }
  }

  /** The job's priority or deadline changed. */
  urgencyChanged(job: CoreJob): void {
    this.updateKey(job);
    this.preemptIfLessUrgent();
  }

  /** Puts a job into the ready queue: released, woken, or let go by its server or the gate. */
  makeReady(job: CoreJob): void {
    // It may be in already, or run, or have ended: observers cancel jobs, and timers of servers come late.
    if (job.heapIndex >= 0 || job === this.running || job.work === undefined) return;
    if (!this.enqueue(job, this.now())) return;
    this.preemptIfLessUrgent();
    this.arm();
  }

  /** Takes an error that nobody else takes. Throws none. */
  report(error: unknown, job: CoreJob | undefined): void {
    const { onError } = this.options;
    this.#reports++;
    try {
      if (onError !== undefined && this.#reports <= deepestReport) {
        onError(error, job);
        return;
      }
    } catch (second) {
      this.#tellHost(second, "onError");
    } finally {
      this.#reports--;
    }
    this.#tellHost(error, job === undefined ? "scheduler" : `job ${named(job)}`);
  }

  #tellHost(error: unknown, context: string): void {
    try {
      this.host.report(error, context);
    } catch {
      // Once more, with the whole stack. The engine tells of what is thrown there.
      void Promise.resolve().then(() => this.host.report(error, context));
    }
  }

  /** The job's release has come, or what it awaited. Equals take turns in the order in which this happens. */
  #arrived(job: CoreJob): void {
    this.#goLast(job);
    this.wake(job);
  }

  /** Its equals come first now, and then it has a whole slice. */
  #goLast(job: CoreJob): void {
    job.ticket = ++this.#ticket;
    job.turn = job.executionTime;
  }

  /** What the job waited for has come: its release, or something else. */
  protected wake(job: CoreJob): void {
    job.moveTo("ready");
    this.makeReady(job);
  }

  /** Returns whether the job is in the ready queue now: it may be kept from it, or have been put in by someone else. */
  protected enqueue(job: CoreJob, now: Instant): boolean {
    const key = this.keyOf(job);
    // Whoever was just told of the job, or of an error in its key, may have cancelled it.
    if (job.heapIndex >= 0 || job.work === undefined) return false;
    job.key = key;
    this.ready.push(job, now);
    return true;
  }

  /** A job whose key cannot be told is the least urgent. */
  protected keyOf(job: CoreJob, urgency: Urgency = job): number {
    const { policy } = this;
    try {
      // A number or NaN, whatever a policy in plain JavaScript gives.
      const key = +policy.key(urgency);
      if (!Number.isNaN(key)) return key;
      throw new TypeError(`policy "${policy.name}" gave NaN as the key of job ${job.id}`);
    } catch (error) {
      this.report(error, job);
      return never;
    }
  }

  /** Works the job's key out anew, wherever the job is. Returns whether it has changed. */
  protected updateKey(job: CoreJob): boolean {
    const key = this.keyOf(job);
    if (key === job.key) return false;
    if (job.heapIndex >= 0) this.ready.rekey(job, key);
    else job.key = key;
    return true;
  }

  /** Ends the running job's budget if the head of the ready queue is more urgent. */
  protected preemptIfLessUrgent(): void {
    const { running } = this;
    const head = this.ready.peek();
    // An aged job's key stands for one slice; any other is worked out anew: it may change while the job runs.
    const urgent = this.turn ?? running;
    if (urgent === undefined || head === undefined || urgent.key === Number.NEGATIVE_INFINITY) return;
    if (head.key >= this.keyOf(urgent)) return;
    this.reschedule = true;
    if (this.inJob) endBudget();
  }

  /**
   * Sees to it that the next round comes: at once where a job is ready, else by one host timer, for the next pending instant.
   * Throws nothing.
   */
  arm(): void {
    if (this.#isInRound) return;
    const next = this.ready.size > 0 || this.#failed.length > 0 ? atOnce : (this.pending.key as Instant);
    if ((this.#turnAt === atOnce || this.#turnAt === next) && !this.#isOverdue()) return;
    try {
      this.timer?.cancel();
    } catch (error) {
      this.report(error, undefined);
    }
    this.timer = undefined;
    this.#turnAt = never;
    // A host that cannot post may still have timers.
    if (next === never || this.#ask(next) || (next === atOnce && this.#ask(this.#seen))) this.#refusals = 0;
    else if (++this.#refusals < mostRefusals) this.#armSoon();
  }

  /** Sees to the next round when the stack is empty. */
  #armSoon(): void {
    void Promise.resolve().then(() => this.arm());
  }

  /** Has the host promise a turn. Returns whether it did. */
  #ask(next: Instant): boolean {
    const promise = ++this.#promises;
    const turn = () => {
      if (promise === this.#promises && !this.#isInRound) this.#turn();
    };
    try {
      if (next === atOnce) this.host.post(turn);
      else this.timer = this.host.timer(next, turn);
      this.#turnAt = next;
      this.#promisedAt = this.#seen;
      return true;
    } catch (error) {
      this.report(error, undefined);
      return false;
    }
  }

  /** The host has not kept its promise: somebody put other timers in the place of its own, and took them away again. */
  #isOverdue(): boolean {
    const due = this.#turnAt === atOnce ? this.#promisedAt : this.#turnAt;
    return this.#seen - due > patience || this.#seen < this.#promisedAt;
  }

  /** The host gives the kernel the thread. However this ends, the next turn is seen to. */
  #turn(): void {
    if (this.#turnAt !== never) this.#timedAt = this.#turnAt;
    this.#turnAt = never;
    this.timer = undefined;
    try {
      room();
    } catch (error) {
      // A host that is run at the end of somebody's stack: not again and again from there.
      this.#armSoon();
      throw error;
    }
    this.#isInRound = true;
    try {
      const failed = this.#failed;
      this.#failed = [];
      for (const job of failed) if (!job.isAwaited) this.report(job.outcome?.value, job);
      if (this.ready.size > 0 || this.pending.key <= this.now()) this.#runRound();
    } catch (error) {
      this.report(error, undefined);
    } finally {
      this.#isInRound = false;
      this.#last = undefined;
      this.arm();
    }
  }

  #runRound(): void {
    const { slice } = this.options;
    const start = this.now();
    this.roundEnd = this.#endOfRound(start);
    this.#span = Math.min(slice, this.roundEnd - start);
    this.runJobs(start);
  }

  #endOfRound(start: Instant): Instant {
    const { round, fixedRound } = this.options;
    try {
      const end = fixedRound ? undefined : this.host.roundEnd?.(start, round);
      if (end !== undefined && !Number.isNaN(+end)) return end;
    } catch (error) {
      this.report(error, undefined);
    }
    return later(start, round);
  }

  /** Whether the host knows that input waits. */
  protected isInputPending(): boolean {
    try {
      return !!this.host.inputPending?.();
    } catch (error) {
      this.report(error, undefined);
      return false;
    }
  }

  /** Runs jobs until none is ready or the round is over. Returns the time then. */
  protected runJobs(start: Instant): Instant {
    let now = start;
    for (;;) {
      now = this.#firePending(now);
      const job = this.choose(now);
      if (job === undefined) return now;
      try {
        now = this.runSlice(job, now);
      } catch (error) {
        this.#salvage(job, error);
        now = this.now();
      }
      if (now >= this.#roundLimit || now < start || this.isInputPending()) return now;
    }
  }

  /** The kernel itself has failed, at the end of a stack for instance: the job whose turn it was does not get lost. */
  #salvage(job: CoreJob, error: unknown): void {
    this.caller = this.running = this.turn = undefined;
    this.inJob = false;
    this.report(error, job);
    if (job.heapIndex < 0 && job.state !== "blocked") this.cancel(job, error);
  }

  /** Fires what is due at `now`. Returns the time after it: what alarms take is no job's time. */
  #firePending(now: Instant): Instant {
    const { pending, caller } = this;
    let after = now;
    // What a callback does, the job that runs has not done.
    this.caller = undefined;
    // Callbacks that set alarms for this very instant, again and again, must not keep the thread.
    for (let most = pending.size + 1000; most > 0 && pending.key <= now; most--) {
      try {
        pending.take()?.fire();
      } catch (error) {
        this.report(error, undefined);
      }
      after = this.now();
    }
    this.caller = caller;
    return after;
  }

  /** Takes out the job that is to run now. */
  protected choose(now: Instant): CoreJob | undefined {
    return this.ready.take(now);
  }

  /** Runs `job` until its slice or the round is over, it waits or ends, or something more urgent became ready. */
  protected runSlice(job: CoreJob, from: Instant): Instant {
    const { fn, thisArg, args, allowance } = job.work as Work;
    const { slice, ideal, margin: hasMargin } = this.options;
    const margin = hasMargin === false ? undefined : allowance.margin;
    let before = from;
    let outcome: "done" | "preempted" | "awaiting" | "failed";
    let isPreempted: boolean;
    let error: unknown;
    job.moveTo("running");
    job.start ??= from;
    if (job !== this.#last && job.wasPreempted) job.preemptions++;
    job.wasPreempted = false;
    this.#last = job;
    this.caller = this.running = this.turn = job;
    this.reschedule = false;
    this.#margin = margin?.of(this.#span) ?? 0;
    this.sliceEnd = later(from, (slice - this.#margin) as Duration);
    this.dispatched(job, from);
    this.#lookedAt = from;
    do {
      this.#budget = allowance.next(this.limit - this.#lookedAt, this.#lookedAt, this);
      before = this.#lookedAt;
      try {
        job.activation ??= activate(fn, thisArg, args);
        job.activation.driver = job;
        this.inJob = true;
        outcome = resume(job.activation, this.#budget);
      } catch (thrown) {
        outcome = "failed";
        error = thrown;
      }
      this.inJob = false;
      isPreempted = outcome === "preempted";
      this.account(job, isPreempted && !this.isShared);
      this.isShared = false;
      // What has just ended is complete at this instant, before anything is released.
      if (ideal && isPreempted) this.#lookedAt = this.#firePending(this.#lookedAt);
    } while (isPreempted && this.goesOn(job, before));
    const now = this.#lookedAt;
    // Who got the thread when it was to be given up already was late for that.
    if (isPreempted && !this.reschedule && this.limit > from)
      margin?.see(now - this.limit, this.#span, this.host.resolution);
    this.caller = this.running = this.turn = undefined;
    if (outcome === "failed") this.#finish(job, { ok: false, value: error }, now);
    else if (outcome === "done") this.#returned(job, now);
    else if (isToClose(job)) this.closeCancelled(job, now, outcome === "awaiting" && job.activation?.awaiting);
    else if (outcome === "awaiting") this.awaits(job, now);
    else this.preempted(job, now);
    return now;
  }

  /** Looks at the clock: what the running job has taken since the last time is its. Returns the time. */
  account(job: CoreJob | undefined, isUsedUp: boolean): Instant {
    const now = this.now();
    const spent = elapsed(this.#lookedAt, now);
    this.#lookedAt = now;
    if (job === undefined) return now;
    job.executionTime += spent;
    if (isUsedUp && !this.reschedule) {
      (job.work as Work).allowance.learn(this.#budget, spent, this.#target, this.host.resolution);
    }
    this.charge(job, spent, now);
    return now;
  }

  /** Whether the slice is not over. Where the clock stepped back, its end means nothing any more. */
  protected goesOn(job: CoreJob, before: Instant): boolean {
    const now = this.#lookedAt;
    return now >= before && now < this.limit && !this.reschedule && !isToClose(job);
  }

  /** When the running job is to give the thread up. */
  protected get limit(): Instant {
    return Math.min(this.sliceEnd, this.#roundLimit) as Instant;
  }

  /** When it is to do so for the event loop, or the last one was. */
  get #roundLimit(): Instant {
    return (this.roundEnd - this.#margin) as Instant;
  }

  /** The job gets the processor for a slice. */
  protected dispatched(_job: CoreJob, _now: Instant): void {}

  /** The job ran for `spent` without a look at the clock. */
  protected charge(_job: CoreJob, _spent: Duration, _now: Instant): void {}

  /** The job was suspended at a preemption point. */
  protected preempted(job: CoreJob, now: Instant): void {
    job.wasPreempted = true;
    // The job used a slice up, in one go or in parts: rounds may be shorter, and more urgent jobs come in between.
    const isUsedUp = now >= this.sliceEnd || job.executionTime - job.turn >= this.options.slice;
    if (isUsedUp && this.policy.roundRobin !== false) this.#goLast(job);
    job.moveTo("ready");
    this.putBack(job, now);
  }

  /** The job has lost the processor, and would go on. */
  putBack(job: CoreJob, now: Instant): void {
    this.enqueue(job, now);
  }

  /** The job has lost the processor, and waits. */
  block(job: CoreJob, _now: Instant, _on: "promise" | "job" | "resource"): void {
    job.moveTo("blocked");
  }

  awaits(job: CoreJob, now: Instant): void {
    const activation = job.activation as Activation;
    const { isClosing, awaiting } = activation;
    this.wait(job, now, awaiting, ({ ok, value }) => {
      // A job cancelled meanwhile has been sent on its way already: what it waited for no longer matters.
      if (job.activation !== activation || activation.isClosing !== isClosing) return;
      if (ok) activation.value = value;
      else activation.fail(value);
      this.#arrived(job);
    });
  }

  /** The job waits for what it awaits, which then goes on with it. */
  protected wait(job: CoreJob, now: Instant, awaiting: unknown, goOn: (outcome: Outcome) => void): void {
    this.block(job, now, "promise");
    // Its own end would never come.
    if (awaiting === job)
      goOn({ ok: false, value: new PreemptError("deadlock", `${named(job)} waits for its own end.`) });
    else void settlement(awaiting).then(goOn);
  }

  #returned(job: CoreJob, now: Instant): void {
    const { closeErrors, value } = job.activation as Activation;
    for (const error of closeErrors) this.report(error, job);
    const promised = CoreJob.is(value) ? value : thenableOf(value);
    if (promised === undefined) this.#finish(job, { ok: true, value }, now);
    else if (job.isSettled) {
      ignore(promised);
      this.#finish(job, { ok: true, value }, now);
    } else {
      // The function gave a promise, or a job: this one ends when that settles.
      this.wait(job, now, promised, (outcome) => {
        if (!job.isSettled) this.#finish(job, outcome, this.now());
      });
    }
  }

  #finish(job: CoreJob, outcome: Outcome, now: Instant): void {
    const { ok, value } = outcome;
    if (!ok) this.failed(job, value);
    if (!job.isSettled) {
      job.moveTo(ok ? "done" : "failed");
      job.finish = now;
      job.settle(outcome);
      if (!ok && !job.isAwaited) {
        // Whoever submitted the job may await it in this very turn of the event loop; then it is theirs.
        this.#failed.push(job);
        this.arm();
      }
      // Cancelled, then failed on its own before it could be closed; `signal.throwIfAborted()` is no news.
    } else if (!ok && value !== job.outcome?.value) this.report(value, job);
    this.#end(job);
  }

  /** The job ends with an error. */
  protected failed(_job: CoreJob, _error: unknown): void {}

  /** A job cancelled while it ran: its finalizers run next, as slices of its own. */
  closeCancelled(job: CoreJob, now: Instant, awaiting: unknown): void {
    ignore(awaiting);
    this.close(job);
    this.putBack(job, now);
  }

  /** From now on the job runs its finalizers, if it has begun. */
  protected close(job: CoreJob): void {
    job.activation?.close();
  }

  #end(job: CoreJob): void {
    job.finish ??= this.now();
    this.ended(job, job.finish as Instant);
    try {
      job.ended?.();
    } catch (error) {
      this.report(error, job);
    }
    job.letGo();
    this.#leave(job);
  }

  /** The job and its finalizers have ended. */
  protected ended(job: CoreJob, now: Instant): void {
    if (now > job.deadline) job.missed = true;
  }
}

/** Nobody waits for it any more, and its rejection is no news: most often it tells of the same cancellation. */
export function ignore(value: unknown): void {
  if (!CoreJob.is(value)) void settlement(value);
}

/** Whether the job was cancelled while it ran, and has yet to be told. */
function isToClose(job: CoreJob): boolean {
  return job.outcome !== undefined && job.activation?.isClosing === false;
}
