/** What a person has written, kept as long as the tab: a reload loses nothing, nor does the choice of an example. */
const key = "preempt-playground-draft";

export function keepDraft(text: string): void {
  try {
    sessionStorage.setItem(key, text);
  } catch {
    // Storage is full, or forbidden; then undoing must do.
  }
}

/** The program that was kept last; undefined if none was. */
export function draft(): string | undefined {
  try {
    return sessionStorage.getItem(key) ?? undefined;
  } catch {
    return undefined;
  }
}
