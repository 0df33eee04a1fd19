/** Takes a file, dropped or chosen. */
export class DropZone {
  readonly #zone: HTMLElement;
  readonly #label: HTMLElement;
  readonly #picker: HTMLInputElement;

  constructor(zone: HTMLElement, take: (file: File) => void) {
    this.#zone = zone;
    this.#label = zone.querySelector(".drop-label") as HTMLElement;
    this.#picker = zone.querySelector("input") as HTMLInputElement;
    const takeFirst = (files: FileList | null | undefined) => {
      const file = files?.[0];
      if (file === undefined) return;
      this.#label.textContent = file.name;
      take(file);
    };
    this.#picker.addEventListener("change", () => {
      takeFirst(this.#picker.files);
      // The same file once more is a change, too.
      this.#picker.value = "";
    });
    zone.addEventListener("dragover", (event) => {
      event.preventDefault();
      zone.classList.add("dragging");
    });
    zone.addEventListener("dragleave", () => zone.classList.remove("dragging"));
    zone.addEventListener("drop", (event) => {
      event.preventDefault();
      zone.classList.remove("dragging");
      takeFirst(event.dataTransfer?.files);
    });
  }

  /** What is wanted; without it there is no zone. */
  ask(wanted: { readonly label: string; readonly accept: string } | undefined): void {
    this.#zone.hidden = wanted === undefined;
    this.#label.textContent = wanted?.label ?? "";
    this.#picker.accept = wanted?.accept ?? "";
  }
}
