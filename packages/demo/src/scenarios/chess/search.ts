/** Alpha-beta search with a search of captures at its leaves. Each function here can be preempted between any two moves. */
import { evaluate, worth } from "./evaluate.ts";
import { type BareMove, nameOf, type Position } from "./position.ts";

/** Being mated in n half-moves is worth n more than this. */
export const mated = -100_000;
const deepest = 64;

/** What the calls of one search share. */
export interface Control {
  nodes: number;
  readonly mostNodes: number;
  /** Asked now and then: whether time is up. */
  readonly isLate: () => boolean;
  stopped: boolean;
  /** The best line found from each ply on. */
  readonly lines: string[][];
  /** The best line of the search before, one ply less deep: it is tried first. */
  lead: readonly string[];
  /** The last quiet move that refuted something, at each ply. */
  readonly killers: string[];
}

export function controlOf(mostNodes: number, isLate: () => boolean): Control {
  return { nodes: 0, mostNodes, isLate, stopped: false, lines: [], lead: [], killers: [] };
}

/**
 * The value of the position for the side to move, exact between `alpha` and `beta`. Of no meaning once `stopped`.
 *
 * @preempt
 */
export function search(
  position: Position,
  depth: number,
  ply: number,
  alpha: number,
  beta: number,
  control: Control,
): number {
  control.lines[ply] = [];
  const us = position._turn;
  const isCheck = position._isKingAttacked(us);
  // a check leaves few answers: what comes of it is seen a move further
  const rest = isCheck && ply < deepest ? depth + 1 : depth;
  if (rest <= 0 || ply >= deepest) return searchCaptures(position, ply, 6, alpha, beta, control);
  if (count(control)) return 0;
  if (position._halfMoves >= 100) return 0;
  const moves = position._moves({ legal: false });
  const scores = rate(moves, control.lead[ply], control.killers[ply]);
  let best = alpha;
  let legal = 0;
  for (let i = 0; i < moves.length; i++) {
    const move = takeBest(moves, scores, i);
    position._makeMove(move);
    if (position._isKingAttacked(us)) {
      position._undoMove();
      continue;
    }
    legal++;
    const value = -search(position, rest - 1, ply + 1, -beta, -best, control);
    position._undoMove();
    if (control.stopped) return 0;
    if (value <= best) continue;
    best = value;
    const name = nameOf(move);
    control.lines[ply] = [name, ...(control.lines[ply + 1] ?? [])];
    if (best < beta) continue;
    if (move.captured === undefined) control.killers[ply] = name;
    return best;
  }
  if (legal > 0) return best;
  return isCheck ? mated + ply : 0;
}

/** @preempt */
function searchCaptures(
  position: Position,
  ply: number,
  depth: number,
  alpha: number,
  beta: number,
  control: Control,
): number {
  control.lines[ply] = [];
  if (count(control)) return 0;
  let best = Math.max(alpha, evaluate(position));
  if (best >= beta || depth === 0) return best;
  const us = position._turn;
  const moves = position._moves({ legal: false });
  const scores = rate(moves, undefined, undefined);
  for (let i = 0; i < moves.length; i++) {
    const move = takeBest(moves, scores, i);
    if (move.captured === undefined && move.promotion !== "q") break; // sorted: only quiet moves follow
    position._makeMove(move);
    const value = position._isKingAttacked(us)
      ? mated
      : -searchCaptures(position, ply + 1, depth - 1, -beta, -best, control);
    position._undoMove();
    if (control.stopped) return 0;
    if (value <= best) continue;
    best = value;
    if (best >= beta) return best;
  }
  return best;
}

/**
 * Whether the search ends here. The clock is asked at each 64th node.
 *
 * @preempt never: short.
 */
function count(control: Control): boolean {
  control.nodes++;
  if (control.nodes >= control.mostNodes || (control.nodes % 64 === 0 && control.isLate())) control.stopped = true;
  return control.stopped;
}

/**
 * How promising each move looks: the lead, then captures, the dearest by the cheapest first, then the killer.
 *
 * @preempt never: a position has a few dozen moves.
 */
function rate(moves: readonly BareMove[], lead: string | undefined, killer: string | undefined): number[] {
  const scores: number[] = [];
  for (const move of moves) {
    let score = 0;
    if (move.captured !== undefined) score = 10_000 + 10 * worth[move.captured] - worth[move.piece] / 100;
    if (move.promotion !== undefined) score += move.promotion === "q" ? 12_000 : -1;
    if (lead !== undefined && nameOf(move) === lead) score = 1e6;
    else if (killer !== undefined && score === 0 && nameOf(move) === killer) score = 5000;
    scores.push(score);
  }
  return scores;
}

/**
 * Swaps the best of what is left to place `i`: cheaper than sorting, as most are never looked at.
 *
 * @preempt never: a position has a few dozen moves.
 */
function takeBest(moves: BareMove[], scores: number[], i: number): BareMove {
  let best = i;
  for (let j = i + 1; j < moves.length; j++) if ((scores[j] as number) > (scores[best] as number)) best = j;
  const move = moves[best] as BareMove;
  const score = scores[best] as number;
  moves[best] = moves[i] as BareMove;
  scores[best] = scores[i] as number;
  moves[i] = move;
  scores[i] = score;
  return move;
}
