/** A console for programs: what they log is printed, and goes to the browser's own console as well. */
import type { Level } from "./console.ts";
import { format } from "./format.ts";
import { show } from "./show.ts";
import { textTable } from "./text-table.ts";

const levels = {
  log: "log",
  info: "log",
  debug: "log",
  dir: "log",
  dirxml: "log",
  warn: "warn",
  error: "error",
} as const;

/**
 * @param callers The lines of the program that are being called, the innermost first: of its stack as it is now.
 * @param clear Empties the pane
 */
export function consoleFor(
  put: (level: Level, text: string) => void,
  callers: () => readonly number[],
  clear: () => void,
): Console {
  let depth = 0;
  const counts = new Map<string, number>();
  const begins = new Map<string, number>();
  const say = (level: Level, text: string) => put(level, text.replace(/^/gm, "  ".repeat(depth)));
  const logs = Object.entries(levels).map(([method, level]) => {
    const log = (...values: unknown[]) => say(level, method === "dir" ? format(values.slice(0, 1)) : format(values));
    return [method, log] as const;
  });
  const group = (...values: unknown[]) => {
    say("log", `▾ ${values.length === 0 ? "group" : format(values)}`);
    depth++;
  };
  const sayTime = (label: string, values: readonly unknown[]) => {
    const begin = begins.get(label);
    if (begin === undefined) return say("warn", `There is no timer "${label}".`);
    const time = `${label}: ${(performance.now() - begin).toFixed(3)} ms`;
    say("log", values.length === 0 ? time : `${time} ${values.map((value) => show(value)).join(" ")}`);
  };
  const own: Record<string, (...values: never[]) => void> = {
    ...Object.fromEntries(logs),
    group,
    groupCollapsed: group,
    groupEnd: () => {
      depth = Math.max(0, depth - 1);
    },
    clear: () => {
      depth = 0;
      clear();
    },
    assert: (holds?: unknown, ...values: unknown[]) => {
      if (!holds) say("error", values.length === 0 ? "Assertion failed" : `Assertion failed: ${format(values)}`);
    },
    table: (data?: unknown, columns?: readonly string[]) => say("log", tableOf(data, columns) ?? format([data])),
    count: (label: unknown = "default") => {
      const count = (counts.get(String(label)) ?? 0) + 1;
      counts.set(String(label), count);
      say("log", `${label}: ${count}`);
    },
    countReset: (label: unknown = "default") => void counts.delete(String(label)),
    time: (label: unknown = "default") => void begins.set(String(label), performance.now()),
    timeLog: (label: unknown = "default", ...values: unknown[]) => sayTime(String(label), values),
    timeEnd: (label: unknown = "default") => {
      sayTime(String(label), []);
      begins.delete(String(label));
    },
    trace: (...values: unknown[]) => {
      const lines = callers().map((line) => `\n  at line ${line}`);
      say("log", `${values.length === 0 ? "Trace" : `Trace: ${format(values)}`}${lines.join("")}`);
    },
  };
  const both = Object.entries(own).map(([method, print]) => {
    const call = (...values: never[]) => {
      (console[method as "log"] as (...values: never[]) => void)(...values);
      print(...values);
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
