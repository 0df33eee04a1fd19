/** The panel: the beginning of the document, what is in it, and the verdict. */
import { readings } from "../../views/readings.ts";
import { fileNote } from "../file-note.ts";
import type { Rendered } from "./work.ts";

export interface Cost {
  /** Milliseconds from the release to the end. */
  readonly responseTime: number;
  readonly preemptions: number;
  readonly calledOff: number;
}

/** More HTML than this, in characters, would keep the browser busy with layout. */
const longest = 60_000;

const labels = {
  words: "words",
  blocks: "blocks",
  headings: "headings",
  response: "answered in, ms",
  preemptions: "preempted",
  calledOff: "called off",
} as const;

export class PreviewView {
  readonly #name = document.createElement("small");
  readonly #preview = document.createElement("div");
  readonly #readings = readings(labels);
  readonly #note = fileNote();
  readonly #verdict = document.createElement("p");

  constructor(panel: HTMLElement) {
    const title = document.createElement("h3");
    title.append("Preview ", this.#name);
    this.#preview.className = "preview";
    this.#preview.tabIndex = 0;
    this.#preview.role = "region";
    this.#preview.ariaLabel = "How the document begins";
    this.#verdict.className = "verdict";
    this.#verdict.textContent = "rendering …";
    panel.append(title, this.#note, this.#preview, this.#readings.list, this.#verdict);
    // Links of the document lead away from the page.
    this.#preview.addEventListener("click", (event) => {
      const link = (event.target as Element).closest("a");
      if (link !== null) Object.assign(link, { target: "_blank", rel: "noopener noreferrer" });
    });
  }

  show({ preview }: Rendered): void {
    if (preview.length <= longest) this.#preview.innerHTML = preview;
    else this.#preview.textContent = "The first block alone is too long to be shown here.";
  }

  count({ words, blocks, headings, length }: Rendered, cost: Cost, file: { readonly name: string }): void {
    this.#name.textContent = `${file.name}, ${(length / 1e6).toFixed(1)} MB of HTML`;
    const numbers = {
      words,
      blocks,
      headings: headings.length,
      response: Math.round(cost.responseTime),
      preemptions: cost.preemptions,
      calledOff: cost.calledOff,
    };
    for (const [id, element] of Object.entries(this.#readings.values)) {
      element.textContent = numbers[id as keyof typeof numbers].toLocaleString("en");
    }
  }

  judge(isEqual: boolean, hash: string): void {
    this.#verdict.textContent = `${isEqual ? "✓ equal to" : "✗ different from"} the untransformed library · ${hash}`;
    this.#verdict.dataset.verdict = isEqual ? "equal" : "different";
  }

  /** Of a file that was dropped. */
  note(text: string): void {
    this.#note.textContent = text;
  }

  say(text: string): void {
    this.#verdict.textContent = text;
    this.#verdict.dataset.verdict = "";
  }
}
