/** Path finding (A*) on a grid with walls: a heap of objects, and methods of a class in a loop of unknown length. */
import { randomNumbers } from "./random.ts";
import type { Workload } from "./workload.ts";

interface Step {
  readonly cell: number;
  readonly cost: number;
  readonly estimate: number;
}

class Heap {
  readonly #steps: Step[] = [];

  get size(): number {
    return this.#steps.length;
  }

  /** @preempt */
  push(step: Step): void {
    const steps = this.#steps;
    let i = steps.length;
    steps.push(step);
    while (i > 0) {
      const parent = (i - 1) >> 1;
      if ((steps[parent] as Step).estimate <= step.estimate) break;
      steps[i] = steps[parent] as Step;
      i = parent;
    }
    steps[i] = step;
  }

  /** @preempt */
  pop(): Step {
    const steps = this.#steps;
    const top = steps[0] as Step;
    const last = steps.pop() as Step;
    if (steps.length === 0) return top;
    let i = 0;
    for (;;) {
      let child = 2 * i + 1;
      if (child >= steps.length) break;
      if (child + 1 < steps.length && (steps[child + 1] as Step).estimate < (steps[child] as Step).estimate) child++;
      if ((steps[child] as Step).estimate >= last.estimate) break;
      steps[i] = steps[child] as Step;
      i = child;
    }
    steps[i] = last;
    return top;
  }
}

interface Grid {
  readonly width: number;
  readonly wall: Uint8Array;
}

/** @preempt */
function shortestPath({ width, wall }: Grid): { cost: number; visited: number } {
  const goal = width * width - 1;
  const best = new Float64Array(width * width).fill(Number.POSITIVE_INFINITY);
  const open = new Heap();
  open.push({ cell: 0, cost: 0, estimate: 0 });
  best[0] = 0;
  let visited = 0;
  while (open.size > 0) {
    const { cell, cost } = open.pop();
    if (cell === goal) return { cost, visited };
    if (cost > (best[cell] as number)) continue;
    visited++;
    const x = cell % width;
    for (const step of [-width, width, -1, 1]) {
      const next = cell + step;
      if (next < 0 || next > goal || wall[next] || (step === 1 && x === width - 1) || (step === -1 && x === 0))
        continue;
      if (cost + 1 >= (best[next] as number)) continue;
      best[next] = cost + 1;
      open.push({ cell: next, cost: cost + 1, estimate: cost + 1 + distance(next, goal, width) });
    }
  }
  return { cost: -1, visited };
}

function distance(a: number, b: number, width: number): number {
  const rows = Math.abs(Math.floor(a / width) - Math.floor(b / width));
  return rows + Math.abs((a % width) - (b % width));
}

export const workload: Workload<Grid> = {
  size: { full: 600, small: 15 },
  prepare(width) {
    const random = randomNumbers(8);
    const wall = Uint8Array.from({ length: width * width }, () => (random.below(100) < 28 ? 1 : 0));
    wall[0] = wall[width * width - 1] = 0;
    return { width, wall };
  },
  run: shortestPath,
};
