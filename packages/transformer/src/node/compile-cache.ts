/**
 * V8's own cache: what it has compiled of a module, which Node keeps on disk. Transformed code is longer than what it was made of, so
 * compiling is the largest part of a start whose files are all in the cache.
 */
import * as nodeModule from "node:module";
import { join } from "node:path";
import { codeFolder } from "./disk-cache.ts";

/** After a start, and some work: functions that ran are kept as compiled, the others are not. */
const afterMilliseconds = 10_000;

/** @param folder The cache's. Nothing happens where Node has a compile cache already, or is told to have none. */
export function keepCompiledCode(folder: string): void {
  // Of functions that come compiled from a cache, coverage is less exact.
  if (process.env.NODE_V8_COVERAGE) return;
  const { enableCompileCache, flushCompileCache, constants } = nodeModule as Partial<typeof nodeModule>;
  const status = enableCompileCache?.(join(folder, codeFolder)).status;
  if (status === undefined || status !== constants?.compileCacheStatus.ENABLED) return;
  // Node writes it when the process ends by itself, which servers seldom do.
  setTimeout(() => flushCompileCache?.(), afterMilliseconds).unref();
}
