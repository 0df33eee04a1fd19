/**
 * `RegExp.$1` and its like: what the last match of the whole realm found. Any code that runs while a job is suspended changes it,
 * the scheduler's own included. So functions that read it are suspended nowhere.
 */
import * as ts from "typescript";
import { memo } from "../../shared/memo.ts";
import { unwrap } from "../../syntax/nodes.ts";
import { type FunctionNode, isMember, memberName } from "../target.ts";

const properties = /^(\$[1-9_&+`']|input|lastMatch|lastParen|leftContext|rightContext)$/;

/** Files may be long, and have many functions. */
const mentions = new WeakMap<ts.SourceFile, { readonly found: boolean }>();

/** The property, if the function's own code reads one, or what it hands to a call on the spot. */
export function lastMatchRead(f: FunctionNode): string | undefined {
  const file = f.getSourceFile();
  if (!memo(mentions, file, () => ({ found: /\bRegExp\s*[.[]\s*["'$il-r]/.test(file.text) })).found) return undefined;
  let found: string | undefined;
  if (f.body !== undefined) visit(f.body);
  return found;

  function visit(node: ts.Node): void {
    if (found !== undefined) return;
    if (isMember(node)) {
      const object = unwrap(node.expression);
      const name = memberName(node);
      if (ts.isIdentifier(object) && object.text === "RegExp" && name !== undefined && properties.test(name))
        found = name;
    }
    if (ts.isFunctionLike(node) && !ts.isCallExpression(node.parent)) return;
    ts.forEachChild(node, visit);
  }
}
