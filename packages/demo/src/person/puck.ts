/** Something to drag: each move of the pointer, or of the arrow keys, releases a job that puts the puck there. */
import type { System } from "../scenarios/scenario.ts";

const step = 0.04;

export class Puck {
  readonly #pad: HTMLElement;
  readonly #puck: HTMLElement;
  #x = 0.5;
  #y = 0.7;
  /** Whether it stands there. */
  #isPlaced = true;
  #system: System | undefined;
  readonly #answer: (timeStamp: number) => void;

  /** @param answered Is told the time stamp of each event when its job is done. */
  constructor(pad: HTMLElement, puck: HTMLElement, answered: (timeStamp: number) => void) {
    this.#pad = pad;
    this.#puck = puck;
    const place = (x: number, y: number, timeStamp: number) => {
      puck.style.setProperty("--x", x.toFixed(4));
      puck.style.setProperty("--y", y.toFixed(4));
      this.#isPlaced = x === this.#x && y === this.#y;
      answered(timeStamp);
    };
    this.#answer = (timeStamp) => {
      this.#system?.release("drag", place, this.#x, this.#y, timeStamp).then(undefined, () => {});
    };
    const moveTo = (x: number, y: number, timeStamp: number) => {
      this.#x = Math.min(1, Math.max(0, x));
      this.#y = Math.min(1, Math.max(0, y));
      this.#isPlaced = false;
      this.#answer(timeStamp);
    };
    puck.addEventListener("pointerdown", (event) => puck.setPointerCapture(event.pointerId));
    puck.addEventListener("pointermove", (event) => {
      if (!puck.hasPointerCapture(event.pointerId)) return;
      const { x, y } = this.#within(event);
      moveTo(x, y, event.timeStamp);
    });
    puck.addEventListener("keydown", (event) => {
      const by = { ArrowLeft: [-step, 0], ArrowRight: [step, 0], ArrowUp: [0, -step], ArrowDown: [0, step] }[event.key];
      if (by === undefined) return;
      event.preventDefault();
      moveTo(this.#x + (by[0] as number), this.#y + (by[1] as number) * 3, event.timeStamp);
    });
  }

  moveTo(system: System | undefined): void {
    this.#system = system;
    // It was dragged while nothing ran, or the last system ended before it was placed.
    if (!this.#isPlaced) this.#answer(performance.now());
  }

  #within({ clientX, clientY }: PointerEvent): { x: number; y: number } {
    const { left, top, width, height } = this.#pad.getBoundingClientRect();
    const half = this.#puck.offsetWidth / 2;
    return { x: (clientX - left - half) / (width - 2 * half), y: (clientY - top - half) / (height - 2 * half) };
  }
}
