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
import type { Job, Work } from "./job.ts";
import type { Observer } from "./observer.ts";
import type { Policy } from "./policies/policy.ts";
import { ReadyQueue } from "./ready-queue.ts";
import { realm } from "./realm.ts";
import { type Pending, ReleaseQueue } from "./release-queue.ts";
import { type Duration, elapsed, type Instant, later } from "./time.ts";

export interface KernelOptions {
  readonly policy: Policy;
  readonly slice: Duration;
  readonly round: Duration;
  /** Whether the user fixed the round's length: then the host is not asked. */
  readonly fixedRound: boolean;
  readonly host: Host;
  readonly observer: Observer | undefined;
  readonly onError: ((error: unknown, job: Job | undefined) => void) | undefined;
}

type JobEvent = "jobReleased" | "jobDispatched" | "jobPreempted" | "jobBlocked" | "jobFinished" | "deadlineMissed";

/** A budget aims at this fraction of the slice: a late look at the clock costs no more than this. */
const budgetsPerSlice = 4;

export class Kernel {
  readonly #policy: Policy;
  readonly #slice: Duration;
  readonly #round: Duration;
  readonly #fixedRound: boolean;
  readonly #host: Host;
  readonly #observer: Observer | undefined;
  readonly #onError: KernelOptions["onError"];
  readonly #ready: ReadyQueue;
  readonly #pending = new ReleaseQueue();
  readonly #paces = new WeakMap<Callable, Pace>();
  readonly #turn = () => this.#runRound();

  #posted = false;
  #inRound = false;
  #timer: Cancellable | undefined;
  #timerAt: Instant | undefined;
  #running: Job | undefined;
  /** Preempted inside a critical section: nothing else may run before it. */
  #section: Job | undefined;
  /** A job more urgent than the running one has become ready. */
  #reschedule = false;
  #alive = 0;
  #whenIdle: (() => void)[] = [];

  constructor(options: KernelOptions) {
    this.#policy = options.policy;
    this.#slice = options.slice;
    this.#round = options.round;
    this.#fixedRound = options.fixedRound;
    this.#host = options.host;
    this.#observer = options.observer;
    this.#onError = options.onError;
    this.#ready = new ReadyQueue(options.policy);
  }

  get running(): Job | undefined {
    return this.#running;
  }

  now(): Instant {
    return this.#host.now();
  }

  nextTicket(): number {
    return this.#ready.nextTicket();
  }

  paceOf(fn: Callable): Pace {
    let pace = this.#paces.get(fn);
    if (pace === undefined) {
      pace = new Pace();
      this.#paces.set(fn, pace);
    }
    return pace;
  }

  /** Takes a job in: ready at its release. */
  admit(job: Job, now: Instant): void {
    this.#alive++;
    if (job.release <= now) this.#release(job);
    else job.pendingRelease = this.addPending(job.release as Instant, () => this.#release(job));
  }

  /** Sets something for an instant. Runs between two slices while jobs run, from one host timer otherwise. */
  addPending(at: Instant, fire: () => void): Pending {
    const pending = this.#pending.add(at, fire);
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

  cancel(job: Job, reason: unknown): void {
    if (job.isSettled) return;
    const wasRunning = job.state === "running";
    const wasReady = job.state === "ready";
    this.#ready.remove(job);
    job.moveTo("cancelled");
    this.#settle(job, false, reason ?? abortError(), true);
    if (wasRunning) {
      // Its slice ends at the next preemption point; the finalizers follow.
      realm.state.budget = 0;
      return;
    }
    if (job.activation === undefined) {
      if (job.pendingRelease !== undefined) this.removePending(job.pendingRelease);
      this.#end(job);
      return;
    }
    job.activation.close();
    this.#ready.push(job);
    if (!wasReady) this.#post();
  }

  #release(job: Job): void {
    job.pendingRelease = undefined;
    job.moveTo("ready");
    this.#tell("jobReleased", job, this.#host.now());
    this.#makeReady(job);
  }

  #makeReady(job: Job): void {
    this.#ready.push(job);
    if (this.#running !== undefined) this.#preemptIfLessUrgent(this.#running);
    else this.#post();
  }

  /** Ends the running job's budget if the head of the ready queue is more urgent. */
  #preemptIfLessUrgent(running: Job): void {
    const head = this.#ready.peek();
    if (running.sections > 0 || head === undefined || !this.#policy.isMoreUrgent(head, running)) return;
    this.#reschedule = true;
    realm.state.budget = 0;
  }

  #post(): void {
    if (this.#posted || this.#inRound) return;
    this.#posted = true;
    this.#disarm();
    this.#host.post(this.#turn);
  }

  /** Keeps one host timer for the next pending instant, while no round is on its way. */
  #arm(): void {
    if (this.#posted || this.#inRound) return;
    const next = this.#pending.next;
    if (next === this.#timerAt) return;
    this.#disarm();
    if (next === undefined) return;
    this.#timerAt = next;
    this.#timer = this.#host.timer(next, () => {
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
    this.#posted = false;
    this.#inRound = true;
    const start = this.#host.now();
    const frame = this.#fixedRound ? undefined : this.#host.roundEnd?.(start, this.#round);
    const end = frame ?? later(start, this.#round);
    this.#tellRound("roundStarted", start);
    let now = start;
    for (;;) {
      this.#firePending(now);
      const job = this.#choose();
      if (job === undefined) break;
      now = this.#runSlice(job, now, end);
      if (now >= end || now < start || this.#host.inputPending?.()) break;
    }
    this.#inRound = false;
    this.#tellRound("roundEnded", now);
    if (this.#ready.size > 0 || this.#section !== undefined) this.#post();
    else this.#arm();
  }

  #firePending(now: Instant): void {
    for (let p = this.#pending.due(now); p !== undefined; p = this.#pending.due(now)) {
      try {
        p.fire();
      } catch (error) {
        this.report(error, undefined);
      }
    }
  }

  #choose(): Job | undefined {
    const held = this.#section;
    this.#section = undefined;
    if (held !== undefined && this.#ready.remove(held)) return held;
    return this.#ready.pop();
  }

  /** Runs `job` until its slice or the round is over, it waits or ends, or something more urgent became ready. */
  #runSlice(job: Job, from: Instant, roundEnd: Instant): Instant {
    if (job.state !== "cancelled") job.moveTo("running");
    job.start ??= from;
    this.#running = job;
    this.#reschedule = false;
    this.#tell("jobDispatched", job, from);
    const sliceEnd = later(from, this.#slice);
    let before = from;
    let now = from;
    let outcome: "done" | "preempted" | "awaiting" | "failed";
    let error: unknown;
    do {
      const { budget: allowance } = job.work as Work;
      const budget = allowance instanceof Pace ? allowance.budget : allowance;
      before = now;
      try {
        outcome = this.#advance(job, budget);
      } catch (thrown) {
        outcome = "failed";
        error = thrown;
      }
      now = this.#host.now();
      const spent = elapsed(before, now);
      job.executionTime += spent;
      if (outcome === "preempted" && !this.#reschedule && allowance instanceof Pace) {
        allowance.learn(budget, spent, this.#slice / budgetsPerSlice, this.#host.resolution);
      }
      // `now < before`: the clock stepped back, so the slice's end means nothing any more
    } while (outcome === "preempted" && now < sliceEnd && now >= before && now < roundEnd && !this.#interrupted(job));
    this.#running = undefined;
    if (outcome === "preempted") this.#preempted(job, now, now >= sliceEnd);
    else if (outcome === "awaiting") this.#blocked(job, now);
    else if (outcome === "done") this.#returned(job, now);
    else this.#failed(job, error, now);
    return now;
  }

  #interrupted(job: Job): boolean {
    return this.#reschedule || (job.isSettled && job.activation?.isClosing === false);
  }

  #advance(job: Job, budget: number): "done" | "preempted" | "awaiting" {
    const work = job.work as Work;
    job.activation ??= realm.activate(work.fn, work.thisArg, work.args);
    return realm.resume(job.activation, budget);
  }

  #preempted(job: Job, now: Instant, sliceOver: boolean): void {
    if (this.#closeIfCancelled(job)) return;
    job.preemptions++;
    if (sliceOver) this.#ready.rotate(job);
    if (job.state === "running") job.moveTo("ready");
    if (job.sections > 0) this.#section = job;
    this.#tell("jobPreempted", job, now);
    this.#ready.push(job);
  }

  #blocked(job: Job, now: Instant): void {
    const { activation } = job;
    if (this.#closeIfCancelled(job) || activation === undefined) return;
    if (job.state === "running") job.moveTo("blocked");
    this.#tell("jobBlocked", job, now);
    const wake = () => {
      if (job.state === "blocked") job.moveTo("ready");
      this.#makeReady(job);
    };
    // A job cancelled meanwhile has been sent on its way already: what it waited for no longer matters.
    const closing = activation.isClosing;
    const stale = () => job.activation !== activation || activation.isClosing !== closing;
    void settled(activation.awaiting).then((result) => {
      if (stale()) return;
      if (result.ok) activation.value = result.value;
      else activation.fail(result.value);
      wake();
    });
  }

  #returned(job: Job, now: Instant): void {
    const activation = job.activation;
    if (activation?.isClosing) {
      for (const error of activation.closeErrors) this.report(error, job);
      this.#end(job);
      return;
    }
    const value = activation?.value;
    if (job.isSettled) this.#end(job);
    else if (!isThenable(value)) this.#finish(job, true, value, now);
    else {
      // The function gave a promise: the job ends when that settles.
      job.moveTo("blocked");
      this.#tell("jobBlocked", job, now);
      void settled(value).then((result) => {
        if (!job.isSettled) this.#finish(job, result.ok, result.value, this.#host.now());
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
  #closeIfCancelled(job: Job): boolean {
    if (!job.isSettled || job.activation === undefined || job.activation.isClosing) return false;
    job.activation.close();
    this.#ready.push(job);
    return true;
  }

  #settle(job: Job, ok: boolean, value: unknown, cancelled: boolean): void {
    job.settle(ok, value);
    if (ok || cancelled || job.isAwaited) return;
    // Whoever submitted the job may await it in this very turn of the event loop; then it is theirs.
    this.#host.post(() => {
      if (!job.isAwaited) this.report(value, job);
    });
  }

  #end(job: Job): void {
    job.finish ??= this.#host.now();
    job.work = undefined;
    job.activation = undefined;
    job.sections = 0;
    const { ended } = job;
    job.ended = undefined;
    if (job.finish > job.deadline) this.#tell("deadlineMissed", job, job.finish);
    this.#tell("jobFinished", job, job.finish);
    try {
      ended?.();
    } catch (error) {
      this.report(error, job);
    }
    if (--this.#alive > 0) return;
    const waiting = this.#whenIdle;
    this.#whenIdle = [];
    for (const resolve of waiting) resolve();
  }

  #tell(event: JobEvent, job: Job, value: number): void {
    if (this.#observer === undefined) return;
    try {
      this.#observer[event]?.(job, value, "promise");
    } catch (error) {
      this.report(error, undefined);
    }
  }

  #tellRound(event: "roundStarted" | "roundEnded", now: Instant): void {
    if (this.#observer === undefined) return;
    try {
      this.#observer[event]?.(now);
    } catch (error) {
      this.report(error, undefined);
    }
  }

  /** Takes an error that nobody else takes. */
  report(error: unknown, job: Job | undefined): void {
    try {
      if (this.#onError !== undefined) {
        this.#onError(error, job);
        return;
      }
    } catch (second) {
      this.#host.report(second, "onError");
    }
    this.#host.report(error, job === undefined ? "scheduler" : `job ${job.id} (${job.name})`);
  }
}

interface Settlement {
  readonly ok: boolean;
  readonly value: unknown;
}

/** Waits as `await` does, for promises, thenables and plain values alike. */
async function settled(value: unknown): Promise<Settlement> {
  try {
    return { ok: true, value: await value };
  } catch (error) {
    return { ok: false, value: error };
  }
}

function isThenable(value: unknown): boolean {
  if ((typeof value !== "object" || value === null) && typeof value !== "function") return false;
  try {
    return typeof (value as { then?: unknown }).then === "function";
  } catch {
    return true; // awaiting it gives the error to the job's awaiter
  }
}
