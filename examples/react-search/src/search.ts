/**
 * Titles that resemble what was typed, the nearest first. Each word of the query has to resemble the beginning of a word of the title, in
 * any order. It takes as long as it takes: nothing in here knows of jobs. The build makes it preemptable, because `useJob` gets it.
 */
export function search(titles: readonly string[], query: string): string[] {
  const wanted = query.toLowerCase().split(/\s+/).filter(Boolean);
  const near: { title: string; distance: number }[] = [];
  for (const title of titles) {
    const distance = distanceOf(title.toLowerCase().split(" "), wanted);
    if (distance < Infinity) near.push({ title, distance });
  }
  near.sort((a, b) => a.distance - b.distance);
  return near.slice(0, 10).map(({ title }) => title);
}

/** The sum of the distances of all wanted words; Infinity if one of them resembles no word of the title. */
function distanceOf(words: readonly string[], wanted: readonly string[]): number {
  let sum = 0;
  for (const one of wanted) {
    let least = Infinity;
    for (const word of words) least = Math.min(least, distanceToBeginning(word, one));
    // One mistake in three letters.
    if (least >= Math.floor(one.length / 3) + 1) return Infinity;
    sum += least;
  }
  return sum;
}

/**
 * How many letters have to be changed, put in or left out to make a beginning of `word` out of `wanted` (Levenshtein). A beginning that is
 * not the whole word counts half a letter more.
 */
function distanceToBeginning(word: string, wanted: string): number {
  let above = Array.from({ length: wanted.length + 1 }, (_, j) => j);
  let least = wanted.length + 0.5;
  for (let i = 1; i <= word.length; i++) {
    const row = [i];
    for (let j = 1; j <= wanted.length; j++) {
      const changed = (above[j - 1] as number) + (word[i - 1] === wanted[j - 1] ? 0 : 1);
      row[j] = Math.min(changed, (above[j] as number) + 1, (row[j - 1] as number) + 1);
    }
    above = row;
    least = Math.min(least, (above[wanted.length] as number) + (i < word.length ? 0.5 : 0));
  }
  return least;
}
