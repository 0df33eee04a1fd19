/** The pieces as they are drawn, and their ways across the board. Whoever calls `tick` decides how smooth they are. */
import type { Kind } from "./game.ts";

const base = "M11 35h23v4H11z";
const shapes: Readonly<Record<Kind["type"], string>> = {
  p: `M22.5 9a5.5 5.5 0 0 1 3.6 9.7c3.4 1.4 4.4 8.3 6.4 13.8h-20c2-5.5 3-12.4 6.4-13.8A5.5 5.5 0 0 1 22.5 9z${base}`,
  r: `M12 9h5v4h3.5V9h4v4H28V9h5v8.5l-3.5 3V32h-14V20.5l-3.5-3z${base}`,
  n: `M14.5 32.5c-.5-6.5 4-9 5-13l-5.5 3.5-2.5 3-3-1-.5-3 4.5-7.5 2-5 .5-4 3.5 3c8.5.5 14.5 8 14 24z${base}`,
  b: `M22.5 6a2.6 2.6 0 0 1 1.6 4.6c4.4 3.2 7.4 8 6.2 13-.5 2.3-2 4-3.6 5.4l.8 3.5h-10l.8-3.5c-1.6-1.4-3.1-3.1-3.6-5.4-1.2-5 1.8-9.8 6.2-13A2.6 2.6 0 0 1 22.5 6zM21.5 15v3h-3v2h3v4h2v-4h3v-2h-3v-3z${base}`,
  q: `M8 14l5 13.5h19L37 14l-7 6-2.5-11-5 9.5-5-9.5L15 20zM13 29.5h19l1 3.5H12z${base}`,
  k: `M21 5h3v3h3v3h-3v3.5h-3V11h-3V8h3zM22.5 17.5c3-4.5 13.5-4 13 3-.3 4.3-4 7-6 12h-14c-2-5-5.7-7.7-6-12-.5-7 10-7.5 13-3z${base}`,
};

/** How long a piece takes to its square, in milliseconds. */
const duration = 350;

interface Piece {
  readonly kind: Kind;
  readonly element: SVGSVGElement;
  square: string;
  /** In squares from the top left corner: where it is, where it set out, where it goes. */
  x: number;
  y: number;
  from: readonly [number, number];
  setOut: number;
  isUnderway: boolean;
}

const columnOf = (square: string) => square.charCodeAt(0) - 97;
const rowOf = (square: string) => 8 - Number(square[1]);
const isSame = (a: Kind, b: Kind | undefined) => a.type === b?.type && a.color === b.color;

export class Pieces {
  readonly layer = document.createElement("div");
  readonly #pieces = new Set<Piece>();
  /** Taken, but on the board until whoever took them arrives. */
  readonly #leaving = new Set<Piece>();
  readonly #still = matchMedia("(prefers-reduced-motion: reduce)");
  #held: Piece | undefined;

  constructor() {
    this.layer.className = "pieces";
    this.layer.setAttribute("aria-hidden", "true");
  }

  /** From what stands on the board to another position: each piece sets out from the nearest square that has one too many. */
  show(position: ReadonlyMap<string, Kind>, now: number): void {
    this.#held = undefined;
    const spare = new Set([...this.#pieces].filter((piece) => !isSame(piece.kind, position.get(piece.square))));
    const standing = new Set([...this.#pieces].filter((piece) => !spare.has(piece)).map((piece) => piece.square));
    for (const [square, kind] of position) {
      if (standing.has(square)) continue;
      const piece = nearest([...spare], kind, square) ?? this.#add(kind, square);
      spare.delete(piece);
      piece.square = square;
      piece.isUnderway = false; // not to where it was going
    }
    for (const piece of spare) {
      this.#pieces.delete(piece);
      this.#leaving.add(piece);
    }
    for (const piece of this.#pieces) setOut(piece, now);
  }

  /** Draws everything where it is by now. */
  tick(now: number): void {
    for (const piece of this.#pieces) {
      if (!piece.isUnderway || piece === this.#held) continue;
      const part = this.#still.matches ? 1 : Math.min(1, Math.max(0, (now - piece.setOut) / duration));
      const eased = part * part * (3 - 2 * part);
      piece.x = piece.from[0] + (columnOf(piece.square) - piece.from[0]) * eased;
      piece.y = piece.from[1] + (rowOf(piece.square) - piece.from[1]) * eased;
      piece.isUnderway = part < 1;
      place(piece);
    }
    if (this.isUnderway || this.#leaving.size === 0) return;
    for (const { element } of this.#leaving) element.remove();
    this.#leaving.clear();
  }

  get isUnderway(): boolean {
    for (const piece of this.#pieces) if (piece.isUnderway && piece !== this.#held) return true;
    return false;
  }

  /** The piece follows a finger: its middle is at `x`, `y`, in squares. */
  hold(square: string, x: number, y: number): void {
    this.#held ??= [...this.#pieces].find((piece) => piece.square === square);
    if (this.#held === undefined) return;
    this.#held.isUnderway = false;
    this.#held.x = x - 0.5;
    this.#held.y = y - 0.5;
    this.#held.element.classList.add("held");
    place(this.#held);
  }

  /** It is let go, and returns to its square unless a move follows. */
  letGo(now: number): void {
    const piece = this.#held;
    this.#held = undefined;
    if (piece === undefined) return;
    piece.element.classList.remove("held");
    setOut(piece, now);
  }

  #add(kind: Kind, square: string): Piece {
    const element = document.createElementNS("http://www.w3.org/2000/svg", "svg");
    element.setAttribute("viewBox", "4 3 37 38");
    element.setAttribute("class", `piece ${kind.color === "w" ? "white" : "black"}`);
    const path = document.createElementNS("http://www.w3.org/2000/svg", "path");
    path.setAttribute("d", shapes[kind.type]);
    element.append(path);
    this.layer.append(element);
    const [x, y] = [columnOf(square), rowOf(square)];
    const piece: Piece = { kind, element, square, x, y, from: [x, y], setOut: 0, isUnderway: false };
    this.#pieces.add(piece);
    place(piece);
    return piece;
  }
}

function nearest(pieces: readonly Piece[], kind: Kind, square: string): Piece | undefined {
  const distance = ({ x, y }: Piece) => Math.hypot(x - columnOf(square), y - rowOf(square));
  return pieces.filter((piece) => isSame(piece.kind, kind)).sort((a, b) => distance(a) - distance(b))[0];
}

function setOut(piece: Piece, now: number): void {
  if (piece.isUnderway || (piece.x === columnOf(piece.square) && piece.y === rowOf(piece.square))) return;
  piece.from = [piece.x, piece.y];
  piece.setOut = now;
  piece.isUnderway = true;
  piece.element.parentElement?.append(piece.element); // above those that stand
}

function place({ element, x, y }: Piece): void {
  element.style.transform = `translate(${x * 100}%, ${y * 100}%)`;
}
