/** Values as people read them in a console: short, one line, and never throwing. Of large ones little is read. */

export const most = 20;
/** Of a text within a value; the console cuts what is longer as a whole. */
const mostCharacters = 2000;

export function show(value: unknown, depth = 2): string {
  try {
    if (typeof value !== "string") return showOther(value, depth);
    return depth === 2 ? value : JSON.stringify(value.slice(0, mostCharacters));
  } catch {
    return "(a value that cannot be shown)";
  }
}

function showOther(value: unknown, depth: number): string {
  if (typeof value === "function") return `function ${value.name || "(anonymous)"}`;
  if (typeof value === "bigint") return `${value}n`;
  if (Object.is(value, -0)) return "-0";
  if (typeof value !== "object" || value === null) return String(value);
  if (value instanceof Error) return value.message === "" ? String(value.name) : `${value.name}: ${value.message}`;
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? "Invalid Date" : value.toISOString();
  if (value instanceof RegExp || value instanceof URL) return String(value);
  if (Array.isArray(value) || ArrayBuffer.isView(value)) {
    return list(
      "[",
      first(itemsOf(value as unknown as ArrayLike<unknown>)),
      (item) => show(item, depth - 1),
      "]",
      depth,
    );
  }
  if (value instanceof Map) {
    return list("Map {", first(value), ([k, v]) => `${show(k, depth - 1)} => ${show(v, depth - 1)}`, "}", depth);
  }
  if (value instanceof Set) return list("Set {", first(value), (item) => show(item, depth - 1), "}", depth);
  const name = nameOf(value);
  const brace = name === "" || name === "Object" ? "{" : `${name} {`;
  return list(brace, first(entriesOf(value)), ([k, v]) => `${k}: ${show(v, depth - 1)}`, "}", depth);
}

/** What it calls itself; its class may have lost its name to a minifier, as those of this page have. */
function nameOf(value: object): string {
  const tag: unknown = Reflect.get(value, Symbol.toStringTag);
  return typeof tag === "string" ? tag : String(Object.getPrototypeOf(value)?.constructor?.name ?? "");
}

/** The first of them, one more than are shown, so that it is known whether there are more. */
export function first<T>(items: Iterable<T>): T[] {
  const found: T[] = [];
  for (const item of items) if (found.push(item) > most) break;
  return found;
}

/** Not their own iterator, which a class may have replaced. */
function* itemsOf(list: ArrayLike<unknown>): Generator<unknown> {
  for (let i = 0; i < list.length; i++) yield list[i];
}

export function* entriesOf(value: object): Generator<[string, unknown]> {
  for (const key in value) if (Object.hasOwn(value, key)) yield [key, (value as Record<string, unknown>)[key]];
}

function list<T>(open: string, items: readonly T[], text: (item: T) => string, close: string, depth: number): string {
  if (items.length === 0) return open + close;
  if (depth <= 0) return `${open}…${close}`;
  const shown = items.slice(0, most).map(text);
  if (items.length > most) shown.push("…");
  const space = open.endsWith("{") ? " " : "";
  return `${open}${space}${shown.join(", ")}${space}${close}`;
}
