/** What somebody may have meant. */

/** Those of `names` that begin as `given` does, or are two slips of the keyboard away at most; the nearest first. */
export function nearNames(given: string, names: readonly string[]): string[] {
  return names
    .map((name) => ({ name, slips: given.length > 1 && name.startsWith(given) ? 0 : slipsBetween(given, name) }))
    .filter(({ name, slips }) => slips <= 2 && slips < name.length / 2)
    .sort((a, b) => a.slips - b.slips)
    .map(({ name }) => name);
}

/** Levenshtein's distance: letters that are missing, too many or others. */
export function slipsBetween(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const above = row;
    row = [i];
    for (let j = 1; j <= b.length; j++) {
      const other = (above[j - 1] as number) + (a[i - 1] === b[j - 1] ? 0 : 1);
      row.push(Math.min(other, (above[j] as number) + 1, (row[j - 1] as number) + 1));
    }
  }
  return row[b.length] as number;
}
