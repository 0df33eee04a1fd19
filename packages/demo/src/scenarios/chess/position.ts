/**
 * chess.js from inside. Its `move()` writes each move in words and the board twice as text, which a game needs and a
 * search does not: making and unmaking bare moves, as the library's own `perft` does, is a hundred times faster.
 */
import { Chess, type Color, type PieceSymbol } from "chess.js";

/** A move as the library keeps it. Squares are numbers of a board 16 wide, of which the left half is used. */
export interface BareMove {
  readonly color: Color;
  readonly from: number;
  readonly to: number;
  readonly piece: PieceSymbol;
  readonly captured?: PieceSymbol;
  readonly promotion?: PieceSymbol;
}

export interface Position {
  readonly _board: readonly ({ readonly type: PieceSymbol; readonly color: Color } | undefined)[];
  readonly _turn: Color;
  readonly _halfMoves: number;
  _moves(options: { readonly legal: boolean }): BareMove[];
  _makeMove(move: BareMove): void;
  _undoMove(): void;
  _isKingAttacked(color: Color): boolean;
  /** A fingerprint of the position, the same in each build: the library's seed is fixed. */
  hash(): string;
}

export const positionOf = (fen: string): Position => new Chess(fen) as unknown as Position;

const square = (at: number) => "abcdefgh".charAt(at & 7) + "87654321".charAt(at >> 4);

/** As "e2e4", "e7e8q". */
export const nameOf = ({ from, to, promotion }: BareMove): string => square(from) + square(to) + (promotion ?? "");
