/**
 * A way around TypeScript 6.0's printer, which fails on `return o?.#m` and `return o?.p.#m` (and `throw`, `yield` with it in front): there
 * it insists on an identifier as the name. Parentheses keep it from looking.
 */
import * as ts from "typescript";
import { nodesOf } from "./nodes-of.ts";

export function makePrintable(sourceFile: ts.SourceFile, context: ts.TransformationContext): ts.SourceFile {
  const { text } = sourceFile;
  if (!text.includes("?.") || !text.includes("#") || !hasPrivateNames(sourceFile)) return sourceFile;
  const { factory: f } = context;
  return ts.visitEachChild(sourceFile, visit, context);

  function visit(node: ts.Node): ts.Node {
    const visited = ts.visitEachChild(node, visit, context);
    if (ts.isReturnStatement(visited)) return f.updateReturnStatement(visited, guarded(visited.expression));
    if (ts.isThrowStatement(visited)) {
      return f.updateThrowStatement(visited, guarded(visited.expression) as ts.Expression);
    }
    if (ts.isYieldExpression(visited) && visited.expression && !visited.asteriskToken) {
      return f.updateYieldExpression(visited, undefined, guarded(visited.expression));
    }
    return visited;
  }

  function guarded(expression: ts.Expression | undefined): ts.Expression | undefined {
    if (expression === undefined || !mentionsPrivateName(expression)) return expression;
    return f.createParenthesizedExpression(expression);
  }
}

/** Only classes have them. */
function hasPrivateNames(sourceFile: ts.SourceFile): boolean {
  return nodesOf(ts.getOriginalNode(sourceFile) as ts.SourceFile).some(
    (n) => ts.isClassLike(n) && mentionsPrivateName(n),
  );
}

function mentionsPrivateName(node: ts.Node): boolean {
  return ts.isPrivateIdentifier(node) || (ts.forEachChild(node, mentionsPrivateName) ?? false);
}
