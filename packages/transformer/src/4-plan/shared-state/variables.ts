/** Variables of a file, one object each: a class has two bindings, one for its inside, and both mean the same variable here. */
import * as ts from "typescript";
import type { Binding } from "../../1-resolve/binding.ts";
import type { Scopes } from "../../1-resolve/scopes.ts";
import { type FunctionNode, functionLiteral } from "../../1-resolve/target.ts";
import { memo } from "../../shared/memo.ts";
import { functionAround, unwrap } from "../../syntax/nodes.ts";

export interface Variable {
  readonly name: string;
  readonly declaration: ts.Node;
  /** The function that makes the variable anew each time it is called; or the file. */
  readonly owner: ts.Node;
  readonly binding: Binding;
}

export interface Variables {
  of(reference: ts.Identifier): Variable | undefined;
  declaredBy(declaration: ts.Node): Variable | undefined;
  /** The functions that the name can mean, and whether it can mean nothing else. */
  functionsOf(reference: ts.Identifier): { readonly functions: readonly FunctionNode[]; readonly exact: boolean };
}

export function variablesOf(scopes: Scopes): Variables {
  const known = new Map<ts.Node, Variable>();
  const functions = new Map<Variable, { functions: readonly FunctionNode[]; exact: boolean }>();
  const unknown = { functions: [], exact: false };
  return {
    of: (reference) => variableOf(scopes.resolve(reference)),
    declaredBy: (declaration) => variableOf(scopes.declaredBy(declaration)),
    functionsOf(reference) {
      const variable = variableOf(scopes.resolve(reference));
      return variable === undefined ? unknown : memo(functions, variable, () => held(variable));
    },
  };

  function variableOf(binding: Binding | undefined): Variable | undefined {
    const declaration = binding?.declarations[0];
    if (binding === undefined || declaration === undefined) return undefined;
    return memo(known, declaration, () => ({
      name: binding.name,
      declaration,
      owner: ownerOf(declaration),
      binding: scopes.declaredBy(declaration) ?? binding,
    }));
  }
}

/** What the variable is declared with, if it is one: `value` in `const x = value`. */
export function initialValue(variable: Variable | undefined): ts.Expression | undefined {
  const declaration = variable?.declaration;
  if (declaration === undefined || !ts.isVariableDeclaration(declaration)) return undefined;
  return declaration.initializer && unwrap(declaration.initializer);
}

/** `const Lexer = class { … }` is as good as a declaration. */
export function classMadeBy(variable: Variable): ts.ClassLikeDeclaration | undefined {
  const value = initialValue(variable);
  return value !== undefined && ts.isClassLike(value) && !variable.binding.assigned ? value : undefined;
}

/** A module of others, as a whole: what is called on it are functions, and not methods. */
export function isModule({ declaration }: Variable): boolean {
  if (ts.isNamespaceImport(declaration) || ts.isImportClause(declaration)) return true;
  if (!ts.isVariableDeclaration(declaration) || declaration.initializer === undefined) return false;
  return /^(\w+\()?require\(/.test(declaration.initializer.getText());
}

function ownerOf(declaration: ts.Node): ts.Node {
  if (ts.isParameter(declaration)) return declaration.parent;
  if (ts.isFunctionExpression(declaration)) return declaration;
  return functionAround(declaration);
}

/** What the variable holds, as far as declarations and assignments show it. */
function held({ binding }: Variable): { functions: readonly FunctionNode[]; exact: boolean } {
  const functions: FunctionNode[] = [];
  let exact = binding.declarations.length === 1 && !binding.isOpen;
  for (const declaration of binding.declarations) {
    if (ts.isFunctionDeclaration(declaration) || ts.isFunctionExpression(declaration)) {
      if (declaration.body !== undefined) functions.push(declaration);
    } else if (ts.isVariableDeclaration(declaration)) {
      const value = functionLiteral(declaration.initializer);
      if (value !== undefined) functions.push(value);
      else if (declaration.initializer !== undefined) exact = false;
    } else exact = false;
  }
  if (binding.assigned) {
    for (const reference of binding.references) {
      const { parent } = reference;
      if (!ts.isBinaryExpression(parent) || parent.left !== reference) continue;
      const value = functionLiteral(parent.right);
      if (value === undefined) exact = false;
      else functions.push(value);
    }
    if (functions.length !== 1) exact = false;
  }
  return { functions, exact: exact && functions.length === 1 };
}
