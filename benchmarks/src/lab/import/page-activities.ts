/**
 * Work that posts its own continuation: a task at whose end, or later, the next one is posted, such as the rounds of a scheduler,
 * or a stream that sets a timer for its next piece. Of such an activity one task waits or runs at a time, however much it has
 * to do in all. So where the oldest task goes first, it delays each other task by one of its own.
 *
 * Tasks are of one activity if one was posted during another of the same kind, or during a task between them; and those of the
 * same kind, for what posted them may be out of sight: a frame of the display, or a message.
 */
import type { PageTask } from "./page-tasks.ts";

export interface Activity {
  /** Indices, in order. */
  readonly tasks: readonly number[];
  /**
   * The longest time for which it could delay a task that came behind it, in microseconds: of all that was due at some instant, what
   * was not executed. That is its longest task, and a little more where a task posts the next one before its own end.
   */
  readonly delay: number;
  /** What they took, in microseconds. */
  readonly time: number;
}

/** A timer that sets itself anew after other work finds its ancestor a few tasks before. */
const mostAncestors = 64;

/** Activities of two tasks and more, by the kinds of their tasks; inputs and frames belong to none. */
export function activitiesOf(tasks: readonly PageTask[]): Activity[] {
  const belongs = tasks.map(({ events, isFrame }) => events.length === 0 && !isFrame);
  /** By kind: the kind that stands for its activity. Kinds without one post no continuation. */
  const joined = new Map<string, string>();
  const activityOf = (kind: string): string => {
    let found = kind;
    for (let next = joined.get(found); next !== undefined && next !== found; next = joined.get(found)) found = next;
    return found;
  };
  tasks.forEach(({ label }, i) => {
    if (!belongs[i]) return;
    const kinds = [label];
    let at = tasks[i]?.parent;
    for (; at !== undefined && belongs[at] && kinds.length < mostAncestors; at = tasks[at]?.parent) {
      const kind = (tasks[at] as PageTask).label;
      kinds.push(kind);
      if (kind !== label) continue;
      for (const one of kinds) joined.set(activityOf(one), activityOf(label));
      return;
    }
  });
  const members = tasks.map((_, i) => i).filter((i) => belongs[i] && joined.has((tasks[i] as PageTask).label));
  const groups = Map.groupBy(members, (i) => activityOf((tasks[i] as PageTask).label));
  return [...groups.values()]
    .filter((own) => own.length > 1)
    .map((own) => ({
      tasks: own,
      delay: longestDelay(own.map((i) => tasks[i] as PageTask)),
      time: timeOf(own, tasks),
    }));
}

const timeOf = (own: readonly number[], tasks: readonly PageTask[]) =>
  own.reduce((sum, i) => sum + (tasks[i] as PageTask).end - (tasks[i] as PageTask).start, 0);

/** What is due grows where a task becomes due, and shrinks in between: so the instants at which one does are enough. */
function longestDelay(tasks: readonly PageTask[]): number {
  const byDue = [...tasks].sort((a, b) => a.due - b.due);
  let most = 0;
  let open: PageTask[] = [];
  for (const task of byDue) {
    open = [...open.filter(({ end }) => end > task.due), task];
    most = Math.max(
      most,
      open.reduce((sum, { start, end }) => sum + end - Math.max(start, task.due), 0),
    );
  }
  return most;
}
