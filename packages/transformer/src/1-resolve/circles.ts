/** Functions that call each other in circles. */

/** Calls as a graph: each node, and where its calls lead. */
export type Graph<Node> = ReadonlyMap<Node, Iterable<Node>>;

export interface Walk<Node> {
  /** The nodes, each behind those that it calls, but where that closes a circle. */
  readonly order: readonly Node[];
  /** Those that close one: in each circle is one of them. */
  readonly closing: ReadonlySet<Node>;
}

/** Depth first, and not by recursion: calls may lead through thousands of functions. */
export function walkCalls<Node>(graph: Graph<Node>): Walk<Node> {
  const order: Node[] = [];
  const closing = new Set<Node>();
  const states = new Map<Node, "open" | "left">();
  const path: { readonly node: Node; readonly calls: Iterator<Node> }[] = [];
  for (const root of graph.keys()) {
    enter(root);
    for (let last = path.at(-1); last !== undefined; last = path.at(-1)) {
      const { value, done } = last.calls.next();
      if (done) {
        path.pop();
        states.set(last.node, "left");
        order.push(last.node);
      } else if (states.get(value) === "open") closing.add(last.node);
      else enter(value);
    }
  }
  return { order, closing };

  function enter(node: Node): void {
    const calls = graph.get(node);
    if (calls === undefined || states.has(node)) return;
    states.set(node, "open");
    path.push({ node, calls: calls[Symbol.iterator]() });
  }
}
