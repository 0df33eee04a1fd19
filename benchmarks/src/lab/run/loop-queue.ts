/**
 * An event loop with the queues of a set, on Node's. Node has no queues that a program could name, and its phases (timers,
 * polling, immediates) are no levels. So a dispatcher of our own chooses the callback, and Node calls it: each callback is
 * a macrotask of its own, and microtasks run after each. Between two callbacks Node's loop makes a full turn.
 *
 * It chooses as the simulation does: by level, in each level by age, or with the choice "any" queue by queue. Its
 * costs are in each turn, and are measured.
 */
import { loopPriorities } from "../simulate/loop-policy.ts";
import type { CallbackQueue } from "./callbacks.ts";
import type { RunSet } from "./order.ts";

interface Callback {
  readonly task: number;
  readonly due: number;
  readonly run: () => void;
}

/** @param seed For the choice "any" */
export function loopQueue(set: RunSet, seed: number): CallbackQueue {
  const priorities = loopPriorities({ id: "", ...set }, seed);
  const coming: Callback[] = [];
  let turn: NodeJS.Immediate | undefined;
  let timer: NodeJS.Timeout | undefined;
  return {
    add(task, due, run) {
      coming.push({ task, due, run });
      // A turn that is to come looks by itself.
      if (turn === undefined) arm();
    },
  };

  function arm(): void {
    clearTimeout(timer);
    if (coming.length === 0) return;
    const left = Math.min(...coming.map(({ due }) => due)) - performance.now();
    if (left <= 0) turn = setImmediate(dispatch);
    else timer = setTimeout(dispatch, Math.ceil(left));
  }

  function dispatch(): void {
    turn = undefined;
    const chosen = chosenAt(performance.now());
    if (chosen === undefined) {
      arm();
      return;
    }
    coming.splice(coming.indexOf(chosen), 1);
    clearTimeout(timer);
    turn = setImmediate(dispatch);
    chosen.run();
  }

  function chosenAt(now: number): Callback | undefined {
    let best: Callback | undefined;
    for (const callback of coming) {
      if (callback.due <= now && (best === undefined || goesBefore(callback, best))) best = callback;
    }
    return best;
  }

  function goesBefore(a: Callback, b: Callback): boolean {
    const [own, theirs] = [priorities[a.task] as number, priorities[b.task] as number];
    if (own !== theirs) return own > theirs;
    return a.due !== b.due ? a.due < b.due : a.task < b.task;
  }
}
