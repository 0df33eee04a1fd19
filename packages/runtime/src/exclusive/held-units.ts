/** Which exclusive units one activation holds. */
import type { ActivationOutcome } from "@preempt/abi";
import type { Holder } from "./holder.ts";
import type { Lock } from "./lock.ts";

export class HeldUnits {
  readonly #holder: Holder;
  /** Outer frames first; for each unit the outermost of the frames in it. */
  readonly #holds: { readonly lock: Lock; readonly index: number }[] = [];
  /** While the job awaits, others may enter: the author of an `await` expects them. */
  isGivenUp = false;
  /** What a resumption by somebody else came to, of which its own driver has yet to be told. */
  untold: ActivationOutcome | undefined;
  /** How many helps were under way when the activation was resumed; -1 while it is suspended. */
  level = -1;

  private constructor(holder: Holder) {
    this.#holder = holder;
  }

  static of(holder: Holder): HeldUnits {
    holder.units ??= new HeldUnits(holder);
    return holder.units as HeldUnits;
  }

  /** How many frames stay when the unit is left; undefined if it is not held. */
  floorOf(lock: Lock): number | undefined {
    return this.#holds.find((hold) => hold.lock === lock)?.index;
  }

  /** The units that it holds, or held before it gave them up. */
  get locks(): readonly Lock[] {
    return this.#holds.map(({ lock }) => lock);
  }

  /** The frame at `index` is suspended in the unit. */
  hold(lock: Lock, index: number): void {
    if (this.floorOf(lock) !== undefined) return;
    this.#holds.push({ lock, index });
    this.#holder.heldFrom = index;
    lock.add(this.#holder);
  }

  /** The frame at `index` has ended: what was held from there on is free. */
  left(index: number): void {
    const holds = this.#holds;
    for (let last = holds.at(-1); last !== undefined && last.index >= index; last = holds.at(-1)) {
      holds.pop();
      if (!this.isGivenUp) last.lock.remove(this.#holder);
    }
    this.#holder.heldFrom = holds.at(-1)?.index ?? -1;
  }

  giveUp(): void {
    if (this.isGivenUp) return;
    this.isGivenUp = true;
    for (const lock of this.locks) lock.remove(this.#holder);
  }

  takeBack(): void {
    this.isGivenUp = false;
    for (const lock of this.locks) lock.add(this.#holder);
  }
}
