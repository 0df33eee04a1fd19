/**
 * Lists that a file hands to code which it does not show, and only reads itself:
 *
 *   const scratch = new Float64Array(3);   cross(scratch, a, b); return scratch[0];
 */
import * as ts from "typescript";
import { isExported, unwrap } from "../../syntax/nodes.ts";
import type { Access, Accesses } from "./accesses.ts";
import type { Root } from "./place.ts";

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
