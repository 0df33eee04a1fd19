/** Which picture is made into triangles, and when again: its jobs, one after the other. */
import { Latest } from "../latest.ts";
import type { System } from "../scenario.ts";
import type * as Work from "./work.ts";
import type { Mesh, Pen, Picture } from "./work.ts";

export interface Canvas {
  readonly pen: Pen;
  /** Pixels of the canvas for one of the picture. */
  readonly scale: number;
}

export interface StudioEvents {
  /** There is another picture: it is shown, and a canvas for its triangles comes back. */
  opened(picture: Picture, name: string): Canvas;
  /** Both times in milliseconds, from release to completion. */
  drawn(mesh: Mesh, caption: string, computing: number, drawing: number): void;
}

export const size = { width: 1280, height: 800 };
/** Milliseconds between a picture and the next. */
const pause = 300;
const seed = 20191203;

export class Studio {
  readonly #events: StudioEvents;
  #system: System | undefined;
  #work: typeof Work | undefined;
  #caption: string;
  #picture: Picture | undefined;
  #canvas: Canvas | undefined;
  #mesh: Mesh | undefined;
  /** How long the mesh took. */
  #computing = 0;
  #round = 0;
  readonly #latest = new Latest();
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(caption: string, events: StudioEvents) {
    this.#caption = caption;
    this.#events = events;
  }

  start(system: System, work: typeof Work): void {
    this.#system = system;
    this.#work = work;
    this.#latest.forget();
    system.signal.addEventListener("abort", () => clearTimeout(this.#timer), { once: true });
    if (this.#picture === undefined) {
      this.#latest.ask(
        () => system.release("sample", work.landscape, size.width, size.height, seed),
        (picture) => this.open(picture, "a landscape"),
      );
    } else this.compute();
  }

  open(picture: Picture, name: string): void {
    this.#picture = picture;
    this.#mesh = undefined;
    this.#canvas = this.#events.opened(picture, name);
    this.compute();
  }

  /** Begins anew; each time with other points. */
  compute(): void {
    const [system, work, picture] = [this.#system, this.#work, this.#picture];
    if (system === undefined || work === undefined || picture === undefined || system.signal.aborted) return;
    clearTimeout(this.#timer);
    this.#latest.ask(
      () => system.release("lowpoly", work.lowPoly, picture, Number(system.options.points), ++this.#round),
      (mesh, { responseTime = 0 }) => {
        this.#mesh = mesh;
        this.#computing = responseTime;
        this.#draw();
      },
    );
  }

  caption(text: string): void {
    this.#caption = text;
    // Another mesh that is under way will be drawn with it.
    if (this.#mesh !== undefined && !this.#latest.isUnderWay("lowpoly")) this.#draw();
  }

  #draw(): void {
    const [system, work, mesh, canvas, caption] = [this.#system, this.#work, this.#mesh, this.#canvas, this.#caption];
    if (system === undefined || work === undefined || mesh === undefined || canvas === undefined) return;
    if (system.signal.aborted) return;
    clearTimeout(this.#timer);
    this.#latest.ask(
      () => system.release("draw", work.draw, canvas.pen, mesh, canvas.scale, caption),
      (_, { responseTime = 0 }) => {
        this.#events.drawn(mesh, caption, this.#computing, responseTime);
        if (system.options.repeat === "on") this.#timer = setTimeout(() => this.compute(), pause);
      },
    );
  }
}
