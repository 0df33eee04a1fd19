/**
 * Accesses that no serial order has: another job came between two accesses of one job (Lu et al., AVIO, ASPLOS 2006).
 *
 *   A wrote   B wrote   A read     A reads what is not its own
 *   A read    B wrote   A read     A sees two states
 *   A wrote   B read    A wrote    B saw what was not finished
 *   A read    B wrote   A wrote    what B wrote is lost
 */
import type { Access, AccessLog, Location } from "./access-log.ts";

export interface Conflict {
  readonly name: string;
  readonly declared: Location["declared"];
  /** What the job did before, what the other one did in between, and what the job did afterwards. */
  readonly before: Access;
  readonly between: Access;
  readonly after: Access;
}

/** In this order they are shown: the first explains most. */
const patterns = ["write write read", "read write read", "write read write", "read write write"];

export function conflictsIn(log: AccessLog): Conflict[] {
  const found: { readonly location: Location; readonly rank: number; readonly three: readonly Access[] }[] = [];
  for (const location of log.locations) {
    const worst = worstOf(location.accesses);
    if (worst !== undefined) found.push({ location, ...worst });
  }
  found.sort((a, b) => a.rank - b.rank);
  return found.slice(0, 20).map(({ location, three }) => {
    const [before, between, after] = three as [Access, Access, Access];
    return { ...log.nameOf(location), before, between, after };
  });
}

function worstOf(accesses: readonly Access[]): { rank: number; three: Access[] } | undefined {
  let worst: { rank: number; three: Access[] } | undefined;
  accesses.forEach((after, i) => {
    // Who reads what it has written in this turn sees its own.
    const isFirst = !accesses.some(
      (a, j) => j < i && a.turn === after.turn && (a.isWrite || after.isWrite === a.isWrite),
    );
    if (!isFirst) return;
    const earlier = accesses.slice(0, i);
    for (const isWrite of [true, false]) {
      const before = earlier.findLast((a) => a.who === after.who && a.turn < after.turn && a.isWrite === isWrite);
      if (before === undefined) continue;
      for (const between of earlier) {
        if (between.who === after.who || between.turn <= before.turn) continue;
        const rank = patterns.indexOf([before, between, after].map((a) => (a.isWrite ? "write" : "read")).join(" "));
        if (rank >= 0 && (worst === undefined || rank < worst.rank)) worst = { rank, three: [before, between, after] };
      }
    }
  });
  return worst;
}

/**
 * At which points of a job another one may come between two accesses of what both access: one for each two places, where it is met first
 * and last.
 *
 * @param log Of a run in which each ran to its end
 */
export function likelyPoints(log: AccessLog, who: number, most: number): number[] {
  const places = new Map<string, { first: number; last: number }>();
  for (const { accesses } of log.locations) {
    const others = accesses.filter((a) => a.who !== who);
    if (others.length === 0) continue;
    const isWritten = others.some((a) => a.isWrite);
    const own = accesses.filter((a) => a.who === who);
    own.forEach((before, i) => {
      const after = own[i + 1];
      // More accesses from one place, round by round.
      if (before.until > before.from && (isWritten || before.isWrite)) meet(before, before, before.from);
      if (after === undefined || after.from <= before.until) return;
      if (isWritten || (before.isWrite && after.isWrite)) meet(before, after, before.until);
    });
  }
  const points = [...places.values()].flatMap(({ first, last }) => [first + 1, last + 1]);
  return [...new Set(points)].slice(0, most);

  function meet({ site: a }: Access, { site: b }: Access, point: number): void {
    const key = `${a.file}:${a.line}:${a.column}-${b.file}:${b.line}:${b.column}`;
    const known = places.get(key);
    if (known === undefined) places.set(key, { first: point, last: point });
    else known.last = Math.max(known.last, point);
  }
}
