/** A picture to begin with: a landscape that nobody has photographed, the same for the same seed. */

export interface Picture {
  readonly width: number;
  readonly height: number;
  /** Red, green, blue and opacity of each pixel. */
  readonly pixels: Uint8ClampedArray;
}

type Colour = readonly [red: number, green: number, blue: number];

const zenith: Colour = [58, 96, 168];
const horizon: Colour = [250, 205, 160];
const far: Colour = [150, 160, 196];
const near: Colour = [22, 46, 52];
const snow: Colour = [244, 246, 250];
const ridges = 5;

/** @preempt */
export function landscape(width: number, height: number, seed: number): Picture {
  const pixels = new Uint8ClampedArray(width * height * 4);
  const tops: Float32Array[] = [];
  for (let ridge = 0; ridge < ridges; ridge++) tops.push(skyline(width, height, ridge, seed));
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) paint(pixels, (y * width + x) * 4, x, y, width, height, tops);
  }
  return { width, height, pixels };
}

/** The height of a ridge at each column: waves of half the length and height each. @preempt */
function skyline(width: number, height: number, ridge: number, seed: number): Float32Array {
  const top = new Float32Array(width);
  const depth = ridge / (ridges - 1);
  for (let x = 0; x < width; x++) {
    let y = height * (0.42 + 0.42 * depth);
    for (let octave = 0; octave < 7; octave++) {
      const at = (x / width) * 2.2 * 2 ** octave;
      y -= height * (0.26 - 0.14 * depth) * 0.5 ** octave * (wave(at, seed + ridge * 31 + octave) - 0.35);
    }
    top[x] = y;
  }
  return top;
}

/** One pixel: the sky with a sun, or the foremost ridge, lit from the left. @preempt never: short. */
function paint(
  pixels: Uint8ClampedArray,
  at: number,
  x: number,
  y: number,
  width: number,
  height: number,
  tops: readonly Float32Array[],
): void {
  let ridge = ridges - 1;
  while (ridge >= 0 && y < ((tops[ridge] as Float32Array)[x] as number)) ridge--;
  let colour: Colour;
  if (ridge < 0) {
    const sun = Math.hypot(x / height - 1.15, y / height - 0.24);
    colour = mix(mix(zenith, horizon, Math.min(1, (y / height) * 1.7)), [255, 244, 214], Math.exp(-sun * 7));
    if (sun < 0.06) colour = [255, 250, 232];
  } else {
    const top = tops[ridge] as Float32Array;
    const depth = ridge / (ridges - 1);
    const below = (y - (top[x] as number)) / height;
    // steep to the left is in the shade
    const slope = ((top[Math.min(width - 1, x + 6)] as number) - (top[Math.max(0, x - 6)] as number)) / 12;
    const rock = 0.22 * (wave(x / 9 + y / 23, 5 + ridge) - 0.5) + 0.35 * Math.tanh(slope);
    colour = mix(far, near, depth);
    if (ridge < 2 && below < 0.07 + 0.05 * wave(x / 17, 99)) colour = mix(snow, far, 0.25 + rock);
    colour = mix(colour, rock > 0 ? horizon : near, Math.abs(rock));
    colour = mix(colour, horizon, Math.max(0, 0.5 - depth * 0.6) * Math.min(1, below * 3));
  }
  pixels[at] = colour[0];
  pixels[at + 1] = colour[1];
  pixels[at + 2] = colour[2];
  pixels[at + 3] = 255;
}

function mix(a: Colour, b: Colour, part: number): Colour {
  return [a[0] + (b[0] - a[0]) * part, a[1] + (b[1] - a[1]) * part, a[2] + (b[2] - a[2]) * part];
}

/** A smooth line through random heights from 0 to 1 at the whole numbers. */
function wave(at: number, seed: number): number {
  const left = Math.floor(at);
  const part = at - left;
  const smooth = part * part * (3 - 2 * part);
  return noise(left, seed) * (1 - smooth) + noise(left + 1, seed) * smooth;
}

/** Random, but the same for the same numbers. */
function noise(at: number, seed: number): number {
  let mixed = Math.imul(at ^ Math.imul(seed, 0x9e3779b1), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return ((mixed ^ (mixed >>> 16)) >>> 0) / 2 ** 32;
}
