/** A box that moves with each frame, and the frame rate: what a person sees of a thread that is busy. */
import type { FrameWatch } from "./measure/frame-watch.ts";

/** Milliseconds for the way there and back. */
const period = 2400;

export function startMovingBox(box: HTMLElement, rate: HTMLElement, frames: FrameWatch): void {
  const move = (now: number) => {
    const part = (now % period) / period;
    box.style.setProperty("--at", String(1 - Math.abs(2 * part - 1)));
    requestAnimationFrame(move);
  };
  requestAnimationFrame(move);
  setInterval(() => {
    rate.textContent = frames.rate(1000).toFixed(0);
  }, 500);
}
