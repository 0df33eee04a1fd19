/** How a call looks as a job. */
import * as ts from "typescript";
import type { SourceFunction } from "./functions.ts";

/** The call by which one function reaches the other, if it is written as such. */
export function callOf(from: SourceFunction, callee: SourceFunction): ts.CallExpression | undefined {
  const name = callee.name.slice(callee.name.lastIndexOf(".") + 1);
  const visit = (node: ts.Node): ts.CallExpression | undefined => {
    if (ts.isCallExpression(node)) {
      const { expression } = node;
      const called = ts.isPropertyAccessExpression(expression) ? expression.name.text : expression.getText();
      if (called === name) return node;
    }
    return ts.forEachChild(node, visit);
  };
  return visit(from.node);
}

/** `search(titles, query)` → `rt.submit(search, { args: [titles, query], deadline: 100 })` */
export function asJob(call: ts.CallExpression): string {
  const args = call.arguments.map((argument) => argument.getText()).join(", ");
  const receiver = ts.isPropertyAccessExpression(call.expression)
    ? `thisArg: ${call.expression.expression.getText()}, `
    : "";
  return `rt.submit(${call.expression.getText()}, { ${receiver}args: [${args}], deadline: 100 })`;
}
