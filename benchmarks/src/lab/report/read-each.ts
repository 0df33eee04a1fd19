/** The cells of result files that a command names. */
import type { Terminal } from "../command.ts";
import type { CellResult } from "../run/result.ts";
import { ResultsReader } from "./read-results.ts";

/** One after the other, line by line: standard input may be among them, and they may be longer than memory. */
export async function readEach(
  names: readonly string[],
  { lines, signal }: Terminal,
  take: (cell: CellResult) => void,
) {
  const reader = new ResultsReader(take);
  for (const name of names.length === 0 ? [undefined] : names) {
    const { source, batches } = await lines(name);
    reader.begin(source);
    for await (const batch of batches) {
      signal.throwIfAborted();
      for (const line of batch) reader.line(line);
    }
    reader.end();
  }
  return reader.read();
}
