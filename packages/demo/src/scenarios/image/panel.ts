/** The picture and its triangles, side by side. */

import { element } from "../../views/element.ts";
import { tile } from "../../views/readings.ts";
import { type Canvas, type StudioEvents, size } from "./studio.ts";
import type { Mesh, Picture } from "./work.ts";
import "./image.css";

/** Pixels across the canvas of triangles: sharp at the size it is shown in. */
const across = 720;

export class ImagePanel implements StudioEvents {
  readonly #source = canvas("The picture", size.width, size.height);
  readonly #result = canvas("Its triangles: not drawn yet", across, (across * size.height) / size.width);
  readonly #triangles = element("b", { textContent: "–" });
  readonly #computing = element("b", { textContent: "–" });
  readonly #drawing = element("b", { textContent: "–" });
  readonly #status = document.createElement("p");
  #name = "";

  constructor(panel: HTMLElement, again: () => void) {
    const pictures = document.createElement("div");
    pictures.className = "image-pictures";
    pictures.append(this.#source, this.#result);
    this.#source.id = "image-source";
    this.#result.id = "image-result";
    const button = document.createElement("button");
    button.type = "button";
    button.id = "image-again";
    button.textContent = "Again";
    button.addEventListener("click", again);
    const numbers = document.createElement("div");
    numbers.className = "numbers image-numbers";
    numbers.append(
      tile(this.#triangles, "triangles"),
      tile(this.#computing, "ms to find them"),
      tile(this.#drawing, "ms to draw them"),
      button,
    );
    this.#status.className = "image-status";
    this.#status.setAttribute("role", "status");
    panel.append(pictures, numbers, this.#status);
  }

  opened(picture: Picture, name: string): Canvas {
    this.#name = name;
    this.#status.textContent = "";
    const { width, height, pixels } = picture;
    Object.assign(this.#source, { width, height });
    this.#source.setAttribute("aria-label", `The picture: ${name}`);
    this.#source.getContext("2d")?.putImageData(new ImageData(pixels as ImageDataArray, width, height), 0, 0);
    const scale = Math.min(1, across / width);
    Object.assign(this.#result, { width: Math.round(width * scale), height: Math.round(height * scale) });
    const pen = this.#result.getContext("2d");
    if (pen === null) throw new Error("This browser gives no canvas.");
    return { pen, scale };
  }

  drawn({ colours }: Mesh, caption: string, computing: number, drawing: number): void {
    const count = colours.length.toLocaleString("en");
    this.#triangles.textContent = count;
    this.#computing.textContent = computing.toFixed(0);
    this.#drawing.textContent = drawing.toFixed(0);
    const label = `${this.#name} in ${count} triangles${caption === "" ? "" : `, with the words “${caption}”`}`;
    this.#result.setAttribute("aria-label", label);
  }

  say(text: string): void {
    this.#status.textContent = text;
  }
}

function canvas(label: string, width: number, height: number): HTMLCanvasElement {
  const made = document.createElement("canvas");
  Object.assign(made, { width, height });
  made.setAttribute("role", "img");
  made.setAttribute("aria-label", label);
  return made;
}
