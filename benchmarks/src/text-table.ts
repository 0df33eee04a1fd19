/** Columns of text: the first to the left, the others to the right, unless `isLeft` says otherwise. */
export function textTable(
  head: readonly string[],
  lines: readonly (readonly string[])[],
  isLeft = (column: number): boolean => column === 0,
): string {
  const all = [head, ...lines];
  const widths = head.map((_, column) => all.reduce((most, line) => Math.max(most, line[column]?.length ?? 0), 0));
  return all
    .map((line) =>
      line
        .map((cell, i) => (isLeft(i) ? cell.padEnd(widths[i] ?? 0) : cell.padStart(widths[i] ?? 0)))
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}

/** Three digits, in the unit that suits. */
export function showTime(nanoseconds: number): string {
  const size = Math.abs(nanoseconds);
  const [value, unit] =
    size < 1e3 ? [nanoseconds, "ns"] : size < 1e6 ? [nanoseconds / 1e3, "µs"] : [nanoseconds / 1e6, "ms"];
  const digits = Math.abs(value) < 10 ? 2 : Math.abs(value) < 100 ? 1 : 0;
  return `${value.toFixed(digits)} ${unit}`;
}

/** The range in the unit of its end. */
export function showRange([from, to]: readonly [number, number]): string {
  return `${showTime(from)} - ${showTime(to)}`;
}
