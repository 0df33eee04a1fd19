/** Which line of the program a place in the transformed code stands for. */

const digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/**
 * The line, from 1, in the source that is behind `line` and `column` (both from 1) of the generated code; undefined if
 * the code there was made by the compiler alone.
 */
export function originalLine(mappings: string, line: number, column: number): number | undefined {
  let source = 0;
  let found: number | undefined;
  // Positions in the source count on from the segment before, across lines.
  for (const [index, text] of mappings.split(";").entries()) {
    let at = 0;
    if (index === line) break;
    for (const segment of text === "" ? [] : text.split(",")) {
      const [columnStep = 0, , lineStep] = decode(segment);
      at += columnStep;
      source += lineStep ?? 0;
      if (index === line - 1 && at < column && lineStep !== undefined) found = source + 1;
    }
  }
  return found;
}

/** Base64 VLQ: five bits a digit, the smallest first; the lowest bit of a number is its sign. */
function decode(segment: string): number[] {
  const numbers: number[] = [];
  let value = 0;
  let shift = 0;
  for (const letter of segment) {
    const digit = digits.indexOf(letter);
    value |= (digit & 31) << shift;
    shift += 5;
    if (digit & 32) continue;
    numbers.push(value & 1 ? -(value >>> 1) : value >>> 1);
    value = 0;
    shift = 0;
  }
  return numbers;
}

/** The places in `stack` that lie in `url`, as lines of the program. */
export function* linesInStack(stack: string, url: string, mappings: string): Generator<number> {
  for (let at = stack.indexOf(url); at >= 0; at = stack.indexOf(url, at + 1)) {
    const [, line, column] = /^:(\d+):(\d+)/.exec(stack.slice(at + url.length)) ?? [];
    const original = line && originalLine(mappings, Number(line), Number(column));
    if (original) yield original;
  }
}
