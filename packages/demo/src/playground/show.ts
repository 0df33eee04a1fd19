/** Values as people read them in a console: short, one line, and never throwing. */

const most = 20;

export function show(value: unknown, depth = 2): string {
  try {
    return typeof value === "string" ? (depth === 2 ? value : JSON.stringify(value)) : showOther(value, depth);
  } catch {
    return "(a value that cannot be shown)";
  }
}

function showOther(value: unknown, depth: number): string {
  if (typeof value === "function") return `function ${value.name || "(anonymous)"}`;
  if (typeof value === "bigint") return `${value}n`;
  if (typeof value !== "object" || value === null) return String(value);
  if (value instanceof Error) return `${value.name}: ${value.message}`;
  if (Array.isArray(value) || ArrayBuffer.isView(value)) {
    const items = Array.from(value as unknown as ArrayLike<unknown>);
    return list("[", items, (item) => show(item, depth - 1), "]", depth);
  }
  if (value instanceof Map) {
    return list("Map {", [...value], ([k, v]) => `${show(k, depth - 1)} => ${show(v, depth - 1)}`, "}", depth);
  }
  if (value instanceof Set) return list("Set {", [...value], (item) => show(item, depth - 1), "}", depth);
  const name = Object.getPrototypeOf(value)?.constructor?.name;
  const brace = name === undefined || name === "Object" ? "{" : `${name} {`;
  return list(brace, Object.entries(value), ([k, v]) => `${k}: ${show(v, depth - 1)}`, "}", depth);
}

function list<T>(open: string, items: readonly T[], text: (item: T) => string, close: string, depth: number): string {
  if (items.length === 0) return open + close;
  if (depth <= 0) return `${open}…${close}`;
  const shown = items.slice(0, most).map(text);
  if (items.length > most) shown.push("…");
  const space = open.endsWith("{") ? " " : "";
  return `${open}${space}${shown.join(", ")}${space}${close}`;
}
