/**
 * Emits one file as its plan says: walks the code that is not resumable, and hands each kept function to the file that knows its
 * kind. Subtrees without a kept function are returned untouched.
 */
import * as ts from "typescript";
import type { FunctionNode } from "../1-resolve/target.ts";
import { isPrologueDirective, type Preemptable } from "../syntax/nodes.ts";
import { withQuestion } from "./asking-originals.ts";
import { useBuiltins } from "./builtins.ts";
import { rewriteClass } from "./classes.ts";
import { declareFunction, resumableExpression, rewriteFunctionValue } from "./functions.ts";
import { attachOwnMethods, namesByKey } from "./object-members.ts";
import { rewriteNamedProperty, rewriteObjectAccessor, rewriteObjectMethod } from "./objects.ts";
import { accessorStatements } from "./shared/accessor-sites.ts";
import { asMaker } from "./shared/makers.ts";
import { shareTemplates } from "./shared/templates.ts";
import { Unit, type UnitOptions } from "./shared/unit.ts";
import { declareVariables, rewriteIf, rewriteStatements } from "./statements.ts";

export function emitFile(options: UnitOptions): ts.SourceFile {
  const { linkage } = options;
  const unit = new Unit(options);
  const { f, context } = unit;
  const declare = (node: ts.FunctionDeclaration) => declareFunction(unit, node);
  const list = (statements: ts.NodeArray<ts.Statement>) => rewriteStatements(unit, statements, visit, declare);

  function visit(node: ts.Node): ts.VisitResult<ts.Node | undefined> {
    return asMaker(unit, node, visitNode(node));
  }

  function visitNode(node: ts.Node): ts.VisitResult<ts.Node | undefined> {
    if (unit.kept.has(node as Preemptable)) {
      if (ts.isFunctionExpression(node) || ts.isArrowFunction(node)) return rewriteFunctionValue(unit, node);
      if (ts.isMethodDeclaration(node)) return rewriteObjectMethod(unit, node);
      if (ts.isAccessor(node)) return rewriteObjectAccessor(unit, node);
    }
    if (!unit.containers.has(node) && !unit.plainEdits.has(node)) return node;
    const made = visitInside(node);
    return unit.asks(node) ? withQuestion(unit, node as FunctionNode, made as FunctionNode) : made;
  }

  function visitInside(node: ts.Node): ts.VisitResult<ts.Node | undefined> {
    if (ts.isPropertyAssignment(node) && namesByKey(unit, node)) return rewriteNamedProperty(unit, node);
    if (ts.isObjectLiteralExpression(node)) {
      return attachOwnMethods(unit, node, ts.visitEachChild(node, visit, context));
    }
    if (ts.isIfStatement(node)) return rewriteIf(unit, node, visit, list);
    if (ts.isClassLike(node)) return rewriteClass(unit, node);
    if (ts.isBlock(node)) return f.updateBlock(node, list(node.statements));
    if (ts.isModuleBlock(node)) return f.updateModuleBlock(node, list(node.statements));
    if (ts.isCaseClause(node)) {
      return f.updateCaseClause(node, ts.visitNode(node.expression, visit) as ts.Expression, list(node.statements));
    }
    if (ts.isDefaultClause(node)) return f.updateDefaultClause(node, list(node.statements));
    return ts.visitEachChild(node, visit, context);
  }
  unit.visitPlain = visit;
  unit.bodyOf = (node) => resumableExpression(unit, node);
  unit.visitStatements = list;

  const { shared: statements, templates } = shareTemplates(unit, list(unit.sourceFile.statements));
  const uses = useBuiltins(unit, options);
  const locks = unit.locks();
  const sites = [...unit.sites(), ...accessorStatements(unit, linkage === "global")];
  // Before what functions mention now and then: minifiers give names to locals by what a function does not mention of these, and
  // where its two bodies have the same locals they are to have the same names. Scripts of one page share their top level, where
  // `let` would clash.
  const own = declareVariables(unit.fileVariables, ts.NodeFlags.None);
  const link = [...unit.link(), ...own, ...unit.constants(), ...locks, ...sites, ...uses, ...templates];
  if (link.length === 0) return f.updateSourceFile(unit.sourceFile, statements);
  const at = statements.findIndex((s) => !isPrologueDirective(s));
  const start = at < 0 ? statements.length : at;
  const linked = [...statements.slice(0, start), ...link, ...statements.slice(start)];
  return f.updateSourceFile(unit.sourceFile, ts.setTextRange(f.createNodeArray(linked), unit.sourceFile.statements));
}
