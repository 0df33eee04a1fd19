/** The result of the busy loop without running it: rounds x ↦ a·x + c (mod 2^32), composed by squaring. */
export function stateAfter(rounds: number): number {
  let [a, c] = [1_664_525, 1_013_904_223];
  let [wholeA, wholeC] = [1, 0];
  for (let left = rounds; left > 0; left = Math.floor(left / 2)) {
    if (left % 2 === 1) [wholeA, wholeC] = [Math.imul(a, wholeA), (Math.imul(a, wholeC) + c) | 0];
    [a, c] = [Math.imul(a, a), (Math.imul(a, c) + c) | 0];
  }
  return (wholeA + wholeC) | 0;
}
