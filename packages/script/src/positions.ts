/** Places in a script. */

/** A place in the text of a script. Both count from 1. */
export interface Position {
  /** The line. */
  readonly line: number;
  /** The column. */
  readonly column: number;
}

/** @param offset In UTF-16 units; one behind the text means its end */
export function positionAt(code: string, offset: number): Position {
  const before = code.slice(0, Math.max(0, offset)).split(/\r\n|[\n\r\u2028\u2029]/);
  return { line: before.length, column: (before.at(-1) ?? "").length + 1 };
}
