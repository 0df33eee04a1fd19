/** Pieces carried by mouse, pen or finger. A press that goes nowhere stays a click. */
export interface Carrier {
  /** Whether the piece on `square` may be taken up. */
  mayCarry(square: string): boolean;
  /** It has left its place: `x`, `y` in squares from the top left corner. */
  carry(square: string, x: number, y: number): void;
  /** It was put down on `to`, or beside the board. */
  put(from: string, to: string | undefined): void;
}

/** As far as a press may move, in pixels, before it is more than a click. */
const slack = 5;

export function carryPieces(board: HTMLElement, carrier: Carrier): void {
  let press: { readonly square: string; readonly x: number; readonly y: number; isCarried: boolean } | undefined;
  let ignoreClick = false;
  const at = (event: PointerEvent) => {
    const { left, top, width, height } = board.getBoundingClientRect();
    return [((event.clientX - left) / width) * 8, ((event.clientY - top) / height) * 8] as const;
  };

  board.addEventListener("pointerdown", (event) => {
    ignoreClick = false;
    const square = (event.target as HTMLElement).dataset.square;
    if (event.button !== 0 || square === undefined || !carrier.mayCarry(square)) return;
    press = { square, x: event.clientX, y: event.clientY, isCarried: false };
  });
  board.addEventListener("pointermove", (event) => {
    if (press === undefined) return;
    if (!press.isCarried) {
      if (Math.hypot(event.clientX - press.x, event.clientY - press.y) <= slack) return;
      press.isCarried = true;
      board.setPointerCapture(event.pointerId); // not before: a click would miss its button
    }
    carrier.carry(press.square, ...at(event));
  });
  const end = (event: PointerEvent, isPut: boolean) => {
    const from = press;
    press = undefined;
    if (!from?.isCarried) return;
    ignoreClick = true;
    const [x, y] = at(event);
    const isInside = x >= 0 && x < 8 && y >= 0 && y < 8;
    carrier.put(from.square, isPut && isInside ? "abcdefgh".charAt(Math.floor(x)) + (8 - Math.floor(y)) : undefined);
  };
  board.addEventListener("pointerup", (event) => end(event, true));
  board.addEventListener("pointercancel", (event) => end(event, false));
  // the click that browsers make of the end of a drag; those of the keyboard have no detail
  board.addEventListener("click", (event) => ignoreClick && event.detail > 0 && event.stopPropagation(), {
    capture: true,
  });
}
