/** The one walk over the statements of a function that makes its regions, or finds out why there are none: see regions.ts. */
import * as ts from "typescript";
import type { Callees } from "../../1-resolve/calls.ts";
import { isLoop, isWalk, type Preemptable, unwrap, type Walk } from "../../syntax/nodes.ts";
import { hasNamedStart, isDefaultTold, isToldAlike } from "../plain-parameters.ts";
import type { Points } from "../points.ts";
import { because, type Reason, type ReasonCode } from "../reason.ts";
import { isLastOfTwo } from "../starts/tail-calls.ts";
import { ValueLowering } from "./lower-values.ts";
import {
  type Clause,
  type Evaluated,
  isWalkOfValues,
  type Loop,
  type Lowered,
  type Region,
  type Result,
  type Sequence,
  type Switch,
  type Try,
  type Variables,
} from "./regions.ts";

export function regionsOf(f: Preemptable, points: Points, callees: Callees): Lowered {
  const lowering = new Lowering(points, callees);
  const node = f.body as ts.ConciseBody;
  const body = ts.isBlock(node) ? lowering.sequence(node) : lowering.result(node);
  return lowering.problem ?? lowering.regions(body);
}

class Lowering {
  readonly #points: Points;
  readonly #values: ValueLowering;
  readonly #regions = new Map<ts.Node, Region>();
  readonly #hoisted = new Set<ts.VariableDeclarationList>();
  /** How many loops over values there are so far whose iterators are to be closed. */
  #walks = 0;
  /** What was found first. */
  problem: Reason | undefined;

  constructor(points: Points, callees: Callees) {
    this.#points = points;
    this.#values = new ValueLowering(points, callees, (code, name) => this.#refuse(code, name));
  }

  regions(body: Sequence | Result): Lowered {
    const found = <T>(map: ReadonlyMap<ts.Node, T>, node: ts.Node): T => {
      const made = map.get(node);
      if (made === undefined) throw new Error(`a ${ts.SyntaxKind[node.kind]} stands in no region`);
      return made;
    };
    return {
      body,
      hoisted: this.#hoisted,
      of: (node) => found(this.#regions, node),
      declared: (list) => this.#regions.get(list) as Variables | undefined,
      value: (node) => found(this.#values.values, node),
    };
  }

  #refuse(code: ReasonCode, name?: string): undefined {
    this.problem ??= because(code, name);
  }

  #has(node: ts.Node): boolean {
    return this.#points.has(node);
  }

  #evaluated(node: ts.Expression): Evaluated {
    return this.#values.evaluated(node);
  }

  #statement(node: ts.Statement): Region {
    const region = this.#made(node, this.#has(node));
    this.#regions.set(node, region);
    if (isWalkOfValues(region)) this.#walks++;
    return region;
  }

  #made(node: ts.Statement, hasPoints: boolean): Region {
    if (ts.isBlock(node)) return this.sequence(node);
    if (ts.isVariableStatement(node)) return this.#variables(node, node.declarationList);
    if (ts.isExpressionStatement(node))
      return { kind: "effect", node, hasPoints, value: this.#evaluated(node.expression) };
    if (ts.isReturnStatement(node))
      return { kind: "return", node, hasPoints, result: node.expression && this.result(node.expression) };
    if (ts.isThrowStatement(node)) return { kind: "throw", node, hasPoints, result: this.result(node.expression) };
    if (ts.isIfStatement(node)) return this.#branch(node, hasPoints);
    if (isLoop(node)) return this.#loop(node, hasPoints);
    if (ts.isSwitchStatement(node)) return this.#switch(node, hasPoints);
    if (ts.isLabeledStatement(node))
      return { kind: "labelled", node, hasPoints, body: this.#statement(node.statement) };
    if (ts.isBreakOrContinueStatement(node)) return { kind: "jump", node, hasPoints };
    if (ts.isTryStatement(node)) return this.#try(node, hasPoints);
    if (hasPoints) this.#refuse("suspends_in_statement", ts.SyntaxKind[node.kind]);
    return { kind: "straight", node, hasPoints: false };
  }

  sequence(node: ts.Block): Sequence {
    return {
      kind: "sequence",
      node,
      hasPoints: this.#has(node),
      items: node.statements.map((s) => this.#statement(s)),
    };
  }

  #variables(node: ts.VariableStatement | ts.ForStatement, list: ts.VariableDeclarationList): Variables {
    this.#hoist(list, node);
    const values = list.declarations.map((declaration) => {
      if (this.#has(declaration.name)) this.#refuse("pattern_suspends");
      const { initializer } = declaration;
      return { declaration, value: initializer && this.#evaluated(initializer) };
    });
    const region: Variables = { kind: "variables", node, hasPoints: this.#has(list), list, values };
    this.#regions.set(list, region);
    return region;
  }

  /** Variables of code that may be suspended while they are in use are declared at the top of the body. */
  #hoist(list: ts.VariableDeclarationList, node: ts.VariableStatement | ts.IterationStatement): void {
    if ((list.flags & ts.NodeFlags.BlockScoped) === 0) return;
    const { parent } = node;
    // The clauses of a switch are one scope.
    const scope = isLoop(node) ? node : ts.isCaseOrDefaultClause(parent) ? parent.parent : parent;
    if (this.#has(scope)) this.#hoisted.add(list);
  }

  result(node: ts.Expression): Result {
    const e = unwrap(node);
    if (ts.isConditionalExpression(e)) {
      // Its value, where it is no more than that: what is returned may have to be kept first.
      this.#evaluated(node);
      const condition = this.#evaluated(e.condition);
      return {
        kind: "either",
        node,
        condition,
        whenTrue: this.result(e.whenTrue),
        whenFalse: this.result(e.whenFalse),
      };
    }
    const whole = this.#evaluated(node);
    if (!isLastOfTwo(e)) return whole;
    return { kind: "last of two", node, of: e, whole, left: this.#evaluated(e.left), right: this.result(e.right) };
  }

  #branch(node: ts.IfStatement, hasPoints: boolean): Region {
    const condition = this.#evaluated(node.expression);
    const whenTrue = this.#statement(node.thenStatement);
    const whenFalse = node.elseStatement && this.#statement(node.elseStatement);
    return { kind: "branch", node, hasPoints, condition, whenTrue, whenFalse };
  }

  #loop(node: ts.IterationStatement, hasPoints: boolean): Loop {
    if (isWalk(node) && hasPoints) this.#checkWalk(node);
    const start = this.#startOf(node);
    const condition = ts.isForStatement(node)
      ? node.condition
      : ts.isWhileStatement(node) || ts.isDoStatement(node)
        ? node.expression
        : undefined;
    const incrementor = ts.isForStatement(node) ? node.incrementor : undefined;
    return {
      kind: "loop",
      node,
      hasPoints,
      start,
      condition: condition && this.#evaluated(condition),
      incrementor: incrementor && this.#evaluated(incrementor),
      body: this.#statement(node.statement),
    };
  }

  #startOf(node: ts.IterationStatement): Loop["start"] {
    if (isWalk(node)) {
      if (ts.isVariableDeclarationList(node.initializer)) this.#hoist(node.initializer, node);
      return this.#evaluated(node.expression);
    }
    if (!ts.isForStatement(node) || node.initializer === undefined) return undefined;
    const { initializer } = node;
    return ts.isVariableDeclarationList(initializer)
      ? this.#variables(node, initializer)
      : this.#evaluated(initializer);
  }

  #checkWalk(node: Walk): undefined {
    const { initializer } = node;
    if (ts.isForOfStatement(node) && node.awaitModifier) return this.#refuse("for_await");
    const name = ts.isVariableDeclarationList(initializer) ? initializer.declarations[0]?.name : unwrap(initializer);
    if (name !== undefined && this.#isTakenApart(node, name)) return undefined;
    if (name === undefined || !ts.isIdentifier(name))
      return this.#refuse("walk_with_pattern", ts.isForInStatement(node) ? "in" : "of");
    // `for (var i = 0 in o)`
    if (ts.isVariableDeclarationList(initializer) && initializer.declarations[0]?.initializer)
      return this.#refuse("value_before_keys");
    return undefined;
  }

  /** Whether the loop takes its values apart by a pattern that declares variables of its rounds. */
  #isTakenApart({ initializer }: Walk, name: ts.Node): boolean {
    const isPattern = ts.isArrayBindingPattern(name) || ts.isObjectBindingPattern(name);
    const isOfRounds = (initializer.flags & ts.NodeFlags.BlockScoped) !== 0;
    if (!isPattern || !isOfRounds || !ts.isForOfStatement(initializer.parent) || this.#has(name)) return false;
    if (ts.isArrayBindingPattern(name)) return true;
    return hasNamedStart(name) && !isDefaultTold(name) && name.elements.every(isToldAlike);
  }

  #switch(node: ts.SwitchStatement, hasPoints: boolean): Switch {
    const { clauses } = node.caseBlock;
    if (clauses.some((c) => ts.isCaseClause(c) && this.#has(c.expression))) this.#refuse("case_suspends");
    const value = this.#evaluated(node.expression);
    const made = clauses.map((clause): Clause => {
      return { node: clause, items: clause.statements.map((s) => this.#statement(s)) };
    });
    return { kind: "switch", node, hasPoints, value, clauses: made };
  }

  #try(node: ts.TryStatement, hasPoints: boolean): Try {
    const { tryBlock, catchClause, finallyBlock } = node;
    if (finallyBlock !== undefined && this.#has(finallyBlock)) this.#refuse("finally_suspends");
    const error = catchClause?.variableDeclaration;
    if (error !== undefined && this.#has(catchClause as ts.Node) && !ts.isIdentifier(error.name))
      this.#refuse("catch_takes_apart");
    const walks = this.#walks;
    const block = this.sequence(tryBlock);
    const handler = catchClause && this.sequence(catchClause.block);
    if (finallyBlock !== undefined && this.#walks > walks) this.#refuse("finally_around_walk");
    return { kind: "try", node, hasPoints, block, handler };
  }
}
