/** Computation of a given length. Long enough without an allocation, and nothing that an engine could leave out. */

/** @preempt */
export function burn(rounds: number): number {
  let state = 0x9e3779b9;
  for (let i = 0; i < rounds; i++) {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
  }
  return state;
}

/** How many rounds take a millisecond here, called plainly: the median of some samples. */
export function roundsPerMillisecond(): number {
  const rounds = 2_000_000;
  const samples = Array.from({ length: 15 }, () => {
    const from = performance.now();
    burn(rounds);
    return rounds / (performance.now() - from);
  });
  return (samples.sort((a, b) => a - b)[samples.length >> 1] as number) | 0;
}
