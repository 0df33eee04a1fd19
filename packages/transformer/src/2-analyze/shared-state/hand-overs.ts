/**
 * Calls that hand state to code which the file does not show. What becomes of it there is known of two kinds:
 *
 *   const attribute = /…/g;                matches(text, attribute)     a regular expression is run, and remembers where it ended
 *   const scratch = new Float64Array(3);   cross(scratch, a, b)         a list that the file only reads is filled there
 */
import ts from "typescript";
import { globalFunctions, globalObjects, isLikelyBuiltin } from "../builtins.ts";
import { isExported, unwrap } from "../nodes.ts";
import { isMember, memberName } from "../target.ts";
import type { Access, Accesses } from "./accesses.ts";
import type { Root } from "./places.ts";
import type { ResolvedCall } from "./shown-calls.ts";
import type { Variable, Variables } from "./variables.ts";

/** Whether the call leads to functions that neither the file has nor the language. */
export function isHandOver(
  { expression }: ts.CallExpression | ts.NewExpression,
  { functions }: ResolvedCall,
  variables: Variables,
): boolean {
  if (functions.length > 0) return false;
  let callee = unwrap(expression);
  // (0, util.matches)(text, attribute)
  if (ts.isBinaryExpression(callee)) callee = unwrap(callee.right);
  if (ts.isIdentifier(callee)) {
    const variable = variables.of(callee);
    return variable === undefined ? !globalFunctions.has(callee.text) : isOfOthers(variable, variables);
  }
  if (!isMember(callee))
    return callee.kind !== ts.SyntaxKind.ImportKeyword && callee.kind !== ts.SyntaxKind.SuperKeyword;
  const object = unwrap(callee.expression);
  if (ts.isIdentifier(object) && variables.of(object) === undefined && globalObjects.has(object.text)) return false;
  const name = memberName(callee);
  return name === undefined || !isLikelyBuiltin(name);
}

/** What a call of the file's own functions gives is shown, though nobody follows it. */
function isOfOthers({ declaration }: Variable, variables: Variables): boolean {
  const value = ts.isVariableDeclaration(declaration) ? declaration.initializer : undefined;
  const call = value && unwrap(value);
  if (call === undefined || !ts.isCallExpression(call)) return true;
  const callee = unwrap(call.expression);
  return !ts.isIdentifier(callee) || variables.functionsOf(callee).functions.length === 0;
}

/** A list of a fixed length that the file itself never fills, and whose elements it reads: others fill it. */
export function isFilledByOthers(root: Root, accesses: Accesses): boolean {
  const declaration = root.variable?.declaration;
  if (declaration === undefined || !ts.isVariableDeclaration(declaration) || root.variable?.binding.assigned)
    return false;
  if (isExported(declaration) || !isEmptyList(declaration.initializer)) return false;
  const all = accesses.of(root).filter(({ part }) => part !== "=");
  const isElement = ({ kind, part, isLoading }: Access) => kind === "read" && !isLoading && /^(\*|\d+)$/.test(part);
  return all.every(({ kind }) => kind === "read" || kind === "lists") && all.some(isElement);
}

/** `new Float64Array(3)`, `new Array(3)` */
function isEmptyList(initializer: ts.Expression | undefined): boolean {
  const value = initializer && unwrap(initializer);
  if (value === undefined || !ts.isNewExpression(value) || value.arguments?.length !== 1) return false;
  const [length] = value.arguments;
  return (
    /^(Array|\w+(8|16|32|64)(Clamped)?Array)$/.test(value.expression.getText()) && !mayHold(length as ts.Expression)
  );
}

/** `new Uint8Array([1, 2])`, `new Uint8Array(bytes)` */
function mayHold(length: ts.Expression): boolean {
  const e = unwrap(length);
  return !ts.isNumericLiteral(e) && !ts.isBinaryExpression(e);
}
