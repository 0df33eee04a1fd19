/**
 * The kernel: in a round it releases what is due, chooses the most urgent job, dispatches it for a slice, charges
 * the time; then it gives the thread back to the event loop. With nothing ready it does not run at all.
 *
 *   round (5 ms) ┬ slice (1 ms) ┬ budget: preemption points passed without looking at the clock
 *                │              └ budget …                     clock read after each
 *                ├ slice …         alarms and ready queue looked at after each
 *                └ hand the thread to the event loop; come back by the host's fastest fair way
 */
import { Pace } from "./budget.ts";
import { abortError } from "./errors.ts";
import type { Cancellable, Host } from "./host.ts";
import type { Callable } from "./intrinsics.ts";
import { Job, type WaitGraph, type Work } from "./job.ts";
import type { Observer } from "./observer.ts";
import type { JobQueue, Policy } from "./policies/policy.ts";
import { activate, endBudget, resume } from "./protocol.ts";
import { ReadyHeap } from "./ready-queue.ts";
import { type Pending, ReleaseQueue } from "./release-queue.ts";
import { isThenable, settlement } from "./settlement.ts";
import { type Duration, elapsed, type Instant, later, never } from "./time.ts";

export interface KernelOptions {
  readonly policy: Policy;
  readonly slice: Duration;
  readonly round: Duration;
  /** Whether the user gave the round's length: then the host has no say in it. */
  readonly fixedRound: boolean;
  /** Whether releases and alarms are looked at after each budget, not only after each slice. */
  readonly ideal: boolean;
  readonly host: Host;
  readonly onError: ((error: unknown, job: Job | undefined) => void) | undefined;
}

/** A budget aims at this fraction of the slice: a late look at the clock costs no more than this. */
const budgetsPerSlice = 4;

export class Kernel {
  readonly policy: Policy;
  readonly host: Host;
  /** Says whether a job may start now; a job that may not is kept by it, and comes back by {@link makeReady}. */
  gate: ((job: Job) => boolean) | undefined;
  /** Passes urgency on to jobs that others await. */
  graph: WaitGraph | undefined;
  /** What to tell observers: a field is undefined when nobody listens. None of the functions throws. */
  on: Observer = {};
  readonly options: KernelOptions;
  readonly #ready: JobQueue<Job>;
  readonly #pending = new ReleaseQueue();
  readonly #paces = new WeakMap<Callable, Pace>();
  readonly #overran = new WeakSet<Callable>();
  readonly #turn = () => this.#runRound();

  #posted = false;
  #inRound = false;
  #timer: Cancellable | undefined;
  #timerAt: Instant | undefined;
  #running: Job | undefined;
  /** Code of the running job is on the stack. */
  #inJob = false;
  /** The job of the slice before this one, if nothing came between. */
  #last: Job | undefined;
  /** Preempted inside a critical section: nothing else may run before it. */
  #section: Job | undefined;
  /** A job more urgent than the running one has become ready. */
  #reschedule = false;
  /** The round ends after this slice: somebody outside waits for the thread. */
  #handOver = false;
  #sliceEnd = never;
  #roundEnd = never;
  #awayAt: Instant;
  #ticket = 0;
  #alive = 0;
  #whenIdle: (() => void)[] = [];

  constructor(options: KernelOptions) {
    this.options = options;
    this.policy = options.policy;
    this.host = options.host;
    this.#ready = (options.policy.queue?.() ?? new ReadyHeap()) as unknown as JobQueue<Job>;
    this.#awayAt = this.host.now();
  }

  get running(): Job | undefined {
    return this.#running;
  }

  now(): Instant {
    return this.host.now();
  }

  paceOf(fn: Callable): Pace {
    let pace = this.#paces.get(fn);
    if (pace === undefined) {
      pace = new Pace();
      this.#paces.set(fn, pace);
    }
    return pace;
  }

  /** When the kernel looks around next while a job runs: an event in between is noticed then. */
  get nextLook(): Instant {
    if (this.#reschedule) return this.host.now();
    const due = this.options.ideal ? this.#pending.next : never;
    return Math.min(due, this.#sliceEnd, this.#roundEnd) as Instant;
  }

  /** Whether the running job, or code outside of jobs, has had the thread long enough. */
  shouldYield(): boolean {
    const now = this.host.now();
    if (this.host.inputPending?.()) return true;
    if (this.#running !== undefined) return this.#reschedule || now >= this.#sliceEnd || now >= this.#roundEnd;
    return this.#ready.size > 0 || now - this.#awayAt >= this.options.slice;
  }

  /** Ends the round after this slice, so that what waits for a promise just resolved gets the thread. */
  handOver(): void {
    this.#handOver = true;
  }

  /** Takes a job in: ready at its release. */
  admit(job: Job, now: Instant): void {
    this.#alive++;
    if (job.release <= now) this.#release(job);
    else job.pendingRelease = this.addPending(job.release as Instant, () => this.#release(job));
  }

  /** The jobs before this one in its task have ended. */
  letForward(job: Job): void {
    job.behind = false;
    job.waitsFor = undefined;
    if (!job.isDue) return;
    job.moveTo("ready");
    this.makeReady(job);
  }

  /** Sets something for an instant. Runs between two slices while jobs run, from one host timer otherwise. */
  addPending(at: Instant, fire: () => void, first = false): Pending {
    const pending = this.#pending.add(at, fire, first);
    this.#arm();
    return pending;
  }

  setPending(pending: Pending, at: Instant): void {
    this.#pending.set(pending, at);
    this.#arm();
  }

  removePending(pending: Pending): void {
    this.#pending.remove(pending);
    this.#arm();
  }

  /** Resolves when no job is left. */
  idle(): Promise<void> {
    if (this.#alive === 0) return Promise.resolve();
    return new Promise((resolve) => this.#whenIdle.push(resolve));
  }

  enterSection(job: Job): void {
    job.sections++;
  }

  leaveSection(job: Job): void {
    if (job.sections === 0) return;
    job.sections--;
    // What became ready meanwhile takes over at the next preemption point.
    if (job.sections === 0 && job === this.#running) this.#preemptIfLessUrgent(job);
  }

  /** Ends the job early. Whoever awaits it gets `reason` at once; its finalizers run as slices of the job. */
  cancel(job: Job, reason: unknown): void {
    if (job.isSettled) return;
    const wasRunning = job.state === "running";
    job.moveTo("cancelled");
    this.#settle(job, false, reason ?? abortError(), true);
    if (wasRunning) {
      // Its slice ends at the next preemption point; the finalizers follow.
      if (this.#inJob) endBudget();
      return;
    }
    this.#ready.remove(job);
    this.#leaveWhatItWaitsFor(job);
    if (job.activation === undefined) {
      if (job.pendingRelease !== undefined) this.removePending(job.pendingRelease);
      this.#end(job);
      return;
    }
    job.activation.close();
    this.makeReady(job);
  }

  /** The job's priority or deadline changed. */
  urgencyChanged(job: Job): void {
    this.rekey(job);
    if (job.watch !== undefined || this.#isWatched(job)) this.watchDeadline(job);
  }

  /** Works the job's key out anew, wherever the job is, and those of the jobs that inherit it. */
  rekey(job: Job): void {
    // A list: chains of jobs that wait for each other may be longer than the stack.
    const changed = [job];
    for (const one of changed) {
      const key = this.#keyOf(one);
      if (key === one.key) continue;
      if (one.heapIndex >= 0) this.#ready.rekey(one, key);
      else one.key = key;
      for (const holder of one.lendsTo ?? []) if (this.graph?.inheritAnew(holder)) changed.push(holder);
    }
    if (this.#running !== undefined) this.#preemptIfLessUrgent(this.#running);
  }

  /** Puts a job into the ready queue: released, woken, or let go by its server or the gate. */
  makeReady(job: Job): void {
    // It may be in already, or run, or have ended: observers cancel jobs, and timers of servers come late.
    if (job.heapIndex >= 0 || job === this.#running || job.work === undefined) return;
    const now = this.host.now();
    if (job.server !== undefined && !job.server.isReady(job, now)) return;
    this.#push(job, now);
    if (this.#running !== undefined) this.#preemptIfLessUrgent(this.#running);
    else this.#post();
  }

  /** What the job waited for has come. */
  wake(job: Job): void {
    this.graph?.stopWaiting(this, job);
    if (job.state === "blocked") {
      job.moveTo("ready");
      this.on.jobWoken?.(job, this.host.now());
      if (job.isSettled) return;
    }
    this.makeReady(job);
  }

  /** Takes a ready job out of the queue again. Returns whether it was in. */
  withdraw(job: Job): boolean {
    return this.#ready.remove(job);
  }

  /** Tells of the job's deadline if it passes, and does what its task wants then. */
  watchDeadline(job: Job): void {
    if (job.watch !== undefined) this.#pending.remove(job.watch);
    job.watch = undefined;
    if (job.deadline === never || job.missed) return;
    job.watch = this.addPending(job.deadline as Instant, () => this.#missed(job), true);
  }

  #isWatched(job: Job): boolean {
    return job.onMiss !== undefined || this.on.deadlineMissed !== undefined;
  }

  #missed(job: Job): void {
    if (job.watch !== undefined) this.removePending(job.watch);
    job.watch = undefined;
    job.missed = true;
    this.on.deadlineMissed?.(job, this.host.now());
    try {
      job.onMiss?.(job);
    } catch (error) {
      this.report(error, job);
    }
  }

  /** The job's release has come. Equals take turns in the order in which this happens. */
  #release(job: Job): void {
    job.pendingRelease = undefined;
    job.isDue = true;
    job.ticket = ++this.#ticket;
    if (this.#isWatched(job)) this.watchDeadline(job);
    this.on.jobReleased?.(job, this.host.now());
    if (job.behind || job.isSettled) return;
    job.moveTo("ready");
    this.makeReady(job);
  }

  #push(job: Job, now: Instant): void {
    const key = this.#keyOf(job);
    // Whoever was just told of the job, or of an error in its key, may have cancelled it.
    if (job.heapIndex >= 0 || job.work === undefined) return;
    job.key = key;
    this.#ready.push(job, now);
  }

  #keyOf(job: Job): number {
    let key: number;
    try {
      key = this.policy.key(job.server?.urgency ?? job);
      if (Number.isNaN(key)) throw new TypeError(`policy "${this.policy.name}" gave NaN as the key of job ${job.id}`);
    } catch (error) {
      this.report(error, job);
      key = never;
    }
    return Math.min(key, job.inherited);
  }

  /** Ends the running job's budget if the head of the ready queue is more urgent. */
  #preemptIfLessUrgent(running: Job): void {
    const head = this.#ready.peek();
    // An aged job's key stands for one slice; any other is worked out anew: it may change while the job runs.
    if (running.sections > 0 || head === undefined || running.key === Number.NEGATIVE_INFINITY) return;
    if (head.key >= this.#keyOf(running)) return;
    this.#reschedule = true;
    if (this.#inJob) endBudget();
  }

  #post(): void {
    if (this.#posted || this.#inRound) return;
    this.#posted = true;
    this.#disarm();
    this.host.post(this.#turn);
  }

  /** Keeps one host timer for the next pending instant, while no round is on its way. */
  #arm(): void {
    if (this.#posted || this.#inRound) return;
    const next = this.#pending.next;
    if (next === this.#timerAt) return;
    this.#disarm();
    if (next === never) return;
    this.#timerAt = next;
    this.#timer = this.host.timer(next, () => {
      this.#timer = undefined;
      this.#timerAt = undefined;
      this.#runRound();
    });
  }

  #disarm(): void {
    this.#timer?.cancel();
    this.#timer = undefined;
    this.#timerAt = undefined;
  }

  #runRound(): void {
    const { round, fixedRound } = this.options;
    this.#posted = false;
    this.#inRound = true;
    const start = this.host.now();
    this.#roundEnd = (fixedRound ? undefined : this.host.roundEnd?.(start, round)) ?? later(start, round);
    this.on.roundStarted?.(start);
    let now = start;
    for (;;) {
      now = this.#firePending(now);
      const job = this.#choose(now);
      if (job === undefined) break;
      now = this.#runSlice(job, now);
      if (now >= this.#roundEnd || now < start || this.#handOver || this.host.inputPending?.()) break;
    }
    this.#inRound = false;
    this.#handOver = false;
    this.#last = undefined;
    this.#awayAt = now;
    this.on.roundEnded?.(now);
    if (this.#ready.size > 0 || this.#section !== undefined) this.#post();
    else this.#arm();
  }

  /** Fires what is due at `now`. Returns the time after it: what alarms take is no job's time. */
  #firePending(now: Instant): Instant {
    let after = now;
    // Callbacks that set alarms for this very instant, again and again, must not keep the thread.
    let most = this.#pending.size + 1000;
    for (let p = this.#pending.due(now); p !== undefined; p = most-- > 0 ? this.#pending.due(now) : undefined) {
      try {
        p.fire();
      } catch (error) {
        this.report(error, undefined);
      }
      after = this.host.now();
    }
    return after;
  }

  #choose(now: Instant): Job | undefined {
    const held = this.#section;
    this.#section = undefined;
    if (held !== undefined && this.#ready.remove(held)) return held;
    for (;;) {
      const job = this.#ready.take(now);
      if (job === undefined) return undefined;
      if (job.isFirm && now + job.wcet - job.executionTime > job.deadline && !job.isSettled) {
        this.#missed(job);
        if (job.isSettled) continue;
      }
      if (this.gate === undefined || job.start !== undefined || this.gate(job)) return job;
    }
  }

  /** Runs `job` until its slice or the round is over, it waits or ends, or something more urgent became ready. */
  #runSlice(job: Job, from: Instant): Instant {
    const work = job.work as Work;
    if (job.state !== "cancelled") job.moveTo("running");
    if (job.start === undefined) job.start = from;
    else if (job !== this.#last && job.wasPreempted) job.preemptions++;
    job.wasPreempted = false;
    this.#last = job;
    this.#running = job;
    this.#reschedule = false;
    this.on.jobDispatched?.(job, from);
    const { slice, ideal } = this.options;
    this.#sliceEnd = later(from, Math.min(slice, job.server?.left() ?? slice) as Duration);
    const allowance = work.budget;
    let before = from;
    let now = from;
    let outcome: "done" | "preempted" | "awaiting" | "failed";
    let error: unknown;
    do {
      const budget = allowance instanceof Pace ? allowance.budget : allowance;
      before = now;
      try {
        job.activation ??= activate(work.fn, work.thisArg, work.args);
        this.#inJob = true;
        outcome = resume(job.activation, budget);
      } catch (thrown) {
        outcome = "failed";
        error = thrown;
      }
      this.#inJob = false;
      now = this.host.now();
      const spent = elapsed(before, now);
      job.executionTime += spent;
      if (outcome === "preempted" && !this.#reschedule && allowance instanceof Pace) {
        allowance.learn(budget, spent, slice / budgetsPerSlice, this.host.resolution);
      }
      if (spent > slice && this.on.sliceOverrun !== undefined) this.#tellOverrun(work.fn, job, spent);
      job.server?.charge(spent, now);
      // What has just ended is complete at this instant, before anything is released.
      if (ideal && outcome === "preempted") now = this.#firePending(now);
      // `now < before`: the clock stepped back, so the slice's end means nothing any more
    } while (outcome === "preempted" && now >= before && now < this.#sliceEnd && !this.#isInterrupted(job, now));
    this.#running = undefined;
    if (outcome === "preempted") this.#preempted(job, now);
    else if (outcome === "awaiting") this.#blocked(job, now);
    else if (outcome === "done") this.#returned(job, now);
    else this.#failed(job, error, now);
    return now;
  }

  #isInterrupted(job: Job, now: Instant): boolean {
    if (this.#reschedule || now >= this.#roundEnd || job.waitsFor !== undefined) return true;
    return job.isSettled && job.activation?.isClosing === false;
  }

  #tellOverrun(fn: Callable, job: Job, length: Duration): void {
    if (this.#overran.has(fn)) return;
    this.#overran.add(fn);
    this.on.sliceOverrun?.(job, length);
  }

  #preempted(job: Job, now: Instant): void {
    if (this.#closeIfCancelled(job, now)) return;
    if (job.waitsFor !== undefined) {
      this.#block(job, now, "resource");
      return;
    }
    job.wasPreempted = true;
    // The job used its slice up: its equals come first now.
    if (now >= this.#sliceEnd && this.policy.roundRobin !== false) job.ticket = ++this.#ticket;
    if (job.state === "running") job.moveTo("ready");
    if (job.sections > 0) this.#section = job;
    this.on.jobPreempted?.(job, now);
    if (job.server !== undefined && !job.server.isReady(job, now)) return;
    this.#push(job, now);
  }

  #block(job: Job, now: Instant, on: "promise" | "job" | "resource"): void {
    if (job.state === "running") job.moveTo("blocked");
    // What it lends while it waits is its urgency now, not that of its last dispatch.
    this.rekey(job);
    job.server?.blocked(job, now);
    this.on.jobBlocked?.(job, now, on);
  }

  #blocked(job: Job, now: Instant): void {
    const { activation } = job;
    if (activation === undefined) return;
    const { awaiting, isClosing } = activation;
    if (this.#closeIfCancelled(job, now)) {
      // Nobody waits for it any more, and its rejection is no news: most often it tells of the same cancellation.
      if (!Job.is(awaiting)) void settlement(awaiting);
      return;
    }
    // A job cancelled meanwhile has been sent on its way already: what it waited for no longer matters.
    const goOn = (ok: boolean, value: unknown) => {
      if (job.activation !== activation || activation.isClosing !== isClosing) return;
      if (ok) activation.value = value;
      else activation.fail(value);
      job.ticket = ++this.#ticket;
      this.wake(job);
    };
    let other: Job | undefined;
    try {
      if (Job.is(awaiting) && this.graph?.awaitEnd(this, job, awaiting)) other = awaiting;
    } catch (deadlock) {
      this.#block(job, now, "job");
      goOn(false, deadlock);
      return;
    }
    this.#block(job, now, other === undefined ? "promise" : "job");
    if (other !== undefined) other.whenSettled(goOn);
    else void settlement(awaiting).then(({ ok, value }) => goOn(ok, value));
  }

  #returned(job: Job, now: Instant): void {
    const activation = job.activation;
    if (activation?.isClosing) {
      for (const error of activation.closeErrors) this.report(error, job);
      this.#end(job);
      return;
    }
    const value = activation?.value;
    if (job.isSettled) {
      if (isThenable(value)) void settlement(value);
      this.#end(job);
    } else if (!isThenable(value)) this.#finish(job, true, value, now);
    else {
      // The function gave a promise: the job ends when that settles.
      this.#block(job, now, "promise");
      void settlement(value).then((result) => {
        if (!job.isSettled) this.#finish(job, result.ok, result.value, this.host.now());
      });
    }
  }

  #failed(job: Job, error: unknown, now: Instant): void {
    if (job.isSettled) {
      // cancelled, then failed on its own before it could be closed
      this.report(error, job);
      this.#end(job);
    } else this.#finish(job, false, error, now);
  }

  #finish(job: Job, ok: boolean, value: unknown, now: Instant): void {
    job.moveTo(ok ? "done" : "failed");
    job.finish = now;
    this.#settle(job, ok, value, false);
    this.#end(job);
  }

  /** A job cancelled while it ran: its finalizers run next, as slices of its own. */
  #closeIfCancelled(job: Job, now: Instant): boolean {
    if (!job.isSettled || job.activation === undefined || job.activation.isClosing) return false;
    this.#leaveWhatItWaitsFor(job);
    job.activation.close();
    // Finalizers put right what a critical section left half done: they are still inside.
    if (job.sections > 0) this.#section = job;
    this.on.jobPreempted?.(job, now);
    this.makeReady(job);
    return true;
  }

  #leaveWhatItWaitsFor(job: Job): void {
    const what = job.waitsFor ?? job.called;
    this.graph?.stopWaiting(this, job);
    what?.forget(job);
  }

  #settle(job: Job, ok: boolean, value: unknown, cancelled: boolean): void {
    job.settle(ok, value);
    if (ok || cancelled || job.isAwaited) return;
    // Whoever submitted the job may await it in this very turn of the event loop; then it is theirs.
    this.host.post(() => {
      if (!job.isAwaited) this.report(value, job);
    });
  }

  /** The job and its finalizers have ended: everything it held is let go. */
  #end(job: Job): void {
    job.finish ??= this.host.now();
    if (job.watch !== undefined) this.removePending(job.watch);
    if (job.finish > job.deadline && !job.missed) {
      job.missed = true;
      if (this.#isWatched(job)) this.#missed(job);
    }
    for (let lock = job.held?.pop(); lock !== undefined; lock = job.held?.pop()) lock.unlock();
    this.on.jobFinished?.(job, job.finish);
    try {
      job.ended?.();
    } catch (error) {
      this.report(error, job);
    }
    job.server?.ended(job, job.finish as Instant);
    job.letGo();
    if (--this.#alive > 0) return;
    const waiting = this.#whenIdle;
    this.#whenIdle = [];
    for (const resolve of waiting) resolve();
  }

  /** Takes an error that nobody else takes. */
  report(error: unknown, job: Job | undefined): void {
    const { onError } = this.options;
    try {
      if (onError !== undefined) {
        onError(error, job);
        return;
      }
    } catch (second) {
      this.host.report(second, "onError");
    }
    this.host.report(error, job === undefined ? "scheduler" : `job ${job.id} (${job.name})`);
  }
}
