/**
 * Browsers do not say when a worker has ended: closed itself, or was ended for want of memory. But a lock (Web Locks) is
 * free again when its holder is gone. The worker takes one and keeps it; whoever gets it next knows. Where there are no
 * locks (pages that are not secure contexts) such an end goes unnoticed.
 */

interface Locks {
  request(name: string, granted: () => unknown): Promise<unknown>;
  request(name: string, options: { signal: AbortSignal }, granted: () => unknown): Promise<unknown>;
}

declare const navigator: { readonly locks?: Locks } | undefined;
declare const crypto: { randomUUID(): string };
declare const AbortController: new () => { readonly signal: AbortSignal; abort(): void };
interface AbortSignal {
  readonly aborted: boolean;
}

const locks = (): Locks | undefined => (typeof navigator === "object" ? navigator.locks : undefined);

/** The worker's side: takes the lock for good, and says when it has it, or that it cannot have it. */
export function holdLifeline(name: string, answer: (isHeld: boolean) => void): void {
  const granted = () => {
    answer(true);
    return new Promise(() => {});
  };
  const request = locks()?.request(name, granted);
  // Documents without an origin may not lock.
  if (request === undefined) answer(false);
  else void request.catch(() => answer(false));
}

/** The controlling side. */
export class Lifeline {
  readonly #control = new AbortController();
  readonly #ended: () => void;
  readonly #name: string;

  private constructor(name: string, ended: () => void) {
    this.#name = name;
    this.#ended = ended;
  }

  /** Undefined where there are no locks. `ended` is called when the worker that holds it has ended. */
  static make(ended: () => void): Lifeline | undefined {
    return locks() === undefined ? undefined : new Lifeline(`preempt-${crypto.randomUUID()}`, ended);
  }

  get name(): string {
    return this.#name;
  }

  /** To be called when the worker has the lock, and not before. */
  watch(): void {
    const { signal } = this.#control;
    void locks()
      ?.request(this.#name, { signal }, () => {
        if (!signal.aborted) this.#ended();
      })
      .catch(() => {});
  }

  close(): void {
    this.#control.abort();
  }
}
