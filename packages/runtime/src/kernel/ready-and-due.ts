/**
 * What is ready, by urgency, and what is due at an instant; and how the kernel gets the thread for that. It asks the host for one turn
 * at a time: at once where a job is ready, else by one timer, for the next instant at which something is due. With nothing ready and
 * nothing due it asks for none.
 *
 *   something becomes ready, or is set for an instant ──▶ arm() ──▶ host.post(turn) or host.timer(instant, turn)
 *                                                           ▲                     │
 *                                                           └──── the round ◀─────┘     however the round ends
 */

import type { Timer } from "../hosts/host.ts";
import type { JobQueue } from "../policies/policy.ts";
import { endBudget } from "../protocol/protocol.ts";
import { room } from "../realm/room.ts";
import type { Outcome } from "./awaitable.ts";
import type { CoreJob } from "./core-job.ts";
import { KeyedHeap } from "./keyed-heap.ts";
import type { Pending } from "./pending.ts";
import { atOnce, SafeCalls } from "./safe-calls.ts";
import { settlement } from "./settlement.ts";
import { type Instant, never } from "./time.ts";

/** Milliseconds after which the host has broken its promise of a turn, and is asked for another one. */
const patience = 100;
/** So often in a row the host is asked again for a turn that it cannot give; then not before something happens. */
const mostRefusals = 10;
/** Microtasks for which a turn may go on: what a job awaits has often settled by then. */
const mostMicrotasks = 12;

export abstract class ReadyAndDue extends SafeCalls {
  /** The jobs that may run now, the most urgent first. */
  readonly ready = (this.policy.queue?.() ?? new KeyedHeap()) as unknown as JobQueue<CoreJob>;
  /** What is due at an instant: releases, alarms, deadlines, timeouts, replenishments. */
  protected readonly pending = new KeyedHeap<Pending>();
  running: CoreJob | undefined;
  /** The job whose code is on the stack: the running one, unless an alarm has come in between. */
  caller: CoreJob | undefined;
  /** The job whose slice it is: the running one, or the one that runs it to enter an exclusive unit. */
  turn: CoreJob | undefined;
  /** Code of the running job is on the stack. */
  inJob = false;
  /** A job more urgent than the running one has become ready. */
  reschedule = false;
  protected ticket = 0;

  /** When the host has promised the next turn: {@link atOnce} where one is posted, else when the timer fires. */
  #turnAt = never;
  /** When it did so, and which of its promises that is: no other counts. */
  #promisedAt = never;
  #promises = 0;
  /** How often in a row the host could promise none. */
  #refusals = 0;
  protected timer: Timer | undefined;
  /** A round is on the stack. */
  protected inRound = false;
  /** Microtasks for which the last turn may go on still. */
  #microtasks = 0;
  /** What a job awaited has settled, and makes it ready. */
  #hasSettled = false;
  /** Failed when nobody awaited them: they are reported in the next turn, unless somebody does by then. */
  #failed: CoreJob[] = [];

  /** Its equals come first now, and then it has a whole slice. */
  protected goLast(job: CoreJob): void {
    job.ticket = ++this.ticket;
    job.turn = job.executionTime;
  }

  /** Puts a job into the ready queue: it was released, woken, or let go by its server or a group. */
  makeReady(job: CoreJob): void {
    // It may be in already, or run, or have ended: observers cancel jobs, and timers of servers come late.
    if (job.heapIndex >= 0 || job === this.running || job.work === undefined) return;
    if (!this.enqueue(job, this.now())) return;
    this.preemptIfLessUrgent();
    this.arm();
  }

  /** Place 3. Returns whether the job is in the ready queue now: it may be kept from it, or have been put in by someone else. */
  protected enqueue(job: CoreJob, now: Instant): boolean {
    const key = this.keyOf(job);
    // Whoever was just told of the job, or of an error in its key, may have cancelled it.
    if (job.heapIndex >= 0 || job.work === undefined) return false;
    job.key = key;
    this.ready.push(job, now);
    return true;
  }

  /** Works the job's key out anew, wherever the job is. Returns whether it has changed. */
  protected updateKey(job: CoreJob): boolean {
    const key = this.keyOf(job);
    if (key === job.key) return false;
    if (job.heapIndex >= 0) this.ready.rekey(job, key);
    else job.key = key;
    return true;
  }

  /** Place 3. Ends the running job's budget if the head of the ready queue is more urgent. */
  preemptIfLessUrgent(): void {
    const head = this.ready.peek();
    // An aged job's key stands for one slice; any other is worked out anew: it may change while the job runs.
    const urgent = this.turn ?? this.running;
    if (urgent === undefined || head === undefined || urgent.key === Number.NEGATIVE_INFINITY) return;
    if (head.key >= this.keyOf(urgent)) return;
    this.reschedule = true;
    if (this.inJob) endBudget();
  }

  // The host's turn

  /** The kernel has the thread, and something is ready or due. If it goes on with the last round, that ends when it was to end. */
  protected abstract runRound(goesOn: boolean): void;

  /** Sees to it that the next turn comes. Throws nothing. */
  arm(): void {
    if (this.inRound) return;
    const next = this.ready.size > 0 || this.#failed.length > 0 ? atOnce : (this.pending.key as Instant);
    if ((this.#turnAt === atOnce || this.#turnAt === next) && !this.#isOverdue()) return;
    try {
      this.timer?.cancel();
    } catch (error) {
      this.report(error);
    }
    this.timer = undefined;
    this.#turnAt = never;
    // A host that cannot post may still have timers.
    if (next === never || this.#ask(next) || (next === atOnce && this.#ask(this.lastNow))) this.#refusals = 0;
    else if (++this.#refusals < mostRefusals) this.#armSoon();
  }

  /**
   * Whether the round of the last turn goes on: a job has what it awaited, while the thread is the kernel's all the same. A turn of the
   * host takes ten times as long as an `await`.
   */
  #goesOn(): boolean {
    return this.#hasSettled && this.#microtasks > 0 && this.isRoundOpen();
  }

  /** Whether the last round could have gone on, if there had been something to run. */
  protected abstract isRoundOpen(): boolean;

  /** Calls `goOn`, which makes a job ready, with what `awaited` comes to. The turn may go on if that is in the next microtasks. */
  protected goesOnAfter(awaited: unknown, goOn: (outcome: Outcome) => void): void {
    const isOpen = this.#microtasks > 0;
    this.#microtasks = mostMicrotasks;
    if (!isOpen) void this.#closes();
    void settlement(awaited).then((outcome) => {
      this.#hasSettled = true;
      try {
        goOn(outcome);
      } finally {
        this.#hasSettled = false;
      }
    });
  }

  async #closes(): Promise<void> {
    for (; this.#microtasks > 0; this.#microtasks--) await undefined;
  }

  /** Asks again when the stack is empty. */
  #armSoon(): void {
    void Promise.resolve().then(() => this.arm());
  }

  /** Has the host promise a turn. Returns whether it did. */
  #ask(next: Instant): boolean {
    const promise = ++this.#promises;
    const goesOn = next === atOnce && this.#goesOn();
    const turn = () => {
      if (promise === this.#promises && !this.inRound) this.#turn(goesOn);
    };
    try {
      // Others may be as soon, and more urgent.
      if (goesOn) void Promise.resolve().then(turn);
      else if (next === atOnce) this.host.post(turn);
      else this.timer = this.host.timer(next, turn);
      this.#turnAt = next;
      this.#promisedAt = this.lastNow;
      return true;
    } catch (error) {
      this.report(error);
      return false;
    }
  }

  /** The host has not kept its promise: other timers were put in the place of its own, and taken away again. */
  #isOverdue(): boolean {
    const due = this.#turnAt === atOnce ? this.#promisedAt : this.#turnAt;
    return this.lastNow - due > patience || this.lastNow < this.#promisedAt;
  }

  /** The host gives the kernel the thread. However this ends, the next turn is asked for. */
  #turn(goesOn: boolean): void {
    if (this.#turnAt !== never) this.firedAt = this.#turnAt;
    this.#turnAt = never;
    this.timer = undefined;
    try {
      room();
    } catch (error) {
      // A host that is run at the end of somebody's stack: not again and again from there.
      this.#armSoon();
      throw error;
    }
    this.inRound = true;
    try {
      // Whoever submitted a job may await it until the host's next turn.
      if (!goesOn) this.#reportFailed();
      if (this.ready.size > 0 || this.pending.key <= this.now()) this.runRound(goesOn);
    } catch (error) {
      this.report(error);
    } finally {
      this.inRound = false;
      this.arm();
    }
  }

  #reportFailed(): void {
    const failed = this.#failed;
    this.#failed = [];
    for (const job of failed) if (!job.isAwaited) this.report(job.outcome?.value, job);
  }

  /** Reports the job's error in the next turn, unless somebody awaits the job by then: whoever submitted it may do so now. */
  protected reportSoon(job: CoreJob): void {
    this.#failed.push(job);
    this.arm();
  }
}
