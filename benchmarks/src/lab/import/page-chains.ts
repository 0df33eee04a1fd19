/**
 * The chains of inputs through a page: dispatch of the event, the callbacks that it causes, and the display frame (style,
 * layout, paint, commit) that shows what they did.
 *
 * A task is caused by another one of the thread if it was posted during that one. A delay (a timer) or another input ends the chain
 * of causes. Promises need no rule: their reactions run within the task that settles them.
 */
import type { PageInput, PageTask, PageTrace } from "./page-tasks.ts";

/** One input on its way. Times in microseconds on the trace's clock. */
export interface PageChain {
  readonly input: PageInput;
  /** The task that dispatched it, by index. */
  readonly dispatch: number;
  /** Tasks that it caused before the frame `lastFrame`, by index. */
  readonly caused: readonly number[];
  /** The first frame that begins after the dispatch, or in the same task: what an interaction to next paint counts to. */
  readonly frame: number;
}

/**
 * @param type Of the event, as "keydown"
 * @returns the chains whose frame is in the trace, in the order of arrival
 */
export function chainsOfInputs({ tasks, inputs }: PageTrace, type: string): PageChain[] {
  const children = new Map<number, number[]>();
  tasks.forEach(({ parent }, i) => {
    if (parent !== undefined) children.set(parent, [...(children.get(parent) ?? []), i]);
  });
  return inputs.flatMap((input): PageChain[] => {
    if (input.type !== type) return [];
    // Event Timing rounds: the dispatch lies within the task, or a little beside its edges.
    const dispatch = tasks.findIndex(
      ({ start, end, events }) => end >= input.start && start <= input.start + 1000 && events.includes(type),
    );
    if (dispatch < 0) return [];
    const frame = tasks.findIndex(({ isFrame }, i) => isFrame && i >= dispatch);
    if (frame < 0) return [];
    return [{ input, dispatch, caused: causedBy(dispatch, children, tasks), frame }];
  });
}

function causedBy(
  first: number,
  children: ReadonlyMap<number, readonly number[]>,
  tasks: readonly PageTask[],
): number[] {
  const found: number[] = [];
  const open = [...(children.get(first) ?? [])];
  for (let i = open.shift(); i !== undefined; i = open.shift()) {
    const { isFrame, events } = tasks[i] as PageTask;
    if (isFrame || events.length > 0) continue;
    found.push(i);
    open.push(...(children.get(i) ?? []));
  }
  return found.sort((a, b) => a - b);
}
