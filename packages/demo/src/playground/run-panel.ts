/** The Run tab: one run at a time, with its console, charts and jobs, drawn four times a second while it goes on. */

import { find } from "../views/element.ts";
import type { Compiled } from "./compile.ts";
import { ConsolePane } from "./console.ts";
import type { Run } from "./run.ts";
import type { Settings } from "./settings.ts";

const prefersLess = matchMedia("(prefers-reduced-motion: reduce)");
const spans = [
  ["50", "the last 50 ms"],
  ["500", "the last 500 ms"],
  ["2000", "the last 2 s"],
  ["Infinity", "everything"],
] as const;

/** Scheduler, charts and program are loaded for the first run. */
const load = () => Promise.all([import("./run.ts"), import("./schedule.ts")]);

export class RunPanel {
  readonly #button = find<HTMLButtonElement>("#run");
  readonly #status = find("#run-status");
  readonly #span = find<HTMLSelectElement>("#span");
  readonly #console = new ConsolePane(find("#console"));
  #run: Run | undefined;
  #isRunning = false;
  /** Grows with each run and each program: what loads slowly knows whether it is still wanted. */
  #turn = 0;
  #ticker: ReturnType<typeof setInterval> | undefined;

  constructor() {
    this.#span.append(...spans.map(([ms, text]) => new Option(text, ms)));
    this.#span.value = "500";
    this.#span.addEventListener("change", () => void this.#draw());
  }

  get isRunning(): boolean {
    return this.#isRunning;
  }

  /** There is something to run. */
  enable(): void {
    this.#button.disabled = false;
    // If it fails, the run tries again and says so.
    load().catch(() => {});
  }

  async run(compiled: Compiled, settings: Settings): Promise<void> {
    this.clear();
    if (!compiled.isRunnable) {
      this.#status.textContent = "Not run: the program has errors.";
      return;
    }
    const turn = this.#turn;
    const loaded = await load().catch((error: unknown) => {
      console.error(error);
      // Firefox does not ask for a module again that it did not get.
      const advice = "Run it again when there is a connection, or reload the page: the program stays.";
      if (turn === this.#turn) this.#status.textContent = `Not run: the scheduler could not be loaded. ${advice}`;
    });
    if (loaded === undefined || turn !== this.#turn) return;
    const [{ Run }] = loaded;
    this.#run = new Run(compiled, settings, this.#console);
    this.#show(true, "Running.");
    // Until the run is dropped: a program may go on after its end, when what it waits for elsewhere has come.
    this.#ticker = setInterval(() => void this.#tick(), prefersLess.matches ? 1000 : 250);
  }

  stop(): void {
    if (!this.#isRunning) return;
    this.#run?.stop();
    void this.#tick();
  }

  async #tick(): Promise<void> {
    const run = this.#run;
    if (run === undefined) return;
    const { isBusy, hasTimers, wasStopped } = run;
    if (!isBusy && !this.#isRunning) return;
    if (isBusy) this.#show(true, hasTimers ? "Running: timers." : "Running.");
    else this.#show(false, wasStopped ? "Stopped." : "Finished.");
    await this.#draw();
  }

  async #draw(): Promise<void> {
    if (this.#run === undefined) return;
    const { supervisor } = this.#run;
    const [, { drawCharts, listJobs }] = await load();
    drawCharts(find("#charts"), supervisor, Number(this.#span.value));
    listJobs(find("#jobs"), supervisor);
  }

  /** Drops the run and what it showed. */
  clear(): void {
    this.#turn++;
    clearInterval(this.#ticker);
    this.#console.clear();
    this.#run?.[Symbol.dispose]();
    this.#run = undefined;
    find("#charts").replaceChildren();
    find("#jobs").replaceChildren();
    this.#show(false, "Not run yet.");
  }

  #show(isRunning: boolean, status: string): void {
    this.#isRunning = isRunning;
    this.#button.textContent = isRunning ? "Stop" : "Run";
    this.#button.classList.toggle("stop", isRunning);
    if (this.#status.textContent !== status) this.#status.textContent = status;
  }
}
