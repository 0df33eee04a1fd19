/** How late the event loop is: a timer that should come at once says by how much it came late. */
const every = 100;

export class LoopDelayMeter {
  /** The last delays in milliseconds, oldest first: two seconds of them. */
  readonly delays: number[] = [];

  constructor() {
    let due = performance.now() + every;
    const tick = () => {
      const now = performance.now();
      this.delays.push(Math.max(0, now - due));
      if (this.delays.length > 20) this.delays.shift();
      due = now + every;
      setTimeout(tick, every);
    };
    setTimeout(tick, every);
  }

  get worst(): number {
    return Math.max(0, ...this.delays);
  }
}
