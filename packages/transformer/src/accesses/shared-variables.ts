/** Which variables outlive a call, or are seen by several functions. */
import * as ts from "typescript";
import type { Binding } from "../1-resolve/binding.ts";
import type { Scopes } from "../1-resolve/scopes.ts";
import { functionAround, isConst } from "../syntax/nodes.ts";

export interface SharedVariable {
  readonly name: string;
  readonly declaration: ts.Node;
  /** The function of which each call has one of its own; undefined of those of the file. */
  readonly owner: ts.Node | undefined;
  /** It is written to after its declaration. Otherwise it is a name of an object. */
  readonly changes: boolean;
}

/** Undefined: nothing that several jobs could meet in. */
export function sharedVariable(name: ts.Identifier, scopes: Scopes): SharedVariable | undefined {
  const binding = scopes.resolve(name);
  const declaration = binding?.declarations[0];
  if (binding === undefined || declaration === undefined) return undefined;
  if (!ts.isVariableDeclaration(declaration) && !ts.isBindingElement(declaration) && !ts.isParameter(declaration))
    return undefined;
  const around = functionAround(declaration);
  const isOfFile = ts.isSourceFile(around);
  if (!isOfFile && !isCaptured(binding, around)) return undefined;
  const changes = binding.assigned && !isConst(declaration);
  if (!changes && !mayHoldObject(declaration)) return undefined;
  return { name: binding.name, declaration, owner: isOfFile ? undefined : around, changes };
}

const captured = new WeakMap<Binding, boolean>();

function isCaptured(binding: Binding, owner: ts.Node): boolean {
  let answer = captured.get(binding);
  if (answer === undefined) {
    answer = binding.references.some((reference) => functionAround(reference) !== owner);
    captured.set(binding, answer);
  }
  return answer;
}

/** `const scratch = new Vec3()`, but no function, class or number. */
function mayHoldObject(declaration: ts.VariableDeclaration | ts.BindingElement | ts.ParameterDeclaration): boolean {
  const { initializer } = declaration;
  if (!ts.isVariableDeclaration(declaration) || initializer === undefined) return false;
  if (ts.isRegularExpressionLiteral(initializer)) return true;
  return !ts.isFunctionLike(initializer) && !ts.isClassLike(initializer) && !ts.isLiteralExpression(initializer);
}
