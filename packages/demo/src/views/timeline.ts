/** The last second: each frame above, who had the thread below, on one time axis. */
import type { FrameMeter } from "../observe/frames.ts";
import type { Live } from "../observe/live.ts";
import { pageColours, rowColour } from "./palette.ts";
import { SharpCanvas } from "./sharp-canvas.ts";

const span = 1000;
const gutter = 74;
const frameLane = 46;
const rowHeight = 15;
const axis = 16;
/** Milliseconds that the frame lane is high. */
const tallestFrame = 60;

export class Timeline {
  readonly #canvas: SharpCanvas;
  #rows = -1;

  constructor(element: HTMLCanvasElement) {
    this.#canvas = new SharpCanvas(element);
  }

  draw(frames: FrameMeter, live: Live, now: number): void {
    this.#fitRows(live.rows.length);
    const context = this.#canvas.begin();
    const { width, height } = this.#canvas;
    const scale = (width - gutter) / span;
    const x = (time: number) => gutter + (time - now + span) * scale;
    const from = now - span;
    const colours = pageColours();
    context.font = "11px system-ui, sans-serif";
    context.textBaseline = "middle";

    context.fillStyle = colours.line;
    for (let tick = Math.ceil(from / 100) * 100; tick < now; tick += 100)
      context.fillRect(x(tick), 0, 1, height - axis);
    context.fillStyle = colours.muted;
    context.fillText("frames", 0, frameLane / 2);
    context.fillText("−1 s", gutter, height - axis / 2);
    context.textAlign = "right";
    context.fillText("now", width, height - axis / 2);
    context.textAlign = "left";

    for (const { start, length } of frames.since(from)) {
      const isLong = length > 25;
      const tall = Math.min(1, length / tallestFrame) * (frameLane - 6);
      context.fillStyle = isLong ? colours.bad : colours.good;
      const wide = Math.max(2, Math.min(length, start - from) * scale - 1);
      context.fillRect(x(start) - wide, frameLane - tall - 2, wide, tall);
    }
    for (const { name, index } of live.rows) {
      const y = frameLane + index * rowHeight;
      context.fillStyle = colours.text;
      context.fillText(shorten(name), 0, y + rowHeight / 2);
      context.fillStyle = colours.line;
      context.fillRect(gutter, y + rowHeight - 1, width - gutter, 1);
    }
    const bar = (row: number, start: number, end: number) => {
      const left = x(Math.max(start, from));
      context.fillStyle = rowColour(row);
      context.fillRect(left, frameLane + row * rowHeight + 3, Math.max(1, x(end) - left), rowHeight - 5);
    };
    live.spans.each(from, bar);
    if (live.running) bar(live.row(live.running.name).index, live.since, now);
    live.eachMark(from, (row, time, kind) => {
      const y = frameLane + row * rowHeight;
      context.fillStyle = kind === "miss" ? colours.bad : colours.muted;
      if (kind === "miss") context.fillRect(x(time) - 2, y + 1, 4, rowHeight - 2);
      else context.fillRect(x(time), y + 1, 1, 4);
    });
  }

  #fitRows(rows: number): void {
    if (rows === this.#rows) return;
    this.#rows = rows;
    this.#canvas.element.style.height = `${(frameLane + rows * rowHeight + axis) / 16}rem`;
  }
}

const shorten = (name: string) => (name.length > 11 ? `${name.slice(0, 10)}…` : name);
