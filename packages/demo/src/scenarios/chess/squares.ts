/** Sixty-four buttons: what a keyboard and a screen reader have of the board. Arrow keys lead from one to the next. */
import type { Kind } from "./game.ts";

const pieceNames = { p: "pawn", n: "knight", b: "bishop", r: "rook", q: "queen", k: "king" } as const;
const arrows: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

export interface Marks {
  /** Whose pieces can be taken up. */
  readonly person: Kind["color"] | undefined;
  readonly picked?: string | undefined;
  readonly targets: readonly string[];
  /** The last move, "e2e4". */
  readonly last?: string | undefined;
}

export class Squares {
  readonly grid = document.createElement("div");
  readonly #buttons = new Map<string, HTMLButtonElement>();
  #current: string;

  constructor(press: (square: string) => void, cursor = "e2") {
    this.#current = cursor;
    this.grid.className = "squares";
    this.grid.setAttribute("role", "group");
    this.grid.setAttribute("aria-label", "Chess board");
    for (let i = 0; i < 64; i++) this.#add("abcdefgh".charAt(i % 8) + (8 - (i >> 3)), (i + (i >> 3)) % 2 === 1, press);
    this.grid.addEventListener("keydown", (event) => {
      const step = arrows[event.key];
      if (step === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
      event.preventDefault();
      const column = this.#current.charCodeAt(0) - 97 + step[0];
      const rank = Number(this.#current[1]) - step[1];
      if (column >= 0 && column < 8 && rank >= 1 && rank <= 8) this.focus("abcdefgh".charAt(column) + rank);
    });
  }

  #add(square: string, isDark: boolean, press: (square: string) => void): void {
    const button = document.createElement("button");
    button.type = "button";
    button.className = isDark ? "square dark" : "square";
    button.dataset.square = square;
    if (square[1] === "1") button.append(coordinate("file", square[0]));
    if (square[0] === "a") button.append(coordinate("rank", square[1]));
    button.tabIndex = square === this.#current ? 0 : -1;
    button.addEventListener("click", () => press(square));
    button.addEventListener("focus", () => this.#take(square));
    this.#buttons.set(square, button);
    this.grid.append(button);
  }

  /** One stop for the tab key, where the cursor was left. */
  #take(square: string): void {
    this.#button(this.#current).tabIndex = -1;
    this.#button(square).tabIndex = 0;
    this.#current = square;
  }

  focus(square: string): void {
    this.#button(square).focus();
  }

  #button(square: string): HTMLButtonElement {
    return this.#buttons.get(square) as HTMLButtonElement;
  }

  show(position: ReadonlyMap<string, Kind>, { person, picked, targets, last = "" }: Marks): void {
    const ends = [last.slice(0, 2), last.slice(2, 4)];
    for (const [square, button] of this.#buttons) {
      const piece = position.get(square);
      const isTarget = targets.includes(square);
      const what = piece ? `${piece.color === "w" ? "white" : "black"} ${pieceNames[piece.type]}` : "empty";
      const label = `${square}, ${what}${isTarget ? ", can be moved to" : ""}`;
      if (button.ariaLabel !== label) button.ariaLabel = label;
      if (button.ariaPressed !== String(square === picked)) button.ariaPressed = String(square === picked);
      button.classList.toggle("mine", piece !== undefined && piece.color === person);
      button.classList.toggle("target", isTarget);
      button.classList.toggle("taken", isTarget && piece !== undefined);
      button.classList.toggle("last", ends.includes(square));
    }
  }
}

/** Drawn by the style sheet: the button's name says the same. */
function coordinate(name: string, text = ""): HTMLElement {
  const element = document.createElement("span");
  element.className = name;
  element.dataset.text = text;
  return element;
}
