/** The module names in a file: where they stand, so that others can be put in their places. Nothing else of an import changes. */
import ts from "typescript";

/** A module name; `from` and `to` are offsets of the literal, quotes included. */
export interface Specifier {
  readonly name: string;
  readonly from: number;
  readonly to: number;
}

/** Those of imports and re-exports, and of `import("…")`, in the order of the text. Imports of types alone are left out. */
export function findImports(source: ts.SourceFile): Specifier[] {
  const found: Specifier[] = [];
  const visit = (node: ts.Node): void => {
    const literal = specifierOf(node);
    if (literal !== undefined && ts.isStringLiteralLike(literal)) {
      found.push({ name: literal.text, from: literal.getStart(source), to: literal.end });
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

function specifierOf(node: ts.Node): ts.Expression | undefined {
  if (ts.isImportDeclaration(node)) {
    return node.importClause?.phaseModifier === ts.SyntaxKind.TypeKeyword ? undefined : node.moduleSpecifier;
  }
  if (ts.isExportDeclaration(node)) return node.isTypeOnly ? undefined : node.moduleSpecifier;
  if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword) return node.arguments[0];
  return undefined;
}
