/** From an event to the screen: the job that answers it, and the frame after that ends the measurement. */
export class InputMeter {
  /** Delays in milliseconds, oldest first. */
  readonly delays: number[] = [];

  /** The event of that time stamp has been answered: the next frame shows it. */
  answered(timeStamp: number): void {
    requestAnimationFrame(() => {
      this.delays.push(performance.now() - timeStamp);
      if (this.delays.length > 200) this.delays.shift();
    });
  }

  clear(): void {
    this.delays.length = 0;
  }

  /** The median and the worst of the last 20. */
  summary(): { median: number; worst: number } | undefined {
    const recent = this.delays.slice(-20).sort((a, b) => a - b);
    if (recent.length === 0) return undefined;
    return { median: recent[recent.length >> 1] as number, worst: recent.at(-1) as number };
  }
}
