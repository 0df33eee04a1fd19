/** The board: squares to press, pieces above them, and an arrow for what the engine has in mind. */
import { carryPieces } from "./drag.ts";
import type { Game } from "./game.ts";
import { Pieces } from "./pieces.ts";
import { Squares } from "./squares.ts";

export interface BoardUser {
  readonly game: Game;
  /** The side that a person plays. */
  readonly person: "w" | undefined;
  play(name: string): void;
}

export class Board {
  readonly element = document.createElement("div");
  readonly #user: BoardUser;
  readonly #pieces = new Pieces();
  readonly #squares: Squares;
  readonly #arrow = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  #picked: string | undefined;
  #carried: readonly [square: string, x: number, y: number] | undefined;
  #pointed = "";

  constructor(user: BoardUser) {
    this.#user = user;
    this.#squares = new Squares((square) => this.#press(square));
    this.#arrow.setAttribute("viewBox", "0 0 8 8");
    this.#arrow.setAttribute("class", "arrow");
    this.#arrow.setAttribute("aria-hidden", "true");
    this.element.className = "board";
    this.element.append(this.#squares.grid, this.#arrow, this.#pieces.layer);
    this.#squares.grid.addEventListener("keydown", (event) => {
      if (event.key === "Escape") this.#pick(undefined);
    });
    carryPieces(this.element, {
      mayCarry: (square) => this.#isMine(square),
      carry: (...where) => {
        this.#carried = where;
        if (this.#picked !== where[0]) this.#pick(where[0]);
      },
      put: (from, to) => {
        this.#carried = undefined;
        this.#pieces.letGo(performance.now());
        if (to === undefined || !this.#play(from, to)) this.#pick(undefined);
      },
    });
  }

  /** The game has changed. */
  show(): void {
    // what is in somebody's hand stays there, unless it was taken
    if (this.#picked !== undefined && !this.#isMine(this.#picked)) this.#picked = undefined;
    if (this.#carried !== undefined && !this.#isMine(this.#carried[0])) this.#carried = undefined;
    this.#pieces.show(this.#user.game.pieces(), performance.now());
    this.#mark();
  }

  /** One step of everything that moves. */
  tick(): void {
    if (this.#carried !== undefined) this.#pieces.hold(...this.#carried);
    this.#pieces.tick(performance.now());
  }

  get isUnderway(): boolean {
    return this.#pieces.isUnderway;
  }

  /** Points from one square to another, or nowhere. */
  point(name = ""): void {
    if (name === this.#pointed) return;
    this.#pointed = name;
    this.#arrow.innerHTML = name === "" ? "" : `<path d="${arrow(name)}"/>`;
  }

  #isMine(square: string): boolean {
    const { person, game } = this.#user;
    return person !== undefined && game.pieceAt(square)?.color === person;
  }

  #press(square: string): void {
    if (this.#picked !== undefined && this.#picked !== square && this.#play(this.#picked, square)) return;
    this.#pick(this.#isMine(square) && this.#picked !== square ? square : undefined);
  }

  #play(from: string, to: string): boolean {
    if (!this.#user.game.targets(from).includes(to)) return false;
    this.#user.play(from + to);
    return true;
  }

  #pick(square: string | undefined): void {
    this.#picked = square;
    this.#mark();
  }

  #mark(): void {
    const { game, person } = this.#user;
    const picked = this.#picked;
    const targets = picked === undefined ? [] : game.targets(picked);
    this.#squares.show(game.pieces(), { person, picked, targets, last: game.last });
  }
}

/** An outline from the middle of one square to just before the middle of the other. */
function arrow(name: string): string {
  const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] = [...name.slice(0, 4)].map((sign, i) =>
    i % 2 === 0 ? sign.charCodeAt(0) - 96.5 : 8.5 - Number(sign),
  );
  const length = Math.hypot(x2 - x1, y2 - y1);
  const [ux, uy] = [(x2 - x1) / length, (y2 - y1) / length];
  const point = (along: number, aside: number) =>
    `${(x1 + ux * along - uy * aside).toFixed(3)} ${(y1 + uy * along + ux * aside).toFixed(3)}`;
  const neck = length - 0.42;
  const ring = [
    [0.3, 0.09],
    [neck, 0.09],
    [neck, 0.24],
    [length - 0.05, 0],
    [neck, -0.24],
    [neck, -0.09],
    [0.3, -0.09],
  ];
  return `M${ring.map(([along = 0, aside = 0]) => point(along, aside)).join("L")}z`;
}
