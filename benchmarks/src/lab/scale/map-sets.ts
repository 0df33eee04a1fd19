/** A pure function for each of a file's sets: at once while that is quick, and then by threads, with a bar for who watches. */
import { availableParallelism } from "node:os";
import type { Terminal } from "../command.ts";
import { mapParallel } from "./pool.ts";
import { type ProgressOptions, showProgress } from "./progress.ts";

export interface SetFunction<T, R> {
  readonly call: (item: T) => R;
  /** Where threads find it: see {@link mapParallel}. */
  readonly module: URL;
  readonly name: string;
}

export interface MapSetsOptions extends Pick<ProgressOptions, "stream" | "what"> {
  readonly terminal: Pick<Terminal, "err" | "isWatched" | "signal">;
  /** Threads. Default: one for each core. */
  readonly parallel?: number | undefined;
  /** Whether an interruption finds something to keep. Else a signal ends the process at once, until there are threads. Default false. */
  readonly isKept?: boolean;
  /** For how long nobody needs threads or a bar: starting them takes about as long. In milliseconds. Default 300. */
  readonly soon?: number;
}

/** One value for each item, in their order. Throws what the function throws, and the signal's reason. */
export async function* mapSets<T, R>(
  items: readonly T[],
  { call, module, name }: SetFunction<T, R>,
  { terminal, parallel = availableParallelism(), isKept = false, soon = 300, ...display }: MapSetsOptions,
): AsyncGenerator<{ readonly item: T; readonly value: R }, void, undefined> {
  const since = performance.now();
  let done = 0;
  // Who computes here hears no signal.
  while (!isKept && done < items.length && performance.now() - since < soon) {
    const item = items[done++] as T;
    yield { item, value: call(item) };
  }
  if (done === items.length) return;
  // Together, as long as messages would cost more than they bring.
  const each = done === 0 ? 0 : (performance.now() - since) / done;
  const batchSize = Math.max(1, Math.min(8, Math.floor(1 / each)));
  const open = items.slice(done);
  const bar = terminal.isWatched
    ? barOf(open.length, done, parallel, { what: "sets", ...display, terminal })
    : undefined;
  try {
    const threads = { signal: terminal.signal, parallel, batchSize };
    for await (const mapped of mapParallel<T, R>(open, module, name, threads)) {
      if ("error" in mapped) throw mapped.error;
      bar?.advance();
      yield { item: mapped.item, value: mapped.value };
    }
  } finally {
    bar?.stop();
  }
}

/** Where lines come out as they are known, a bar between them would be in their way, unless they go elsewhere. */
export function underBar(terminal: Terminal, isStreamed: boolean): MapSetsOptions["terminal"] {
  if (!isStreamed || process.stdout.isTTY !== true) return terminal;
  return {
    isWatched: false,
    err: (text) => terminal.err(text),
    get signal() {
      return terminal.signal;
    },
  };
}

function barOf(
  open: number,
  skipped: number,
  parallel: number,
  { terminal, ...display }: Pick<MapSetsOptions, "terminal" | "stream" | "what">,
) {
  const { onProgress, stop } = showProgress(terminal, { ...display, parallel });
  const cells = Array.from({ length: open }, (_, i) => ({ key: String(i) }));
  let [done, last] = [0, performance.now()];
  onProgress({ kind: "begin", cells, skipped });
  return {
    advance() {
      const now = performance.now();
      // Of all threads together.
      const seconds = ((now - last) / 1000) * parallel;
      last = now;
      onProgress({ kind: "done", cell: cells[done++] as { key: string }, seconds });
    },
    stop,
  };
}
