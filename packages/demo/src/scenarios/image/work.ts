/** From a picture to triangles. Nothing in here knows of schedulers; the canvas is only given to `draw`. */
import { blurred, edges, greys } from "./edges.ts";
import type { Picture } from "./picture.ts";
import { choosePoints } from "./points.ts";
import { type Mesh, meshOf, triangulate } from "./triangles.ts";

export { draw, type Pen } from "./draw.ts";
export { landscape, type Picture } from "./picture.ts";
export type { Mesh } from "./triangles.ts";

const sigma = 3;

/** @preempt */
export function lowPoly(picture: Picture, points: number, seed: number): Mesh {
  const { width, height } = picture;
  const soft = blurred(greys(picture), width, height, sigma);
  const chosen = choosePoints(edges(soft, width, height), width, height, points, seed);
  return meshOf(chosen, triangulate(chosen), picture);
}
