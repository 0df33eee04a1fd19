/** The page's box, which moves in every frame. */
const box = document.querySelector("#box") as HTMLElement;

export interface MovingBox {
  /** Frames so far. */
  readonly count: number;
  /** When the last one's callback began. */
  readonly start: number;
  next(): Promise<void>;
  stop(): void;
}

/** Until it is stopped. */
export function moveBox(): MovingBox {
  let isOver = false;
  let came = () => {};
  const frames = {
    count: 0,
    start: performance.now(),
    next: () =>
      new Promise<void>((resolve) => {
        came = resolve;
      }),
    stop() {
      isOver = true;
    },
  };
  const frame = () => {
    frames.start = performance.now();
    box.style.transform = `translateX(${++frames.count % 300}px)`;
    if (!isOver) requestAnimationFrame(frame);
    came();
  };
  requestAnimationFrame(frame);
  return frames;
}
