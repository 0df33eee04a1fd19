/**
 * `JSON.parse` in pieces: the text is looked through once, and the engine parses it piece by piece, with preemption points between.
 *
 *   { "a": [ 1, 2, 3, … , 9 ], "b": … }
 *          └ piece ┘└ piece ┘            a container that does not fit into one piece is made here, member by member
 *
 * Whenever a piece is full, the containers that are open then become objects of ours, and what is complete in them is parsed. Containers
 * that close before remain text, for the engine. So the time is in proportion to the text, however deep it is nested.
 */

const [quote, backslash, comma] = [0x22, 0x5c, 0x2c];
const [openArray, closeArray, openObject, closeObject] = [0x5b, 0x5d, 0x7b, 0x7d];

/** Bytes that the engine parses in one go: a fraction of a millisecond. */
export const usualPiece: number = 1 << 16;

/** Options of {@link parseInPieces}. */
export interface ParseOptions {
  /** What becomes of members called `__proto__`, and `prototype` of `constructor`: a SyntaxError ("error", the default), or "keep". */
  readonly proto?: "error" | "keep" | undefined;
  /** @internal Bytes of a piece. */
  readonly piece?: number | undefined;
}

/** A container that was open when a piece was full. */
interface Made {
  readonly value: unknown[] | Record<string, unknown>;
  /** Its name in the one around. */
  readonly key: string;
  /** Where begins what has not been parsed. */
  from: number;
  /** It has members already. */
  isBegun: boolean;
  /** One of ours has ended in it: a comma has to follow, or its own end. */
  isAfterMade: boolean;
}

/**
 * The value of a JSON text, for a job: each `yield` is a preemption point.
 *
 * @throws SyntaxError where `JSON.parse` does
 */
export function* parseInPieces(text: Uint8Array | string, options: ParseOptions = {}): Generator<undefined, unknown> {
  const { proto = "error", piece = usualPiece } = options;
  const bytes = typeof text === "string" ? new TextEncoder().encode(text) : text;
  const pieces = new Pieces(bytes, proto === "error");
  if (bytes.length <= piece) return pieces.whole();
  while (!pieces.isComplete) {
    pieces.scan(piece);
    yield;
  }
  return pieces.value();
}

class Pieces {
  readonly #bytes: Uint8Array;
  readonly #refuses: boolean;
  readonly #start: number;
  /** Bytes that are no text are replaced, as everywhere. */
  readonly #decoder = new TextDecoder("utf-8", { ignoreBOM: true });
  #at: number;
  #isInString = false;
  /** Where the open containers begin, outermost first. The first ones, as many as are made, are ours. */
  readonly #opened: number[] = [];
  /** Where their current members begin. */
  readonly #members: number[] = [];
  readonly #made: Made[] = [];
  #root: { readonly value: unknown; readonly end: number } | undefined;

  constructor(bytes: Uint8Array, refuses: boolean) {
    this.#bytes = bytes;
    this.#refuses = refuses;
    this.#start = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0;
    this.#at = this.#start;
  }

  get isComplete(): boolean {
    return this.#root !== undefined || this.#at >= this.#bytes.length;
  }

  whole(): unknown {
    return this.#parse(this.#text(this.#start, this.#bytes.length));
  }

  value(): unknown {
    const root = this.#root;
    // A number or a text, or a container before much white space.
    if (root === undefined) return this.#made.length > 0 ? fail() : this.whole();
    if (!isBlank(this.#text(root.end, this.#bytes.length))) fail();
    return root.value;
  }

  /** Looks through the next piece. */
  scan(piece: number): void {
    const bytes = this.#bytes;
    const opened = this.#opened;
    const members = this.#members;
    const made = this.#made;
    const stop = Math.min(bytes.length, this.#at + piece);
    let at = this.#at;
    let isInString = this.#isInString;
    while (at < stop) {
      const byte = bytes[at++] as number;
      if (isInString) {
        if (byte === backslash) at++;
        else if (byte === quote) isInString = false;
      } else if (byte === quote) isInString = true;
      else if (byte === comma) {
        if (opened.length === 0) fail();
        if (opened.length === made.length) this.#passComma(at);
        members[members.length - 1] = at;
      } else if (byte === openArray || byte === openObject) {
        opened.push(at - 1);
        members.push(at);
      } else if (byte === closeArray || byte === closeObject) {
        if (opened.length === 0) fail();
        if (opened.length === made.length && this.#close(at, byte)) return;
        opened.pop();
        members.pop();
      }
    }
    this.#at = at;
    this.#isInString = isInString;
    if (at < bytes.length) this.#makeOpen();
  }

  /** A comma in a container of ours. */
  #passComma(at: number): void {
    const around = this.#made.at(-1) as Made;
    if (!around.isAfterMade) return;
    if (!isBlank(this.#text(around.from, at - 1))) fail();
    around.isAfterMade = false;
    around.from = at;
  }

  /** A container of ours ends. Returns whether it was the outermost. */
  #close(at: number, byte: number): boolean {
    const ending = this.#made.pop() as Made;
    if (byte !== (Array.isArray(ending.value) ? closeArray : closeObject)) fail();
    const rest = this.#text(ending.from, at - 1);
    if (!isBlank(rest)) {
      if (ending.isAfterMade) fail();
      this.#add(ending, rest);
    } else if (ending.isBegun && !ending.isAfterMade) fail();
    const around = this.#made.at(-1);
    if (around === undefined) {
      this.#root = { value: ending.value, end: at };
      return true;
    }
    around.from = at;
    around.isAfterMade = true;
    return false;
  }

  /** Makes the containers that are open, and parses what is complete in them. */
  #makeOpen(): void {
    const opened = this.#opened;
    const made = this.#made;
    if (opened.length === 0) return;
    if (made.length === 0) {
      if (!isBlank(this.#text(this.#start, opened[0] as number))) fail();
      made.push(this.#newContainer(0, ""));
    }
    this.#addComplete(made.length - 1);
    while (made.length < opened.length) {
      const around = made.at(-1) as Made;
      if (around.isAfterMade) fail();
      const key = this.#keyIn(around, this.#text(around.from, opened[made.length] as number));
      const inner = this.#newContainer(made.length, key);
      this.#put(around, key, inner.value);
      made.push(inner);
      this.#addComplete(made.length - 1);
    }
  }

  #newContainer(level: number, key: string): Made {
    const at = this.#opened[level] as number;
    const value = this.#bytes[at] === openArray ? [] : {};
    return { value, key, from: at + 1, isBegun: false, isAfterMade: false };
  }

  /** Members that a comma follows. */
  #addComplete(level: number): void {
    const to = this.#made[level] as Made;
    const end = this.#members[level] as number;
    if (end <= to.from) return;
    this.#add(to, this.#text(to.from, end - 1));
    to.from = end;
  }

  #add(to: Made, text: string): void {
    if (Array.isArray(to.value)) {
      const values = this.#parse(`[${text}]`) as unknown[];
      if (values.length === 0) fail();
      for (const value of values) to.value.push(value);
    } else {
      const values = this.#parse(`{${text}}`) as Record<string, unknown>;
      const keys = Object.keys(values);
      if (keys.length === 0) fail();
      for (const key of keys) this.#put(to, key, values[key]);
    }
    to.isBegun = true;
  }

  /** The name before a container; "" in an array. */
  #keyIn({ value }: Made, text: string): string {
    if (Array.isArray(value)) return isBlank(text) ? "" : fail();
    const keys = Object.keys(this.#parse(`{${text}[]}`) as object);
    return keys.length === 1 ? (keys[0] as string) : fail();
  }

  #put(to: Made, key: string, value: unknown): void {
    to.isBegun = true;
    if (Array.isArray(to.value)) to.value.push(value);
    else if (key === "__proto__") {
      // An ordinary member, as the engine makes it.
      Object.defineProperty(to.value, key, { value, writable: true, enumerable: true, configurable: true });
    } else {
      if (this.#refuses && to.key === "constructor" && key === "prototype") refusePrototype();
      to.value[key] = value;
    }
  }

  #parse(text: string): unknown {
    const value: unknown = JSON.parse(text);
    if (this.#refuses && suspect.test(text)) lookForPrototypes(value);
    return value;
  }

  #text(from: number, to: number): string {
    return this.#decoder.decode(this.#bytes.subarray(from, to));
  }
}

/** Names that are written with escapes count as well. */
const suspect = /__proto__|constructor|\\u00[57]/i;

function lookForPrototypes(root: unknown): void {
  const open = [root];
  for (let value = open.pop(); value !== undefined; value = open.pop()) {
    if (typeof value !== "object" || value === null) continue;
    if (Object.hasOwn(value, "__proto__")) refusePrototype();
    const { constructor: made } = value as { readonly constructor: unknown };
    if (Object.hasOwn(value, "constructor") && typeof made === "object" && made !== null)
      if (Object.hasOwn(made, "prototype")) refusePrototype();
    for (const inner of Object.values(value)) if (typeof inner === "object" && inner !== null) open.push(inner);
  }
}

function refusePrototype(): never {
  throw new SyntaxError("The JSON text has a member that would be a prototype.");
}

/** White space as JSON has it. */
function isBlank(text: string): boolean {
  return /^[ \t\n\r]*$/.test(text);
}

function fail(): never {
  throw new SyntaxError("The JSON text is malformed.");
}
