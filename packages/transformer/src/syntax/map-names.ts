/**
 * Gives the resumable bodies their original names in a source map, so that tools show a frame of `f$resumable` or `f$rest` as `f`.
 *
 * TypeScript's maps have no names. A segment gets one by a fifth number, and each number is the difference to the one
 * of the segment before it, so nothing else in the map changes.
 */

export interface NamedMap {
  readonly names: string[];
  readonly mappings: string;
}

interface Head {
  /** Columns. */
  readonly start: number;
  readonly end: number;
  readonly name: string;
}

/** Where the head of a body ends: behind the name of its function. */
const suffix = /\$(?:resumable|rest)(?:_\d+)*("\)\])?\(/g;
/** In what TypeScript prints, one of these stands before each name. */
const beforeName = new Set([...' \t("#*']);
/** What stands before the name, from the star's or the keyword's column on. Each is looked for at the end of a short text. */
const prefixes = { named: /(?:function\*? |\* ?)#?$/, computed: /\* ?\[[\w$.]{1,99}\("$/ };
const privateMethod = /^\s*(?:static )?#$/;

/** Names for the map of `code`, which has none yet. */
export function nameResumableBodies(code: string, mappings: string): NamedMap {
  const names: string[] = [];
  const resumable = resumableNames(code);
  if (resumable.size === 0) return { names, mappings };
  const indices = new Map<string, number>();
  let last = 0;
  const lines = code.split("\n");
  const named = mappings.split(";").map((segments, l) => {
    const heads = headsIn(lines[l] ?? "", resumable);
    if (heads.length === 0 || segments === "") return segments;
    let column = 0;
    let next = 0;
    return segments
      .split(",")
      .map((segment) => {
        column += firstNumber(segment);
        while ((heads[next]?.end ?? Number.POSITIVE_INFINITY) <= column) next++;
        const head = heads[next];
        if (head === undefined || column < head.start) return segment;
        const { name } = head;
        const index = indices.get(name) ?? names.push(name) - 1;
        indices.set(name, index);
        const difference = index - last;
        last = index;
        return segment + encode(difference);
      })
      .join(",");
  });
  return { names, mappings: named.join(";") };
}

/** Functions that have a body: one of the user's may be called `x$rest`. */
function resumableNames(code: string): ReadonlySet<string> {
  const word = "$resumable";
  const names = new Set<string>();
  let last = 0;
  for (let at = code.indexOf(word); at >= 0; at = code.indexOf(word, last)) {
    names.add(code.slice(nameStart(code, at, last), at));
    last = at + word.length;
  }
  return names;
}

/**
 * `function f$resumable(`, `function f$rest(`, `function* f$resumable(`, `#p$resumable(`, `*#p$resumable(` and
 * `*[$bodyKey("s$resumable")](`. Each character of the line is looked at a few times at most: lines may be long.
 */
function headsIn(line: string, resumable: ReadonlySet<string>): Head[] {
  const heads: Head[] = [];
  let last = 0;
  for (const match of line.matchAll(suffix)) {
    const start = nameStart(line, match.index, last);
    const end = match.index + match[0].length;
    const name = line.slice(start, match.index);
    const prefix = resumable.has(name) ? prefixOf(line, start, last, match[1] !== undefined) : undefined;
    if (prefix !== undefined) heads.push({ start: prefix, end, name });
    last = end;
  }
  return heads;
}

/** Where the name starts that ends at `end`. Not before `from`: what stands there was looked at. */
function nameStart(text: string, end: number, from: number): number {
  let start = end;
  while (start > from && text[start - 1] !== "\n" && !beforeName.has(text[start - 1] as string)) start--;
  return start;
}

/** Where the head starts whose name starts at `start`; undefined if it is none. */
function prefixOf(line: string, start: number, from: number, isComputed: boolean): number | undefined {
  const window = Math.max(from, start - 120);
  const before = line.slice(window, start);
  const match = (isComputed ? prefixes.computed : prefixes.named).exec(before);
  if (match) return window + match.index;
  return from === 0 && !isComputed && privateMethod.test(line.slice(0, start)) ? start - 1 : undefined;
}

const digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/** The first number of a segment: base 64, five bits a digit, the least first, its sign in the lowest bit. */
function firstNumber(segment: string): number {
  let value = 0;
  for (let i = 0, shift = 0; ; i++, shift += 5) {
    const digit = digits.indexOf(segment.charAt(i));
    value |= (digit & 31) << shift;
    if (digit < 32) return value & 1 ? -(value >>> 1) : value >>> 1;
  }
}

function encode(number: number): string {
  let rest = number < 0 ? (-number << 1) | 1 : number << 1;
  let text = "";
  do {
    const more = rest >>> 5 === 0 ? 0 : 32;
    text += digits.charAt((rest & 31) | more);
    rest >>>= 5;
  } while (rest > 0);
  return text;
}
