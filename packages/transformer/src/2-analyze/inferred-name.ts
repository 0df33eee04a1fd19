/**
 * The name that the language gives to an anonymous function from where it stands: `const f = () => {}` is "f".
 * Wrapping the function in a call would lose it.
 */
import ts from "typescript";
import { outward, staticName } from "./nodes.ts";

/** The inferred name; "" if there is none; undefined if it is only known at run time. */
export function inferredName(node: ts.FunctionExpression | ts.ArrowFunction): string | undefined {
  if (node.name !== undefined) return "";
  const value = outward(node);
  const parent = value.parent;
  if (ts.isVariableDeclaration(parent) || ts.isParameter(parent) || ts.isBindingElement(parent)) {
    if (isExportedByNamespace(parent)) return "";
    return parent.initializer === value && ts.isIdentifier(parent.name) ? parent.name.text : "";
  }
  if (ts.isBinaryExpression(parent) && parent.right === value && ts.isIdentifier(parent.left)) {
    return isNamingAssignment(parent.operatorToken.kind) ? parent.left.text : "";
  }
  if (ts.isPropertyAssignment(parent) || ts.isPropertyDeclaration(parent)) {
    if (parent.initializer !== value) return "";
    if (
      ts.isPropertyAssignment(parent) &&
      !ts.isComputedPropertyName(parent.name) &&
      staticName(parent.name) === "__proto__"
    ) {
      return "";
    }
    return staticName(parent.name);
  }
  if (ts.isShorthandPropertyAssignment(parent)) return parent.name.text;
  if (ts.isExportAssignment(parent)) return "default";
  return "";
}

/** `namespace N { export const f = () => {}; }` becomes `N.f = () => {}`, which has no name. */
function isExportedByNamespace(declaration: ts.Node): boolean {
  let node = declaration;
  while (ts.isBindingElement(node)) node = node.parent.parent;
  const statement = ts.isVariableDeclaration(node) ? node.parent.parent : undefined;
  if (statement === undefined || !ts.isVariableStatement(statement)) return false;
  if (!ts.isModuleBlock(statement.parent)) return false;
  return statement.modifiers?.some((m) => m.kind === ts.SyntaxKind.ExportKeyword) ?? false;
}

/** Whether a function without a name gets that of the variable. */
export function isNamingAssignment(kind: ts.SyntaxKind): boolean {
  return (
    kind === ts.SyntaxKind.EqualsToken ||
    kind === ts.SyntaxKind.BarBarEqualsToken ||
    kind === ts.SyntaxKind.AmpersandAmpersandEqualsToken ||
    kind === ts.SyntaxKind.QuestionQuestionEqualsToken
  );
}
