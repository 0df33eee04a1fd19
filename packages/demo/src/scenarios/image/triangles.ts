/** Delaunay's triangulation of the points by delaunator, as it comes from npm, and a colour for each triangle. */
import Delaunator from "delaunator";
import type { Picture } from "./picture.ts";

/** Triangles in flat arrays. */
export interface Mesh {
  readonly width: number;
  readonly height: number;
  /** x and y of the three corners of each. */
  readonly corners: Float64Array;
  /** 0xRRGGBB of each. */
  readonly colours: Uint32Array;
}

/**
 * `new Delaunator` would triangulate in its constructor, and no constructor can be suspended: its `this` is made in one
 * go. So here the constructor only sets up the arrays, and the library's `update`, which is there for points that have
 * moved, does the work when it can be suspended. The library keeps a stack in its module: one job at a time.
 */
class Triangulation extends Delaunator<Float64Array> {
  override update(): void {}

  /** @preempt */
  triangulate(): Uint32Array {
    super.update();
    return this.triangles;
  }
}

/** Three indices of points for each triangle. @preempt */
export function triangulate(points: Float64Array): Uint32Array {
  return new Triangulation(points).triangulate();
}

/** @preempt */
export function meshOf(points: Float64Array, triangles: Uint32Array, { pixels, width, height }: Picture): Mesh {
  const count = triangles.length / 3;
  const corners = new Float64Array(count * 6);
  const colours = new Uint32Array(count);
  for (let t = 0; t < count; t++) {
    for (let corner = 0; corner < 3; corner++) {
      const point = triangles[3 * t + corner] as number;
      corners[6 * t + 2 * corner] = points[2 * point] as number;
      corners[6 * t + 2 * corner + 1] = points[2 * point + 1] as number;
    }
    colours[t] = averageColour(corners, 6 * t, pixels, width, height);
  }
  return { width, height, corners, colours };
}

/** The average of the pixels whose middle is inside. @preempt */
function averageColour(
  corners: Float64Array,
  at: number,
  pixels: Uint8ClampedArray,
  width: number,
  height: number,
): number {
  const [ax, ay] = [corners[at] as number, corners[at + 1] as number];
  const [bx, by] = [corners[at + 2] as number, corners[at + 3] as number];
  const [cx, cy] = [corners[at + 4] as number, corners[at + 5] as number];
  const [left, right] = [Math.floor(Math.min(ax, bx, cx)), Math.min(width, Math.ceil(Math.max(ax, bx, cx)))];
  const [top, bottom] = [Math.floor(Math.min(ay, by, cy)), Math.min(height, Math.ceil(Math.max(ay, by, cy)))];
  const turn = Math.sign((bx - ax) * (cy - ay) - (by - ay) * (cx - ax));
  let [red, green, blue, count] = [0, 0, 0, 0];
  for (let y = top; y < bottom; y++) {
    for (let x = left; x < right; x++) {
      const [px, py] = [x + 0.5, y + 0.5];
      const isInside =
        ((bx - ax) * (py - ay) - (by - ay) * (px - ax)) * turn >= 0 &&
        ((cx - bx) * (py - by) - (cy - by) * (px - bx)) * turn >= 0 &&
        ((ax - cx) * (py - cy) - (ay - cy) * (px - cx)) * turn >= 0;
      if (!isInside) continue;
      const pixel = (y * width + x) * 4;
      red += pixels[pixel] as number;
      green += pixels[pixel + 1] as number;
      blue += pixels[pixel + 2] as number;
      count++;
    }
  }
  if (count === 0) {
    // so small that it holds no pixel's middle
    const x = Math.min(width - 1, Math.floor((ax + bx + cx) / 3));
    const y = Math.min(height - 1, Math.floor((ay + by + cy) / 3));
    const pixel = (y * width + x) * 4;
    return colourOf(pixels[pixel] as number, pixels[pixel + 1] as number, pixels[pixel + 2] as number);
  }
  return colourOf(red / count, green / count, blue / count);
}

function colourOf(red: number, green: number, blue: number): number {
  return (Math.round(red) << 16) | (Math.round(green) << 8) | Math.round(blue);
}
