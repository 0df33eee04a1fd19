/** The Paeth filter of PNG over an image, and back: per-byte work with a small helper function. */
import { randomNumbers } from "./random.ts";
import type { Workload } from "./workload.ts";

interface Image {
  /** Bytes of a row. */
  readonly stride: number;
  readonly bytes: Uint8Array;
}

const bytesPerPixel = 4;

function paeth(left: number, up: number, upLeft: number): number {
  const guess = left + up - upLeft;
  const toLeft = Math.abs(guess - left);
  const toUp = Math.abs(guess - up);
  const toUpLeft = Math.abs(guess - upLeft);
  if (toLeft <= toUp && toLeft <= toUpLeft) return left;
  return toUp <= toUpLeft ? up : upLeft;
}

/** @preempt */
function filter({ stride, bytes }: Image): Uint8Array {
  const filtered = new Uint8Array(bytes.length);
  for (let row = 0; row < bytes.length; row += stride) {
    for (let x = 0; x < stride; x++) {
      const i = row + x;
      const left = x >= bytesPerPixel ? (bytes[i - bytesPerPixel] as number) : 0;
      const up = row > 0 ? (bytes[i - stride] as number) : 0;
      const upLeft = row > 0 && x >= bytesPerPixel ? (bytes[i - stride - bytesPerPixel] as number) : 0;
      filtered[i] = (bytes[i] as number) - paeth(left, up, upLeft);
    }
  }
  return filtered;
}

/** @preempt */
function unfilter({ stride, bytes }: Image): Uint8Array {
  const image = new Uint8Array(bytes.length);
  for (let row = 0; row < bytes.length; row += stride) {
    for (let x = 0; x < stride; x++) {
      const i = row + x;
      const left = x >= bytesPerPixel ? (image[i - bytesPerPixel] as number) : 0;
      const up = row > 0 ? (image[i - stride] as number) : 0;
      const upLeft = row > 0 && x >= bytesPerPixel ? (image[i - stride - bytesPerPixel] as number) : 0;
      image[i] = (bytes[i] as number) + paeth(left, up, upLeft);
    }
  }
  return image;
}

/** @preempt */
function run(image: Image): readonly Uint8Array[] {
  const filtered = filter(image);
  return [filtered, unfilter({ stride: image.stride, bytes: filtered })];
}

export const workload: Workload<Image> = {
  size: { full: 900, small: 12 },
  prepare(width) {
    const random = randomNumbers(10);
    const stride = width * bytesPerPixel;
    const bytes = Uint8Array.from({ length: stride * width }, (_, i) => (i >> 3) + random.below(9));
    return { stride, bytes };
  },
  run,
};
