/** What is shown of a line of code: all of it, or where it is long as much as people read around a column. */

const longest = 160;
const before = 60;

export interface Excerpt {
  readonly text: string;
  /** Where the column is in `text`, from 0. */
  readonly column: number;
}

/** @param column From 0 */
export function excerpt(line: string, column: number): Excerpt {
  if (line.length <= longest) return { text: line, column };
  const from = Math.max(0, Math.min(column - before, line.length - longest));
  const [head, tail] = [from > 0 ? "…" : "", from + longest < line.length ? "…" : ""];
  return { text: `${head}${line.slice(from, from + longest)}${tail}`, column: column - from + head.length };
}
