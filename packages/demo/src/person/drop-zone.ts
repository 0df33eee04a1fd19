/** Takes a file, dropped or chosen. */
export class DropZone {
  /** Ends the care for drops beside the zone. */
  #beside = new AbortController();
  readonly #zone: HTMLElement;
  readonly #label: HTMLElement;
  /** Of the file that was taken last. The label stays: it is what the zone is called, and says what it is for. */
  readonly #name: HTMLElement;
  readonly #picker: HTMLInputElement;

  constructor(zone: HTMLElement, take: (file: File) => void) {
    this.#zone = zone;
    this.#label = zone.querySelector(".drop-label") as HTMLElement;
    this.#name = zone.querySelector(".drop-name") as HTMLElement;
    this.#picker = zone.querySelector("input") as HTMLInputElement;
    const takeFirst = (files: FileList | null | undefined) => {
      const file = files?.[0];
      if (file === undefined) return;
      this.#name.textContent = file.name;
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
    this.#name.textContent = "";
    this.#picker.accept = wanted?.accept ?? "";
    this.#beside.abort();
    this.#beside = new AbortController();
    if (wanted === undefined) return;
    // A file that misses the zone would be opened in place of the page.
    for (const name of ["dragover", "drop"] as const) {
      document.addEventListener(name, (event) => this.#keepPage(event), { signal: this.#beside.signal });
    }
  }

  #keepPage(event: DragEvent): void {
    // Text may be dropped into fields as ever.
    if (event.defaultPrevented || !event.dataTransfer?.types.includes("Files")) return;
    event.preventDefault();
    event.dataTransfer.dropEffect = "none";
  }
}
