/**
 * Events for which nobody listens so far. Each is in three lists: of all, of its category, and of its name, all of them in the order
 * of emission. So the oldest is dropped, and those of a category or a name are taken, without looking at any others.
 */
import { Chain, type Link } from "./chain.ts";
import type { AnyEvent, Category } from "./event-types.ts";

/** With its places in the three lists. */
interface Held {
  readonly event: AnyEvent;
  readonly ofCategory: Chain<Held>;
  readonly ofName: Chain<Held>;
  readonly category: Category;
  inAll: Link<Held> | undefined;
  inCategory: Link<Held> | undefined;
  inName: Link<Held> | undefined;
}

export interface HeldLimits {
  /** How many are held. */
  readonly most: number;
  /** For how many milliseconds. */
  readonly expires: number;
  readonly overflow: "oldest" | "newest";
}

export class HeldEvents {
  readonly #limits: HeldLimits;
  readonly #dropped: { expired: number; overflow: number };
  readonly #all = new Chain<Held>();
  readonly #byCategory = new Map<Category, Chain<Held>>();
  readonly #byName = new Map<Category, Chain<Held>>();

  constructor(limits: HeldLimits, dropped: { expired: number; overflow: number }) {
    this.#limits = limits;
    this.#dropped = dropped;
  }

  get size(): number {
    return this.#all.size;
  }

  /** Whether some event of this name is held. */
  has(name: Category): boolean {
    return this.#byName.has(name);
  }

  add(event: AnyEvent, category: Category): void {
    const { most, overflow } = this.#limits;
    this.expire(event.at);
    if (this.size >= most) {
      this.#dropped.overflow++;
      const oldest = this.#all.first;
      if (overflow === "newest" || oldest === undefined) return;
      this.#remove(oldest);
    }
    const ofCategory = chainOf(this.#byCategory, category);
    const ofName = chainOf(this.#byName, event.event);
    const none = undefined;
    const held: Held = { event, ofCategory, ofName, category, inAll: none, inCategory: none, inName: none };
    held.inAll = this.#all.push(held);
    held.inCategory = ofCategory.push(held);
    held.inName = ofName.push(held);
  }

  /** Takes the oldest event of this name. */
  takeNamed(name: Category): AnyEvent | undefined {
    return this.#take(this.#byName.get(name)?.first);
  }

  /** Takes the oldest event of this category. */
  takeOf(category: Category): AnyEvent | undefined {
    return this.#take(this.#byCategory.get(category)?.first);
  }

  /** Drops those that were held for too long. */
  expire(now: number): void {
    for (;;) {
      const oldest = this.#all.first;
      if (oldest === undefined || now - oldest.event.at < this.#limits.expires) return;
      this.#remove(oldest);
      this.#dropped.expired++;
    }
  }

  /** @returns how many there were */
  clear(): number {
    const { size } = this;
    for (let oldest = this.#all.first; oldest !== undefined; oldest = this.#all.first) this.#remove(oldest);
    return size;
  }

  #take(held: Held | undefined): AnyEvent | undefined {
    if (held !== undefined) this.#remove(held);
    return held?.event;
  }

  #remove({ event, category, ofCategory, ofName, inAll, inCategory, inName }: Held): void {
    this.#all.remove(inAll as Link<Held>);
    ofCategory.remove(inCategory as Link<Held>);
    ofName.remove(inName as Link<Held>);
    if (ofCategory.size === 0) this.#byCategory.delete(category);
    if (ofName.size === 0) this.#byName.delete(event.event);
  }
}

function chainOf(chains: Map<Category, Chain<Held>>, key: Category): Chain<Held> {
  let chain = chains.get(key);
  if (chain === undefined) {
    chain = new Chain();
    chains.set(key, chain);
  }
  return chain;
}
