/** A canvas in the size that CSS gives it and the resolution of the screen. */
import { fontScale } from "./font-scale.ts";

export class SharpCanvas {
  readonly element: HTMLCanvasElement;
  readonly context: CanvasRenderingContext2D;
  /** In CSS pixels, which are larger where letters are. */
  width = 0;
  height = 0;
  /** Of the screen, when the canvas was fitted to it. */
  #ratio = 0;

  constructor(element: HTMLCanvasElement) {
    this.element = element;
    this.context = element.getContext("2d") as CanvasRenderingContext2D;
    // Asked for once per change: reading sizes in each frame would force layout.
    new ResizeObserver(() => this.#fit()).observe(element);
    this.#fit();
  }

  /** Empties it; what is drawn afterwards is in pixels as {@link width} is. */
  begin(): CanvasRenderingContext2D {
    // A zoomed page, or another screen: the size in CSS pixels may stay as it is.
    if (devicePixelRatio !== this.#ratio) this.#fit();
    this.context.clearRect(0, 0, this.width, this.height);
    return this.context;
  }

  #fit(): void {
    const { clientWidth, clientHeight } = this.element;
    const scale = fontScale();
    this.#ratio = devicePixelRatio;
    const ratio = Math.min(2, this.#ratio);
    this.width = clientWidth / scale;
    this.height = clientHeight / scale;
    this.element.width = Math.round(clientWidth * ratio);
    this.element.height = Math.round(clientHeight * ratio);
    this.context.setTransform(ratio * scale, 0, 0, ratio * scale, 0, 0);
  }
}
