/** How many bytes are encrypted: what takes so long on a fast machine would be too much of a slow one. */

/** As many as are needed to see them. */
const least = 4096;
export const most = 300_000;

/** After a job of `size` bytes computed for `took` milliseconds: those that take `wanted`. */
export function sizeFor(wanted: number, size: number, took: number): number {
  return Math.round(Math.min(most, Math.max(least, (size * wanted) / took)));
}
