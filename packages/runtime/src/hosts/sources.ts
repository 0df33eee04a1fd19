/** Where code stands that Node runs: in the file that was written, if Node has its source map. For reports of development. */

interface Origin {
  readonly fileName?: string;
  readonly lineNumber?: number;
}

interface Modules {
  "node:module": { findSourceMap?(path: string): { findOrigin?(line: number, column: number): Origin } | undefined };
  "node:fs": { readFileSync(path: string, encoding: "utf8"): string };
  "node:path": { relative(from: string, to: string): string };
  "node:url": { fileURLToPath(url: string): string };
}

interface Surroundings {
  readonly process?: {
    getBuiltinModule?<N extends keyof Modules>(name: N): Modules[N] | undefined;
    cwd?(): string;
  };
}

export interface Place {
  /** The file, relative to the folder in which the process was started. */
  readonly file: string;
  /** From 1. */
  readonly line: number;
  /** What stands there, if the file can be read. */
  readonly text: string | undefined;
}

/** A column after all others: the last mapping of a line. */
const lineEnd = 1e6;

/** @param line From 1 */
export function placeOf(url: string, line: number, column = lineEnd): Place {
  const origin = found(() => get("node:module")?.findSourceMap?.(pathOf(url))?.findOrigin?.(line, column));
  const file = pathOf(origin?.fileName ?? url);
  const at = origin?.lineNumber ?? line;
  const text = found(() => get("node:fs")?.readFileSync(file, "utf8").split("\n")[at - 1]?.trim());
  return { file: shortName(file), line: at, text };
}

/** A file's name, relative to the folder in which the process was started; an address of the web as it is. */
export function shortName(name: string): string {
  const file = pathOf(name);
  const short = found(() => get("node:path")?.relative(process?.cwd?.() ?? "", file)) ?? file;
  return short.startsWith("..") || /^\w+:\/\//.test(file) ? file : short;
}

function pathOf(name: string): string {
  return (name.startsWith("file:") ? found(() => get("node:url")?.fileURLToPath(name)) : undefined) ?? name;
}

const { process } = globalThis as Surroundings;
const get = <N extends keyof Modules>(name: N) => process?.getBuiltinModule?.(name);

function found<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}
