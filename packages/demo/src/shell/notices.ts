/** What went wrong, said once each: errors of jobs, links that were not understood. */
const most = 3;

export class Notices {
  readonly #place: HTMLElement;
  readonly #said = new Set<string>();

  /** @param place A live region. */
  constructor(place: HTMLElement) {
    this.#place = place;
  }

  say(text: string): void {
    if (this.#said.has(text)) return;
    this.#said.add(text);
    const line = document.createElement("p");
    const close = document.createElement("button");
    close.type = "button";
    close.textContent = "×";
    close.setAttribute("aria-label", "Dismiss");
    close.addEventListener("click", () => {
      line.remove();
      this.#said.delete(text);
    });
    line.append(text, close);
    this.#place.append(line);
    if (this.#place.childElementCount > most) this.#place.firstElementChild?.remove();
  }

  sayError(error: unknown, name: string | undefined): void {
    console.error(error);
    const message = error instanceof Error ? error.message : String(error);
    this.say(name === undefined ? message : `Task ${name}: ${message}`);
  }
}
