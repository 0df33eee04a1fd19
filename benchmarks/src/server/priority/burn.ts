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

/**
 * How many rounds take a millisecond of processor time here, called plainly: the median of some samples. Not of the clock on the
 * wall: where other programs run as well, computations would be shorter in one server than in another.
 */
export function roundsPerMillisecond(): number {
  const rounds = 2_000_000;
  const samples = Array.from({ length: 15 }, () => {
    const from = process.threadCpuUsage();
    burn(rounds);
    return (rounds * 1000) / process.threadCpuUsage(from).user;
  });
  return (samples.sort((a, b) => a - b)[samples.length >> 1] as number) | 0;
}
