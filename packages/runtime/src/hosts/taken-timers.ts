/**
 * Timers that code sets while it runs under the race finder: they are kept, and fire where the finder says. The clock of these timers is
 * that of the last one that fired.
 */

type Callback = (...args: unknown[]) => unknown;

interface Kept {
  readonly id: object;
  readonly callback: Callback;
  readonly args: readonly unknown[];
  readonly due: number;
  readonly every: number | undefined;
}

const setters = ["setTimeout", "setInterval", "setImmediate", "requestAnimationFrame"] as const;
const clearers = ["clearTimeout", "clearInterval", "clearImmediate", "cancelAnimationFrame"] as const;
type Name = (typeof setters)[number] | (typeof clearers)[number];

/** Milliseconds between two frames. */
const frame = 16;

export class TakenTimers {
  #kept: Kept[] = [];
  #now = 0;
  readonly #original = new Map<Name, unknown>();
  readonly #onFirst: () => void;

  /** @param onFirst Called when a timer is set and none was pending */
  constructor(onFirst: () => void = () => {}) {
    this.#onFirst = onFirst;
  }

  get pending(): number {
    return this.#kept.length;
  }

  /** Runs `f`; timers that it sets are kept. */
  during<T>(f: () => T): T {
    const here = globalThis as unknown as Record<Name, unknown>;
    for (const name of [...setters, ...clearers]) {
      // What is not there stays away: code asks for it.
      if (here[name] === undefined) continue;
      this.#original.set(name, here[name]);
      here[name] = this.#replacement(name);
    }
    try {
      return f();
    } finally {
      for (const [name, original] of this.#original) here[name] = original;
      this.#original.clear();
    }
  }

  /** Fires the one that is due next. Returns whether there was one. @throws what it throws */
  fire(): boolean {
    const next = this.#kept.reduce<Kept | undefined>((a, b) => (a === undefined || b.due < a.due ? b : a), undefined);
    if (next === undefined) return false;
    this.#now = next.due;
    this.#kept = this.#kept.filter((one) => one !== next);
    if (next.every !== undefined) this.#kept.push({ ...next, due: this.#now + next.every });
    this.during(() => next.callback(...next.args));
    return true;
  }

  #replacement(name: Name): Callback {
    if (clearers.includes(name as (typeof clearers)[number]))
      return (id) => {
        this.#kept = this.#kept.filter((one) => one.id !== id);
      };
    if (name === "setImmediate") return (callback, ...args) => this.#keep(callback, 0, args);
    if (name === "requestAnimationFrame") return (callback) => this.#keep(callback, frame, [this.#now + frame]);
    const isRepeated = name === "setInterval";
    return (callback, ms, ...args) => this.#keep(callback, Math.max(1, Number(ms) || 0), args, isRepeated);
  }

  #keep(callback: unknown, ms: number, args: readonly unknown[], isRepeated = false): object {
    if (typeof callback !== "function") throw new TypeError("The callback of a timer is not a function.");
    const id = makeId();
    if (this.#kept.length === 0) this.#onFirst();
    const every = isRepeated ? ms : undefined;
    this.#kept.push({ id, callback: callback as Callback, args, due: this.#now + ms, every });
    return id;
  }
}

/** What Node's timers can do, as far as code asks it of them. */
function makeId(): object {
  const id = { ref: () => id, unref: () => id, hasRef: () => true };
  return id;
}
