/** What became of each task's last jobs: a square each, in time, late, or never done. */
import { element } from "../../views/element.ts";
import type { System } from "../scenario.ts";

const most = 24;
type Outcome = "good" | "late" | "lost";
const words: Record<Outcome, string> = { good: "in time", late: "late", lost: "not done" };

interface Lane {
  readonly squares: HTMLElement;
  readonly count: HTMLElement;
  readonly outcomes: Outcome[];
}

export class OutcomePanel {
  readonly #lanes = new Map<string, Lane>();

  constructor(panel: HTMLElement, names: readonly string[]) {
    const legend = (Object.keys(words) as Outcome[]).map((outcome) =>
      element("span", {}, element("i", { className: outcome }), words[outcome]),
    );
    panel.append(
      element("h3", {}, "What became of the last jobs ", element("small", { className: "legend" }, ...legend)),
    );
    for (const name of names) {
      const squares = element("div", { className: "squares" });
      squares.append(...Array.from({ length: most }, () => element("i")));
      const count = element("span", { textContent: "–" });
      panel.append(element("div", { className: "lane" }, element("b", { textContent: name }), squares, count));
      this.#lanes.set(name, { squares, count, outcomes: [] });
    }
  }

  watch(system: System): void {
    for (const [name, lane] of this.#lanes) {
      lane.outcomes.length = 0;
      this.#draw(name);
    }
    system.scheduler.observe({
      jobFinished: (job) => {
        if (system.signal.aborted) return;
        const isLate = (job.lateness ?? 0) > 0;
        this.#add(job.name, job.state === "done" ? (isLate ? "late" : "good") : "lost");
      },
      releaseSkipped: ({ name }) => this.#add(name, "lost"),
    });
  }

  #add(name: string, outcome: Outcome): void {
    const lane = this.#lanes.get(name);
    if (lane === undefined) return;
    lane.outcomes.push(outcome);
    if (lane.outcomes.length > most) lane.outcomes.shift();
    this.#draw(name);
  }

  #draw(name: string): void {
    const { squares, count, outcomes } = this.#lanes.get(name) as Lane;
    for (const [i, square] of [...squares.children].entries()) square.className = outcomes[i] ?? "";
    const good = outcomes.filter((outcome) => outcome === "good").length;
    count.textContent = outcomes.length === 0 ? "–" : `${Math.round((good / outcomes.length) * 100)} % in time`;
  }
}
