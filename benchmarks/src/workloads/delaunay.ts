/** The library `delaunator`: geometry in typed arrays, with exact predicates of `robust-predicates`. */
import Delaunator from "delaunator";
import { randomNumbers } from "./random.ts";
import type { Workload } from "./workload.ts";

/**
 * The library does everything in its constructor first, which cannot be preempted; `update` does it again.
 *
 * @preempt
 */
function run(triangulation: Delaunator<Float64Array>): Uint32Array {
  triangulation.update();
  return triangulation.triangles.slice();
}

export const workload: Workload<Delaunator<Float64Array>> = {
  size: { full: 50_000, small: 60 },
  prepare(points) {
    const random = randomNumbers(12);
    return new Delaunator(Float64Array.from({ length: 2 * points }, () => random.next() * 1000));
  },
  run,
};
