/** The game on the board, in the words of the rules: whose turn, what is allowed, how it ended. */
import { Chess, type Color, type PieceSymbol, type Square } from "chess.js";

export interface Kind {
  readonly type: PieceSymbol;
  readonly color: Color;
}

/** So that no two games between engines are the same. */
export const openings = [
  ["Sicilian defence", "e4 c5 Nf3 d6"],
  ["Spanish opening", "e4 e5 Nf3 Nc6 Bb5"],
  ["Queen's gambit", "d4 d5 c4 e6"],
  ["French defence", "e4 e6 d4 d5"],
  ["English opening", "c4 e5 Nc3 Nf6"],
  ["King's Indian defence", "d4 Nf6 c4 g6"],
  ["Caro-Kann defence", "e4 c6 d4 d5"],
  ["Italian game", "e4 e5 Nf3 Nc6 Bc4"],
] as const;

export const sideNames = { w: "White", b: "Black" } as const;

export class Game {
  readonly #chess = new Chess();
  /** Fingerprints of the positions so far. */
  readonly seen: string[] = [];
  /** The last move, "e2e4". */
  last: string | undefined;

  constructor(moves = "") {
    for (const san of moves.split(" ")) if (san !== "") this.#note(this.#chess.move(san));
  }

  get fen(): string {
    return this.#chess.fen();
  }

  get turn(): Color {
    return this.#chess.turn();
  }

  get moveNumber(): number {
    return this.#chess.moveNumber();
  }

  pieceAt(square: string): Kind | undefined {
    return this.#chess.get(square as Square);
  }

  pieces(): Map<string, Kind> {
    const pieces = new Map<string, Kind>();
    for (const row of this.#chess.board()) for (const piece of row) if (piece !== null) pieces.set(piece.square, piece);
    return pieces;
  }

  /** Where the piece on `square` may go. */
  targets(square: string): string[] {
    return [...new Set(this.#chess.moves({ square: square as Square, verbose: true }).map((move) => move.to))];
  }

  /** Plays "e2e4"; a pawn that arrives becomes a queen unless the move says otherwise. Whether the rules allow it. */
  play(name: string): boolean {
    if (this.#isOver) return false;
    try {
      this.#note(this.#chess.move(parts(name)));
      return true;
    } catch {
      return false; // the library's word for a move that the rules forbid
    }
  }

  #note({ from, to }: { readonly from: string; readonly to: string }): void {
    this.seen.push(this.#chess.hash());
    this.last = from + to;
  }

  get #isOver(): boolean {
    return this.#chess.isGameOver();
  }

  /** How the game has ended, if it has. */
  get end(): string | undefined {
    const chess = this.#chess;
    if (!this.#isOver) return undefined;
    if (chess.isCheckmate()) return `Checkmate: ${chess.turn() === "w" ? "black" : "white"} wins`;
    if (chess.isStalemate()) return "Stalemate: a draw";
    if (chess.isInsufficientMaterial()) return "A draw: nobody can be mated any more";
    return chess.isThreefoldRepetition()
      ? "A draw: the third time this position"
      : "A draw: fifty moves without progress";
  }

  get isCheck(): boolean {
    return this.#chess.isCheck();
  }

  /** A line as players write it: "Nf3 d5 exd5". */
  written(line: readonly string[]): string {
    const chess = new Chess(this.fen);
    return line.map((name) => chess.move(parts(name)).san).join(" ");
  }
}

const parts = (name: string) => ({ from: name.slice(0, 2), to: name.slice(2, 4), promotion: name.slice(4) || "q" });
