/**
 * A preemptable function and its resumable body.
 *
 * Leaf (no other preemptable function inside): the original stays, the body stands beside it.
 *
 *   function f(a) { … }        ⇒   $attach(f, f$resumable); function f(a) { … } function* f$resumable(a) { … }
 *   const f = (a) => …         ⇒   const f = $attachArrow({ f: (a) => … }.f, function* f$resumable(a) { … }, this)
 *   { m(a) { … } }             ⇒   { m: $attach({ m(a) { … } }.m, function* m$resumable(a) { … }) }
 *
 * Container: emitted once, as the body; the function that un-annotated callers see drives it to completion.
 *
 *   function f(a) { … }        ⇒   function f(a) { return $enter(f$resumable, this, arguments); }
 *   async function f(a) { … }  ⇒   async function f(a) { const $a = $enterAsync(f$resumable, this, arguments);
 *                                    while ($resumeExact($a) !== "done")
 *                                      try { $a.value = await $a.awaiting; } catch ($error) { $a.fail($error); }
 *                                    return $a.value; }
 */
import ts from "typescript";
import { inferredName } from "../2-analyze/inferred-name.ts";
import { isAsync, isPrologueDirective, type Preemptable, staticName } from "../2-analyze/nodes.ts";
import type { RuntimeName } from "../runtime-names.ts";
import { rewriteBody } from "./body.ts";
import { generatorToken } from "./positions.ts";
import type { Declared } from "./statements.ts";
import type { Unit } from "./unit.ts";

type FunctionValue = ts.FunctionExpression | ts.ArrowFunction;

export function declareFunction(unit: Unit, node: ts.FunctionDeclaration): Declared {
  const { f } = unit;
  const name = node.name as ts.Identifier;
  const bodyName = unit.bodyNames.get(node) as ts.Identifier;
  const resumable = f.createFunctionDeclaration(
    undefined,
    generatorToken(unit, node),
    bodyName,
    undefined,
    parameters(unit, node),
    undefined,
    rewriteBody(unit, node, (inner) => declareFunction(unit, inner)),
  );
  ts.setSourceMapRange(resumable, node);
  const original = unit.containers.has(node)
    ? f.updateFunctionDeclaration(
        node,
        node.modifiers,
        node.asteriskToken,
        name,
        undefined,
        entryParameters(unit, node),
        undefined,
        entryBody(unit, node, bodyName),
      )
    : node;
  const attach = f.createExpressionStatement(
    unit.callRuntime(attachName(node), [f.createIdentifier(name.text), bodyName]),
  );
  return { statements: [original, resumable], attach };
}

/** A function or arrow expression. */
export function rewriteFunctionValue(unit: Unit, node: FunctionValue): ts.Expression {
  const { f } = unit;
  const isContainer = unit.containers.has(node);
  const resumable = resumableExpression(unit, node);
  const named = inferredName(node) ?? "";
  const ownName = ts.isFunctionExpression(node) ? node.name : undefined;
  if (!isContainer && ownName === undefined) return attached(unit, node, withName(unit, named, node), resumable);

  // (() => { const f$resumable = …; const f = function f(a) { … }; return $attach(f, f$resumable); })()
  const bodyName = isContainer ? unit.freshName(`${identifierLike(ownName?.text ?? (named || "f"))}$body`) : undefined;
  const entry = bodyName ? entryValue(unit, node, bodyName) : node;
  const local = ownName ? f.createIdentifier(ownName.text) : undefined;
  const value = withName(unit, named, entry);
  const statements: ts.Statement[] = [];
  if (bodyName) statements.push(constant(unit, bodyName, resumable));
  if (local) statements.push(constant(unit, local, value));
  statements.push(f.createReturnStatement(attached(unit, node, local ?? value, bodyName ?? resumable)));
  const scope = f.createArrowFunction(
    undefined,
    undefined,
    [],
    undefined,
    f.createToken(ts.SyntaxKind.EqualsGreaterThanToken),
    f.createBlock(statements, true),
  );
  return f.createCallExpression(f.createParenthesizedExpression(scope), undefined, []);
}

/** A method of an object literal, as the property that holds it. */
export function rewriteObjectMethod(unit: Unit, node: ts.MethodDeclaration): ts.PropertyAssignment {
  const { f } = unit;
  const access = (object: ts.Expression) => accessMember(unit, f.createParenthesizedExpression(object), node.name);
  const resumable = resumableExpression(unit, node);
  let value: ts.Expression;
  if (unit.containers.has(node)) {
    const bodyName = unit.freshName(`${identifierLike(staticName(node.name) ?? "method")}$body`);
    const entry = f.updateMethodDeclaration(
      node,
      node.modifiers,
      undefined,
      node.name,
      undefined,
      undefined,
      entryParameters(unit, node),
      undefined,
      entryBody(unit, node, bodyName),
    );
    const scope = f.createArrowFunction(
      undefined,
      undefined,
      [],
      undefined,
      f.createToken(ts.SyntaxKind.EqualsGreaterThanToken),
      f.createBlock(
        [
          constant(unit, bodyName, resumable),
          f.createReturnStatement(attached(unit, node, access(f.createObjectLiteralExpression([entry])), bodyName)),
        ],
        true,
      ),
    );
    value = f.createCallExpression(f.createParenthesizedExpression(scope), undefined, []);
  } else {
    value = attached(unit, node, access(f.createObjectLiteralExpression([node], true)), resumable);
  }
  return ts.setTextRange(f.createPropertyAssignment(node.name, value), node);
}

/** `function* f$resumable(a) { … }` */
export function resumableExpression(unit: Unit, node: Preemptable): ts.FunctionExpression {
  const { f } = unit;
  const base =
    (node.name && staticName(node.name)) ||
    (ts.isMethodDeclaration(node) ? "method" : inferredName(node as FunctionValue)) ||
    "f";
  const resumable = f.createFunctionExpression(
    undefined,
    generatorToken(unit, node),
    unit.freshName(`${identifierLike(base)}$resumable`),
    undefined,
    parameters(unit, node),
    undefined,
    rewriteBody(unit, node, (inner) => declareFunction(unit, inner)),
  );
  return ts.setSourceMapRange(resumable, node);
}

function identifierLike(name: string): string {
  return name.replace(/[^\w$]/g, "_").replace(/^\d/, "_$&");
}

/** The parameters of a resumable body. Their initialisers run as they did: when the function is called. */
export function parameters(unit: Unit, node: Preemptable): ts.ParameterDeclaration[] {
  return node.parameters.map((p) => ts.visitNode(p, unit.visitPlain) as ts.ParameterDeclaration);
}

export function attachName(node: Preemptable): RuntimeName {
  if (ts.isArrowFunction(node)) return isAsync(node) ? "attachAsyncArrow" : "attachArrow";
  return isAsync(node) ? "attachAsync" : "attach";
}

export function accessMember(unit: Unit, object: ts.Expression, name: ts.PropertyName): ts.Expression {
  const { f } = unit;
  if (ts.isIdentifier(name)) return f.createPropertyAccessExpression(object, f.createIdentifier(name.text));
  if (ts.isComputedPropertyName(name)) return f.createElementAccessExpression(object, name.expression);
  return f.createElementAccessExpression(object, name as ts.Expression);
}

function attached(unit: Unit, node: Preemptable, value: ts.Expression, resumable: ts.Expression): ts.Expression {
  const args = [value, resumable];
  if (ts.isArrowFunction(node) && unit.kept.get(node)?.facts.usesThis) args.push(unit.f.createThis());
  return ts.setSourceMapRange(unit.callRuntime(attachName(node), args), node);
}

/** `{ f: function () {} }.f`: the engine itself gives the name that the wrapper would have taken away. */
function withName(unit: Unit, name: string, value: ts.Expression): ts.Expression {
  const { f } = unit;
  if (name === "") return value;
  const plain = /^[A-Za-z_$][\w$]*$/.test(name) && name !== "__proto__";
  const key = plain ? f.createIdentifier(name) : f.createComputedPropertyName(f.createStringLiteral(name));
  const object = f.createParenthesizedExpression(
    f.createObjectLiteralExpression([f.createPropertyAssignment(key, value)]),
  );
  return plain
    ? f.createPropertyAccessExpression(object, name)
    : f.createElementAccessExpression(object, f.createStringLiteral(name));
}

function constant(unit: Unit, name: ts.Identifier, value: ts.Expression): ts.Statement {
  const { f } = unit;
  return f.createVariableStatement(
    undefined,
    f.createVariableDeclarationList(
      [f.createVariableDeclaration(name, undefined, undefined, value)],
      ts.NodeFlags.Const,
    ),
  );
}

/** As many parameters as the function's `length` counts. */
function entryParameters(unit: Unit, node: Preemptable): ts.ParameterDeclaration[] {
  const { f } = unit;
  const made: ts.ParameterDeclaration[] = [];
  for (const p of node.parameters) {
    if (ts.isIdentifier(p.name) && p.name.text === "this") continue;
    if (p.initializer || p.dotDotDotToken) break;
    made.push(f.createParameterDeclaration(undefined, undefined, unit.name(`$${made.length}`)));
  }
  if (ts.isArrowFunction(node)) {
    made.push(f.createParameterDeclaration(undefined, f.createToken(ts.SyntaxKind.DotDotDotToken), unit.name("$rest")));
  }
  return made;
}

function entryBody(unit: Unit, node: Preemptable, bodyName: ts.Identifier): ts.Block {
  const { f } = unit;
  const isArrow = ts.isArrowFunction(node);
  const needsThis = !isArrow || unit.kept.get(node)?.facts.usesThis;
  const self = needsThis ? f.createThis() : f.createVoidZero();
  const args = isArrow
    ? f.createArrayLiteralExpression([
        ...entryParameters(unit, node)
          .slice(0, -1)
          .map((p) => p.name as ts.Identifier),
        f.createSpreadElement(unit.name("$rest")),
      ])
    : f.createIdentifier("arguments");
  const prologue = node.body && ts.isBlock(node.body) ? node.body.statements.filter(isPrologueDirective) : [];
  if (!isAsync(node)) {
    return f.createBlock(
      [...prologue, f.createReturnStatement(unit.callRuntime("enter", [bodyName, self, args]))],
      true,
    );
  }
  const activation = unit.name("$activation");
  const error = unit.name("$error");
  const step = f.createTryStatement(
    f.createBlock([
      f.createExpressionStatement(
        f.createAssignment(
          f.createPropertyAccessExpression(activation, "value"),
          f.createAwaitExpression(f.createPropertyAccessExpression(activation, "awaiting")),
        ),
      ),
    ]),
    f.createCatchClause(
      error,
      f.createBlock([
        f.createExpressionStatement(
          f.createCallExpression(f.createPropertyAccessExpression(activation, "fail"), undefined, [error]),
        ),
      ]),
    ),
    undefined,
  );
  return f.createBlock(
    [
      ...prologue,
      constant(unit, activation, unit.callRuntime("enterAsync", [bodyName, self, args])),
      f.createWhileStatement(
        f.createStrictInequality(unit.callRuntime("resumeExact", [activation]), f.createStringLiteral("done")),
        step,
      ),
      f.createReturnStatement(f.createPropertyAccessExpression(activation, "value")),
    ],
    true,
  );
}

function entryValue(unit: Unit, node: FunctionValue, bodyName: ts.Identifier): FunctionValue {
  const { f } = unit;
  const body = entryBody(unit, node, bodyName);
  const params = entryParameters(unit, node);
  return ts.isArrowFunction(node)
    ? f.updateArrowFunction(node, node.modifiers, undefined, params, undefined, node.equalsGreaterThanToken, body)
    : f.updateFunctionExpression(node, node.modifiers, undefined, node.name, undefined, params, undefined, body);
}
