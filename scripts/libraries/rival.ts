/** An endless preemptable function two calls deep: whatever it left behind in the shared state would be noticed. */
let turns = 0;

/** @preempt */
function spin(times: number): number {
  for (let i = 0; i < times; i++) turns++;
  return turns;
}

/** @preempt */
export function rival(): never {
  for (let i = 0; ; i++) {
    const before = turns;
    if (spin((i % 3) + 1) !== before + (i % 3) + 1) throw new Error("rival: its own calls were mixed up");
  }
}
