/** The right side of the page: what moves is drawn in each frame, what is read four times a second. */
import type { FrameMeter } from "../observe/frames.ts";
import type { InputMeter } from "../observe/input.ts";
import type { LoopDelayMeter } from "../observe/loop-delay.ts";
import type { App } from "../shell/app.ts";
import type { Recorder } from "../shell/recorder.ts";
import type { TaskEditor } from "../shell/task-editor.ts";
import { find } from "./element.ts";
import { RateChart } from "./rate-chart.ts";
import { ReadyQueue } from "./ready-queue.ts";
import { Timeline } from "./timeline.ts";

export interface Shown {
  readonly app: App;
  readonly frames: FrameMeter;
  readonly input: InputMeter;
  readonly loop: LoopDelayMeter;
  readonly editor: TaskEditor;
  readonly recorder: Recorder;
}

const calm = matchMedia("(prefers-reduced-motion: reduce)");
const readEvery = 250;

export class Dashboard {
  readonly #shown: Shown;
  readonly #timeline = new Timeline(find<HTMLCanvasElement>("#timeline"));
  readonly #queue = new ReadyQueue(find<HTMLCanvasElement>("#queue"));
  readonly #rates = new RateChart(find("#rate-chart"));
  #busy = 0;
  #busyAt = 0;

  constructor(shown: Shown) {
    this.#shown = shown;
  }

  start(): void {
    let readAt = 0;
    const frame = (now: number) => {
      requestAnimationFrame(frame);
      const isToRead = now - readAt >= readEvery;
      // Where people want no motion the charts step with the numbers.
      if (!calm.matches || isToRead) this.#draw();
      if (!isToRead) return;
      readAt = now;
      this.#read();
    };
    requestAnimationFrame(frame);
  }

  #draw(): void {
    const { app, frames } = this.#shown;
    const now = performance.now();
    this.#timeline.draw(frames, app.live, now);
    this.#queue.draw(app.live, app.setup.policy, now);
  }

  #read(): void {
    const { app, frames, input, loop, editor, recorder } = this.#shown;
    const now = performance.now();
    const { live } = app;
    const rate = frames.rate(1000);
    const p99 = frames.p99(3000);
    const worst = frames.worst(1000);
    const delay = input.summary();
    const busy = live.busy + (live.running ? now - live.since : 0);
    const share = busy < this.#busy ? 0 : (busy - this.#busy) / (now - this.#busyAt);
    this.#busy = busy;
    this.#busyAt = now;
    this.#rates.add(rate);
    tile("rate", rate.toFixed(0), rate < 50);
    tile("p99", Number.isNaN(p99) ? "–" : p99.toFixed(1), p99 > 25);
    tile("worst", worst.toFixed(0), worst > 25);
    tile("loop", loop.worst.toFixed(0), loop.worst > 50);
    tile("delay", delay ? delay.median.toFixed(0) : "–", (delay?.median ?? 0) > 50);
    tile("busy", `${Math.min(100, share * 100).toFixed(0)}`, false);
    const missed = live.missedRecently(now);
    tile("missed", String(missed), missed > 0);
    tile("waiting", String(live.ready.size), false);
    editor.refresh(live);
    recorder.refresh(now);
  }
}

function tile(id: string, text: string, isBad: boolean): void {
  const element = find(`#${id}`);
  if (element.textContent !== text) element.textContent = text;
  element.parentElement?.classList.toggle("bad", isBad);
}
