/** A part of a list, so that days share the work. */

/**
 * @param part "2/7": the second of seven; undefined: the whole list
 * @throws RangeError if it is none
 */
export function partOf<T>(list: readonly T[], part: string | undefined): T[] {
  if (part === undefined) return [...list];
  const [, of = "", parts = ""] = /^(\d+)\/(\d+)$/.exec(part) ?? [];
  const [nth, count] = [Number(of), Number(parts)];
  if (!(nth >= 1 && nth <= count)) throw new RangeError(`A part is I/N with 1 <= I <= N, as in "2/7", not "${part}".`);
  return list.filter((_, i) => i % count === nth - 1);
}
