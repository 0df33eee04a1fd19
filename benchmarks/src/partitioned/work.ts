/** Equal jobs of a few ten milliseconds that touch no memory, so that cores do not get in each other's way. */
export function collatz(upTo: number): number {
  let longest = 0;
  for (let start = 1; start < upTo; start++) {
    let steps = 0;
    for (let n = start; n !== 1; n = n % 2 === 0 ? n / 2 : 3 * n + 1) steps++;
    if (steps > longest) longest = steps;
  }
  return longest;
}
