/** What keeps a server busy: a summary of many sales. */

export interface Report {
  readonly rows: number;
  readonly best: string;
  readonly median: number;
}

/** @preempt */
export function makeReport(rows: number, seed: number): Report {
  const totals = new Map<string, number>();
  const amounts: number[] = [];
  let random = seed;
  for (let i = 0; i < rows; i++) {
    random = (Math.imul(random, 1_664_525) + 1_013_904_223) >>> 0;
    const article = `article ${random % 1000}`;
    const amount = (random >>> 10) % 10_000;
    totals.set(article, (totals.get(article) ?? 0) + amount);
    amounts.push(amount);
  }
  amounts.sort((a, b) => (a !== b ? a - b : 0));
  let best = "";
  for (const [article, total] of totals) if (total > (totals.get(best) ?? 0)) best = article;
  return { rows, best, median: amounts[rows >> 1] ?? 0 };
}
