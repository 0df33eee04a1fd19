import type ts from "typescript";

/** `target = value;` */
export function assignment(f: ts.NodeFactory, target: ts.Expression, value: ts.Expression): ts.ExpressionStatement {
  return f.createExpressionStatement(f.createAssignment(target, value));
}
