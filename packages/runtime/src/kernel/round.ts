/**
 * The round: what the kernel does with the thread, from top to bottom.
 *
 *       the host gives the kernel the thread (ready-and-due.ts)                       place 1   the round begins
 *        │
 *        ▼
 *   ┌▶ RELEASE    what is due fires: alarms, releases, deadlines
 *   │             a job that was released, or has what it waited for, is ready        place 2   woken
 *   │             and enters the ready queue, at its key                              place 3   enqueue, keyOf
 *   │  CHOOSE     the most urgent job leaves the ready queue                          place 4   choose
 *   │  DISPATCH   it gets a slice, in what surrounded whoever submitted it            place 5   dispatch
 *   │             and begins                                                          place 6   dispatched
 *   │      ┌────▶ it runs for a budget: preemption points passed without the clock
 *   │  CHARGE     the clock is read: the time that has passed is the job's            place 7   charged
 *   │      └───── another budget, while the slice lasts and it is the most urgent     place 8   continues
 *   │  HAND OVER  preempted: it is ready again                                        place 9   preempted, putBack
 *   │             it waits, for a promise, a job or a resource                        place 10  wait, block
 *   │             it was cancelled: its finalizers run, as slices of the job          place 11  close
 *   │             it has ended                                                        place 12  failed, ended
 *   └─── until no job is ready, the round is over, or input waits                     place 1   the round ends
 *
 * At each place the whole scheduler adds what its features need. kernel.ts lists that in order; `grep -rn "Place 4"` finds the features'
 * own parts:
 *
 *   place        1  2  3  4  5  6  7  8  9  10 11 12
 *   tasks           x     x                             jobs of a task in their order; "drop" what cannot be in time
 *   deadlines       x                             x     onMiss, and deadlineMissed for observers
 *   sections           x  x              x  x           non-preemptive critical sections
 *   waiting         x  x              x  x  x  x  x     resources and ends of jobs: who waits lends its urgency
 *   servers            x  x     x  x        x     x     budgets, and turns among the jobs of one server
 *   groups             x  x                 x     x     pauses, and places where concurrency is limited
 *   limits               x     x  x     x         x     limits of execution time
 *   load            x           x        x  x  x  x     the figures of `rt.load`
 *   observers    x  x           x  x     x  x     x
 *
 * The core has the round alone: each place does what stands here, or nothing. An exception at any place is reported; the job whose turn
 * it was is cancelled with it, and the round goes on.
 */
import { PreemptError } from "../input/errors.ts";
import { lengthOfBudget } from "../pacing/budget.ts";
import type { Activation } from "../protocol/activation.ts";
import { activate, resume } from "../protocol/protocol.ts";
import type { Outcome } from "./awaitable.ts";
import { type CoreJob, named, type Work } from "./core-job.ts";
import { ReadyAndDue } from "./ready-and-due.ts";
import { type Duration, elapsed, type Instant, later, never } from "./time.ts";

type Ending = "done" | "preempted" | "awaiting" | "failed";

/** @internal */
export abstract class Round extends ReadyAndDue {
  /** The budget was spent on another job as well. */
  isShared = false;
  sliceEnd = never;
  roundEnd = never;
  /** Milliseconds by which the slices of the job that runs, or ran last, end earlier, and rounds with them. */
  #margin = 0;
  /** Milliseconds that a budget should last. */
  readonly #target = lengthOfBudget(this.options.slice, this.host.resolution);
  /** Milliseconds that a job may run in this round: the slice, or the round, whose length the host may know better than the options. */
  #span = never as number;
  /** The points that the running job was given last, and when. */
  #budget = 0;
  #lookedAt = never;
  /** The job of the slice before this one, in the same round. */
  #last: CoreJob | undefined;

  protected override runRound(goesOn: boolean): void {
    const start = this.now();
    if (!goesOn) this.roundEnd = this.endOfRound(start);
    this.#span = Math.min(this.options.slice, this.roundEnd - start);
    this.runJobs(start);
    this.#last = undefined;
  }

  /** Place 1. Runs jobs until none is ready or the round is over. Returns the time then. */
  protected runJobs(start: Instant): Instant {
    let now = start;
    for (;;) {
      now = this.#releaseDue(now);
      const job = this.choose(now);
      if (job === undefined) return now;
      try {
        now = this.dispatch(job, now);
      } catch (error) {
        this.caller = this.running = this.turn = undefined;
        this.inJob = false;
        this.salvage(job, error);
        now = this.now();
      }
      if (!this.isRoundOpen(start, now)) return now;
    }
  }

  /** Whether the round may go on. */
  protected override isRoundOpen(since = this.lastNow, now = this.now()): boolean {
    return now >= since && now < this.roundEnd - this.#margin && !this.isInputPending();
  }

  // RELEASE

  /** Fires what is due. Returns the time after it: what alarms take is no job's time. */
  #releaseDue(now: Instant): Instant {
    const { pending, caller } = this;
    let after = now;
    // What a callback does, the job that runs has not done.
    this.caller = undefined;
    // Callbacks that set alarms for this very instant, again and again, must not keep the thread.
    for (let most = pending.size + 1000; most > 0 && pending.key <= now; most--) {
      try {
        pending.take()?.fire();
      } catch (error) {
        this.report(error);
      }
      after = this.now();
    }
    this.caller = caller;
    return after;
  }

  /** The job's release has come, or what it awaited. Equals take turns in the order in which this happens. */
  protected arrived(job: CoreJob): void {
    this.goLast(job);
    this.wake(job);
  }

  /** What the job waited for has come: its release, or something else. Throws nothing. */
  wake(job: CoreJob): void {
    try {
      this.woken(job);
    } catch (error) {
      this.salvage(job, error);
    }
  }

  /** Place 2. The job may run. */
  protected woken(job: CoreJob): void {
    job.moveTo("ready");
    this.makeReady(job);
  }

  // CHOOSE

  /** Place 4. Takes out the job that is to run now. */
  protected choose(now: Instant): CoreJob | undefined {
    return this.ready.take(now);
  }

  // DISPATCH

  /**
   * Place 5. Runs `job` until its slice or the round is over, it waits or ends, or something more urgent became ready. Returns the time
   * after it.
   */
  protected dispatch(job: CoreJob, from: Instant): Instant {
    const { fn, thisArg, args, allowance } = job.work as Work;
    const { slice, ideal, margin: hasMargin } = this.options;
    const margin = hasMargin === false ? undefined : allowance.margin;
    let before = from;
    let outcome: Ending;
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
      this.charge(job, isPreempted && !this.isShared);
      this.isShared = false;
      // What has just ended is complete at this instant, before anything is released.
      if (ideal && isPreempted) this.#lookedAt = this.#releaseDue(this.#lookedAt);
    } while (isPreempted && this.continues(job, before));
    const now = this.#lookedAt;
    // A job that was dispatched after that instant was late for it.
    if (isPreempted && !this.reschedule && this.limit > from)
      margin?.see(now - this.limit, this.#span, this.host.resolution);
    this.#handOver(job, outcome, error, now);
    return now;
  }

  /** Place 6. The job gets the processor for a slice. */
  protected dispatched(_job: CoreJob, _now: Instant): void {}

  /** When the running job is to give the thread up. */
  protected get limit(): Instant {
    return Math.min(this.sliceEnd, this.roundEnd - this.#margin) as Instant;
  }

  // CHARGE

  /** Reads the clock: what the running job has taken since the last time is its. Returns the time. */
  charge(job: CoreJob | undefined, isUsedUp: boolean): Instant {
    const now = this.now();
    const spent = elapsed(this.#lookedAt, now);
    this.#lookedAt = now;
    if (job === undefined) return now;
    job.executionTime += spent;
    if (isUsedUp && !this.reschedule) {
      (job.work as Work).allowance.learn(this.#budget, spent, this.#target, this.host.resolution);
    }
    this.charged(job, spent, now);
    return now;
  }

  /** Place 7. The job ran for `spent` without a look at the clock. */
  protected charged(_job: CoreJob, _spent: Duration, _now: Instant): void {}

  /** Place 8. Whether the slice is not over. Where the clock stepped back, its end means nothing any more. */
  protected continues(job: CoreJob, before: Instant): boolean {
    const now = this.#lookedAt;
    return now >= before && now < this.limit && !this.reschedule && !isToClose(job);
  }

  // HAND OVER

  /** The slice is over: what becomes of the job. */
  #handOver(job: CoreJob, ending: Ending, error: unknown, now: Instant): void {
    this.caller = this.running = this.turn = undefined;
    if (ending === "failed") this.finish(job, { ok: false, value: error }, now);
    else if (ending === "done") this.returned(job, now);
    else if (isToClose(job)) this.closeCancelled(job, now, ending === "awaiting" && job.activation?.awaiting);
    else if (ending === "awaiting") this.awaits(job, now);
    else this.preempted(job, now);
  }

  /** Place 9. The job was suspended at a preemption point. */
  protected preempted(job: CoreJob, now: Instant): void {
    job.wasPreempted = true;
    // The job used a slice up, in one go or in parts: rounds may be shorter, and more urgent jobs come in between.
    const isUsedUp = now >= this.sliceEnd || job.executionTime - job.turn >= this.options.slice;
    if (isUsedUp && this.policy.roundRobin !== false) this.goLast(job);
    job.moveTo("ready");
    this.putBack(job, now);
  }

  /** Place 9. The job has lost the processor, and would go on. */
  putBack(job: CoreJob, now: Instant): void {
    this.enqueue(job, now);
  }

  /** The job awaits something: it goes on with the outcome. */
  awaits(job: CoreJob, now: Instant): void {
    const activation = job.activation as Activation;
    const { isClosing, awaiting } = activation;
    this.wait(job, now, awaiting, ({ ok, value }) => {
      // A job cancelled meanwhile has been sent on its way already: what it waited for no longer matters.
      if (job.activation !== activation || activation.isClosing !== isClosing) return;
      if (ok) activation.value = value;
      else activation.fail(value);
      this.arrived(job);
    });
  }

  /** Place 10. The job waits for what it awaits, and `goOn` is called with the outcome. */
  protected wait(job: CoreJob, now: Instant, awaiting: unknown, goOn: (outcome: Outcome) => void): void {
    this.block(job, now, "promise");
    // Its own end would never come.
    if (awaiting === job)
      goOn({ ok: false, value: new PreemptError("deadlock", `${named(job)} waits for its own end.`) });
    else this.goesOnAfter(awaiting, goOn);
  }

  /** Place 10. The job has lost the processor, and waits. */
  block(job: CoreJob, _now: Instant, _on: "promise" | "job" | "resource"): void {
    job.moveTo("blocked");
  }

  /** Place 11 and place 12: see core-kernel.ts. */
  protected abstract returned(job: CoreJob, now: Instant): void;
  abstract finish(job: CoreJob, outcome: Outcome, now: Instant): void;
  abstract closeCancelled(job: CoreJob, now: Instant, awaiting: unknown): void;
  protected abstract salvage(job: CoreJob, error: unknown): void;
}

/** Whether the job was cancelled while it ran, and has yet to notice. */
function isToClose(job: CoreJob): boolean {
  return job.outcome !== undefined && job.activation?.isClosing === false;
}
