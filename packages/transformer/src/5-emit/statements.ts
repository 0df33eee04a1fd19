/**
 * Statement lists: where a preemptable function declaration gets its resumable body beside it.
 *
 *   function f(a) { … }      ⇒   $attach(f, f$resumable);          first in the list: f is hoisted, so is this
 *                                function f(a) { … }               the original
 *                                function* f$resumable(a) { … }
 */
import * as ts from "typescript";
import { isPrologueDirective } from "../syntax/nodes.ts";
import * as js from "./shared/build.ts";
import type { Unit } from "./shared/unit.ts";

export interface Declared {
  readonly statements: ts.Statement[];
  /** What comes first in the list. */
  readonly attached: readonly ts.Statement[];
}

export type DeclareFunction = (node: ts.FunctionDeclaration) => Declared;

export function rewriteStatements(
  unit: Unit,
  statements: ts.NodeArray<ts.Statement>,
  visit: (node: ts.Node) => ts.VisitResult<ts.Node | undefined>,
  declareFunction: DeclareFunction,
): ts.NodeArray<ts.Statement> {
  const { f } = unit;
  const isTop = statements === unit.sourceFile.statements;
  const fresh = (text: string) => (isTop ? unit.topName(text) : unit.freshName(text));
  for (const s of statements) {
    if (ts.isFunctionDeclaration(s) && s.name && unit.kept.has(s)) {
      unit.bodyNames.set(s, fresh(`${s.name.text}$resumable`));
    }
  }
  const head: ts.Statement[] = [];
  const attached: ts.Statement[] = [];
  const rest: ts.Statement[] = [];
  const { variables } = unit.inList(() => {
    for (const s of statements) {
      const atTop = rest.length === 0 && (isPrologueDirective(s) || ts.isImportDeclaration(s));
      if (ts.isFunctionDeclaration(s) && unit.kept.has(s)) {
        const declared = declareFunction(s);
        attached.push(...declared.attached);
        rest.push(...declared.statements);
      } else {
        const visited = visit(s);
        const list = visited === undefined ? [] : Array.isArray(visited) ? visited : [visited];
        (atTop ? head : rest).push(...(list as ts.Statement[]));
      }
    }
  });
  if (isTop) unit.fileVariables.push(...variables);
  else attached.unshift(...declareVariables(variables, ts.NodeFlags.Let));
  return ts.setTextRange(f.createNodeArray([...head, ...attached, ...rest]), statements);
}

/** `let f$rest, f$start;`, if there are any. */
export function declareVariables(names: readonly ts.Identifier[], flags: ts.NodeFlags): ts.Statement[] {
  if (names.length === 0) return [];
  return [js.declarations(flags, ...names.map((name) => js.declaration(name)))];
}

/** `if (a) function f() {}` gets the block that it stands for, where its resumable body can stand too. */
export function rewriteIf(
  unit: Unit,
  node: ts.IfStatement,
  visit: ts.Visitor,
  rewriteList: (statements: ts.NodeArray<ts.Statement>) => ts.NodeArray<ts.Statement>,
): ts.IfStatement {
  const { f } = unit;
  const branch = <S extends ts.Statement | undefined>(statement: S): S => {
    if (!statement || !ts.isFunctionDeclaration(statement) || !unit.kept.has(statement)) {
      return ts.visitNode(statement, visit) as S;
    }
    return f.createBlock(rewriteList(f.createNodeArray([statement])), true) as ts.Statement as S;
  };
  const condition = ts.visitNode(node.expression, visit) as ts.Expression;
  return f.updateIfStatement(node, condition, branch(node.thenStatement), branch(node.elseStatement));
}
