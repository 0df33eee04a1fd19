/** An endless preemptable function two calls deep: whatever it left behind in the shared state would be noticed. */
interface Turns {
  count: number;
}

/** @preempt */
function spin(turns: Turns, times: number): number {
  for (let i = 0; i < times; i++) turns.count++;
  return turns.count;
}

/**
 * Each has its own turns: a test inside another one has its rival beside that of the outer test.
 *
 * @preempt
 */
export function rival(): never {
  const turns: Turns = { count: 0 };
  for (let i = 0; ; i++) {
    const before = turns.count;
    if (spin(turns, (i % 3) + 1) !== before + (i % 3) + 1) throw new Error("rival: its own calls were mixed up");
  }
}
