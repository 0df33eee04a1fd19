/** Types for a person, and stops as soon as a person types: whatever is switched, until it is chosen anew. */
import type { Stage, System } from "./scenario.ts";

export class Typist {
  readonly #stage: Stage;
  /** What the field says if nobody but the typist has changed it. */
  #left: string;
  #chosen: string | undefined;
  #isSilent = false;

  /** @param text What the scenario puts into the field. */
  constructor(stage: Stage, text: string) {
    this.#stage = stage;
    this.#left = text;
  }

  /** `next` gives what the field is to say, every so many milliseconds; nothing: as before. */
  start({ options, signal }: System, every: number, next: (text: string) => string | undefined): void {
    const { typing } = options;
    if (this.#chosen !== undefined && this.#chosen !== typing) {
      this.#isSilent = false;
      this.#left = this.#stage.typed;
    }
    this.#chosen = typing;
    if (typing !== "recorded") return;
    const timer = setInterval(() => {
      if (this.#stage.typed !== this.#left) this.#isSilent = true;
      if (this.#isSilent) return clearInterval(timer);
      const text = next(this.#left);
      if (text === undefined) return;
      this.#left = text;
      this.#stage.type(text);
    }, every);
    signal.addEventListener("abort", () => clearInterval(timer));
  }
}
