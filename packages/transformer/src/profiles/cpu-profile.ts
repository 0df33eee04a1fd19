/** Profiles of V8's sampler: for how long each function was on the stack without a break. */

/** Where a function begins, as V8 says it: lines and columns from 0. */
export interface CallFrame {
  readonly functionName: string;
  readonly url: string;
  readonly lineNumber: number;
  readonly columnNumber: number;
}

export interface ProfileNode {
  readonly id: number;
  readonly callFrame: CallFrame;
  readonly children?: readonly number[];
  /** In traces, instead of `children`. */
  readonly parent?: number;
}

export interface CpuProfile {
  readonly nodes: readonly ProfileNode[];
  readonly samples: readonly number[];
  /** Microseconds before each sample. */
  readonly timeDeltas: readonly number[];
  /** Microseconds on the clock of the trace; absent where there is no other clock. */
  readonly startTime?: number;
}

/**
 * A function, and the longest time in milliseconds that it was on the stack in one go. The sampler misses a function now and then while
 * it calls built-ins: of a long stay a part is seen, of 100 ms perhaps 20.
 */
export interface Stay {
  readonly frame: CallFrame;
  readonly longest: number;
}

interface Open extends Pick<Stay, "frame"> {
  /** When the current stay began; undefined outside of one. */
  since: number | undefined;
  /** The sample that saw it last. */
  seen: number;
  longest: number;
}

/** Microseconds for which a stack may be out of sight, in the engine's own code, without having ended. */
const outOfSight = 1000;

export function staysIn({ nodes, samples, timeDeltas }: CpuProfile): Stay[] {
  const functions = new Map<string, Open>();
  const stacks = stacksOf(nodes, functions);
  const names = new Map(nodes.map(({ id, callFrame }) => [id, callFrame.functionName]));
  let now = 0;
  let count = 0;
  let unseen = 0;
  samples.forEach((id, i) => {
    const passed = Math.max(0, timeDeltas[i] ?? 0);
    now += passed;
    const name = names.get(id);
    // A collection stands beside the stack that it interrupts.
    if (name === "(garbage collector)") return;
    unseen = name === "(program)" ? unseen + passed : 0;
    if (unseen > 0 && unseen <= outOfSight) return;
    count++;
    for (const open of stacks(id)) {
      if (open.since === undefined || open.seen !== count - 1) open.since = now;
      open.seen = count;
      open.longest = Math.max(open.longest, now - open.since);
    }
  });
  return [...functions.values()].map(({ frame, longest }) => ({ frame, longest: longest / 1000 }));
}

/** The functions on the stack of each node, every one once. */
function stacksOf(nodes: readonly ProfileNode[], functions: Map<string, Open>): (id: number) => ReadonlySet<Open> {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const parents = new Map<number, number>();
  for (const { id, children = [], parent } of nodes) {
    if (parent !== undefined) parents.set(id, parent);
    for (const child of children) parents.set(child, id);
  }
  const stacks = new Map<number, ReadonlySet<Open>>();
  return (id) => {
    const known = stacks.get(id);
    if (known !== undefined) return known;
    const stack = new Set<Open>();
    for (let at: number | undefined = id; at !== undefined; at = parents.get(at)) {
      const frame = byId.get(at)?.callFrame;
      if (frame !== undefined && frame.url !== "") stack.add(openOf(frame, functions));
    }
    stacks.set(id, stack);
    return stack;
  };
}

function openOf(frame: CallFrame, functions: Map<string, Open>): Open {
  const key = `${frame.url}\n${frame.lineNumber}\n${frame.columnNumber}`;
  let open = functions.get(key);
  if (open === undefined) {
    open = { frame, since: undefined, seen: -1, longest: 0 };
    functions.set(key, open);
  }
  return open;
}
