/**
 * Functions that hand one of their closures to somebody who calls it later, on its own: a timer, or code that is not shown and whose
 * answer is kept. The closure may run while the function, or another of its closures, is suspended.
 *
 *   function simulate() {
 *     let event;
 *     const stepper = timer(step);       the timer fires here …
 *     event = dispatch("tick");
 *     function step() { event.call(); }  … and finds nothing
 *   }
 */
import * as ts from "typescript";
import { type FunctionNode, functionLiteral, isMember, memberName } from "../../1-resolve/target.ts";
import { functionAround, outward, unwrap } from "../../syntax/nodes.ts";
import { nodesOf } from "../../syntax/nodes-of.ts";
import { timers } from "./builtin-effects.ts";
import type { Variable, Variables } from "./variables.ts";

export interface Handing {
  readonly host: FunctionNode;
  readonly call: ts.CallExpression;
}

export function findHandings(
  sourceFile: ts.SourceFile,
  variables: Variables,
  isLoading: (node: ts.Node) => boolean,
): Handing[] {
  const found: Handing[] = [];
  for (const node of nodesOf(sourceFile)) if (ts.isCallExpression(node) && node.arguments.length > 0) look(node);
  return found;

  function look(call: ts.CallExpression): void {
    const host = functionAround(call);
    if (ts.isSourceFile(host) || !call.arguments.some((argument) => isClosureOf(host, argument))) return;
    if (!isTimer(call) && !(isForeign(call) && isAnswerKept(call))) return;
    if (!isLoading(call)) found.push({ host: host as FunctionNode, call });
  }

  /** A function that the host makes. Where it is handed to others than timers, one with a name: others are mostly called at once. */
  function isClosureOf(host: ts.Node, argument: ts.Expression): boolean {
    const e = unwrap(argument);
    if (functionLiteral(e) !== undefined) return true;
    return ts.isIdentifier(e) && variables.functionsOf(e).functions.some((f) => functionAround(f) === host);
  }

  function isTimer({ expression }: ts.CallExpression): boolean {
    const callee = unwrap(expression);
    const name = ts.isIdentifier(callee) ? callee.text : isMember(callee) ? memberName(callee) : undefined;
    return name !== undefined && timers.has(name);
  }

  /** Whether another file has the function, as far as this one shows. */
  function isForeign({ expression, arguments: given }: ts.CallExpression): boolean {
    if (!given.some((argument) => ts.isIdentifier(unwrap(argument)))) return false;
    let callee = unwrap(expression);
    // (0, d3Timer.timer)(step)
    if (ts.isBinaryExpression(callee)) callee = unwrap(callee.right);
    if (isMember(callee)) callee = unwrap(callee.expression);
    const declaration = ts.isIdentifier(callee) ? variables.of(callee)?.declaration : undefined;
    if (declaration === undefined) return false;
    if (ts.isImportSpecifier(declaration) || ts.isImportClause(declaration) || ts.isNamespaceImport(declaration))
      return true;
    if (ts.isParameter(declaration)) return isLoading(declaration);
    return ts.isVariableDeclaration(declaration) && /^(\w+\()?require\(/.test(declaration.initializer?.getText() ?? "");
  }
}

function isAnswerKept(call: ts.CallExpression): boolean {
  const { parent } = outward(call);
  if (ts.isVariableDeclaration(parent)) return true;
  return ts.isBinaryExpression(parent) && parent.operatorToken.kind === ts.SyntaxKind.EqualsToken;
}

/** What the host gives its first value behind the call, and its closures read. */
export function setUpLate(
  { host, call }: Handing,
  variables: Variables,
): { readonly variable: Variable; readonly write: ts.Node; readonly read: ts.Node }[] {
  const late: { variable: Variable; write: ts.Node; read: ts.Node }[] = [];
  const { body } = host;
  if (body === undefined) return late;
  ts.forEachChild(body, function visit(node): void {
    if (ts.isFunctionLike(node)) return;
    if (node.pos >= call.end) {
      if (ts.isVariableDeclaration(node) && node.initializer !== undefined) add(variables.declaredBy(node), node);
      else if (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.EqualsToken) {
        if (ts.isIdentifier(node.left)) add(variables.of(node.left), node);
      }
    }
    ts.forEachChild(node, visit);
  });
  return late;

  function add(variable: Variable | undefined, write: ts.Node): void {
    if (variable === undefined || variable.owner !== host || late.some((other) => other.variable === variable)) return;
    const read = variable.binding.references.find((reference) => functionAround(reference) !== host);
    if (read !== undefined) late.push({ variable, write, read });
  }
}
