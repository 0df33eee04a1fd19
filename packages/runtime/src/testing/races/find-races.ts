/**
 * Looks for interleavings of jobs that give what no serial order gives. Jobs run one at a time and change places at preemption points
 * alone, so a schedule is all that decides what they do: it can be chosen, counted, drawn from a seed, and played again.
 */

import { PreemptError } from "../../input/errors.ts";
import { AccessLog } from "./access-log.ts";
import { hasNotes, listen } from "./access-notes.ts";
import { Allowed } from "./allowed.ts";
import { type Conflict, conflictsIn, likelyPoints } from "./conflicts.ts";
import { ControlledRun, type RunOptions, type RunOutcome } from "./controlled-run.ts";
import { merged, minimise } from "./minimise.ts";
import { type CheckedOptions, checkRaceOptions, type Entrant, jobsOf, type RaceOptions } from "./race-options.ts";
import { type RaceReport, reportOf, type TurnShown } from "./race-report.ts";
import { Random } from "./random.ts";
import {
  type Batch,
  drawnSchedules,
  type Known,
  likelyPreemptions,
  onePreemption,
  twoPreemptions,
} from "./schedules.ts";
import { serialOrders } from "./serial-orders.ts";
import { parseTurns, preemptionsIn, printTurns, type Turn, toEnd } from "./turns.ts";

/** A run and what was wrong with it. */
interface Judged {
  readonly outcome: RunOutcome;
  /** Undefined: it is as some serial order has it. */
  readonly wrong: string | undefined;
}

/** Timers that fire after a job in the serial orders in which they do. */
const firedAfterJob = 20;

/**
 * Runs jobs in many interleavings, and says whether they give something that no serial order gives.
 *
 *     const report = await findRaces({ jobs: { a: { fn: render, args: [pageA] }, b: { fn: render, args: [pageB] } } });
 *     expect(report.race).toBeUndefined();
 *
 * @throws PreemptError for options that do not exist or are out of range; `not_repeatable` if two runs in the same order differ;
 *   `no_points` if no job can be preempted; `invariant_broken` if the invariant does not hold in a serial order
 */
export async function findRaces<S>(options: RaceOptions<S>): Promise<RaceReport> {
  return new Search(checkRaceOptions(options)).run();
}

class Search<S> {
  readonly #options: CheckedOptions<S>;
  #entrants: readonly Entrant<S>[];
  readonly #letters: readonly string[];
  readonly #random: Random;
  readonly #allowed: Allowed<S>;
  #known: Known[] = [];
  #tried = 0;
  readonly #seen = new Set<string>();

  constructor(options: CheckedOptions<S>) {
    this.#options = options;
    this.#entrants = options.entrants;
    this.#letters = options.entrants.map(({ letter }) => letter);
    this.#random = new Random(options.seed);
    this.#allowed = new Allowed(options.invariant);
  }

  async run(): Promise<RaceReport> {
    const { replay } = this.#options;
    await this.#runSerially();
    if (replay !== undefined) {
      const turns = parseTurns(replay, this.#letters);
      const judged = await this.#judge(turns);
      return this.#report([], judged.wrong === undefined ? undefined : { turns, judged });
    }
    const complete: Batch["kind"][] = [];
    for (const make of [this.#likely, this.#one, this.#two, this.#drawn]) {
      const batch = make.call(this, this.#options.schedules - this.#tried);
      const found = await this.#search(batch);
      if (found !== undefined) return this.#report(complete, await this.#simplest(found));
      if (batch.isComplete) complete.push(batch.kind);
    }
    return this.#report(complete, undefined);
  }

  #likely(left: number): Batch {
    return likelyPreemptions(this.#known, Math.ceil(left / 3));
  }

  #one(left: number): Batch {
    const all = onePreemption(this.#known, left, this.#random);
    return all.isComplete ? all : onePreemption(this.#known, Math.ceil(left / 2), this.#random);
  }

  #two(left: number): Batch {
    const all = twoPreemptions(this.#known, left, this.#random);
    return all.isComplete ? all : twoPreemptions(this.#known, Math.ceil(left / 2), this.#random);
  }

  #drawn(): Batch {
    const schedules = drawnSchedules(this.#known, this.#random, this.#options.depth);
    return { kind: "random", isComplete: false, schedules };
  }

  /** The first that goes wrong. */
  async #search({ schedules }: Batch): Promise<{ turns: Turn[]; judged: Judged } | undefined> {
    let again = 0;
    for (const given of schedules) {
      if (this.#tried >= this.#options.schedules || again > 200) return undefined;
      const turns = merged(given);
      const text = printTurns(turns, this.#letters);
      if (this.#seen.has(text)) {
        again++;
        continue;
      }
      again = 0;
      this.#seen.add(text);
      this.#tried++;
      const judged = await this.#judge(turns);
      if (judged.wrong !== undefined) return { turns: this.#asPlayed(turns, judged.outcome), judged };
    }
    return undefined;
  }

  /** What is left of the turns: a job that has ended takes none. */
  #asPlayed(turns: readonly Turn[], { played }: RunOutcome): Turn[] {
    const made = played.map(({ who, points, end }) => ({ who, points: end === "preempted" ? points : toEnd }));
    return played.some(({ end }) => end === "awaits") ? [...turns] : merged(made);
  }

  /** With fewer preemptions, if the modules are as they were. */
  async #simplest(found: {
    turns: Turn[];
    judged: Judged;
  }): Promise<{ turns: Turn[]; judged: Judged; isDamaged?: boolean }> {
    if (!(await this.#recovers())) return { ...found, isDamaged: true };
    let { judged } = found;
    const turns = await minimise(found.turns, async (candidate) => {
      const now = await this.#judge(candidate);
      if (now.wrong === undefined) return false;
      judged = now;
      await this.#reload();
      return true;
    });
    return { turns, judged };
  }

  async #reload(): Promise<void> {
    const jobs = await this.#options.reload?.();
    if (jobs === undefined) return;
    const made = jobsOf(jobs);
    if (made.length !== this.#letters.filter((letter) => /[A-Z]/.test(letter)).length)
      throw new PreemptError("other_jobs", "`reload` gives more or fewer jobs than there were. Give the same ones.");
    this.#entrants = [...made, ...this.#entrants.slice(made.length)];
  }

  /** Whether serial orders give what they gave. */
  async #recovers(): Promise<boolean> {
    await this.#reload();
    const { wrong } = await this.#judge([]);
    return wrong === undefined;
  }

  async #runSerially(): Promise<void> {
    const { invariant } = this.#options;
    const entrants = this.#entrants;
    const orders = serialOrders(entrants.length, this.#random);
    const runs: RunOutcome[] = [];
    for (const order of orders) {
      const { outcome, state } = await this.#run([], { order });
      runs.push(outcome);
      this.#allowed.add(outcome, state);
    }
    const again = await this.#run([], { order: orders[0] });
    if (invariant === undefined) this.#expectSame(runs[0] as RunOutcome, again.outcome);
    const hasTimers = runs.some(({ timersFrom }) => timersFrom.some((from) => from !== undefined));
    const hasAwaited = runs.some((run) => run.hasAwaited);
    for (const order of orders) {
      for (const fire of hasTimers ? [1, firedAfterJob] : []) {
        const { outcome, state } = await this.#run([], { order, fire });
        this.#allowed.add(outcome, state);
      }
      if (!hasAwaited) continue;
      const { outcome, state } = await this.#run([], { order, rest: "switch" });
      this.#allowed.add(outcome, state);
    }
    const most = (i: number) => runs.reduce((points, run) => Math.max(points, run.points[i] as number), 0);
    const points = entrants.map((_, i) => most(i));
    if (points.every((n) => n === 0)) {
      throw new PreemptError(
        "no_points",
        "no job passed a preemption point, so nothing can come in between. Give functions that the transform has made preemptable, or generator functions.",
      );
    }
    const likely = await this.#likelyPoints();
    const { timersFrom } = runs[0] as RunOutcome;
    const inUnits = (from: number | undefined) => (from === undefined ? undefined : from / (this.#options.budget + 1));
    this.#known = points.map((n, i) => ({
      points: n,
      likely: likely[i] as number[],
      timerFrom: inUnits(timersFrom[i]),
    }));
  }

  async #likelyPoints(): Promise<number[][]> {
    const { budget } = this.#options;
    const entrants = this.#entrants;
    if (!hasNotes()) return entrants.map(() => []);
    const log = new AccessLog();
    await this.#watched(log, []);
    const most = this.#options.schedules;
    return entrants.map((_, i) => [
      ...new Set(likelyPoints(log, i, most).map((point) => Math.max(1, Math.ceil(point / (budget + 1))))),
    ]);
  }

  #expectSame(first: RunOutcome, second: RunOutcome): void {
    const i = first.results.findIndex((result, at) => result !== second.results[at]);
    if (i < 0) return;
    const { letter, name } = this.#entrants[i] as Entrant<S>;
    throw new PreemptError(
      "not_repeatable",
      `two runs in the same order differ: ${letter} ${name} ${first.results[i]}, then ${second.results[i]}. ` +
        "Give `setup` to make what the jobs share anew, or an `invariant` in place of comparing results.",
    );
  }

  async #judge(turns: readonly Turn[]): Promise<Judged> {
    const { outcome, state } = await this.#run(turns);
    return { outcome, wrong: this.#allowed.wrongWith(outcome, state) };
  }

  async #run(
    turns: readonly Turn[],
    more: Partial<RunOptions> = {},
  ): Promise<{ readonly outcome: RunOutcome; readonly state: S }> {
    const { setup, budget, timers } = this.#options;
    const state = (await setup?.()) as S;
    const actors = this.#entrants.map(({ fn, argsFor }) => ({ fn, args: argsFor(state) }));
    const outcome = await new ControlledRun(actors, { unit: budget + 1, timers, rest: "hold", ...more }).play(turns);
    return { outcome, state };
  }

  async #watched(log: AccessLog, turns: readonly Turn[]): Promise<Judged> {
    const stop = listen(log.note);
    try {
      const { outcome, state } = await this.#run(turns, { watch: log });
      return { outcome, wrong: this.#allowed.wrongWith(outcome, state) };
    } finally {
      stop();
    }
  }

  async #report(
    complete: readonly Batch["kind"][],
    found: { turns: readonly Turn[]; judged: Judged; isDamaged?: boolean } | undefined,
  ): Promise<RaceReport> {
    const entrants = this.#entrants;
    const summary = {
      schedules: this.#tried,
      complete: complete.filter((kind) => kind === "one" || kind === "two"),
      points: Object.fromEntries(
        entrants.flatMap(({ letter, isHandler }, i) => (isHandler ? [] : [[letter, this.#known[i]?.points ?? 0]])),
      ),
      entrants,
    };
    if (found === undefined) return reportOf(summary, undefined);
    const { turns, isDamaged = false } = found;
    let { judged } = found;
    let log: AccessLog | undefined;
    if (hasNotes() && !isDamaged) {
      await this.#reload();
      log = new AccessLog();
      judged = await this.#watched(log, turns);
      if (judged.wrong === undefined) ({ judged } = found);
    }
    const conflicts: Conflict[] = log === undefined ? [] : conflictsIn(log);
    const shown: TurnShown[] = judged.outcome.played.map((turn, i) => ({
      ...turn,
      ...(log?.turns[i] ?? { first: undefined, last: undefined }),
    }));
    const played = this.#asPlayed(turns, judged.outcome);
    return reportOf(summary, {
      replay: printTurns(played, this.#letters),
      preemptions: preemptionsIn(played),
      turns: shown,
      conflicts,
      got: judged.outcome,
      expected: this.#allowed.nearest(judged.outcome),
      wrong: judged.wrong ?? (found.judged.wrong as string),
      isDamaged,
    });
  }
}
