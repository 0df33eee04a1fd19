/** A virtual host that ends a kernel which does not stop: after so many looks at the clock it throws. */
import { VirtualHost } from "@preempt/runtime/testing";

const most = 30_000;

export class MeteredHost extends VirtualHost {
  #looks = 0;
  readonly #times = new Map<object, number>();

  get isExhausted(): boolean {
    return this.#looks > most;
  }

  override now() {
    if (++this.#looks > most) throw new Error("the kernel runs for ever");
    return super.now();
  }

  /** When the next turn or timer comes; Infinity if none. */
  get nextStep(): number {
    if (this.pending.turns > 0) return super.now();
    return Math.min(Number.POSITIVE_INFINITY, ...this.#times.values());
  }

  override timer(when: never, callback: () => void) {
    const key = {};
    this.#times.set(key, when);
    const timer = super.timer(when, () => {
      this.#times.delete(key);
      callback();
    });
    return {
      cancel: () => {
        this.#times.delete(key);
        timer.cancel();
      },
    };
  }
}
