/** The modes side by side: for each the button that runs it, and what the page measured in its last run. */
import { element } from "../views/element.ts";
import { type Entry, type Mode, modes } from "./entry.ts";
import type { Measured } from "./measure/run.ts";

export const titles: Readonly<Record<Mode, string>> = {
  plain: "Plain",
  yields: "By hand",
  worker: "Worker",
  preempt: "Preempt",
};

interface Row {
  readonly label: string;
  readonly unit: string;
  text(measured: Measured): string;
}

const ms = (value: number | undefined) =>
  value === undefined ? "–" : value < 9.95 ? value.toFixed(1) : value.toFixed(0);

const rows: readonly Row[] = [
  { label: "INP", unit: "ms", text: ({ interactions: { inp } }) => ms(inp) },
  { label: "Worst interaction", unit: "ms", text: ({ interactions: { worst } }) => ms(worst) },
  { label: "Longest frame", unit: "ms", text: ({ longest }) => ms(longest) },
  { label: "Long frames", unit: "over 50 ms", text: ({ longFrames }) => String(longFrames) },
  { label: "Lost frames", unit: "of all", text: ({ lost, wanted }) => `${lost} of ${wanted}` },
  { label: "Time to result", unit: "ms", text: ({ timeToResult }) => ms(timeToResult) },
  {
    label: "Preempted",
    unit: "times",
    text: ({ mode, preemptions }) => (mode === "preempt" ? String(preemptions) : "–"),
  },
  {
    label: "Measured over",
    unit: "",
    text: ({ window, interactions }) => `${(window / 1000).toFixed(1)} s, ${plural(interactions.count, "key")}`,
  },
];

export class ResultsTable {
  readonly #cells = new Map<Mode, HTMLTableCellElement[]>();
  readonly #verdicts = new Map<Mode, HTMLElement>();
  readonly #buttons = new Map<Mode, HTMLButtonElement>();
  readonly #last = new Map<Mode, Measured>();

  constructor(
    table: HTMLTableElement,
    entry: Entry,
    has: (mode: Mode) => boolean,
    start: (mode: Mode, at: number) => void,
  ) {
    const head = element("tr", {}, element("td"));
    for (const mode of modes) {
      const button = element("button", { type: "button", textContent: "Run", ariaLabel: `Run: ${titles[mode]}` });
      button.dataset.mode = mode;
      button.addEventListener("click", ({ timeStamp }) => start(mode, timeStamp));
      this.#buttons.set(mode, button);
      head.append(
        element(
          "th",
          { scope: "col" },
          element("span", { textContent: titles[mode] }),
          has(mode) ? button : "not possible",
        ),
      );
      this.#cells.set(mode, []);
    }
    const lines = rows.map(({ label, unit }) => {
      const name = element("th", { scope: "row", textContent: label }, " ", element("small", { textContent: unit }));
      return element("tr", {}, name, ...modes.map((mode) => this.#cell(mode)));
    });
    const verdicts = modes.map((mode) => {
      const verdict = element("td", { textContent: "–" });
      this.#verdicts.set(mode, verdict);
      return verdict;
    });
    const last = element("tr", {}, element("th", { scope: "row", textContent: "Result" }), ...verdicts);
    table.replaceChildren(element("thead", {}, head), element("tbody", {}, ...lines, last));
    table.setAttribute("aria-label", `Measured: ${entry.libraries.join(", ")}`);
  }

  /** Nothing else can be started meanwhile. */
  showRunning(mode: Mode | undefined): void {
    for (const [of, button] of this.#buttons) {
      button.disabled = mode !== undefined;
      button.textContent = of === mode ? "Runs …" : "Run";
    }
  }

  show(measured: Measured): void {
    this.#last.set(measured.mode, measured);
    const cells = this.#cells.get(measured.mode) as HTMLTableCellElement[];
    rows.forEach((row, i) => {
      (cells[i] as HTMLElement).textContent = row.text(measured);
    });
    for (const [mode, { digest, wasBusy }] of this.#last) {
      const words = wasBusy ? `${this.#verdict(digest)} (machine busy)` : this.#verdict(digest);
      (this.#verdicts.get(mode) as HTMLElement).textContent = words;
    }
  }

  #verdict(digest: string): string {
    const others = [...this.#last.values()].filter((other) => other.digest !== digest);
    if (others.length > 0) return `differs: ${digest}`;
    return this.#last.size > 1 ? "the same" : digest;
  }

  #cell(mode: Mode): HTMLTableCellElement {
    const cell = element("td", { textContent: "–" });
    this.#cells.get(mode)?.push(cell);
    return cell;
  }
}

function plural(count: number, word: string): string {
  return `${count} ${word}${count === 1 ? "" : "s"}`;
}
