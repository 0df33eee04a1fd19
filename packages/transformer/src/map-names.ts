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

/**
 * `function f$resumable(`, `function f$rest(`, `function* f$resumable(`, `#p$resumable(`, `*#p$resumable(` and
 * `*[$bodyKey("s$resumable")](`, from the star's or the keyword's column on.
 */
const heads =
  /(?:function\*?\s|\*\s?|(?<=^\s*(?:static\s)?)(?=#))(?:\[[\w$.]+\(")?#?([^\s("]+?)\$(?:resumable|rest)(?:_\d+)*(?:"\)\])?\(/g;

/** Names for the map of `code`, which has none yet. */
export function nameResumableBodies(code: string, mappings: string): NamedMap {
  const names: string[] = [];
  // A function of the user's may be called `x$rest`.
  const resumable = new Set(Array.from(code.matchAll(/([^\s("#]+?)\$resumable/g), ([, name = ""]) => name));
  if (resumable.size === 0) return { names, mappings };
  const indices = new Map<string, number>();
  let last = 0;
  const lines = code.split("\n");
  const named = mappings.split(";").map((segments, l) => {
    const found = [...(lines[l] ?? "").matchAll(heads)].filter(([, name = ""]) => resumable.has(name));
    if (found.length === 0 || segments === "") return segments;
    let column = 0;
    return segments
      .split(",")
      .map((segment) => {
        column += firstNumber(segment);
        const head = found.find((m) => m.index <= column && column < m.index + m[0].length);
        if (head === undefined) return segment;
        const name = head[1] as string;
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
