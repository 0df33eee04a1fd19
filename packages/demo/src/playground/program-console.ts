/** A console for programs: what they log is printed, and goes to the browser's own console as well. */
import type { Level } from "./console.ts";
import { format } from "./format.ts";
import { textTable } from "./text-table.ts";

const levels = { log: "log", info: "log", debug: "log", dir: "log", warn: "warn", error: "error" } as const;

/** @param callers The lines of the program that are being called, the innermost first: of its stack as it is now. */
export function consoleFor(print: (level: Level, text: string) => void, callers: () => readonly number[]): Console {
  let depth = 0;
  const say = (level: Level, text: string) => print(level, text.replace(/^/gm, "  ".repeat(depth)));
  const logs = Object.entries(levels).map(([method, level]) => {
    const log = (...values: unknown[]) => say(level, method === "dir" ? format(values.slice(0, 1)) : format(values));
    return [method, log] as const;
  });
  const group = (...values: unknown[]) => {
    say("log", `▾ ${values.length === 0 ? "group" : format(values)}`);
    depth++;
  };
  const own: Record<string, (...values: never[]) => void> = {
    ...Object.fromEntries(logs),
    group,
    groupCollapsed: group,
    groupEnd: () => {
      depth = Math.max(0, depth - 1);
    },
    assert: (holds?: unknown, ...values: unknown[]) => {
      if (!holds) say("error", values.length === 0 ? "Assertion failed" : `Assertion failed: ${format(values)}`);
    },
    table: (data?: unknown, columns?: readonly string[]) => say("log", tableOf(data, columns) ?? format([data])),
    trace: (...values: unknown[]) => {
      const lines = callers().map((line) => `\n  at line ${line}`);
      say("log", `${values.length === 0 ? "Trace" : `Trace: ${format(values)}`}${lines.join("")}`);
    },
  };
  const both = Object.entries(own).map(([method, show]) => {
    const call = (...values: never[]) => {
      (console[method as "log"] as (...values: never[]) => void)(...values);
      show(...values);
    };
    return [method, call] as const;
  });
  return Object.assign(Object.create(console) as Console, Object.fromEntries(both));
}

/** Never throws: what cannot be read is logged like anything else. */
function tableOf(data: unknown, columns: readonly string[] | undefined): string | undefined {
  try {
    return textTable(data, columns);
  } catch {
    return undefined;
  }
}
