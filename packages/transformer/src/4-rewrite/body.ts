/**
 * The resumable body of one function: its own code, with preemption points, calls that can be captured, and awaits
 * that suspend the job. Everything else stays what it was; a generator keeps the engine's own semantics for all of it.
 */
import ts from "typescript";
import {
  isAsync,
  isLoop,
  isPrologueDirective,
  isStatementList,
  outward,
  type Preemptable,
  unwrap,
} from "../2-analyze/nodes.ts";
import { captured, capturedStatement, preemptionPoint, Temps, waited } from "../yield-point.ts";
import { CallRewriter } from "./calls.ts";
import { rewriteForAwait, rewriteLoop } from "./loops.ts";
import { memberName } from "./positions.ts";
import { type DeclareFunction, rewriteStatements } from "./statements.ts";
import type { Unit } from "./unit.ts";

export function rewriteBody(unit: Unit, node: Preemptable, declareFunction: DeclareFunction): ts.Block {
  return new BodyRewriter(unit, node, declareFunction).rewrite();
}

class BodyRewriter {
  readonly #unit: Unit;
  readonly #node: Preemptable;
  readonly #async: boolean;
  readonly #temps: Temps;
  readonly #calls: CallRewriter;
  readonly #declareFunction: DeclareFunction;
  /** Constructs around the current code that would see the end of an awaited tail call. */
  #guards = 0;
  #hasCaptures = false;

  constructor(unit: Unit, node: Preemptable, declareFunction: DeclareFunction) {
    this.#unit = unit;
    this.#node = node;
    this.#async = isAsync(node);
    this.#temps = new Temps(unit);
    this.#calls = new CallRewriter(unit, this.#temps, (e) => this.#expression(e));
    this.#declareFunction = declareFunction;
    if (unit.kept.get(node)?.facts.hasUsing) this.#guards = 1;
  }

  rewrite(): ts.Block {
    const { f } = this.#unit;
    const original = this.#node.body as ts.ConciseBody;
    let statements: ts.Statement[];
    if (ts.isBlock(original)) {
      statements = [...rewriteStatements(this.#unit, original.statements, this.visit, this.#declareFunction)];
    } else {
      const made = f.createReturnStatement(this.#returned(original));
      statements = [ts.setTextRange(made, original)];
    }
    let at = 0;
    while (at < statements.length && isPrologueDirective(statements[at] as ts.Statement)) at++;
    const prologue = statements.slice(0, at);
    const rest = statements.slice(at);
    // A function that calls others may recurse: its start is a preemption point.
    if (this.#hasCaptures) rest.unshift(preemptionPoint(this.#unit));
    if (this.#async && !isExit(rest.at(-1))) rest.push(f.createReturnStatement(this.#unit.callRuntime("settle", [])));
    const block = f.createBlock([...prologue, ...this.#temps.declare(), ...rest], true);
    return ts.setTextRange(block, original);
  }

  readonly visit = (node: ts.Node): ts.VisitResult<ts.Node | undefined> => {
    const { context, f } = this.#unit;
    if (ts.isFunctionLike(node)) {
      const visited = this.#unit.visitPlain(node) as ts.Node;
      return ts.isObjectLiteralElement(visited) ? this.#computedKey(visited) : visited;
    }
    if (ts.isClassLike(node)) return this.#class(node);
    if (ts.isBlock(node))
      return f.updateBlock(node, rewriteStatements(this.#unit, node.statements, this.visit, this.#declareFunction));
    if (ts.isCaseClause(node)) {
      const statements = rewriteStatements(this.#unit, node.statements, this.visit, this.#declareFunction);
      return f.updateCaseClause(node, this.#expression(node.expression), statements);
    }
    if (ts.isDefaultClause(node)) {
      return f.updateDefaultClause(
        node,
        rewriteStatements(this.#unit, node.statements, this.visit, this.#declareFunction),
      );
    }
    if (isLoop(node)) return this.#loop(node, []);
    if (ts.isLabeledStatement(node)) return this.#labeled(node);
    if (ts.isTryStatement(node)) return this.#guarded(() => ts.visitEachChild(node, this.visit, context));
    if (ts.isReturnStatement(node) && this.#async) {
      return f.updateReturnStatement(node, this.#returned(node.expression));
    }
    if (ts.isExpressionStatement(node)) return this.#expressionStatement(node);
    if (ts.isExpression(node)) return this.#visitExpression(node);
    if (ts.isDecorator(node) || ts.isTypeNode(node)) return node;
    return ts.visitEachChild(node, this.visit, context);
  };

  #expression(node: ts.Expression): ts.Expression {
    return ts.visitNode(node, this.visit) as ts.Expression;
  }

  #visitExpression(node: ts.Expression): ts.VisitResult<ts.Node | undefined> {
    const { context } = this.#unit;
    if (ts.isAwaitExpression(node)) return this.#await(node);
    if (ts.isOptionalChain(node)) {
      const chain = this.#calls.chain(node);
      if (chain !== undefined) this.#hasCaptures = true;
      return chain ?? ts.visitEachChild(node, this.visit, context);
    }
    if (ts.isCallExpression(node)) {
      const value = this.#calls.value(node, false);
      if (value !== undefined) this.#hasCaptures = true;
      return value ?? ts.visitEachChild(node, this.visit, context);
    }
    if (ts.isPropertyAccessExpression(node)) return this.#property(node);
    if (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.AsteriskAsteriskToken) {
      return this.#power(node);
    }
    return ts.visitEachChild(node, this.visit, context);
  }

  /** `a ** await b`: the one operator whose right side the factory does not put in parentheses. */
  #power(node: ts.BinaryExpression): ts.Expression {
    const { f } = this.#unit;
    const right = this.#expression(node.right);
    const guarded = ts.isYieldExpression(unwrap(right)) ? f.createParenthesizedExpression(right) : right;
    return f.updateBinaryExpression(node, this.#expression(node.left), node.operatorToken, guarded);
  }

  #property(node: ts.PropertyAccessExpression): ts.Expression {
    const { f } = this.#unit;
    const object = this.#expression(node.expression);
    const { parent } = outward(node);
    const isCalled = ts.isCallExpression(parent) && unwrap(parent.expression) === node;
    const name = object === node.expression || isCalled ? node.name : memberName(this.#unit, node);
    return f.updatePropertyAccessExpression(node, object, name);
  }

  /** A call whose value nobody wants. */
  #expressionStatement(node: ts.ExpressionStatement): ts.Statement {
    const { context } = this.#unit;
    const call = unwrap(node.expression);
    if (ts.isCallExpression(call) && this.#unit.strategy === "capture") {
      const raw = this.#calls.raw(call, false);
      if (raw !== undefined) {
        this.#hasCaptures = true;
        const statement = ts.setTextRange(capturedStatement(this.#unit, raw), node);
        // `if (a) f(); else g();` must not lend its else to the new if.
        return isStatementList(node.parent) ? statement : this.#unit.f.createBlock([statement]);
      }
    }
    return ts.visitEachChild(node, this.visit, context);
  }

  /** `await f(a)` runs a preemptable f in this job; `await e` waits for a value. */
  #await(node: ts.AwaitExpression): ts.Expression {
    const call = unwrap(node.expression);
    const result = ts.isCallExpression(call) ? this.#calls.value(call, true) : undefined;
    if (result === undefined) return ts.setSourceMapRange(waited(this.#unit, this.#expression(node.expression)), node);
    this.#hasCaptures = true;
    return ts.setSourceMapRange(captured(this.#unit, this.#temps, this.#unit.callRuntime("awaited", [result])), node);
  }

  /** What an async function returns is settled by whoever awaits it. */
  #returned(expression: ts.Expression | undefined): ts.Expression | undefined {
    if (!this.#async) return expression && this.#expression(expression);
    if (expression === undefined) return this.#unit.callRuntime("settle", []);
    const call = unwrap(expression);
    const tail = ts.isCallExpression(call) && this.#guards === 0 ? this.#calls.value(call, true) : undefined;
    if (tail === undefined) return this.#unit.callRuntime("settle", [this.#expression(expression)]);
    this.#hasCaptures = true;
    const value = captured(this.#unit, this.#temps, this.#unit.callRuntime("awaitedTail", [tail]));
    return this.#unit.callRuntime("settle", [value]);
  }

  #loop(node: ts.IterationStatement, labels: readonly ts.Identifier[]): ts.Statement {
    const visitBody = (body: ts.Statement) => ts.visitNode(body, this.visit) as ts.Statement;
    const forOf = ts.isForOfStatement(node);
    const rewrite = () =>
      forOf && node.awaitModifier
        ? rewriteForAwait(this.#unit, node, labels, visitBody, this.visit)
        : labels.reduce<ts.Statement>(
            (loop, label) => this.#unit.f.createLabeledStatement(label, loop),
            rewriteLoop(this.#unit, node, visitBody, this.visit),
          );
    return forOf ? this.#guarded(rewrite) : rewrite();
  }

  #labeled(node: ts.LabeledStatement): ts.Statement {
    const labels: ts.Identifier[] = [];
    let inner: ts.Statement = node;
    while (ts.isLabeledStatement(inner)) {
      labels.unshift(inner.label);
      inner = inner.statement;
    }
    return isLoop(inner) ? this.#loop(inner, labels) : ts.visitEachChild(node, this.visit, this.#unit.context);
  }

  #guarded<T>(visit: () => T): T {
    this.#guards++;
    try {
      return visit();
    } finally {
      this.#guards--;
    }
  }

  /** A member is a function of its own, but its computed key is evaluated here. */
  #computedKey<M extends ts.Node>(member: M): M | ts.Node {
    const { f } = this.#unit;
    const key = (ts.getOriginalNode(member) as Partial<ts.NamedDeclaration>).name;
    if (key === undefined || !ts.isComputedPropertyName(key)) return member;
    const name = f.updateComputedPropertyName(key, this.#expression(key.expression));
    if (ts.isMethodDeclaration(member)) {
      const { modifiers, asteriskToken, questionToken, typeParameters, parameters, type, body } = member;
      return f.updateMethodDeclaration(
        member,
        modifiers,
        asteriskToken,
        name,
        questionToken,
        typeParameters,
        parameters,
        type,
        body,
      );
    }
    if (ts.isGetAccessorDeclaration(member)) {
      const { modifiers, parameters, type, body } = member;
      return f.updateGetAccessorDeclaration(member, modifiers, name, parameters, type, body);
    }
    if (ts.isSetAccessorDeclaration(member)) {
      const { modifiers, parameters, body } = member;
      return f.updateSetAccessorDeclaration(member, modifiers, name, parameters, body);
    }
    if (ts.isPropertyDeclaration(member)) {
      const { modifiers, questionToken, exclamationToken, type, initializer } = member;
      return f.updatePropertyDeclaration(member, modifiers, name, questionToken ?? exclamationToken, type, initializer);
    }
    return member;
  }

  /** A class's heritage and computed keys are evaluated here; its members are functions of their own. */
  #class(node: ts.ClassLikeDeclaration): ts.VisitResult<ts.Node | undefined> {
    const { f } = this.#unit;
    const visited = this.#unit.visitPlain(node) as ts.ClassLikeDeclaration;
    const heritage = ts.visitNodes(
      node.heritageClauses,
      (clause) => (ts.isHeritageClause(clause) ? ts.visitEachChild(clause, this.visit, this.#unit.context) : clause),
      ts.isHeritageClause,
    );
    const members = ts.visitNodes(visited.members, (m) => this.#computedKey(m), ts.isClassElement);
    return ts.isClassDeclaration(visited)
      ? f.updateClassDeclaration(visited, visited.modifiers, visited.name, visited.typeParameters, heritage, members)
      : f.updateClassExpression(visited, visited.modifiers, visited.name, visited.typeParameters, heritage, members);
  }
}

/** Whether nothing behind the statement is ever reached. */
function isExit(statement: ts.Statement | undefined): boolean {
  return statement !== undefined && (ts.isReturnStatement(statement) || ts.isThrowStatement(statement));
}
