/**
 * What lives as long as the module: its variables, and those of functions that run while the module is loaded. A library often
 * stands in such a function, whose closures are what it exports:
 *
 *   (function (global, factory) { … })(this, function (exports) { let current; exports.parse = … });
 *   const hljs = makeHighlighter({});       function makeHighlighter(options) { let current; return { highlight() { … } }; }
 *   __commonJS({ "lib/x.js"(exports, module) { … } })
 *   { 123: function (module, exports, require) { … } }
 *   function requireX() { if (hasX) return x; hasX = 1; … }
 */
import * as ts from "typescript";
import { type FunctionNode, functionLiteral } from "../../1-resolve/target.ts";
import {
  functionAround,
  isExported,
  isMethod,
  isStaticMember,
  outward,
  staticName,
  unwrap,
} from "../../syntax/nodes.ts";
import type { Variable, Variables } from "./variables.ts";

export interface Lifetimes {
  /** Whether the code runs once, while the module is loaded. */
  isLoading(node: ts.Node): boolean;
  /** Whether the variable is there from call to call. */
  outlives(variable: Variable): boolean;
  /** Functions whose closures somebody else may call while a call of them, or of another closure, is suspended. */
  readonly hosts: ReadonlySet<ts.Node>;
}

export function lifetimesOf(sourceFile: ts.SourceFile, variables: Variables, hosts: ReadonlySet<ts.Node>): Lifetimes {
  const loading = new Set<ts.Node>([sourceFile]);
  const setups = new Set<ts.Node>();
  const makers = new Map<ts.Node, boolean>();
  const onlyLoading = new Map<ts.Node, boolean>();
  load(sourceFile);
  return { isLoading, outlives, hosts };

  /** Looks through code that runs once. */
  function load(code: ts.Node): void {
    ts.forEachChild(code, function visit(node): void {
      if (ts.isFunctionLike(node)) {
        if (isRunOnce(node)) enter(node);
        return;
      }
      if (ts.isPropertyDeclaration(node) && !isStaticMember(node)) return;
      if (ts.isCallExpression(node) || ts.isNewExpression(node)) look(node);
      ts.forEachChild(node, visit);
    });
  }

  function enter(f: ts.Node): void {
    if (loading.has(f)) return;
    loading.add(f);
    load(f);
  }

  function look(call: ts.CallExpression | ts.NewExpression): void {
    const callee = calledOnTheSpot(call);
    if (callee !== undefined) {
      enter(callee);
      for (const argument of call.arguments ?? []) {
        const factory = functionLiteral(argument);
        if (factory !== undefined) enter(factory);
        else if (ts.isArrayLiteralExpression(argument))
          for (const f of argument.elements.flatMap((e) => functionLiteral(e) ?? [])) enter(f);
      }
      return;
    }
    const name = unwrap(call.expression);
    if (!ts.isIdentifier(name)) return;
    if (name.text === "define")
      for (const f of (call.arguments ?? []).flatMap((a) => functionLiteral(a) ?? [])) enter(f);
    if (isKeptResult(call)) for (const f of variables.functionsOf(name).functions) if (makesClosures(f)) setups.add(f);
  }

  function isRunOnce(f: ts.SignatureDeclaration): boolean {
    if (isWrappedModule(f)) return true;
    return ts.isFunctionDeclaration(f) && f.body !== undefined && isGuardedByFlag(f.body);
  }

  function isLoading(node: ts.Node): boolean {
    for (let n = node; ; n = n.parent) {
      // What makes closures sets up what they share.
      if (loading.has(n) || setups.has(n)) return true;
      if (ts.isPropertyDeclaration(n) && !isStaticMember(n)) return false;
      if (ts.isFunctionLike(n)) return isCalledWhileLoading(n);
    }
  }

  /** `function fill() { … } fill();` */
  function isCalledWhileLoading(f: ts.Node): boolean {
    const known = onlyLoading.get(f);
    if (known !== undefined) return known;
    // Functions that call each other are, if nothing else calls them.
    onlyLoading.set(f, true);
    const answer = areCallsLoading(f);
    onlyLoading.set(f, answer);
    return answer;
  }

  function areCallsLoading(f: ts.Node): boolean {
    if (!ts.isFunctionDeclaration(f) || f.name === undefined || isExported(f)) return false;
    const variable = variables.declaredBy(f);
    if (variable === undefined || variable.binding.assigned || variable.binding.references.length === 0) return false;
    return variable.binding.references.every((reference) => {
      const { parent } = outward(reference);
      return ts.isCallExpression(parent) && unwrap(parent.expression) === reference && isLoading(parent);
    });
  }

  /**
   * Whether other files make one thing for all with the function, as far as this one shows: it is exported, and a closure that it gives
   * keeps what it was called with among the variables around it.
   *
   *   exports.createParser = (config) => { let source; return function parse(text) { source = text; … } };
   */
  function isMaker(f: ts.Node): boolean {
    const known = makers.get(f);
    if (known !== undefined) return known;
    const answer = ts.isFunctionLike(f) && isGivenAway(f) && makesClosures(f as FunctionNode) && keepsArguments(f);
    makers.set(f, answer);
    return answer;
  }

  /** `export function`, `export { make }`, `module.exports = function`, `exports.make = make`. */
  function isGivenAway(f: ts.Node): boolean {
    if (isExported(f) || isExportedValue(f)) return true;
    const { parent } = outward(f);
    const declaration = ts.isFunctionDeclaration(f) ? f : parent;
    if (ts.isVariableDeclaration(parent) && isExported(parent)) return true;
    return variables.declaredBy(declaration)?.binding.references.some(isExportedValue) ?? false;
  }

  function keepsArguments(f: ts.Node): boolean {
    let found = false;
    ts.forEachChild(f, function visit(node): void {
      if (found) return;
      if (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.EqualsToken) {
        const { left, right } = node;
        const { parent: statement } = node;
        // Not where it is only given at times, as a setting is.
        const isAlways = ts.isExpressionStatement(statement) && ts.isFunctionLike(statement.parent.parent);
        if (isAlways && ts.isIdentifier(left) && ts.isIdentifier(right) && variables.of(left)?.owner === f) {
          const given = variables.of(right);
          if (given !== undefined && ts.isParameter(given.declaration) && given.owner !== f) found = true;
        }
      }
      ts.forEachChild(node, visit);
    });
    return found;
  }

  function outlives(variable: Variable): boolean {
    const { owner, binding } = variable;
    if (loading.has(owner)) return true;
    if (!setups.has(owner) && !hosts.has(owner) && !isMaker(owner)) return false;
    return binding.references.some((reference) => functionAround(reference) !== owner);
  }
}

/** `(function () { … })()`, `.call(this)`, `new (class …)`. */
function calledOnTheSpot(call: ts.CallExpression | ts.NewExpression): FunctionNode | undefined {
  const callee = unwrap(call.expression);
  const direct = functionLiteral(callee);
  if (direct !== undefined) return direct;
  if (!ts.isPropertyAccessExpression(callee) || !/^(call|apply)$/.test(callee.name.text)) return undefined;
  return functionLiteral(callee.expression);
}

/** Whether what the call gives is kept, and not only used on the spot. */
function isKeptResult(call: ts.Node): boolean {
  const { parent } = outward(call);
  return !ts.isExpressionStatement(parent) && !ts.isPropertyAccessExpression(parent);
}

function isExportedValue(value: ts.Node): boolean {
  let { parent } = outward(value);
  if (ts.isExportSpecifier(parent) || ts.isExportAssignment(parent)) return true;
  // module.exports = { make, other: make }
  if (ts.isShorthandPropertyAssignment(parent) || ts.isPropertyAssignment(parent)) parent = parent.parent.parent;
  return ts.isBinaryExpression(parent) && /^(module\.)?exports\b/.test(parent.left.getText());
}

/** A module in a bundle: a function by number or path, in an object that is written out. */
function isWrappedModule(f: ts.Node): boolean {
  const outer = outward(f);
  const member = ts.isMethodDeclaration(f) ? f : outer.parent;
  if (ts.isArrayLiteralExpression(member)) return isListOfModules(member);
  if (!ts.isMethodDeclaration(member) && !ts.isPropertyAssignment(member)) return false;
  if (!ts.isObjectLiteralExpression(member.parent)) return false;
  const key = staticName(member.name) ?? "";
  return /^\d+$/.test(key) || /^[\w@.-]*\/.*|^[\w-]+\.[cm]?[jt]sx?$/.test(key);
}

/** `const __webpack_modules__ = [(module, exports, require) => { … }, …]` */
function isListOfModules(list: ts.ArrayLiteralExpression): boolean {
  const { parent } = outward(list);
  const isNamedSo = ts.isVariableDeclaration(parent) && /modules/i.test(parent.name.getText());
  return list.elements.every((e) => {
    if (ts.isOmittedExpression(e)) return true;
    const f = functionLiteral(e);
    return (
      f !== undefined &&
      (isNamedSo || f.parameters.some((p) => /^_*(unused_webpack_)?(module|exports)$/.test(p.name.getText())))
    );
  });
}

/** `if (isThere) return it; isThere = 1; …` */
function isGuardedByFlag({ statements: [first, second] }: ts.Block): boolean {
  if (first === undefined || second === undefined || !ts.isIfStatement(first)) return false;
  if (!ts.isIdentifier(first.expression) || !ts.isReturnStatement(first.thenStatement)) return false;
  if (!ts.isExpressionStatement(second) || !ts.isBinaryExpression(second.expression)) return false;
  const { left, operatorToken, right } = second.expression;
  if (!/^(1|true|!0)$/.test(right.getText())) return false;
  const isSet = operatorToken.kind === ts.SyntaxKind.EqualsToken && ts.isIdentifier(left);
  return isSet && left.text === first.expression.text;
}

/** Whether functions that are made inside outlive the call: they are returned, or become properties. */
export function makesClosures(f: FunctionNode): boolean {
  let found = false;
  const body = f.body;
  if (body === undefined) return false;
  ts.forEachChild(body, function visit(node): void {
    if (found) return;
    if (ts.isFunctionLike(node)) {
      if (isKept(node)) found = true;
      return;
    }
    ts.forEachChild(node, visit);
  });
  return found || returnsInner(f);
}

function isKept(inner: ts.Node): boolean {
  if (isMethod(inner)) return true;
  if (!ts.isFunctionExpression(inner) && !ts.isArrowFunction(inner)) return false;
  const { parent } = outward(inner);
  if (ts.isReturnStatement(parent) || ts.isPropertyAssignment(parent)) return true;
  return ts.isBinaryExpression(parent) && !ts.isIdentifier(parent.left);
}

/** `return parse`, `return { parse }`, where `parse` is declared inside. */
function returnsInner({ body }: FunctionNode): boolean {
  if (body === undefined || !ts.isBlock(body)) return false;
  const inner = new Set(body.statements.flatMap((s) => (ts.isFunctionDeclaration(s) && s.name ? [s.name.text] : [])));
  const holdsInner = (e: ts.Node): boolean => {
    if (ts.isIdentifier(e) && inner.has(e.text)) return true;
    if (ts.isFunctionLike(e) || ts.isCallExpression(e)) return false;
    return ts.forEachChild(e, (child) => holdsInner(child) || undefined) ?? false;
  };
  return body.statements.some((s) => {
    if (ts.isReturnStatement(s)) return s.expression !== undefined && holdsInner(s.expression);
    const e = ts.isExpressionStatement(s) ? s.expression : undefined;
    return e !== undefined && ts.isBinaryExpression(e) && !ts.isIdentifier(e.left) && holdsInner(e.right);
  });
}
