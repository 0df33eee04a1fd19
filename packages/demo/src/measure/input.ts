/** From the key to the screen: an echo job answers each input, and the frame after it ends the measurement. */
import type { Runner } from "../modes.ts";

export class InputMeter {
  /** Delays in milliseconds, oldest first. */
  readonly delays: number[] = [];
  #runner: Runner;

  constructor(field: HTMLInputElement | HTMLTextAreaElement, echo: (text: string) => void, runner: Runner) {
    this.#runner = runner;
    field.addEventListener("input", (event) => {
      const from = event.timeStamp;
      const answer = (text: string) => {
        echo(text);
        requestAnimationFrame(() => {
          this.delays.push(performance.now() - from);
          if (this.delays.length > 200) this.delays.shift();
        });
      };
      void this.#runner.scheduler.submit(answer, { args: [field.value], name: "echo", deadline: 32, priority: 20 });
    });
  }

  moveTo(runner: Runner): void {
    this.#runner = runner;
    this.delays.length = 0;
  }

  /** The median and the worst of the last 20. */
  summary(): { median: number; worst: number } | undefined {
    const recent = this.delays.slice(-20).sort((a, b) => a - b);
    if (recent.length === 0) return undefined;
    return { median: recent[recent.length >> 1] as number, worst: recent.at(-1) as number };
  }
}
