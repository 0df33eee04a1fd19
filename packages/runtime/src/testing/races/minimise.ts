/** Makes a schedule that fails simpler, as long as it fails: fewer preemptions first, then earlier ones. */
import { preemptionsIn, type Turn, timer, toEnd } from "./turns.ts";

/** Runs that it may take. */
const mostRuns = 150;

/** @param fails Whether a run in these turns goes wrong */
export async function minimise(
  turns: readonly Turn[],
  fails: (turns: readonly Turn[]) => Promise<boolean>,
): Promise<Turn[]> {
  let best = [...turns];
  let runs = 0;
  const isBetter = async (candidate: readonly Turn[]) => {
    if (runs >= mostRuns) return false;
    runs++;
    if (!(await fails(candidate))) return false;
    best = [...candidate];
    return true;
  };
  // Without one of the preemptions, or a turn at all.
  for (let changed = true; changed; ) {
    changed = false;
    for (let i = 0; i < best.length && !changed; i++) {
      // What comes in between comes later, together with what comes next.
      const later = merged([
        ...best.slice(0, i),
        ...best.slice(i + 1, i + 2),
        ...best.slice(i, i + 1),
        ...best.slice(i + 2),
      ]);
      if (preemptionsIn(later) < preemptionsIn(best)) changed = await isBetter(later);
      if (changed) break;
      changed = (await isBetter(merged(best.filter((_, j) => j !== i)))) && best.length < turns.length;
      if (!changed && (best[i] as Turn | undefined)?.points !== toEnd && preemptionsIn(best) > 1)
        changed = await isBetter(merged(best.map((t, j) => (j === i ? { ...t, points: toEnd } : t))));
    }
  }
  // At an earlier point: half as far, three quarters, and so on; then one by one.
  for (let i = 0; i < best.length; i++) {
    let { points } = best[i] as Turn;
    if (points === toEnd) continue;
    for (let step = Math.floor(points / 2); step >= 1; ) {
      const earlier = points - step;
      if (earlier >= 1 && (await isBetter(best.map((t, j) => (j === i ? { ...t, points: earlier } : t)))))
        points = earlier;
      else step = Math.floor(step / 2);
    }
  }
  return best;
}

/** Two turns of one job after each other are one; what follows its end is none. */
export function merged(turns: readonly Turn[]): Turn[] {
  const made: Turn[] = [];
  const ended = new Set<number>();
  for (const turn of turns) {
    if (ended.has(turn.who)) continue;
    const last = made.at(-1);
    if (last !== undefined && last.who === turn.who && turn.who !== timer)
      made[made.length - 1] = { who: turn.who, points: last.points + turn.points };
    else made.push(turn);
    if (turn.points === toEnd && turn.who !== timer) ended.add(turn.who);
  }
  return made;
}
