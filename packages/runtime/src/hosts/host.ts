/**
 * What the kernel needs from its platform. Each file in hosts/ implements it for one platform. Nothing else uses the platform.
 */
import type { Duration, Instant } from "../kernel/time.ts";

/** Something that can be cancelled. */
export interface Cancellable {
  /** Cancels it. Cancelling twice has no further effect. */
  cancel(): void;
}

/** A timer of the host's. */
export interface Timer extends Cancellable {
  /**
   * Sets whether the timer keeps a process alive. By default it does. Timers that only observers need do not.
   */
  keepAlive?(yes: boolean): void;
}

/** What the platform costs, for admission: upper bounds in milliseconds. */
export interface Overheads {
  /** The cost of one dispatch. */
  readonly switchCost?: number;
  /** The time until the kernel notices a release while nothing runs. */
  readonly releaseLatency?: number;
  /** The time of the event loop between two rounds. */
  readonly eventLoop?: number;
  /** The time by which a budget may exceed the slice. */
  readonly overrun?: number;
  /**
   * How long a job may wait in total for jobs that were preempted in exclusive units. Default: the longest time that the scheduler
   * has seen so far, which is no bound.
   */
  readonly unit?: number;
}

/** Runs a function in the asynchronous context in which this was created, and returns its result. Errors pass through. */
export type Context = <R>(run: () => R) => R;

/** Carries a value along to everything that code starts: promise reactions, timers, callbacks. */
export interface Carrier {
  /** The value of the code that runs now. */
  get(): unknown;
  /** Runs `body` with this value. */
  run<R>(value: unknown, body: () => R): R;
}

/** A platform: its clock, timers and turns of the event loop. Times are milliseconds. `nodeHost` and `browserHost` are two. */
export interface Host {
  /** The clock, in milliseconds from any epoch. It should not step back; the kernel survives if it does. */
  now(): Instant;
  /** The clock's smallest step in milliseconds; 0 if it is exact. */
  readonly resolution: number;
  /** Runs `turn` once, soon, after the event loop had its chance at input, timers and rendering. */
  post(turn: () => void): void;
  /** Runs `callback` once at `at` or later. Only one is pending at a time. Keeps a process alive, as timers do, unless told not to. */
  timer(at: Instant, callback: () => void): Timer;
  /**
   * When a round that starts at `start` should end, if the host knows better than the fixed `round`: in time for the next display
   * frame, or sooner if turns of the event loop are cheap. Called once per round, unless the user set the round's length.
   */
  roundEnd?(start: Instant, round: Duration): Instant;
  /**
   * Processor time of this thread so far, in milliseconds, if the host knows it. Servers read it after a stretch that took much
   * longer than their budget: while the whole process is stopped, it uses no processor time.
   */
  cpuTime?(): number;
  /** Whether input waits to be handled, if the host knows. */
  inputPending?(): boolean;
  /**
   * Captures the asynchronous context of the code that runs now, if the platform has one: the stores of Node's AsyncLocalStorage.
   * Jobs, alarms and tasks run in the context of the code that created them.
   */
  readonly context?: (() => Context) | undefined;
  /**
   * Creates a carrier that remembers in which server code runs, if the platform allows it. Called when the first server is created.
   * Without it, servers know what their jobs start while they have the thread, but not what promise reactions and timers start.
   */
  carrier?(): Carrier | undefined;
  /** Default: upper bounds for Node on an ordinary machine. */
  readonly overheads?: Overheads;
  /** Takes an error that nobody awaits: an uncaught error, as what a timer's callback throws. It is not to throw it here. */
  report(error: unknown, context: string): void;
}
