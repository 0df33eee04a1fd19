/** Records a trace of the schedule and gives it as a file for DevTools and Perfetto; live in DevTools meanwhile. */
import type { Scheduler } from "@preempt/runtime";
import { chromeTrace, DevToolsTracks, TraceBuffer } from "@preempt/runtime/observers";
import { save } from "./save.ts";

const capacity = 1 << 19;

export class Recorder {
  readonly #button: HTMLButtonElement;
  readonly #status: HTMLElement;
  readonly #time: HTMLElement;
  #trace: TraceBuffer | undefined;
  #observing: Disposable[] = [];
  #scheduler: Scheduler | undefined;
  #start = 0;

  /** @param status A live region: it says what begins and what is done. @param time What goes on, which is no news. */
  constructor(button: HTMLButtonElement, status: HTMLElement, time: HTMLElement) {
    this.#button = button;
    this.#status = status;
    this.#time = time;
    button.addEventListener("click", () => (this.#trace === undefined ? this.#begin() : this.#finish()));
  }

  /** Goes on with another scheduler; what was recorded of the one before is part of the file. */
  moveTo(scheduler: Scheduler): void {
    this.#scheduler = scheduler;
    if (this.#trace !== undefined) this.#observe(this.#trace);
  }

  refresh(now: number): void {
    if (this.#trace === undefined) return;
    const full = this.#trace.size === this.#trace.capacity ? ", the oldest events are left out" : "";
    this.#time.textContent = `${((now - this.#start) / 1000).toFixed(0)} s${full}`;
  }

  #begin(): void {
    this.#trace = new TraceBuffer({ capacity });
    this.#start = performance.now();
    this.#observe(this.#trace);
    this.#status.textContent = "Recording.";
    this.#button.textContent = "Stop and save";
    this.#button.setAttribute("aria-pressed", "true");
  }

  #observe(trace: TraceBuffer): void {
    this.#ignore();
    if (this.#scheduler === undefined) return;
    this.#observing = [this.#scheduler.observe(trace), this.#scheduler.observe(new DevToolsTracks({ minimum: 0.1 }))];
  }

  #ignore(): void {
    for (const observing of this.#observing) observing[Symbol.dispose]();
    this.#observing = [];
  }

  #finish(): void {
    const trace = this.#trace;
    this.#trace = undefined;
    this.#ignore();
    this.#button.textContent = "Record";
    this.#time.textContent = "";
    this.#button.setAttribute("aria-pressed", "false");
    if (trace === undefined) return;
    save("preempt-trace.json", JSON.stringify(chromeTrace(trace)));
    this.#status.textContent = `${trace.size.toLocaleString("en")} events saved: load the file in DevTools' Performance panel, or in ui.perfetto.dev`;
  }
}
