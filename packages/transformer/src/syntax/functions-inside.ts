/** Which preemptable functions stand in a function, in a time that does not depend on how many stand elsewhere. */
import type { Preemptable } from "./nodes.ts";

/** By their positions; made anew where functions were added or taken out. */
const sorted = new WeakMap<ReadonlyMap<Preemptable, unknown>, readonly Preemptable[]>();

/** Those of `kept` that stand in `node`, without itself, in the order of the source. */
export function functionsInside(node: Preemptable, kept: ReadonlyMap<Preemptable, unknown>): Preemptable[] {
  let all = sorted.get(kept);
  if (all?.length !== kept.size) {
    all = [...kept.keys()].sort((a, b) => a.pos - b.pos || b.end - a.end);
    sorted.set(kept, all);
  }
  let [from, to] = [0, all.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((all[middle] as Preemptable).pos < node.pos) from = middle + 1;
    else to = middle;
  }
  const inside: Preemptable[] = [];
  for (let f = all[from]; f !== undefined && f.pos < node.end; f = all[++from]) {
    if (f !== node && f.end <= node.end) inside.push(f);
  }
  return inside;
}
