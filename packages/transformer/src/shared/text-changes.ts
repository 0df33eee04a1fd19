/** Changes of a text at positions, so that everything else in a user's file keeps its form. */

/** Replaces the characters from `start` to `end`; inserts where both are the same. */
export interface TextChange {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** The text with changes that do not overlap. Those at the same position stand in the order in which they are given. */
export function changed(text: string, changes: readonly TextChange[]): string {
  let result = "";
  let done = 0;
  for (const { start, end, text: more } of changes.toSorted((a, b) => a.start - b.start)) {
    result += text.slice(done, start) + more;
    done = end;
  }
  return result + text.slice(done);
}

export function inserted(at: number, text: string): TextChange {
  return { start: at, end: at, text };
}
