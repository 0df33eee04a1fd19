/**
 * Code of a plain body in which nothing is suspended: it stays as it is, but for names that changed, and for jumps that
 * would land elsewhere or leave a loop that has yet to give back what is left of its budget.
 */
import * as ts from "typescript";
import type { Binding } from "../../1-resolve/binding.ts";
import { inferredName, isNamingAssignment } from "../../1-resolve/inferred-name.ts";
import { isReference } from "../../1-resolve/scopes.ts";
import type { FunctionNode } from "../../1-resolve/target.ts";
import { isBehindSuper, isSuperProperty, type SuperProperty } from "../../4-plan/super-properties.ts";
import { isAssigned } from "../../syntax/assignments.ts";
import { calleeText } from "../../syntax/callee-text.ts";
import { functionAround, hasOwnThis, isSuperCall, type Preemptable, targetOf, unwrap } from "../../syntax/nodes.ts";
import { withQuestion } from "../asking-originals.ts";
import { namesByKey } from "../object-members.ts";
import { isAnonymous, namedAs } from "../shared/anonymous.ts";
import { CallRewriter } from "../shared/calls.ts";
import { ownBody } from "../shared/direct-callbacks.ts";
import { asMaker } from "../shared/makers.ts";
import { behindSuper, insideCall } from "../shared/positions.ts";
import { stringsAt } from "../shared/templates.ts";
import type { PlainFrame } from "./frame.ts";

type FunctionValue = ts.ArrowFunction | ts.FunctionExpression;

export class PlainCode {
  readonly #frame: PlainFrame;
  /** Where an unlabelled `break` out of a loop or switch has to go now. */
  readonly breaks = new Map<ts.Node, ts.Identifier>();
  /** Where a `continue` of a loop has to break to now. */
  readonly continues = new Map<ts.Node, ts.Identifier>();
  /** Whether `this` is that of the function. */
  #isOwn = true;
  /** `for` … `of` loops, and how they are closed. */
  readonly closing = new Map<ts.Node, (jump: ts.Node) => ts.Statement>();
  /** The loop around, and what has to be done before it is left by a jump. */
  #inside: { loop: ts.Node; leaving: () => ts.Statement } | undefined;

  constructor(frame: PlainFrame) {
    this.#frame = frame;
  }

  readonly visit = (node: ts.Node): ts.VisitResult<ts.Node | undefined> => {
    const { unit } = this.#frame;
    const made = this.#visitNode(node);
    return unit.kept.has(node as Preemptable) ? made : asMaker(unit, node, made, true);
  };

  #visitNode(node: ts.Node): ts.VisitResult<ts.Node | undefined> {
    const { f } = this.#frame.unit;
    if (node.kind === ts.SyntaxKind.ThisKeyword && this.#isOwn) return this.#frame.thisValue;
    if (this.#isOwn && isNewTarget(node)) return this.#frame.newTarget() ?? node;
    if (isDeletedThis(node)) return node;
    if (this.#isOwn && isSuperProperty(node)) return this.#frame.superProperty(node);
    if (this.#isOwn && ts.isCallExpression(node) && isSuperProperty(node.expression))
      return this.#superCall(node, node.expression);
    if (this.#isOwn && isBehindSuper(node)) return behindSuper(this.#part(node) as ts.PropertyAccessExpression, node);
    const renamed = this.#renamed(node, this.visit) ?? stringsAt(this.#frame.unit, node);
    if (renamed !== undefined) return renamed;
    if (ts.isBinaryExpression(node) && this.#isNamedByRenamed(node)) return this.#named(node, this.visit);
    if (ts.isVariableStatement(node)) return this.#variables(node);
    if (ts.isForStatement(node) && node.initializer && this.#isShared(node.initializer)) return this.#loop(node);
    if (ts.isBreakOrContinueStatement(node)) return this.#jump(node);
    if (this.#isOwn && isSuperCall(node)) return this.#constructedBySuper(node);
    if (ts.isReturnStatement(node)) {
      const value = this.#returned(node);
      const leaving = this.leaving(node, undefined);
      if (leaving.length > 0) return f.createBlock(this.returning(node, value, leaving));
      return f.updateReturnStatement(node, value);
    }
    if (ts.isThrowStatement(node)) {
      const thrown = f.updateThrowStatement(node, this.expression(node.expression));
      const given = [...(this.#inside ? [this.#inside.leaving()] : []), ...this.#frame.leavingNest(node)];
      return given.length === 0 ? thrown : f.createBlock([...given, thrown]);
    }
    const given = this.#frame.form.locals.givenRounds.get(node);
    return given === undefined ? this.#part(node) : this.#given(node as FunctionValue, given);
  }

  /** What it returns; in the body of a constructor always the object. */
  #returned(node: ts.ReturnStatement): ts.Expression | undefined {
    const value = node.expression && this.expression(node.expression);
    const { node: f } = this.#frame;
    return ts.isConstructorDeclaration(f) && functionAround(node) === f ? this.#frame.constructed(value) : value;
  }

  /** `$this = $superPlain($made)(0, $this, a)` */
  #constructedBySuper(call: ts.CallExpression): ts.Expression {
    const calls = new CallRewriter(this.#frame.unit, this.#frame.variables, (e) => this.expression(e), this.#frame);
    const args = call.arguments.map((a) => this.expression(a));
    return calls.bound(call, calls.superCall(call, calls.superBody(call), args));
  }

  #part(node: ts.Node): ts.VisitResult<ts.Node | undefined> {
    const { unit } = this.#frame;
    if (unit.kept.has(node as Preemptable)) return this.#inner(node, node as Preemptable);
    if (ts.isPropertyAssignment(node) && namesByKey(unit, node))
      return this.#inner(node, unwrap(node.initializer) as FunctionValue);
    const made = this.#withParts(node);
    return unit.asks(node) ? withQuestion(unit, node as FunctionNode, made as FunctionNode) : made;
  }

  /** With its parts, in which names may have changed. */
  #withParts(node: ts.Node): ts.Node {
    const { unit } = this.#frame;
    if (hasOwnThis(node)) return this.#inFunction(node);
    const visited = ts.visitEachChild(node, this.visit, unit.context);
    return ts.isArrowFunction(visited) && unit.direct?.isBodyOnly(node) === true ? ownBody(unit, visited) : visited;
  }

  /** `$call($callable($call(m$super, $this), "(intermediate value).m"), $this, a)` for `super.m(a)` */
  #superCall(call: ts.CallExpression, callee: SuperProperty): ts.Expression {
    const { unit, thisValue: self } = this.#frame;
    const text = unit.f.createStringLiteral(calleeText(callee));
    const method = unit.callRuntime("callable", [this.#frame.superProperty(callee), text]);
    const args = call.arguments.map((a) => this.expression(a));
    return insideCall(unit.callRuntime("call", [method, self, ...args]), call);
  }

  /** `((x) => () => x)(x)`: a function that sees the x of its round, which is another one in the next. */
  #given(node: FunctionValue, variables: ReadonlySet<Binding>): ts.Expression {
    const { f } = this.#frame.unit;
    const names = [...variables].map((binding) => this.#frame.variables.nameOf(binding));
    const made = this.#part(node) as ts.Expression;
    const name = inferredName(node);
    const value = name ? namedAs(f, f.createStringLiteral(name), made) : made;
    const parameters = names.map((x) => f.createParameterDeclaration(undefined, undefined, x));
    const arrow = f.createToken(ts.SyntaxKind.EqualsGreaterThanToken);
    const maker = f.createArrowFunction(undefined, undefined, parameters, undefined, arrow, value);
    return f.createCallExpression(f.createParenthesizedExpression(maker), undefined, names);
  }

  /** `x = () => {}` where x has another name now. */
  #isNamedByRenamed({ left, operatorToken, right }: ts.BinaryExpression): boolean {
    const name = ts.getOriginalNode(left);
    if (!isNamingAssignment(operatorToken.kind) || !ts.isIdentifier(name) || !isAnonymous(right)) return false;
    return this.#frame.variables.renamed(this.#frame.unit.scopes.resolve(name)) !== undefined;
  }

  /** `x_1 = { x: () => {} }.x` */
  #named(node: ts.BinaryExpression, visit: ts.Visitor): ts.Expression {
    const { f } = this.#frame.unit;
    const { left, operatorToken, right } = node;
    const named = namedAs(f, ts.getOriginalNode(left) as ts.Identifier, ts.visitNode(right, visit) as ts.Expression);
    return f.updateBinaryExpression(node, ts.visitNode(left, visit) as ts.Expression, operatorToken, named);
  }

  /** `var` of a variable that stands around the body: only assigned in it. */
  #variables(node: ts.VariableStatement): ts.Statement {
    const { f, context } = this.#frame.unit;
    const { declarations } = node.declarationList;
    if (!declarations.some((d) => this.#frame.variables.isShared(d)))
      return ts.visitEachChild(node, this.visit, context);
    const made = declarations.map((d) => {
      if (this.#frame.variables.isShared(d)) return this.assignment(d);
      const visited = ts.visitEachChild(d, this.visit, context);
      return f.createVariableStatement(undefined, f.createVariableDeclarationList([visited]));
    });
    const [only] = made;
    return made.length === 1 && only !== undefined ? only : f.createBlock(made);
  }

  /** `for (var i = 0; …)` of such a variable. */
  #loop(node: ts.ForStatement): ts.Statement {
    const { f, context } = this.#frame.unit;
    const [declaration] = (node.initializer as ts.VariableDeclarationList).declarations;
    const assigned = this.assignment(declaration as ts.VariableDeclaration);
    const initializer = ts.isExpressionStatement(assigned) ? assigned.expression : undefined;
    const { condition, incrementor, statement } = node;
    return ts.visitEachChild(
      f.updateForStatement(node, initializer, condition, incrementor, statement),
      (child) => (child === initializer ? child : this.visit(child)),
      context,
    );
  }

  #isShared(node: ts.ForInitializer): boolean {
    return ts.isVariableDeclarationList(node) && node.declarations.some((d) => this.#frame.variables.isShared(d));
  }

  /** `x = 1` for `var x = 1`; nothing for `var x`. */
  assignment(declaration: ts.VariableDeclaration): ts.Statement {
    const { f } = this.#frame.unit;
    const { name, initializer } = declaration;
    if (initializer === undefined) return f.createEmptyStatement();
    const place = f.createIdentifier((name as ts.Identifier).text);
    return ts.setTextRange(this.#frame.assign(place, this.expression(initializer)), declaration);
  }

  /**
   * A preemptable function, emitted once, or the property with it that a computed key names: it sees the body's variables; an arrow
   * function sees the function's `this`, too.
   */
  #inner(node: ts.Node, inner: Preemptable): ts.VisitResult<ts.Node | undefined> {
    const { unit, form } = this.#frame;
    const made = unit.visitPlain(node);
    const { usesThis = false, usesNewTarget = false } = unit.kept.get(inner)?.facts ?? {};
    const takesThis = this.#isOwn && ts.isArrowFunction(inner) && (usesThis || usesNewTarget);
    if (!takesThis && form.locals.renamed.size === 0) return made;
    const visitWith = (seesThis: boolean) => {
      const visit = (child: ts.Node): ts.Node => {
        if (seesThis && child.kind === ts.SyntaxKind.ThisKeyword) return this.#frame.thisValue;
        if (seesThis && isNewTarget(child)) return this.#frame.newTarget() ?? child;
        if (isDeletedThis(child)) return child;
        const renamed = this.#renamed(child, visit);
        if (renamed !== undefined) return renamed;
        if (ts.isBinaryExpression(child) && this.#isNamedByRenamed(child)) return this.#named(child, visit);
        const inside = hasOwnThis(child) ? withoutThis : visit;
        const visitPart = (part: ts.Node) => (isOutside(part) ? visit : inside)(part);
        return ts.visitEachChild(child, visitPart, unit.context);
      };
      return visit;
    };
    const withoutThis = visitWith(false);
    return ts.visitNode(made as ts.Expression, visitWith(takesThis));
  }

  /** The new name, or the property `{ name }` with it: undefined if it keeps its name. The code may have been rewritten before. */
  #renamed(made: ts.Node, visit: ts.Visitor): ts.Node | undefined {
    const { f, scopes } = this.#frame.unit;
    const node = ts.getOriginalNode(made);
    if (ts.isIdentifier(made) && ts.isIdentifier(node)) {
      const binding = node.parent && isReference(node) ? scopes.resolve(node) : undefined;
      return binding && this.#frame.variables.valueAt(node, binding);
    }
    if (!ts.isShorthandPropertyAssignment(made)) return undefined;
    const { name } = node as ts.ShorthandPropertyAssignment;
    const binding = scopes.resolve(name);
    const renamed = binding && this.#frame.variables.valueAt(name, binding);
    if (renamed === undefined) return undefined;
    const initial = ts.visitNode(made.objectAssignmentInitializer, visit) as ts.Expression | undefined;
    const value = initial ? f.createAssignment(renamed, namedAs(f, name, initial)) : renamed;
    return isAssigned(name) ? f.createPropertyAssignment(name.text, value) : longProperty(f, name, value);
  }

  /** A function or field with a `this` of its own; but its computed key and decorators are evaluated out here. */
  #inFunction(node: ts.Node): ts.Node {
    const outer = this.#isOwn;
    const visit = (child: ts.Node): ts.VisitResult<ts.Node | undefined> => {
      this.#isOwn = outer && isOutside(child);
      return this.visit(child);
    };
    const visited = ts.visitEachChild(node, visit, this.#frame.unit.context);
    this.#isOwn = outer;
    return visited;
  }

  expression<E extends ts.Expression>(node: E): E {
    return ts.visitNode(node, this.visit) as E;
  }

  statement(node: ts.Statement): ts.Statement {
    return ts.visitNode(node, this.visit) as ts.Statement;
  }

  /** The body of `loop`; every jump that leads beyond the loop's end is preceded by `leaving`. */
  within(loop: ts.IterationStatement, leaving: () => ts.Statement): ts.Statement {
    const outer = this.#inside;
    this.#inside = { loop, leaving };
    const body = this.statement(loop.statement);
    this.#inside = outer;
    return body;
  }

  #jump(node: ts.BreakOrContinueStatement): ts.Statement {
    const { f } = this.#frame.unit;
    const target = targetOf(node);
    const moved = (ts.isBreakStatement(node) ? this.breaks : this.continues).get(target);
    const isMoved = moved !== undefined && (ts.isContinueStatement(node) || node.label === undefined);
    const jump = isMoved ? ts.setTextRange(f.createBreakStatement(moved), node) : node;
    const leaving = this.leaving(node, ts.isBreakStatement(node) ? target.parent : target);
    return leaving.length > 0 ? f.createBlock([...leaving, jump]) : jump;
  }

  /** What has to be done on the way from `node` to `target`, which is around it: from the inside out. */
  leaving(node: ts.Node, target: ts.Node | undefined): ts.Statement[] {
    const statements: ts.Statement[] = [];
    // That loop is left by its end.
    const ended = ts.isBreakStatement(node) ? targetOf(node) : undefined;
    for (let n = node.parent; n !== undefined && n !== target; n = n.parent) {
      if (n === this.#inside?.loop && n !== ended) statements.push(this.#inside.leaving());
      if (n !== ended) statements.push(...this.#frame.leavingNestOf(n));
      const close = this.closing.get(n);
      if (close !== undefined) statements.push(close(node));
      if (ts.isFunctionLike(n)) return n === this.#frame.node ? statements : [];
    }
    return statements;
  }

  /** `$result = e; LEAVING return $result;` */
  returning(place: ts.Node, value: ts.Expression | undefined, leaving: ts.Statement[]): ts.Statement[] {
    const { f } = this.#frame.unit;
    if (value === undefined) return [...leaving, ts.setTextRange(f.createReturnStatement(), place)];
    const result = this.#frame.variables.get("$result");
    const kept = ts.setTextRange(this.#frame.keep(result, value), place);
    return [kept, ...leaving, f.createReturnStatement(result)];
  }
}

/** `{ name }` of a literal, with its value. What is called `__proto__` would set the prototype without the brackets. */
export function longProperty(f: ts.NodeFactory, name: ts.Identifier, value: ts.Expression): ts.PropertyAssignment {
  const isProto = name.text === "__proto__";
  const key = isProto ? f.createComputedPropertyName(f.createStringLiteral(name.text)) : f.createIdentifier(name.text);
  return f.createPropertyAssignment(key, value);
}

/** `new.target` */
function isNewTarget(node: ts.Node): boolean {
  return ts.isMetaProperty(node) && node.keywordToken === ts.SyntaxKind.NewKeyword;
}

/** Whether the part of a function or field is evaluated by the code around it. */
function isOutside(part: ts.Node): boolean {
  return ts.isComputedPropertyName(part) || ts.isDecorator(part);
}

/** `delete this` deletes nothing, and `delete $this` would be a syntax error. */
function isDeletedThis(node: ts.Node): boolean {
  return ts.isDeleteExpression(node) && unwrap(node.expression).kind === ts.SyntaxKind.ThisKeyword;
}
