/** How long the meter waited for each reading: a dot each, above or below the deadline. */
import { element } from "../../views/element.ts";
import { pageColours } from "../../views/palette.ts";
import { SharpCanvas } from "../../views/sharp-canvas.ts";

const shown = 100;
const tallest = 300;

const words: Record<string, string> = {
  none: "without a protocol",
  pip: "under priority inheritance",
  npcs: "with non-preemptive sections",
  pcp: "under the priority ceiling protocol",
  icpp: "under the immediate ceiling protocol",
  srp: "under the stack resource policy",
};

export class ResponsePanel {
  readonly #canvas: SharpCanvas;
  readonly #meter: HTMLElement;
  readonly #line: HTMLElement;
  readonly #due = element("small");
  readonly #times: number[] = [];
  #protocol = "none";
  #deadline = 0;
  #worst = 0;
  #late = 0;
  #count = 0;

  constructor(panel: HTMLElement) {
    this.#meter = element("div", { className: "meter" }, element("i"));
    this.#line = element("p", { className: "verdict", textContent: "–" });
    const canvas = element("canvas", { className: "responses" });
    canvas.setAttribute("role", "img");
    canvas.setAttribute("aria-label", "Response times of the meter's last hundred readings");
    panel.append(element("h3", {}, "The meter's response times ", this.#due), this.#meter, canvas, this.#line);
    this.#canvas = new SharpCanvas(canvas);
  }

  /** @param deadline Milliseconds. */
  begin(protocol: string, deadline: number): void {
    this.#protocol = protocol;
    this.#deadline = deadline;
    this.#due.textContent = `due within ${deadline} ms`;
    this.#times.length = 0;
    this.#worst = this.#late = this.#count = 0;
  }

  showLevel(level: number): void {
    this.#meter.style.setProperty("--level", level.toFixed(3));
  }

  add(_now: number, response: number): void {
    this.#times.push(response);
    if (this.#times.length > shown) this.#times.shift();
    this.#count++;
    this.#worst = Math.max(this.#worst, response);
    if (response > this.#deadline) this.#late++;
    this.#line.textContent = `${this.#count} readings ${words[this.#protocol]}: the longest took ${this.#worst.toFixed(1)} ms, ${this.#late} were late`;
    this.#line.dataset.verdict = this.#late === 0 ? "equal" : "different";
    this.#draw();
  }

  #draw(): void {
    const context = this.#canvas.begin();
    const { width, height } = this.#canvas;
    const { good, bad, muted } = pageColours();
    // Square roots: short times are to be told apart as well.
    const y = (ms: number) => height - 6 - Math.sqrt(Math.min(ms, tallest) / tallest) * (height - 12);
    context.fillStyle = muted;
    for (let x = 0; x < width; x += 8) context.fillRect(x, y(this.#deadline), 4, 1);
    for (const [i, time] of this.#times.entries()) {
      context.fillStyle = time > this.#deadline ? bad : good;
      context.beginPath();
      context.arc(((i + 0.5) / shown) * width, y(time), 3, 0, 7);
      context.fill();
    }
  }
}
