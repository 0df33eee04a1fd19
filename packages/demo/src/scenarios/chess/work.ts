/**
 * What the job "think" computes: the best move of a position, found by looking one half-move further again and again.
 * It is an anytime computation: its best move so far stands in `thought` while it goes on.
 */
import { type BareMove, nameOf, type Position, positionOf } from "./position.ts";
import { type Control, controlOf, mated, search } from "./search.ts";

/** What is known so far; changes while the job computes. */
export interface Thought {
  /** The best line, moves as "e2e4"; empty where there is no legal move. */
  line: readonly string[];
  /** How many half-moves have been looked at in full. */
  depth: number;
  nodes: number;
  /** For the side to move, in hundredths of a pawn. */
  score: number;
}

export interface Limits {
  readonly nodes: number;
  readonly depth: number;
  /** Whether time is up. */
  readonly isLate: () => boolean;
}

export const noThought = (): Thought => ({ line: [], depth: 0, nodes: 0, score: 0 });

/**
 * Thinks until a limit is reached. `seen` are fingerprints of positions that the game has had: coming back is a step towards a draw.
 *
 * @preempt
 */
export function think(fen: string, seen: readonly string[], limits: Limits, thought: Thought): Thought {
  const position = positionOf(fen);
  const control = controlOf(limits.nodes, limits.isLate);
  const moves = position._moves({ legal: true });
  for (let depth = 1; depth <= limits.depth && moves.length > 0; depth++) {
    lookAtAll(position, moves, seen, depth, control, thought);
    thought.nodes = control.nodes;
    if (control.stopped) break;
    thought.depth = depth;
    // a mate is not going to get any shorter, and with one move there is no choice
    if (Math.abs(thought.score) > -mated - 100 || moves.length === 1) break;
    control.lead = thought.line;
  }
  return thought;
}

/**
 * One depth. The best moves come to the front, so that the next depth begins with them and can be broken off.
 *
 * @preempt
 */
function lookAtAll(
  position: Position,
  moves: BareMove[],
  seen: readonly string[],
  depth: number,
  control: Control,
  thought: Thought,
): void {
  let best = 2 * mated;
  for (let i = 0; i < moves.length; i++) {
    const move = moves[i] as BareMove;
    position._makeMove(move);
    const isBack = seen.includes(position.hash());
    // without the lead of the first line, which is not this one's
    if (i === 1) control.lead = [];
    control.lines[1] = [];
    const value = isBack ? 0 : -search(position, depth - 1, 1, 2 * mated, -best, control);
    position._undoMove();
    // the very first move counts in any case: there is always an answer
    if (control.stopped && thought.line.length > 0) return;
    if (value <= best) continue;
    best = value;
    moves.splice(i, 1);
    moves.unshift(move);
    thought.line = [nameOf(move), ...(control.lines[1] ?? [])];
    thought.score = value;
    thought.nodes = control.nodes;
  }
}
