/** What is live at the places of a body: what is read there, and what is live where they lead to and is not assigned there. */

/** A bit for each variable. */
export type Live = bigint;

export const none: Live = 0n;

export class Place {
  /** What is live before it, as far as it is known. */
  live: Live;
  readonly #read: Live;
  readonly #assigned: Live;
  readonly #next: Place[] = [];
  /** Places that lead to this one. */
  readonly before: Place[] = [];

  /** @param assigned What surely gets another value before it is read behind the place */
  constructor(next: readonly Place[], read: Live, assigned: Live) {
    this.live = read;
    this.#read = read;
    this.#assigned = assigned;
    this.leadTo(next);
  }

  leadTo(next: readonly Place[]): void {
    for (const place of next) {
      this.#next.push(place);
      place.before.push(this);
    }
  }

  /** @returns whether that is more than before */
  update(): boolean {
    let after = none;
    for (const { live } of this.#next) after |= live;
    const live = this.#read | (after & ~this.#assigned);
    const isMore = live !== this.live;
    this.live = live;
    return isMore;
  }
}

/** Finds what is live at each of the places, which are given from the last one to the first. */
export function spread(places: readonly Place[]): void {
  const due = new Set(places);
  // Those that are added while it goes on come last.
  for (const place of due) {
    due.delete(place);
    if (place.update()) for (const before of place.before) due.add(before);
  }
}
