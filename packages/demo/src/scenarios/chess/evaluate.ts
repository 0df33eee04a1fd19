/** What a position is worth before anything else is known: material, and how well the pieces stand. */
import type { PieceSymbol } from "chess.js";
import type { Position } from "./position.ts";

/** In hundredths of a pawn. */
export const worth: Readonly<Record<PieceSymbol, number>> = { p: 100, n: 320, b: 330, r: 500, q: 900, k: 20_000 };

const pawnAdvance = [0, 0, 2, 8, 20, 45, 90, 0];
/** With less than this on the board, without kings and pawns, the kings come out. */
const endgame = 2600;

/**
 * Seen from the side that is to move.
 *
 * @preempt never: 64 squares, whatever the position.
 */
export function evaluate({ _board, _turn }: Position): number {
  let sum = 0;
  let pieces = 0;
  let kings = 0;
  for (let at = 0; at < 120; at = (at & 7) === 7 ? at + 9 : at + 1) {
    const piece = _board[at];
    if (piece === undefined) continue;
    const { type } = piece;
    const file = at & 7;
    const isOurs = piece.color === _turn;
    // ranks as the piece's own side counts them, from 0
    const rank = piece.color === "w" ? 7 - (at >> 4) : at >> 4;
    // 0 in the corners, 6 in the centre
    const centre = Math.min(file, 7 - file) + Math.min(rank, 7 - rank);
    let value = worth[type];
    if (type === "p") value += (pawnAdvance[rank] as number) + (file === 3 || file === 4 ? 6 * Math.min(rank, 4) : 0);
    else if (type === "n") value += 9 * centre - 30;
    else if (type === "b") value += 5 * centre - 12;
    else if (type === "r") value += (rank === 6 ? 20 : 0) + 2 * Math.min(file, 7 - file);
    else if (type === "q") value += 2 * centre;
    else kings += isOurs ? centre : -centre;
    if (type !== "p" && type !== "k") pieces += worth[type];
    sum += isOurs ? value : -value;
  }
  return sum + kings * (pieces < endgame ? 10 : -12);
}
