/**
 * The resumable body of one function: its own code, with preemption points, calls that can be captured, and awaits
 * that suspend the job. Everything else stays what it was; a generator keeps the engine's own semantics for all of it.
 */
import * as ts from "typescript";
import { isStepByStep } from "../../4-plan/generator-walks.ts";
import { compilesDecorators, isDecorated } from "../../syntax/decorators.ts";
import {
  type Call,
  isAsync,
  isCall,
  isGenerator,
  isLoop,
  isPrologueDirective,
  isStatementList,
  isSuperCall,
  outward,
  type Preemptable,
  unwrap,
} from "../../syntax/nodes.ts";
import { callOf } from "../../syntax/template-calls.ts";
import { attachOwnMethods, namesByKey } from "../object-members.ts";
import * as js from "../shared/build.ts";
import { CallRewriter } from "../shared/calls.ts";
import { behindKeyword } from "../shared/line-breaks.ts";
import { givenParameters } from "../shared/made-object.ts";
import { asMaker } from "../shared/makers.ts";
import { callPosition, memberName, rangeAt } from "../shared/positions.ts";
import { isPrivateIn, privateIn } from "../shared/private-in.ts";
import { waitInGenerator } from "../shared/questions.ts";
import { blaming } from "../shared/rewrite-failure.ts";
import { stringsAt } from "../shared/templates.ts";
import type { Unit } from "../shared/unit.ts";
import { type DeclareFunction, rewriteIf, rewriteStatements } from "../statements.ts";
import { isAwaitUsing, isAwaitUsingList, withDisposal } from "./disposal.ts";
import { rewriteLoop, rewriteSteps } from "./loops.ts";
import { Patterns } from "./patterns.ts";
import { StripLoops } from "./strip-loops.ts";
import { captured, capturedStatement, preemptionPoint, Temps, waited } from "./yield-point.ts";

export function rewriteBody(unit: Unit, node: Preemptable, declareFunction: DeclareFunction): ts.Block {
  const { held } = unit;
  unit.held = unit.holds(node) ? unit.lock : undefined;
  try {
    return blaming(node, () => new BodyRewriter(unit, node, declareFunction).rewrite());
  } finally {
    unit.held = held;
  }
}

class BodyRewriter {
  readonly #unit: Unit;
  readonly #node: Preemptable;
  readonly #async: boolean;
  readonly #temps: Temps;
  readonly #calls: CallRewriter;
  readonly #patterns: Patterns;
  readonly #loops: StripLoops;
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
    this.#patterns = new Patterns(unit, this.#temps, (n) => ts.visitNode(n, this.visit) as typeof n);
    this.#loops = new StripLoops(unit, unit.planOf(node).form.loops, this.#temps);
    this.#declareFunction = declareFunction;
    if (unit.kept.get(node)?.facts.hasUsing) this.#guards = 1;
  }

  rewrite(): ts.Block {
    const { f } = this.#unit;
    const original = this.#node.body as ts.ConciseBody;
    let statements: ts.Statement[];
    if (ts.isBlock(original)) {
      statements = [...this.#list(original.statements)];
    } else {
      const value = this.#returned(original);
      const made = f.createReturnStatement(value && behindKeyword(this.#unit, value));
      statements = [ts.setTextRange(made, original)];
    }
    let at = 0;
    while (at < statements.length && isPrologueDirective(statements[at] as ts.Statement)) at++;
    const prologue = statements.slice(0, at);
    const moved = this.#patterns.ofParameters(this.#node);
    if (moved.length > 0) this.#hasCaptures = true;
    const given = givenParameters(this.#unit, this.#node, f.createThis());
    const rest = [...moved, ...given, ...statements.slice(at)];
    // A function that calls others may recurse: its start is a preemption point.
    if (this.#hasCaptures) rest.unshift(preemptionPoint(this.#unit));
    if (this.#unit.asks(this.#node)) rest.unshift(waitInGenerator(this.#unit));
    if (this.#async && !isGenerator(this.#node) && !isExit(rest.at(-1)))
      rest.push(f.createReturnStatement(this.#unit.callRuntime("settle", [])));
    const block = f.createBlock([...prologue, ...this.#temps.declare(), ...rest], true);
    return ts.setTextRange(block, original);
  }

  readonly visit = (node: ts.Node): ts.VisitResult<ts.Node | undefined> => {
    const made = this.#visitNode(node);
    return ts.isFunctionLike(node) ? made : asMaker(this.#unit, node, made, true);
  };

  #visitNode(node: ts.Node): ts.VisitResult<ts.Node | undefined> {
    const { context, f } = this.#unit;
    if (ts.isFunctionLike(node)) return this.#member(node, () => this.#unit.visitPlain(node));
    if (ts.isClassLike(node)) return this.#class(node);
    // TypeScript makes a function of it.
    if (ts.isEnumDeclaration(node)) return this.#unit.visitPlain(node);
    if (ts.isBlock(node)) return f.updateBlock(node, this.#list(node.statements));
    if (ts.isCaseClause(node)) {
      return f.updateCaseClause(node, this.#expression(node.expression), this.#list(node.statements));
    }
    if (ts.isDefaultClause(node)) return f.updateDefaultClause(node, this.#list(node.statements));
    if (ts.isIfStatement(node)) {
      return rewriteIf(this.#unit, node, this.visit, (list) => this.#list(list));
    }
    if (ts.isPropertyAssignment(node) && namesByKey(this.#unit, node)) {
      return this.#member(node, () => this.#unit.visitPlain(node));
    }
    if (ts.isObjectLiteralExpression(node)) {
      return attachOwnMethods(this.#unit, node, ts.visitEachChild(node, this.visit, context));
    }
    if (isLoop(node)) return this.#loop(node, []);
    if (ts.isLabeledStatement(node)) return this.#labeled(node);
    if (ts.isTryStatement(node)) return this.#guarded(() => ts.visitEachChild(node, this.visit, context));
    if (ts.isReturnStatement(node) || ts.isThrowStatement(node) || ts.isBreakOrContinueStatement(node))
      return this.#jump(node);
    if (ts.isExpressionStatement(node)) return this.#expressionStatement(node);
    if (ts.isVariableDeclaration(node) || ts.isBinaryExpression(node)) {
      const taken = this.#takenApart(node);
      if (taken !== undefined) return taken;
    }
    if (ts.isExpression(node)) return stringsAt(this.#unit, node) ?? this.#visitExpression(node);
    if (ts.isDecorator(node) || ts.isTypeNode(node)) return node;
    return ts.visitEachChild(node, this.visit, context);
  }

  #list(statements: ts.NodeArray<ts.Statement>): ts.NodeArray<ts.Statement> {
    const rewritten = rewriteStatements(this.#unit, statements, this.visit, this.#declareFunction);
    if (!statements.some(isAwaitUsing)) return rewritten;
    const at = rewritten.findIndex((s) => !isPrologueDirective(s));
    const guarded = withDisposal(this.#unit, rewritten.slice(at));
    return ts.setTextRange(this.#unit.f.createNodeArray([...rewritten.slice(0, at), ...guarded]), statements);
  }

  #expression(node: ts.Expression): ts.Expression {
    return ts.visitNode(node, this.visit) as ts.Expression;
  }

  #visitExpression(node: ts.Expression): ts.VisitResult<ts.Node | undefined> {
    const { context } = this.#unit;
    if (ts.isAwaitExpression(node)) return this.#await(node);
    if (ts.isYieldExpression(node)) return this.#yield(node);
    if (isStepByStep(node, this.#unit.callees)) return this.#collect(node);
    if (ts.isOptionalChain(node)) {
      const chain = this.#calls.chain(node);
      if (chain !== undefined) this.#hasCaptures = true;
      return chain ?? ts.visitEachChild(node, this.visit, context);
    }
    if (isSuperCall(node)) {
      this.#hasCaptures = true;
      const [box, call] = this.#calls.superInGenerator(node);
      return this.#unit.callRuntime("bound", [box, captured(this.#unit, this.#temps, call)]);
    }
    const called = callOf(node);
    if (called !== undefined) {
      const value = this.#calls.value(called, false);
      if (value !== undefined) this.#hasCaptures = true;
      return value ?? ts.visitEachChild(node, this.visit, context);
    }
    if (ts.isNewExpression(node)) {
      const made = this.#calls.constructed(node);
      if (made === undefined) return ts.visitEachChild(node, this.visit, context);
      this.#hasCaptures = true;
      return ts.setSourceMapRange(captured(this.#unit, this.#temps, made), node);
    }
    if (ts.isPropertyAccessExpression(node)) return this.#property(node);
    if (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.AsteriskAsteriskToken) {
      return this.#power(node);
    }
    if (isPrivateIn(node)) {
      return privateIn(this.#unit.f, node, this.#expression(node.right), () => this.#temps.fresh("$object"));
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
    const call = callOf(unwrap(node.expression));
    if (call !== undefined && !isSuperCall(call) && this.#unit.strategy === "capture") {
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
    return ts.setSourceMapRange(this.#awaited(node.expression), node);
  }

  #awaited(expression: ts.Expression): ts.Expression {
    const call = callOf(unwrap(expression));
    const result = call !== undefined ? this.#calls.value(call, true) : undefined;
    if (result === undefined) return waited(this.#unit, this.#expression(expression));
    this.#hasCaptures = true;
    return captured(this.#unit, this.#temps, this.#unit.callRuntime("awaited", [result]));
  }

  /** `yield v` ends a step of the generator: `yield $give(v)`. `yield* e` asks an iterator that may be preemptable, too. */
  #yield(node: ts.YieldExpression): ts.Expression {
    const { f, held } = this.#unit;
    if (node.asteriskToken === undefined) {
      const value = node.expression === undefined ? js.nothing() : this.#expression(node.expression);
      const given = this.#async ? captured(this.#unit, this.#temps, this.#unit.callRuntime("yielded", [value])) : value;
      return f.updateYieldExpression(node, undefined, this.#unit.callRuntime("give", [given]));
    }
    const iterable = node.expression as ts.Expression;
    if (this.#async) {
      const delegating = this.#unit.callRuntime("delegatingAsync", [this.#expression(iterable)]);
      return f.updateYieldExpression(node, node.asteriskToken, delegating);
    }
    const given = [this.#expression(iterable), ...(held === undefined ? [] : [held])];
    return f.updateYieldExpression(node, node.asteriskToken, this.#unit.callRuntime("delegating", given));
  }

  /** What takes something apart step by step. */
  #takenApart(node: ts.Node): ts.Node | undefined {
    const made = this.#patterns.rewritten(node);
    if (made !== undefined) this.#hasCaptures = true;
    return made;
  }

  /** `...$again(COLLECTED)` */
  #collect(node: ts.SpreadElement): ts.Expression {
    this.#hasCaptures = true;
    const list = this.#unit.callRuntime("collected", [this.#expression(node.expression)]);
    // An engine walks the only spread, where it is the last argument, in the call.
    const { parent } = node;
    const args = isCall(parent) ? (parent.arguments ?? []) : [];
    const isOfCall = args.at(-1) === node && args.filter(ts.isSpreadElement).length === 1;
    ts.setSourceMapRange(
      list,
      isOfCall ? { pos: callPosition(parent as Call), end: node.end } : rangeAt(node.expression),
    );
    const value = captured(this.#unit, this.#temps, list);
    return this.#unit.f.updateSpreadElement(node, this.#unit.callRuntime("again", [value]));
  }

  /** What an async function returns is settled by whoever awaits it. */
  #returned(expression: ts.Expression | undefined): ts.Expression | undefined {
    if (!this.#async) return expression && this.#expression(expression);
    // An async generator awaits what it returns.
    if (isGenerator(this.#node)) return expression && this.#awaited(expression);
    if (expression === undefined) return this.#unit.callRuntime("settle", []);
    const call = callOf(unwrap(expression));
    const tail = call !== undefined && this.#guards === 0 ? this.#calls.value(call, true) : undefined;
    if (tail === undefined) return this.#unit.callRuntime("settle", [this.#expression(expression)]);
    this.#hasCaptures = true;
    const value = captured(this.#unit, this.#temps, this.#unit.callRuntime("awaitedTail", [tail]));
    return this.#unit.callRuntime("settle", [value]);
  }

  #jump(node: ts.ReturnStatement | ts.ThrowStatement | ts.BreakOrContinueStatement): ts.Statement {
    const { context, f } = this.#unit;
    const isSettled = this.#async && ts.isReturnStatement(node);
    const made = isSettled
      ? f.updateReturnStatement(node, this.#returned(node.expression))
      : ts.visitEachChild(node, this.visit, context);
    const leaving = this.#loops.leaving(node);
    return leaving.length === 0 ? made : f.createBlock([...leaving, made]);
  }

  #loop(node: ts.IterationStatement, labels: readonly ts.Identifier[]): ts.Statement {
    if (ts.isForStatement(node) && isAwaitUsingList(node.initializer)) return this.#disposingLoop(node, labels);
    const stripped = this.#loops.rewrite(node, labels, this.visit, (loop) => this.#loopWithPoints(loop, labels));
    return stripped ?? this.#loopWithPoints(node, labels);
  }

  #loopWithPoints(node: ts.IterationStatement, labels: readonly ts.Identifier[]): ts.Statement {
    const visitBody = (body: ts.Statement) => ts.visitNode(body, this.visit) as ts.Statement;
    const forOf = ts.isForOfStatement(node);
    const isStepped = isStepByStep(node, this.#unit.callees);
    const bind = forOf ? this.#patterns.ofRound(node) : undefined;
    if (isStepped || bind !== undefined) this.#hasCaptures = true;
    const suspend = (call: ts.Expression) => captured(this.#unit, this.#temps, call);
    const rewrite = () =>
      forOf && (node.awaitModifier || isStepped)
        ? rewriteSteps(this.#unit, node, labels, visitBody, this.visit, suspend, bind)
        : labels.reduce<ts.Statement>(
            (loop, label) => this.#unit.f.createLabeledStatement(label, loop),
            rewriteLoop(this.#unit, node, visitBody, this.visit, this.#loops.isPartOfRound(node), bind),
          );
    return forOf ? this.#guarded(rewrite) : rewrite();
  }

  /** `for (await using x = e; …; …) S`: x is one constant for all rounds. */
  #disposingLoop(node: ts.ForStatement, labels: readonly ts.Identifier[]): ts.Statement {
    const { f, context } = this.#unit;
    const declared = f.createVariableStatement(
      undefined,
      ts.visitEachChild(node.initializer as ts.VariableDeclarationList, this.visit, context),
    );
    const rest = f.updateForStatement(node, undefined, node.condition, node.incrementor, node.statement);
    // What is known of loops is known of those of the file.
    const loop = this.#loopWithPoints(rest, labels);
    return ts.setTextRange(f.createBlock(withDisposal(this.#unit, [declared, loop]), true), node);
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
  #member(member: ts.Node, visit: () => ts.VisitResult<ts.Node | undefined>): ts.VisitResult<ts.Node | undefined> {
    const key = this.#visitKey(member);
    const visited = visit();
    if (key === undefined) return visited;
    this.#unit.visitedKeys.delete(key.name);
    const { context, f } = this.#unit;
    // What was rewritten has the new key already.
    return ts.visitNodes(
      f.createNodeArray(Array.isArray(visited) ? visited : visited === undefined ? [] : [visited as ts.Node]),
      (v) =>
        ts.visitEachChild(
          v,
          (c) => (c === key.name ? f.updateComputedPropertyName(key.name, key.expression) : c),
          context,
        ),
    ) as unknown as ts.Node[];
  }

  #visitKey(member: ts.Node): { name: ts.ComputedPropertyName; expression: ts.Expression } | undefined {
    const name = (member as { name?: ts.Node }).name;
    if (name === undefined || !ts.isComputedPropertyName(name)) return undefined;
    const expression = this.#expression(name.expression);
    this.#unit.visitedKeys.set(name, expression);
    return { name, expression };
  }

  /** A field whose key TypeScript moves into a static block, as it assigns the field: there nothing can be suspended. */
  #isMoved(member: ts.ClassElement): boolean {
    const { target = ts.ScriptTarget.ESNext, useDefineForClassFields } = this.#unit.context.getCompilerOptions();
    return ts.isPropertyDeclaration(member) && useDefineForClassFields === false && target >= ts.ScriptTarget.ES2022;
  }

  /** Whether TypeScript makes a function around the class, for its decorators: there nothing can be suspended either. */
  #isWrapped(node: ts.ClassLikeDeclaration): boolean {
    const { context, erasedDecorators } = this.#unit;
    if (!compilesDecorators(context.getCompilerOptions())) return false;
    return [node, ...node.members].some((n) => isDecorated(n, erasedDecorators));
  }

  /** A class's heritage and computed keys are evaluated here; its members are functions of their own. */
  #class(node: ts.ClassLikeDeclaration): ts.VisitResult<ts.Node | undefined> {
    const { context, f } = this.#unit;
    if (this.#isWrapped(node)) return this.#unit.visitPlain(node);
    const seen = node.members.filter((m) => !this.#isMoved(m));
    const keys = new Map(seen.map((m) => [m.name as ts.Node, this.#visitKey(m)?.expression]));
    const visited = this.#unit.visitPlain(node) as ts.ClassLikeDeclaration;
    // The original body, where there is one, has the keys as they were.
    for (const name of keys.keys()) this.#unit.visitedKeys.delete(name as ts.ComputedPropertyName);
    const heritage = ts.visitNodes(
      node.heritageClauses,
      (clause) => (ts.isHeritageClause(clause) ? ts.visitEachChild(clause, this.visit, context) : clause),
      ts.isHeritageClause,
    );
    const withKey = (name: ts.Node) => {
      const key = keys.get(name);
      return key ? f.updateComputedPropertyName(name as ts.ComputedPropertyName, key) : name;
    };
    const members = ts.visitNodes(visited.members, (m) => ts.visitEachChild(m, withKey, context), ts.isClassElement);
    return ts.isClassDeclaration(visited)
      ? f.updateClassDeclaration(visited, visited.modifiers, visited.name, visited.typeParameters, heritage, members)
      : f.updateClassExpression(visited, visited.modifiers, visited.name, visited.typeParameters, heritage, members);
  }
}

/** Whether nothing behind the statement is ever reached. */
function isExit(statement: ts.Statement | undefined): boolean {
  return statement !== undefined && (ts.isReturnStatement(statement) || ts.isThrowStatement(statement));
}
