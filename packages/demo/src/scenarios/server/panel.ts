/** Who gets how much of the thread, and who is on time: bars of the last two seconds. */
import type { Job } from "@preempt/runtime";
import { element } from "../../views/element.ts";
import type { System } from "../scenario.ts";

const window = 2000;

interface Bar {
  readonly fill: HTMLElement;
  readonly words: HTMLElement;
}

export class SharePanel {
  readonly #own: readonly string[];
  readonly #guest: string;
  readonly #bars = new Map<string, Bar>();
  readonly #timer: ReturnType<typeof setInterval>;
  /** What each had of the thread, and when. */
  #slices: { readonly name: string; readonly from: number; readonly to: number }[] = [];
  #finished: { readonly name: string; readonly at: number; readonly isLate: boolean }[] = [];
  #running: { readonly name: string; readonly from: number } | undefined;

  constructor(panel: HTMLElement, own: readonly string[], guest: string) {
    this.#own = own;
    this.#guest = guest;
    panel.append(element("h3", {}, "Shares of the thread ", element("small", { textContent: "last 2 s" })));
    for (const name of [...own, guest]) {
      const fill = element("i");
      const words = element("span", { textContent: "–" });
      panel.append(
        element(
          "div",
          { className: `share${name === guest ? " guest" : ""}` },
          element("b", { textContent: name }),
          element("div", {}, fill),
          words,
        ),
      );
      this.#bars.set(name, { fill, words });
    }
    this.#timer = setInterval(() => this.#refresh(), 250);
  }

  watch(system: System): void {
    this.#slices = [];
    this.#finished = [];
    this.#running = undefined;
    const stopped = (job: Job, now: number) => {
      if (this.#running) this.#slices.push({ name: job.name, from: this.#running.from, to: now });
      this.#running = undefined;
    };
    system.scheduler.observe({
      jobDispatched: (job, now) => {
        this.#running = { name: job.name, from: now };
      },
      jobPreempted: stopped,
      jobBlocked: stopped,
      jobFinished: (job, now) => {
        if (this.#running?.name === job.name) stopped(job, now);
        this.#finished.push({ name: job.name, at: now, isLate: (job.lateness ?? 0) > 0 });
      },
    });
  }

  close(): void {
    clearInterval(this.#timer);
  }

  #refresh(): void {
    const now = performance.now();
    const since = now - window;
    this.#slices = this.#slices.filter(({ to }) => to > since);
    this.#finished = this.#finished.filter(({ at }) => at > since);
    for (const [name, { fill, words }] of this.#bars) {
      const had = this.#slices
        .filter((slice) => slice.name === name)
        .reduce((sum, { from, to }) => sum + to - Math.max(from, since), 0);
      const share = had / window;
      const done = this.#finished.filter((job) => job.name === name);
      const late = done.filter(({ isLate }) => isLate).length;
      fill.style.width = `${(share * 100).toFixed(1)}%`;
      const percent = `${(share * 100).toFixed(0)} %`;
      words.textContent =
        name === this.#guest
          ? `${percent} · ${done.length} done`
          : `${percent} · ${done.length - late} on time, ${late} late`;
      words.classList.toggle("bad", this.#own.includes(name) && (late > 0 || done.length === 0));
    }
  }
}
