/** The lines of a file, one at a time: result files grow beyond what fits into one string. */
import { readSync } from "node:fs";

export interface Line {
  /** Without the line break. */
  readonly text: string;
  /** From 1. */
  readonly number: number;
  /** Where it starts in the file, and where the next one starts: bytes. */
  readonly start: number;
  readonly end: number;
  /** False for a last line without a line break. */
  readonly isEnded: boolean;
}

const chunkBytes = 2 ** 20;
const lineBreak = 0x0a;

/** @param descriptor An open file; its position is left alone */
export function* linesOf(descriptor: number): Generator<Line, void, undefined> {
  const chunk = Buffer.alloc(chunkBytes);
  let parts: Buffer[] = [];
  let [number, start, position] = [1, 0, 0];
  const line = (isEnded: boolean, end: number): Line => {
    const text = Buffer.concat(parts).toString("utf8");
    parts = [];
    return { text, number: number++, start, end, isEnded };
  };
  for (;;) {
    const length = readSync(descriptor, chunk, 0, chunkBytes, position);
    if (length === 0) break;
    let from = 0;
    for (;;) {
      const to = chunk.subarray(0, length).indexOf(lineBreak, from);
      // Copied: the next read overwrites the chunk, and whoever takes a line may take his time.
      parts.push(Buffer.from(chunk.subarray(from, to === -1 ? length : to)));
      if (to === -1) break;
      from = to + 1;
      const end = position + from;
      yield line(true, end);
      start = end;
    }
    position += length;
  }
  if (position > start) yield line(false, position);
}
