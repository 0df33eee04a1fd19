/** A mistake of the rewrite in one function: that function stays as it is, and the rest of the file is rewritten all the same. */
import type { Preemptable } from "../../syntax/nodes.ts";
import { isStackOverflow } from "../../syntax/too-deep.ts";

export class RewriteFailure extends Error {
  readonly node: Preemptable;

  constructor(node: Preemptable, problem: unknown) {
    super(problem instanceof Error ? problem.message : String(problem));
    this.node = node;
  }
}

/** What `rewrite` makes of `node`; what goes wrong is blamed on the innermost function. */
export function blaming<T>(node: Preemptable, rewrite: () => T): T {
  try {
    return rewrite();
  } catch (problem) {
    if (problem instanceof RewriteFailure || isStackOverflow(problem)) throw problem;
    throw new RewriteFailure(node, problem);
  }
}
