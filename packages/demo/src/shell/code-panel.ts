/** The scenario's code as it was written, and what the transform makes of it, side by side; loaded when it is opened. */
import type { SourceFile } from "../scenarios/scenario.ts";
import { find } from "../views/element.ts";
import { loaded } from "./loaded.ts";

export class CodePanel {
  readonly #details = find<HTMLDetailsElement>("#code");
  readonly #choice = find<HTMLSelectElement>("#code-file");
  readonly #written = find("#code-written");
  readonly #emitted = find("#code-emitted");
  readonly #sizes = find("#code-sizes");
  #files: readonly SourceFile[] = [];
  #shown: SourceFile | undefined;

  constructor(onError: (error: unknown) => void) {
    const show = () => void this.#show().catch(onError);
    this.#details.addEventListener("toggle", show);
    this.#choice.addEventListener("change", show);
  }

  offer(files: readonly SourceFile[]): void {
    this.#files = files;
    this.#choice.replaceChildren(...files.map(({ name }, i) => new Option(name, String(i))));
    this.#details.dispatchEvent(new Event("toggle"));
  }

  async #show(): Promise<void> {
    const file = this.#files[Number(this.#choice.value)];
    if (!this.#details.open || file === undefined || file === this.#shown) return;
    this.#shown = file;
    const [written, emitted, { highlight }] = await loaded(file.name, this.#load(file)).catch((error) => {
      // Asked for again when the panel is opened again.
      if (this.#shown === file) this.#shown = undefined;
      throw error;
    });
    if (this.#shown !== file) return;
    this.#written.replaceChildren(highlight(written.default));
    this.#emitted.replaceChildren(highlight(emitted.default));
    const lines = (text: string) => text.trimEnd().split("\n").length;
    this.#sizes.textContent = `${lines(written.default)} lines as written, ${lines(emitted.default)} as emitted`;
  }

  #load(file: SourceFile) {
    return Promise.all([file.source(), file.output(), import("../views/highlight.ts")]);
  }
}
