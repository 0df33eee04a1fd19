/** The corners of the triangles to be: many where the picture changes, few elsewhere, the same for the same seed. */

/** How steep a pixel has to be to be taken whenever it is drawn. */
const steepest = 160;
/** The part of the drawn pixels that is taken where nothing changes. */
const least = 0.012;

/**
 * x and y of each, one after the other. Those at the border come first: the triangles cover the whole picture.
 *
 * @preempt
 */
export function choosePoints(steep: Float32Array, width: number, height: number, count: number, seed: number) {
  const points = border(width, height, Math.ceil(Math.sqrt(count)));
  let state = seed >>> 0;
  // A picture of one colour gives few: it ends all the same.
  for (let draws = count * 60; draws > 0 && points.length < 2 * count; draws--) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    const x = 1 + Math.floor((state / 2 ** 32) * (width - 2));
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    const y = 1 + Math.floor((state / 2 ** 32) * (height - 2));
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    const chance = Math.max(least, (steep[y * width + x] as number) / steepest);
    if (state / 2 ** 32 < chance) points.push(x, y);
  }
  return Float64Array.from(points);
}

/** @preempt never: short. */
function border(width: number, height: number, count: number): number[] {
  const points: number[] = [];
  const along = Math.max(1, Math.round((count * width) / (width + height) / 2));
  const down = Math.max(1, Math.round((count * height) / (width + height) / 2));
  for (let i = 0; i <= along; i++)
    points.push(Math.round((width * i) / along), 0, Math.round((width * i) / along), height);
  for (let i = 1; i < down; i++)
    points.push(0, Math.round((height * i) / down), width, Math.round((height * i) / down));
  return points;
}
