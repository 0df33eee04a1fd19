/** Endless loops that nothing can stop, because no job can be suspended in them: on one thread they hang the page. */
import ts from "typescript";

export interface EndlessLoop {
  /** The loop's keyword. */
  readonly from: number;
  readonly to: number;
  readonly isTopLevel: boolean;
}

/**
 * Loops without an end (`for (;;)`, `while (true)`, `do … while (true)`) that are not left from within, and neither
 * await nor yield, outside annotated functions. Loops that only turn out to be endless are not found.
 *
 * @param isAllPreemptable Whether functions need no annotation
 */
export function findEndlessLoops(source: ts.SourceFile, isAllPreemptable: boolean): EndlessLoop[] {
  const found: EndlessLoop[] = [];
  const visit = (node: ts.Node, around: ts.SignatureDeclaration | undefined): void => {
    const inside = ts.isFunctionLike(node) ? node : around;
    if (isEndless(node) && !isLeft(node.statement) && !(around && (isAllPreemptable || isAnnotated(around)))) {
      const from = node.getStart(source);
      found.push({
        from,
        to: from + (ts.isDoStatement(node) ? 2 : ts.isForStatement(node) ? 3 : 5),
        isTopLevel: !around,
      });
    }
    ts.forEachChild(node, (child) => visit(child, inside));
  };
  visit(source, undefined);
  return found;
}

function isEndless(node: ts.Node): node is ts.IterationStatement {
  if (ts.isForStatement(node)) return node.condition === undefined || isAlwaysTrue(node.condition);
  return (ts.isWhileStatement(node) || ts.isDoStatement(node)) && isAlwaysTrue(node.expression);
}

function isAlwaysTrue(node: ts.Expression): boolean {
  return node.kind === ts.SyntaxKind.TrueKeyword || (ts.isNumericLiteral(node) && Number(node.text) !== 0);
}

/** A `break` of an inner loop counts as well: to be quiet about some hangs is better than to be wrong about good loops. */
function isLeft(node: ts.Node): boolean {
  if (ts.isFunctionLike(node)) return false;
  const leaves =
    ts.isBreakStatement(node) ||
    ts.isReturnStatement(node) ||
    ts.isThrowStatement(node) ||
    ts.isAwaitExpression(node) ||
    ts.isYieldExpression(node) ||
    (ts.isForOfStatement(node) && node.awaitModifier !== undefined);
  return leaves || (ts.forEachChild(node, (child) => isLeft(child) || undefined) ?? false);
}

function isAnnotated(node: ts.SignatureDeclaration): boolean {
  const tag = ts.getJSDocTags(node).find(({ tagName }) => tagName.text === "preempt");
  if (tag !== undefined) return !/^\s*never\b/.test(ts.getTextOfJSDocComment(tag.comment) ?? "");
  const decorators = ts.canHaveDecorators(node) ? (ts.getDecorators(node) ?? []) : [];
  return decorators.some(({ expression }) => ts.isIdentifier(expression) && expression.text === "preempt");
}
