/**
 * The one door to the outside: what the kernel asks of its surroundings. Each file in hosts/ answers for one kind.
 */
import type { Duration, Instant } from "../kernel/time.ts";

/** Something that can be called off. */
export interface Cancellable {
  cancel(): void;
}

/** A timer of the host's. */
export interface Timer extends Cancellable {
  /**
   * Whether a process waits for it, where there are processes: it does, until it is told otherwise. What the kernel only watches
   * for observers is nothing to wait for.
   */
  keepAlive?(yes: boolean): void;
}

/** What the surroundings cost, for admission: bounds, in milliseconds. */
export interface Overheads {
  /** One dispatch with all that belongs to it. */
  readonly switchCost?: number;
  /** From the instant of a release to the kernel's noticing it while nothing runs. */
  readonly releaseLatency?: number;
  /** What the event loop takes between two rounds. */
  readonly eventLoop?: number;
  /** What a budget may overrun the slice. */
  readonly overrun?: number;
  /**
   * How long a job may be kept waiting in all by jobs that were preempted in exclusive units. Default: the longest time that the
   * scheduler has seen so far, which is no bound.
   */
  readonly unit?: number;
}

/** Runs something, and gives its result, in the surroundings in which this was made. It lets errors through. */
export type Context = <R>(run: () => R) => R;

/** Takes a value along to whatever code starts: promise reactions, timers, callbacks. */
export interface Carrier {
  /** The value that the code that runs now was given. */
  get(): unknown;
  /** Runs `body` with this value. */
  run<R>(value: unknown, body: () => R): R;
}

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
   * When a round that starts at `start` ends, where the host knows better than a fixed `round`: in time for the next
   * frame, or sooner where turns of the event loop cost next to nothing. Asked once per round, unless the user fixed the round's length.
   */
  roundEnd?(start: Instant, round: Duration): Instant;
  /**
   * Milliseconds of the processor that this thread has had so far, where the host knows. Servers ask it after a stretch that
   * takes much longer than their budget: when the whole process is stopped, no time of the processor is used.
   */
  cpuTime?(): number;
  /** Whether input waits to be handled, where the host knows. */
  inputPending?(): boolean;
  /**
   * What surrounds the code that runs now, where there is such a thing: the stores of Node's AsyncLocalStorage. Jobs, alarms
   * and tasks run in what surrounded the one who made them.
   */
  readonly context?: (() => Context) | undefined;
  /**
   * What takes along in which server code runs, where there is such a thing: asked for when the first server is made. Without
   * it, servers know of what their jobs start while they have the thread, and not of what promise reactions and timers start.
   */
  carrier?(): Carrier | undefined;
  /** Default: what Node on an ordinary machine stays below. */
  readonly overheads?: Overheads;
  /** Takes an error that nobody awaits: an uncaught error, as what a timer's callback throws. It is not to throw it here. */
  report(error: unknown, context: string): void;
}
