/**
 * What a script does that nothing can stop while it lasts: code of the engine, and code that no transform has seen. Nobody knows how long
 * it takes before it runs, so this names what may take long for a short input.
 */
import * as ts from "typescript";
import { type Position, positionAt } from "./positions.ts";

/**
 * - "regular expression": one that may backtrack for long, or whose pattern is not known.
 * - "built-in": a function of the engine that takes as long as its input is large.
 * - "memory": a value whose size is a number of the script.
 * - "generated code": code that is made of a text when the script runs.
 */
export type UnstoppableKind = "regular expression" | "built-in" | "memory" | "generated code";

/** Something that runs to its end once it has begun. */
export interface Unstoppable extends Position {
  /** What kind of code it is. */
  readonly kind: UnstoppableKind;
  /** The text of the script there, 60 characters at most. */
  readonly text: string;
}

const wholeObjects: ReadonlySet<string> = new Set(["JSON.parse", "JSON.stringify", "structuredClone", "Atomics.wait"]);
const sizedMethods: ReadonlySet<string> = new Set(["repeat", "padStart", "padEnd"]);
const sizedClasses = /^(?:Array|ArrayBuffer|SharedArrayBuffer|(?:Big)?(?:Uint|Int|Float)\d+(?:Clamped)?Array)$/;
/** A value of this size is made in less than a millisecond. */
const smallSize = 100_000;

/** @param start How many characters of the file stand before the script */
export function unstoppableIn(file: ts.SourceFile, code: string, start: number): Unstoppable[] {
  const found: Unstoppable[] = [];
  visit(file);
  return found;

  function visit(node: ts.Node): void {
    const kind = kindOf(node, file);
    if (kind !== undefined) {
      const at = node.getStart(file);
      found.push({ kind, text: file.text.slice(at, Math.min(node.end, at + 60)), ...positionAt(code, at - start) });
    }
    ts.forEachChild(node, visit);
  }
}

function kindOf(node: ts.Node, file: ts.SourceFile): UnstoppableKind | undefined {
  if (ts.isRegularExpressionLiteral(node)) return mayBacktrack(node.text) ? "regular expression" : undefined;
  if (ts.isBinaryExpression(node)) return isBigPower(node) ? "memory" : undefined;
  if (!ts.isCallExpression(node) && !ts.isNewExpression(node)) return undefined;
  const callee = node.expression.getText(file);
  const args = node.arguments ?? [];
  if (callee === "eval" || callee === "Function" || callee === "(0, eval)") return "generated code";
  if (callee === "RegExp") {
    const [pattern] = args;
    const isKnown = pattern !== undefined && ts.isStringLiteralLike(pattern);
    return isKnown && !mayBacktrack(pattern.text) ? undefined : "regular expression";
  }
  if (wholeObjects.has(callee)) return "built-in";
  if (sizedClasses.test(callee)) return args.length === 1 && isLarge(args[0]) ? "memory" : undefined;
  if (!ts.isPropertyAccessExpression(node.expression)) return undefined;
  const method = node.expression.name.text;
  if (sizedMethods.has(method)) return isLarge(args[0]) ? "memory" : undefined;
  return (method === "sort" || method === "toSorted") && args.length === 0 ? "built-in" : undefined;
}

/** Anything but a small number or a list. */
function isLarge(size: ts.Expression | undefined): boolean {
  if (size === undefined || ts.isArrayLiteralExpression(size) || ts.isStringLiteralLike(size)) return false;
  return !ts.isNumericLiteral(size) || Number(size.text.replaceAll("_", "")) > smallSize;
}

/** `10n ** n` */
function isBigPower({ left, right, operatorToken }: ts.BinaryExpression): boolean {
  const isPower = operatorToken.kind === ts.SyntaxKind.AsteriskAsteriskToken;
  return isPower && (ts.isBigIntLiteral(left) || ts.isBigIntLiteral(right));
}

/** Whether it repeats without a bound at two places, or refers to what it has matched: only then may it take long for a short text. */
function mayBacktrack(pattern: string): boolean {
  const plain = pattern
    .replace(/\\[\dk]/g, "\u0000")
    .replace(/\\./g, "x")
    .replace(/\[[^\]]*\]/g, "x");
  if (plain.includes("\u0000")) return true;
  return (plain.match(/[*+]|\{\d*,\}/g) ?? []).length > 1;
}
