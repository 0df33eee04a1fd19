/** Runs jobs and handlers in the turns that a schedule names: one run, on fresh activations. */

import { type ActivationOutcome, largestBudget } from "@preempt/abi";
import { TakenTimers } from "../../hosts/taken-timers.ts";
import { canonical } from "../../input/canonical.ts";
import type { Activation } from "../../protocol/activation.ts";
import { activate } from "../../protocol/protocol.ts";
import type { Callable } from "../../realm/intrinsics.ts";
import { realm } from "../../realm/realm.ts";
import { type Turn, timer, toEnd } from "./turns.ts";

/** A job or handler of a run. */
export interface Actor {
  readonly fn: Callable;
  readonly args: readonly unknown[];
}

/** What a job came to. */
export type Settlement =
  | { readonly status: "fulfilled"; readonly value: unknown }
  | { readonly status: "rejected"; readonly reason: unknown };

/** A turn as it went. */
export interface Played {
  readonly who: number;
  /** How many points it passed. */
  readonly points: number;
  readonly end: "preempted" | "ended" | "awaits";
}

export interface RunOutcome {
  /** What each came to, as text. */
  readonly results: readonly string[];
  /** The same as it is. */
  readonly settled: readonly Settlement[];
  /** Errors of timers. */
  readonly timerErrors: readonly string[];
  /** Where they were thrown, as their stacks say; "" where one says nothing. */
  readonly timerPlaces: readonly string[];
  readonly played: readonly Played[];
  /** How many points each passed in all. */
  readonly points: readonly number[];
  /** How many points each had passed when it set a timer first, if it did. */
  readonly timersFrom: readonly (number | undefined)[];
  /** Whether one awaited something. */
  readonly hasAwaited: boolean;
}

/** Who watches a run: see access-log.ts. */
export interface Watch {
  /** @param turn Index of the turn in {@link RunOutcome.played} */
  turnStarts(who: number, turn: number): void;
  /** Called to hand over how to ask for the points that the one who runs has passed. */
  counts(points: () => number): void;
}

export interface RunOptions {
  /** Points of the code that are one of the schedule's. */
  readonly unit: number;
  /** Whether timers that jobs set are kept for the schedule. */
  readonly timers: boolean;
  /** What is left at the end: each waits for the one before ("hold"), or whoever can goes on ("switch"). */
  readonly rest: "hold" | "switch";
  /** In which order; default: that of the letters. */
  readonly order?: readonly number[] | undefined;
  /** Fire what timers there are whenever a job has ended, so many at most. */
  readonly fire?: number | undefined;
  readonly watch?: Watch | undefined;
}

interface Running {
  activation: Activation | undefined;
  result: string | undefined;
  settled: Settlement;
  /** What it waits for, handled. */
  waiting: Promise<void> | undefined;
  points: number;
  timersFrom: number | undefined;
}

const { state } = realm;
/** How long chains of promises may be that settle by themselves. */
const microtasks = 64;
/** Timers that fire when all jobs have ended. */
const timersAfterwards = 50;

export class ControlledRun {
  readonly #actors: readonly Actor[];
  readonly #options: RunOptions;
  readonly #running: Running[];
  readonly #played: Played[] = [];
  readonly #timers: TakenTimers;
  readonly #timerErrors: string[] = [];
  readonly #timerPlaces: string[] = [];
  #hasAwaited = false;
  #current: Running | undefined;
  #given = 0;

  constructor(actors: readonly Actor[], options: RunOptions) {
    this.#actors = actors;
    this.#options = options;
    this.#running = actors.map(() => ({
      activation: undefined,
      result: undefined,
      settled: { status: "fulfilled", value: undefined },
      waiting: undefined,
      points: 0,
      timersFrom: undefined,
    }));
    this.#timers = new TakenTimers(() => {
      const running = this.#current;
      if (running !== undefined) running.timersFrom ??= this.#pointsOf(running);
    });
    options.watch?.counts(() => (this.#current === undefined ? 0 : this.#pointsOf(this.#current)));
  }

  async play(turns: readonly Turn[]): Promise<RunOutcome> {
    for (const { who, points } of turns) {
      if (who === timer) this.#fire();
      else await this.#turn(who, points);
    }
    await this.#finish();
    const played = [...this.#played];
    // A module that waits for its timer would never set another one.
    for (let left = timersAfterwards; left > 0 && this.#fire(); left--);
    return {
      results: this.#running.map(({ result }) => result ?? "did not end"),
      settled: this.#running.map(({ settled }) => settled),
      timerErrors: this.#timerErrors,
      timerPlaces: this.#timerPlaces,
      played,
      points: this.#running.map(({ points }) => Math.ceil(points / this.#options.unit)),
      timersFrom: this.#running.map(({ timersFrom }) => timersFrom),
      hasAwaited: this.#hasAwaited,
    };
  }

  /** Runs one of them until it has passed so many points, behind what it awaits as well: unless others have to settle that. */
  async #turn(who: number, points: number): Promise<void> {
    const running = this.#running[who] as Running;
    const last = running.points + points * this.#options.unit;
    while (running.result === undefined && running.points < last) {
      if (running.waiting !== undefined && !(await this.#settle(running))) return;
      this.#take(who, Math.ceil((last - running.points) / this.#options.unit));
    }
  }

  /** Whoever is left runs to the end. */
  async #finish(): Promise<void> {
    const order = this.#options.order ?? this.#actors.map((_, i) => i);
    for (;;) {
      const left = order.filter((i) => this.#running[i]?.result === undefined);
      const [first] = left;
      if (first === undefined) return;
      const isReady = (i: number) => this.#running[i]?.waiting === undefined;
      const next = this.#options.rest === "hold" ? (isReady(first) ? first : undefined) : left.find(isReady);
      if (next !== undefined) this.#take(next, toEnd);
      else if (!(await this.#settle()) && !this.#fire()) await Promise.race(left.map((i) => this.#running[i]?.waiting));
    }
  }

  /** Lets promises settle. Returns whether what `one` waits for has, or what any of them waits for. */
  async #settle(one?: Running): Promise<boolean> {
    const waiting = one === undefined ? this.#running.filter(({ waiting }) => waiting !== undefined) : [one];
    const isOver = () => waiting.some((running) => running.waiting === undefined);
    for (let i = 0; i < microtasks && !isOver(); i++) await undefined;
    return isOver();
  }

  #fire(): boolean {
    if (this.#timers.pending === 0) return false;
    this.#options.watch?.turnStarts(timer, this.#played.length);
    try {
      this.#timers.fire();
    } catch (error) {
      this.#timerErrors.push(canonical(error));
      this.#timerPlaces.push(placeOf(error));
    }
    this.#played.push({ who: timer, points: 0, end: "ended" });
    return true;
  }

  /** Runs one of them. Returns false if it has ended, or waits. */
  #take(who: number, points: number): boolean {
    const running = this.#running[who];
    if (running === undefined || running.result !== undefined || running.waiting !== undefined) return false;
    this.#options.watch?.turnStarts(who, this.#played.length);
    const before = running.points;
    this.#current = running;
    const run = () => this.#run(running, this.#actors[who] as Actor, points * this.#options.unit);
    const end = this.#options.timers ? this.#timers.during(run) : run();
    this.#current = undefined;
    const passed = Math.ceil((running.points - before) / this.#options.unit);
    this.#played.push({ who, points: passed, end });
    if (end === "ended") for (let left = this.#options.fire ?? 0; left > 0 && this.#fire(); left--);
    return true;
  }

  #run(running: Running, { fn, args }: Actor, points: number): Played["end"] {
    try {
      running.activation ??= activate(fn, undefined, [...args]);
      const outcome = this.#advance(running, running.activation, points);
      if (outcome === "preempted") return "preempted";
      if (outcome === "awaiting") {
        this.#await(running, running.activation.awaiting, false);
        return "awaits";
      }
      const { value } = running.activation;
      if (value instanceof Promise) {
        this.#await(running, value, true);
        return "awaits";
      }
      ended(running, { status: "fulfilled", value });
    } catch (error) {
      ended(running, { status: "rejected", reason: error });
    }
    return "ended";
  }

  #await(running: Running, value: unknown, isResult: boolean): void {
    this.#hasAwaited = true;
    const { activation } = running;
    const settled = (settlement: Settlement) => {
      running.waiting = undefined;
      if (isResult) ended(running, settlement);
      else if (activation !== undefined && settlement.status === "fulfilled") activation.value = settlement.value;
      else activation?.fail((settlement as { reason?: unknown }).reason);
    };
    running.waiting = (async () => await value)().then(
      (given) => settled({ status: "fulfilled", value: given }),
      (reason: unknown) => settled({ status: "rejected", reason }),
    );
  }

  #pointsOf(running: Running): number {
    return running.points + Math.max(0, this.#given - Math.max(state.budget, -1));
  }

  /** Until it has passed so many points, ended, or awaits. */
  #advance(running: Running, activation: Activation, points: number): ActivationOutcome {
    for (let left = points; ; ) {
      this.#given = Math.min(left, largestBudget) - 1;
      const before = running.points;
      const outcome = this.#resume(running, activation);
      left -= running.points - before;
      if (outcome !== "preempted" || left <= 0) return outcome;
    }
  }

  /** As `resume` of the protocol, which keeps to itself what is left of the budget. */
  #resume(running: Running, activation: Activation): ActivationOutcome {
    const { budget, exact, depth } = state;
    state.exact = false;
    state.budget = this.#given;
    let outcome: ActivationOutcome | undefined;
    try {
      outcome = activation.resume();
      return outcome;
    } finally {
      // A yield of a generator function is a point, too, and takes nothing from the budget.
      const isYield = outcome === "preempted" && state.budget >= 0;
      running.points += this.#given - Math.max(state.budget, -1) + (isYield ? 1 : 0);
      this.#given = 0;
      if (outcome === undefined || outcome === "done") state.forget?.();
      state.budget = budget;
      state.depth = depth;
      state.exact = exact;
    }
  }
}

/** What it gives is made text at once: others may change it later. */
function ended(running: Running, settled: Settlement): void {
  running.settled = settled;
  running.result =
    settled.status === "fulfilled" ? `gives ${canonical(settled.value)}` : `throws ${canonical(settled.reason)}`;
}

/** "at step (/project/node_modules/d3-force/src/simulation.js:25:9)" */
function placeOf(error: unknown): string {
  const frame = error instanceof Error ? /\n\s+(at .*)/.exec(error.stack ?? "")?.[1] : undefined;
  return frame?.replace(/\?[^():]*(?=:\d)/, "") ?? "";
}
