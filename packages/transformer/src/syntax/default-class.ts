/**
 * `export default class { static a = 1; }` is called "default". TypeScript would give it a name of its own (`default_1`), so that it
 * goes through as the expression that means the same: `export default (class { static a = 1; });`
 */
import * as ts from "typescript";
import { isStaticMember } from "./nodes.ts";

export function keepDefaultName(sourceFile: ts.SourceFile, { factory: f }: ts.TransformationContext): ts.SourceFile {
  if (!sourceFile.statements.some(isNamedByTypeScript)) return sourceFile;
  const statements = sourceFile.statements.map((s) => {
    if (!isNamedByTypeScript(s)) return s;
    const { typeParameters, heritageClauses, members } = s;
    const expression = f.createClassExpression(undefined, undefined, typeParameters, heritageClauses, members);
    const value = f.createParenthesizedExpression(ts.setTextRange(expression, s));
    // Without the declaration as its original, which TypeScript would look for a value in.
    return ts.setTextRange(f.createExportAssignment(undefined, false, value), s);
  });
  return f.updateSourceFile(sourceFile, ts.setTextRange(f.createNodeArray(statements), sourceFile.statements));
}

function isNamedByTypeScript(node: ts.Node): node is ts.ClassDeclaration {
  if (!ts.isClassDeclaration(node) || node.name !== undefined) return false;
  if (ts.canHaveDecorators(node) && ts.getDecorators(node)?.length) return false;
  return node.members.some((m) => ts.isPropertyDeclaration(m) && m.initializer !== undefined && isStaticMember(m));
}
