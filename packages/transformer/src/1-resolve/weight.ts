/**
 * How much a function may do in one go, as far as the source tells: nothing is said of code that cannot be seen.
 */
import * as ts from "typescript";
import { isGenerator, isLoop, unwrap } from "../syntax/nodes.ts";
import { displayName } from "./display-name.ts";
import { callbackCall } from "./language/callback-builtins.ts";
import { eachOwnNode } from "./own-code.ts";
import { type FunctionNode, functionLiteral, type Targets } from "./target.ts";

export interface Weights {
  /** Why `f` may run long, as the end of "f, which …"; undefined if it looks short. */
  heavy(f: FunctionNode): string | undefined;
}

interface Reason {
  readonly what: "loops" | "calls itself";
  readonly where: FunctionNode;
}

export function weigh(targets: Targets): Weights {
  const reasons = new Map<FunctionNode, Reason | undefined>();
  const open = new Set<FunctionNode>();

  return {
    heavy(f) {
      const reason = reasonOf(f);
      if (reason === undefined) return undefined;
      return reason.where === f ? reason.what : `leads to ${displayName(reason.where)}, which ${reason.what}`;
    },
  };

  function reasonOf(f: FunctionNode): Reason | undefined {
    if (reasons.has(f)) return reasons.get(f);
    if (open.has(f)) return { what: "calls itself", where: f };
    open.add(f);
    const reason = find(f);
    open.delete(f);
    reasons.set(f, reason);
    return reason;
  }

  function find(f: FunctionNode): Reason | undefined {
    // Calling a generator function runs nothing yet.
    if (isGenerator(f)) return undefined;
    let loops = false;
    const callees: FunctionNode[] = [];
    eachOwnNode(f, (node) => {
      if (isLoop(node) || isMapping(node)) loops = true;
      if (ts.isCallExpression(node)) callees.push(...(targets.of(unwrap(node.expression))?.declared ?? []));
    });
    if (loops) return { what: "loops", where: f };
    for (const callee of callees) {
      const reason = reasonOf(callee);
      if (reason !== undefined) return reason;
    }
    return undefined;
  }
}

/** `xs.map(x => …)` is a loop in other words. */
function isMapping(node: ts.Node): boolean {
  const callback = callbackCall(node)?.callback;
  return callback !== undefined && !ts.isNewExpression(node) && functionLiteral(callback) !== undefined;
}
