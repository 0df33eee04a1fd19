/** What was on the stack when: the samples of a CPU profile with their times, and those of the browser's JS Self-Profiling API. */
import type { CallFrame, CpuProfile } from "./cpu-profile.ts";

/** A stretch in which the stack was the same, as far as the sampler saw. */
export interface TimedSample {
  /** Milliseconds on the recording's clock. */
  readonly from: number;
  readonly to: number;
  /** From the innermost function outwards. What has no `url` is the engine's. */
  readonly stack: readonly CallFrame[];
}

/** Nothing ran, or nothing that a program has written. */
const idle: ReadonlySet<string> = new Set(["(idle)", "(root)", "(program)"]);

/** The samples of a profile in which code ran. Their times start with those of the profile. */
export function samplesOf({ nodes, samples, timeDeltas, startTime = 0 }: CpuProfile): TimedSample[] {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const parents = new Map<number, number>();
  for (const { id, children = [], parent } of nodes) {
    if (parent !== undefined) parents.set(id, parent);
    for (const child of children) parents.set(child, id);
  }
  const stacks = new Map<number, readonly CallFrame[]>();
  const stackOf = (id: number): readonly CallFrame[] => {
    const known = stacks.get(id);
    if (known !== undefined) return known;
    const frame = byId.get(id)?.callFrame;
    const parent = parents.get(id);
    const outer = parent === undefined ? [] : stackOf(parent);
    const stack = frame === undefined || idle.has(frame.functionName) ? outer : [frame, ...outer];
    stacks.set(id, stack);
    return stack;
  };
  const found: TimedSample[] = [];
  let now = startTime;
  samples.forEach((id, i) => {
    now += timeDeltas[i] ?? 0;
    const stack = stackOf(id);
    // A sample holds until the next one.
    const to = now + Math.max(0, timeDeltas[i + 1] ?? 0);
    if (stack.length > 0 && to > now) found.push({ from: now / 1000, to: to / 1000, stack });
  });
  return found;
}

/** What `profiler.stop()` of the JS Self-Profiling API gives. Lines and columns from 1. */
export interface SelfProfile {
  readonly resources: readonly string[];
  readonly frames: readonly {
    readonly name: string;
    readonly resourceId?: number;
    readonly line?: number;
    readonly column?: number;
  }[];
  readonly stacks: readonly { readonly frameId: number; readonly parentId?: number }[];
  readonly samples: readonly { readonly timestamp: number; readonly stackId?: number }[];
}

/** @param longest Milliseconds that a sample stands for at most: the sampler may have been stopped in between */
export function samplesOfSelfProfile(
  { resources, frames, stacks, samples }: SelfProfile,
  longest: number,
): TimedSample[] {
  const stackOf = (id: number | undefined): CallFrame[] => {
    const stack: CallFrame[] = [];
    for (let at = id; at !== undefined && stack.length < 500; at = stacks[at]?.parentId) {
      const frame = frames[stacks[at]?.frameId ?? -1];
      if (frame === undefined) break;
      const { name, resourceId, line = 0, column = 0 } = frame;
      const url = resourceId === undefined ? "" : (resources[resourceId] ?? "");
      stack.push({ functionName: name, url, lineNumber: line - 1, columnNumber: column - 1 });
    }
    return stack;
  };
  return samples.flatMap(({ timestamp, stackId }, i) => {
    const next = samples[i + 1]?.timestamp ?? timestamp + longest;
    const stack = stackOf(stackId);
    return stack.length === 0 ? [] : [{ from: timestamp, to: Math.min(next, timestamp + longest), stack }];
  });
}
