/**
 * A value as text that says all of its structure: two values are equal where their texts are. It is made where a job ends, since
 * what the job gives may be changed by others afterwards.
 *
 * @param known Afterwards: the objects that it consists of
 */
export function canonical(value: unknown, known = new Map<object, number>()): string {
  try {
    return textOf(value, known);
  } catch (error) {
    return `(cannot be shown: ${error instanceof Error ? error.message : String(error)})`;
  }
}

function textOf(value: unknown, known: Map<object, number>): string {
  if (typeof value === "string") return JSON.stringify(value);
  if (typeof value === "bigint") return `${value}n`;
  if (typeof value === "function") return `function ${value.name}`;
  if (typeof value !== "object" || value === null) return Object.is(value, -0) ? "-0" : String(value);
  const before = known.get(value);
  // Again: by its number, so that what is shared differs from what is merely alike.
  if (before !== undefined) return `#${before}`;
  known.set(value, known.size);
  const inner = (one: unknown) => textOf(one, known);
  if (Array.isArray(value)) return `[${Array.from(value, inner).join(", ")}]`;
  const name = nameOf(value);
  if (value instanceof Error) return `${value.name}: ${value.message}`;
  if (value instanceof Map) return `${name} {${[...value].map(([k, v]) => `${inner(k)} => ${inner(v)}`).join(", ")}}`;
  if (value instanceof Set) return `${name} {${[...value].map(inner).join(", ")}}`;
  if (tagOf(value) === "[object Date]") return `${name} ${Number(value)}`;
  if (value instanceof RegExp) return String(value);
  if (value instanceof ArrayBuffer) return `${name} [${new Uint8Array(value).join(", ")}]`;
  if (ArrayBuffer.isView(value) && !(value instanceof DataView))
    return `${name} [${Array.from(value as unknown as ArrayLike<unknown>, String).join(", ")}]`;
  const keys = Object.keys(value).sort();
  const entries = keys.map((key) => `${key}: ${inner((value as Record<string, unknown>)[key])}`);
  const text = entries.length === 0 ? "{}" : `{ ${entries.join(", ")} }`;
  return name === "Object" || name === "" ? text : `${name} ${text}`;
}

const tagOf = (value: object) => Object.prototype.toString.call(value);

/** By its name: a module that is loaded again has classes of its own. */
function nameOf(value: object): string {
  const made = (Object.getPrototypeOf(value) as { constructor?: unknown } | null)?.constructor;
  return typeof made === "function" ? made.name : "";
}

/** As much of two long texts as shows where they differ. */
export function shortened(text: string, other: string, most: number): string {
  if (text.length <= most) return text;
  let same = 0;
  while (same < other.length && text[same] === other[same]) same++;
  const from = Math.max(0, Math.min(same - Math.floor(most / 3), text.length - most));
  const end = from + most < text.length ? "…" : "";
  return `${from > 0 ? "…" : ""}${text.slice(from, from + most)}${end}`;
}
