/** Where a picture changes: its greys, blurred so that grain does not count, and how steep they are. */
import type { Picture } from "./picture.ts";

/** @preempt */
export function greys({ pixels, width, height }: Picture): Float32Array {
  const grey = new Float32Array(width * height);
  for (let i = 0; i < grey.length; i++) {
    const at = i * 4;
    grey[i] =
      0.2126 * (pixels[at] as number) + 0.7152 * (pixels[at + 1] as number) + 0.0722 * (pixels[at + 2] as number);
  }
  return grey;
}

/** Gaussian blur: rows and columns one after the other, which is the same and costs much less. @preempt */
export function blurred(grey: Float32Array, width: number, height: number, sigma: number): Float32Array {
  const radius = Math.ceil(sigma * 2.5);
  const weights = new Float32Array(2 * radius + 1);
  let sum = 0;
  for (let i = -radius; i <= radius; i++) sum += weights[i + radius] = Math.exp((-i * i) / (2 * sigma * sigma));
  for (let i = 0; i < weights.length; i++) weights[i] = (weights[i] as number) / sum;
  return blurredRows(blurredRows(grey, width, height, weights), height, width, weights);
}

/** Each row blurred, and written as a column: so twice the same makes rows of rows again. @preempt */
function blurredRows(from: Float32Array, width: number, height: number, weights: Float32Array): Float32Array {
  const to = new Float32Array(from.length);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) to[x * height + y] = blurredPixel(from, y * width, x, width, weights);
  }
  return to;
}

/** @preempt never: nanoseconds, as is the rest between two points. A budget counts points: they should weigh the same. */
function blurredPixel(from: Float32Array, row: number, x: number, width: number, weights: Float32Array): number {
  const radius = weights.length >> 1;
  let sum = 0;
  for (let i = -radius; i <= radius; i++) {
    // beyond the border is what is at the border
    const at = Math.min(Math.max(x + i, 0), width - 1);
    sum += (from[row + at] as number) * (weights[i + radius] as number);
  }
  return sum;
}

/** Sobel's operator: the steepness at each pixel, 0 at the border. @preempt */
export function edges(grey: Float32Array, width: number, height: number): Float32Array {
  const steep = new Float32Array(grey.length);
  for (let y = 1; y < height - 1; y++) {
    for (let x = 1; x < width - 1; x++) steep[y * width + x] = steepness(grey, y * width + x, width);
  }
  return steep;
}

/** @preempt never: nanoseconds. */
function steepness(grey: Float32Array, at: number, width: number): number {
  const g = (place: number) => grey[place] as number;
  const [up, down] = [at - width, at + width];
  const across = g(up + 1) + 2 * g(at + 1) + g(down + 1) - g(up - 1) - 2 * g(at - 1) - g(down - 1);
  const along = g(down - 1) + 2 * g(down) + g(down + 1) - g(up - 1) - 2 * g(up) - g(up + 1);
  return Math.sqrt(across * across + along * along);
}
