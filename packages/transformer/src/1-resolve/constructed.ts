/** What `new` constructs, as far as one file shows. */
import * as ts from "typescript";
import { ownConstructor } from "../syntax/fields.ts";
import { initialisersOf } from "../syntax/initialisers.ts";
import { isConst, unwrap } from "../syntax/nodes.ts";
import { globalObjects } from "./language/builtins.ts";
import { isGlobal, type Scopes } from "./scopes.ts";
import type { FunctionNode } from "./target.ts";

/** What `extends` names. */
export function heritageOf(node: ts.ClassLikeDeclaration): ts.Expression | undefined {
  return node.heritageClauses?.find((h) => h.token === ts.SyntaxKind.ExtendsKeyword)?.types[0]?.expression;
}

/** The constructor in whose own code, or in whose arrow functions, a `super(…)` stands. */
export function constructorAround(node: ts.Node): ts.ConstructorDeclaration | undefined {
  for (let n: ts.Node | undefined = node.parent; n !== undefined; n = n.parent) {
    if (ts.isConstructorDeclaration(n)) return n;
    if (ts.isFunctionLike(n) && !ts.isArrowFunction(n)) return undefined;
  }
  return undefined;
}

/** Whether the class is surely, or almost surely, none of the user's: in modules, any global name. */
export function isPlatformClass(callee: ts.Expression, scopes: Scopes, isScript: boolean): boolean {
  if (callee.kind === ts.SyntaxKind.NullKeyword) return true;
  if (ts.isPropertyAccessExpression(callee)) return isGlobal(unwrap(callee.expression), globalObjects, scopes);
  if (!ts.isIdentifier(callee) || scopes.resolve(callee) !== undefined) return false;
  return !isScript || platformClasses.has(callee.text);
}

/** What scripts construct most. */
const platformClasses = new Set([
  ...["Array", "ArrayBuffer", "BigInt64Array", "BigUint64Array", "Boolean", "DataView", "Date", "Error", "EvalError"],
  ...["Float32Array", "Float64Array", "Function", "Int16Array", "Int32Array", "Int8Array", "Map", "Number", "Object"],
  ...["Promise", "Proxy", "RangeError", "ReferenceError", "RegExp", "Set", "String", "SyntaxError", "TypeError"],
  ...["URIError", "Uint16Array", "Uint32Array", "Uint8Array", "Uint8ClampedArray", "WeakMap", "WeakRef", "WeakSet"],
  ...["AbortController", "Blob", "CustomEvent", "Event", "EventTarget", "FormData", "Headers", "Image", "Option"],
  ...["Request", "Response", "TextDecoder", "TextEncoder", "URL", "URLSearchParams", "Worker", "XMLHttpRequest"],
]);

/** The class or function that `callee` surely is. */
export function constructorLiteral(
  callee: ts.Expression,
  scopes: Scopes,
): ts.ClassLikeDeclaration | ts.FunctionDeclaration | ts.FunctionExpression | undefined {
  const literal = literalIn(callee);
  if (literal !== undefined || !ts.isIdentifier(callee)) return literal;
  const binding = scopes.resolve(callee);
  const [declaration, ...others] = binding?.declarations ?? [];
  if (binding === undefined || declaration === undefined || others.length > 0) return undefined;
  if ((binding.assigned || binding.isOpen) && !isConst(declaration)) return undefined;
  if (ts.isClassLike(declaration) || ts.isFunctionDeclaration(declaration)) return declaration;
  const value = ts.isVariableDeclaration(declaration) ? declaration.initializer : undefined;
  return value && literalIn(unwrap(value));
}

/** What runs first for `new C()`: the constructor of the class, or that which it inherits, and initialisers of fields. */
export function constructingFunctions(
  node: ts.Node | undefined,
  classAt: (heritage: ts.Expression) => ts.Node | undefined,
): FunctionNode[] {
  const found: FunctionNode[] = [];
  const seen = new Set<ts.Node>();
  for (let c = node; c !== undefined && !seen.has(c); ) {
    seen.add(c);
    if (!ts.isClassLike(c)) return ts.isFunctionLike(c) ? [...found, c as FunctionNode] : found;
    found.push(...initialisersOf(c));
    const own = ownConstructor(c);
    if (own !== undefined) return [...found, own];
    const heritage = heritageOf(c);
    c = heritage && classAt(unwrap(heritage));
  }
  return found;
}

function literalIn(e: ts.Expression): ts.ClassExpression | ts.FunctionExpression | undefined {
  return ts.isClassExpression(e) || ts.isFunctionExpression(e) ? e : undefined;
}
