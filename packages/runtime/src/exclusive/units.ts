/**
 * Exclusive units: modules whose state a preempted job may have left half changed. Everything runs on one thread, so that jobs can
 * only meet inside where one of them is suspended there. Nothing is locked on entry:
 *
 *   holder   [ f | g in the unit | h ]      suspended: from `g` on the unit is held, until that frame has ended
 *   asker    enters the unit, finds it held, and is suspended where it starts; then it runs the holder
 *            until that has left the unit, and goes on
 *
 * The holder runs in the asker's slice, and so at its urgency: no job of middling urgency comes in between, and there are no wait
 * lines. (Proxy execution; bandwidth inheritance: Lipari, Lamastra and Abeni 2004.) If the asker's budget ends before, both are
 * suspended, and the asker asks again when it is resumed.
 *
 * Code that cannot be suspended, as a timer's callback, runs the holder on the spot. Where the holder itself waits, see wait.ts.
 */

import { type ActivationOutcome, largestBudget, takenAway, usedUp } from "@preempt/abi";
import { PreemptError } from "../input/errors.ts";
import type { CoreJob } from "../kernel/core-job.ts";
import { realm } from "../realm/realm.ts";
import { room } from "../realm/room.ts";
import { HeldUnits } from "./held-units.ts";
import { help } from "./help.ts";
import type { Holder, UnitHooks } from "./holder.ts";
import { Lock } from "./lock.ts";
import { waitFor } from "./wait.ts";

declare const console: { warn(text: string): void };

const { state } = realm;

export class Units implements UnitHooks {
  readonly #locks = new Map<string, Lock>();
  /** How many activations are run by others at this moment, each for the one before it. */
  #helps = 0;
  /** Whose holder cannot leave: whoever asks next goes in all the same. */
  #letIn: Lock | undefined;
  /** At which of these helps the holder has left the unit, and goes on to its next point; -1: at none. */
  #toPoint = -1;
  /** The units of the holders that run, on this stack. */
  #running: readonly { readonly lock: Lock; readonly holder: Holder }[] = [];
  /** What the code asks for that is on its way to be suspended, */
  #asked: Lock | undefined;
  /** and the budget that it had. */
  #budget = 0;

  /** The lock of that name: one for all copies of a module, and of the runtime. */
  lock(name: string): Lock {
    const known = this.#locks.get(name);
    if (known !== undefined) return known;
    const made = new Lock(name);
    this.#locks.set(name, made);
    return made;
  }

  suspended(holder: Holder, mark: unknown, index: number): void {
    if (Lock.is(mark)) HeldUnits.of(holder).hold(mark, index);
  }

  left(holder: Holder, index: number): void {
    HeldUnits.of(holder).left(index);
  }

  forget(holder: Holder): void {
    HeldUnits.of(holder).untold = undefined;
  }

  resume(holder: Holder): ActivationOutcome | undefined {
    const units = HeldUnits.of(holder);
    const { untold } = units;
    if (untold !== undefined) {
      units.untold = undefined;
      return untold;
    }
    if (units.isGivenUp) {
      for (const lock of units.locks) if (!this.#isFreed(lock, holder)) return "preempted";
      units.takeBack();
    }
    return this.#run(holder, units, 0);
  }

  /** @param floor How many frames are to stay */
  #run(holder: Holder, units: HeldUnits, floor: number): ActivationOutcome | undefined {
    const { level } = units;
    units.level = this.#helps;
    try {
      for (;;) {
        const asked = this.#asked;
        this.#asked = undefined;
        if (asked !== undefined) {
          // Whoever drives the activation may have given it another budget since.
          if (state.budget === usedUp) state.budget = this.#budget;
          if (state.budget < 0 || !this.#isFreed(asked, holder)) return "preempted";
          // It asks again at once.
          if (asked.holder !== undefined) this.#letIn = asked;
        }
        const outcome = this.#runInside(holder, units, floor);
        if (outcome === "awaiting") units.giveUp();
        if (outcome !== "preempted" || this.#asked === undefined) return outcome;
      }
    } finally {
      units.level = level;
    }
  }

  /** Runs the holder, which need not ask about its own units. */
  #runInside(holder: Holder, units: HeldUnits, floor: number): ActivationOutcome | undefined {
    const { locks } = units;
    if (locks.length === 0) return holder.runDownTo(floor);
    const outer = this.#running;
    this.#running = [...outer, ...locks.map((lock) => ({ lock, holder }))];
    for (const lock of locks) lock.runs(holder);
    try {
      return holder.runDownTo(floor);
    } finally {
      this.#running = outer;
      for (const lock of locks) lock.runs(undefined);
    }
  }

  /**
   * Called by code that enters the unit while it is held, and can be suspended. Returns whether it has to be: then the holder is run
   * when the frames have left the stack.
   */
  mustWait(lock: Lock): boolean {
    if (this.#letIn === lock) {
      this.#letIn = undefined;
      return false;
    }
    if (this.#toPoint === this.#helps && HeldUnits.of(lock.holder as Holder).level !== this.#helps) {
      // It need not go on: it has left what was needed, and comes to what others are in.
      state.budget = usedUp;
      return true;
    }
    if (!this.#isInTheWay(lock)) return false;
    this.#asked = lock;
    this.#budget = state.budget;
    state.budget = usedUp;
    return true;
  }

  /** Called by code that cannot be suspended: runs the holders until nobody is inside. */
  waitHere(lock: Lock): void {
    if (!this.#isInTheWay(lock)) return;
    // What is run here has not chosen to stand at the end of this stack.
    room();
    const { budget } = state;
    do state.budget = largestBudget;
    while (!this.#isFreed(lock));
    // What that took was time of the job that runs here, if any: it looks at the clock soon.
    state.budget = Math.min(budget, takenAway);
  }

  /**
   * Runs the holders of the unit. Returns whether the way is free; else the budget is used up, or the asker waits.
   *
   * @param asker What is to enter, if it can be suspended
   */
  #isFreed(lock: Lock, asker?: Holder): boolean {
    for (let isFirst = true; this.#isInTheWay(lock); isFirst = false) {
      // A holder that comes back again and again is run no longer than the budget lasts.
      if (!isFirst && --state.budget < 0) return false;
      const holder = lock.holder as Holder;
      const isBlocked = holder.driver?.isBlocked === true;
      if (!isBlocked && this.#help(holder, lock, asker === undefined)) continue;
      if (lock.holder !== holder) continue;
      if (state.budget < 0) return false;
      // It has come to where it cannot go on.
      if (waitFor(lock, asker?.driver, holder.driver)) return false;
      this.#tell(lock, "waits for something inside");
      return true;
    }
    return true;
  }

  /** Whether the unit is held by an activation that is to leave it first. */
  #isInTheWay(lock: Lock): boolean {
    const { holder } = lock;
    if (holder === undefined) return false;
    const { level } = HeldUnits.of(holder);
    if (level < 0) return true;
    // It has called what asks, or it runs whoever asks: then each would wait for the other.
    if (level < this.#helps) this.#tell(lock, "waits for another unit, whose holder enters this one");
    return false;
  }

  /** Returns whether the holder has left the unit; it may have come back since. */
  #help(holder: Holder, lock: Lock, isPlain: boolean): boolean {
    const units = HeldUnits.of(holder);
    let hasLeft = false;
    const run = () => {
      const { exact, depth } = state;
      const running = this.#running;
      state.exact = false;
      this.#helps++;
      // For what is run here they are in the way.
      for (const { lock } of running) lock.runs(undefined);
      try {
        const outcome = this.#run(holder, units, units.floorOf(lock) ?? holder.depth);
        hasLeft = outcome === undefined;
        // Code that cannot be suspended has begun to do something before it asked: as little as may be comes in between.
        return outcome ?? (isPlain ? undefined : this.#runToPoint(holder, units));
      } finally {
        this.#helps--;
        for (const own of running) own.lock.runs(own.holder);
        state.depth = depth;
        state.exact = exact;
      }
    };
    if (holder.driver !== undefined) help(holder.driver as CoreJob, lock.name, run);
    // Whoever drives it is told when its turn comes.
    else if (run() === "awaiting") units.untold = "awaiting";
    return hasLeft;
  }

  /**
   * The holder has left the unit. Whoever called it there may be about to read what it left: where no preemption point is, nobody
   * else may come in between, so that it goes on to the next one.
   */
  #runToPoint(holder: Holder, units: HeldUnits): ActivationOutcome | undefined {
    const { budget } = state;
    const outer = this.#toPoint;
    this.#toPoint = this.#helps;
    state.budget = 0;
    try {
      return this.#run(holder, units, 0);
    } finally {
      this.#toPoint = outer;
      // Where it was taken away meanwhile, it stays so.
      if (state.budget >= usedUp) state.budget = budget;
    }
  }

  /** Two jobs are inside from now on. Once for each unit. */
  #tell(lock: Lock, why: string): void {
    if (lock.isReported) return;
    lock.isReported = true;
    const text = `two jobs are inside of ${lock.name} at a time: the first ${why}, so that the second cannot wait for it.`;
    const driver = lock.holder?.driver;
    if (driver === undefined) console.warn(`preempt: ${text}`);
    else (driver as CoreJob).kernel.report(new PreemptError("unit_shared", text), driver as CoreJob);
  }
}
