/** Activations of one program that take turns, as jobs do. */
import { type Steps, start } from "@preempt/runtime/testing";
import fc from "fast-check";
import { expect } from "vitest";

/** Runs an activation for each list of arguments; `turns` says whose turn is next. Returns what each gives. */
export function interleaved<A extends unknown[]>(
  main: (...args: A) => unknown,
  list: readonly A[],
  budget: number,
  turns: () => number,
): unknown[] {
  const running = list.map((args, i) => ({
    i,
    steps: start(main, { args: [...args] as A, budget }) as Steps<unknown>,
  }));
  const results: unknown[] = [];
  while (running.length > 0) {
    const turn = turns() % running.length;
    const { i, steps } = running[turn] as (typeof running)[number];
    const step = steps.next();
    if (!step.done) continue;
    results[i] = step.value;
    running.splice(turn, 1);
  }
  return results;
}

/** In any order, and at each of the budgets, activations give what they give alone. */
export function expectSameInAnyOrder<A extends unknown[]>(
  main: (...args: A) => unknown,
  lists: fc.Arbitrary<A[]>,
  budgets: readonly number[],
  numRuns?: number,
): void {
  fc.assert(
    fc.property(lists, fc.infiniteStream(fc.nat({ max: 97 })), fc.constantFrom(...budgets), (list, order, budget) => {
      const expected = list.map((args) => main(...args));
      expect(interleaved(main, list, budget, () => order.next().value)).toEqual(expected);
    }),
    numRuns === undefined ? {} : { numRuns },
  );
}
