/** How late alarms of an idle scheduler come, and timers that were set for the same instants. */
import { Scheduler } from "@preempt/runtime";

export interface AlarmsOptions {
  readonly by: "alarms" | "timers";
  /** From one to the next, in milliseconds: each sets the next, for an instant that has no drift. */
  readonly every: number;
  readonly times: number;
  /** A chain of other timers of so many milliseconds, as pages have. */
  readonly beside: number;
}

/** How late each came, in milliseconds. */
export async function latenessOf({ by, every, times, beside }: AlarmsOptions): Promise<number[]> {
  const rt = new Scheduler();
  const wait = (at: number, then: () => void) => {
    if (by === "alarms") rt.alarm(at, then);
    // Whole milliseconds, so that it does not come before time and is set once more.
    else setTimeout(then, Math.ceil(at - performance.now()));
  };
  let other = 0;
  const tick = () => {
    other = window.setTimeout(tick, beside);
  };
  tick();
  const late: number[] = [];
  await new Promise<void>((resolve) => {
    const start = performance.now();
    let due = start;
    const next = () => {
      const now = performance.now();
      if (now >= due && due > start) late.push(now - due);
      if (late.length >= times) return resolve();
      // Some timers are early all the same; instants that have passed already say nothing of the next.
      if (now >= due) due += every * Math.max(1, Math.ceil((now - due) / every));
      wait(due, next);
    };
    next();
  });
  clearTimeout(other);
  return late;
}
