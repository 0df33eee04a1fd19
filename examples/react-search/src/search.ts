/** Titles that resemble what was typed, the nearest first. It takes as long as it takes: nothing in here knows of jobs. */

/** @preempt */
export function search(titles: readonly string[], query: string): string[] {
  const wanted = query.toLowerCase();
  const near: { title: string; errors: number }[] = [];
  for (const title of titles) {
    const errors = Math.min(
      ...title
        .toLowerCase()
        .split(" ")
        .map((word) => distance(word, wanted)),
    );
    if (errors <= wanted.length / 3) near.push({ title, errors });
  }
  near.sort((a, b) => a.errors - b.errors);
  return near.slice(0, 10).map(({ title }) => title);
}

/** How many letters have to be changed, put in or left out (Levenshtein). */
function distance(a: string, b: string): number {
  let above = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const changed = (above[j - 1] as number) + (a[i - 1] === b[j - 1] ? 0 : 1);
      row[j] = Math.min(changed, (above[j] as number) + 1, (row[j - 1] as number) + 1);
    }
    above = row;
  }
  return above[b.length] as number;
}
