import type ts from "typescript";
import { expressionStatement } from "./expression-statement.ts";

/** `target = value;` */
export function assignment(f: ts.NodeFactory, target: ts.Expression, value: ts.Expression): ts.ExpressionStatement {
  return expressionStatement(f, f.createAssignment(target, value));
}
