/**
 * `JSON.stringify` in pieces: the engine makes the text of what is small, with preemption points between.
 *
 * How large a value is nobody knows before its text is made. So it is weighed first, as far as a piece goes: what weighs more is a container
 * whose members are weighed one by one, and those that fit into one piece together are made in one go.
 */

/** Characters of text, by estimate, that the engine makes in one go: a fraction of a millisecond. */
const usualPiece = 1 << 16;
/** What is nested deeper is taken for heavy. */
const deepest = 100;

/**
 * The JSON text of a value, for a job: each `yield` is a preemption point. It is the text of `JSON.stringify(value)`, in parts that
 * follow each other; none if that gives undefined. Getters are read twice, and `toJSON` is looked up twice.
 *
 * @param piece Characters that are made in one go
 * @throws TypeError where `JSON.stringify` does
 */
export function* stringifyInPieces(value: unknown, piece: number = usualPiece): Generator<undefined, string[]> {
  const text = new Text(piece);
  const whole = prepared(value, "");
  const isThere = text.isSmall(whole) ? text.append(JSON.stringify(settled(whole))) : yield* text.write(whole);
  return isThere ? text.parts : [];
}

class Text {
  readonly parts: string[] = [];
  readonly #piece: number;
  /** The containers around. */
  readonly #around = new Set<object>();

  constructor(piece: number) {
    this.#piece = piece;
  }

  isSmall(value: unknown): boolean {
    return weigh(value, this.#piece, 0) < this.#piece;
  }

  /** Returns whether there is any text. */
  append(text: string | undefined): boolean {
    if (text === undefined) return false;
    this.parts.push(text);
    return true;
  }

  /** A value that is not small, after its `toJSON`. Returns whether it has a text. */
  *write(value: unknown): Generator<undefined, boolean> {
    if (!isContainer(value)) return this.append(JSON.stringify(settled(value)));
    if (this.#around.has(value)) throw new TypeError("Converting circular structure to JSON");
    this.#around.add(value);
    if (Array.isArray(value)) yield* this.#writeArray(value);
    else yield* this.#writeObject(value as Record<string, unknown>);
    this.#around.delete(value);
    return true;
  }

  *#writeArray(list: readonly unknown[]): Generator<undefined, void> {
    let group: unknown[] = [];
    let weight = 0;
    let isFirst = true;
    const flush = () => {
      if (group.length === 0) return;
      this.append((isFirst ? "" : ",") + JSON.stringify(group).slice(1, -1));
      isFirst = false;
      group = [];
      weight = 0;
    };
    this.append("[");
    for (let i = 0; i < list.length; i++) {
      const value = prepared(list[i], `${i}`);
      const own = 1 + weigh(value, this.#piece, 0);
      if (weight + own > this.#piece) {
        flush();
        yield;
      }
      if (own <= this.#piece) {
        group.push(settled(value));
        weight += own;
        continue;
      }
      if (!isFirst) this.append(",");
      isFirst = false;
      if (!(yield* this.write(value))) this.append("null");
    }
    flush();
    this.append("]");
  }

  *#writeObject(object: Record<string, unknown>): Generator<undefined, void> {
    let group: Record<string, unknown> = Object.create(null);
    let weight = 0;
    let isFirst = true;
    const flush = () => {
      const text = JSON.stringify(group).slice(1, -1);
      group = Object.create(null);
      weight = 0;
      if (text === "") return;
      this.append(isFirst ? text : `,${text}`);
      isFirst = false;
    };
    this.append("{");
    for (const key of Object.keys(object)) {
      const value = prepared(object[key], key);
      const own = key.length + 3 + weigh(value, this.#piece, 0);
      if (weight + own > this.#piece) {
        flush();
        yield;
      }
      if (own <= this.#piece) {
        // A function has no text, and as `toJSON` it would be the group's own.
        if (typeof value !== "function") group[key] = settled(value);
        weight += own;
        continue;
      }
      const at = this.parts.length;
      this.append(`${isFirst ? "" : ","}${JSON.stringify(key)}:`);
      if (yield* this.write(value)) isFirst = false;
      else this.parts.length = at;
    }
    flush();
    this.append("}");
  }
}

/** What `toJSON` makes of it, if it has one. */
function prepared(value: unknown, key: string): unknown {
  return hasToJSON(value) ? value.toJSON(key) : value;
}

/** What has been prepared is not asked again. */
function settled(value: unknown): unknown {
  return hasToJSON(value) ? { toJSON: () => value } : value;
}

function hasToJSON(value: unknown): value is { toJSON(key: string): unknown } {
  const isAsked = typeof value === "object" ? value !== null : typeof value === "function" || typeof value === "bigint";
  if (!isAsked) return false;
  return typeof (value as { toJSON?: unknown }).toJSON === "function";
}

/** What has members in its text. */
function isContainer(value: unknown): value is object {
  if (typeof value !== "object" || value === null) return false;
  // Nearly all are: a question to the four below takes longer than all the rest.
  return getPrototypeOf(value) === prototype || !boxes.some((box) => value instanceof box);
}

const { getPrototypeOf, prototype } = Object;
const boxes = [String, Number, Boolean, BigInt];

/** About how long its text is; once that is `most`, it may be anything above. */
function weigh(value: unknown, most: number, depth: number): number {
  if (typeof value === "string") return value.length + 2;
  if (typeof value !== "object" || value === null) return 8;
  if (depth > deepest) return most;
  let weight = 2;
  if (Array.isArray(value)) {
    for (let i = 0; i < value.length && weight < most; i++) weight += 1 + weigh(value[i], most - weight, depth + 1);
    return weight;
  }
  // To ask for its names takes longer than a piece.
  if (ArrayBuffer.isView(value)) return 2 + value.byteLength * 8;
  if (!isContainer(value)) return 8 + String(value).length;
  // Inherited members count as well: it is an estimate.
  for (const key in value) {
    if (weight >= most) break;
    weight += key.length + 4 + weigh((value as Record<string, unknown>)[key], most - weight, depth + 1);
  }
  return weight;
}
