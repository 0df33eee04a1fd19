/** Statements as steps. Expressions are somebody else's: see function-steps.ts. */
import * as ts from "typescript";
import { isLogical } from "../../syntax/assignments.ts";
import { isErased, isLoop, targetOf, unwrap } from "../../syntax/nodes.ts";
import type { Root } from "./place.ts";
import { endOfRound, isPlain, type Step, type Steps } from "./steps.ts";

export interface ExpressionSteps {
  expression(node: ts.Expression, to: StepsBuilder): void;
  /** What the head of a `for` … `of` or `in` assigns. */
  target(node: ts.Node, to: StepsBuilder): void;
  /** A declaration, or an element of its pattern, before which the function may be suspended if what it takes is fetched step by step. */
  fetched(node: ts.VariableDeclaration | ts.ParameterDeclaration | ts.BindingElement, to: StepsBuilder): void;
  /** An element of a pattern, which reads a property. */
  taken(element: ts.BindingElement, to: StepsBuilder): void;
  /** What each round of such a loop reads. */
  walked(list: ts.Expression, to: StepsBuilder): void;
  isPoint(loop: ts.IterationStatement): boolean;
  /** What stands behind a loop that surely fills a list from end to end. */
  filled(loop: ts.ForStatement, steps: Steps, to: StepsBuilder): void;
  /** What a function was given, if the condition asks whether it was. */
  formalOf(condition: ts.Expression): Root | undefined;
}

export class StepsBuilder {
  #steps: Step[] = [];
  readonly #expressions: ExpressionSteps;

  constructor(expressions: ExpressionSteps) {
    this.#expressions = expressions;
  }

  get steps(): Steps {
    return this.#steps;
  }

  add(step: Step): void {
    if (step.kind === "pass" && this.#steps.at(-1)?.kind === "pass") return;
    this.#steps.push(step);
  }

  /** What `build` adds, by itself. */
  apart(build: () => void): Steps {
    const outer = this.#steps;
    this.#steps = [];
    build();
    const steps = this.#steps;
    this.#steps = outer;
    return steps;
  }

  visit(node: ts.Node | undefined): void {
    if (node === undefined) return;
    // Half of all nodes are names and tokens.
    if (node.kind < ts.SyntaxKind.FirstNode) {
      if (ts.isIdentifier(node)) this.#expressions.expression(node, this);
      return;
    }
    if (isErased(node) || ts.isFunctionLike(node)) return;
    if (ts.isClassLike(node)) this.#class(node);
    else if (ts.isIfStatement(node)) this.#branch(node.expression, node.thenStatement, node.elseStatement);
    else if (isLoop(node)) this.#loop(node);
    else if (ts.isSwitchStatement(node)) this.#switch(node);
    else if (ts.isTryStatement(node)) this.#try(node);
    else if (ts.isLabeledStatement(node)) {
      const body = this.apart(() => this.visit(node.statement));
      if (isPlain(body)) this.#passes(body);
      else this.add({ kind: "label", node, body });
    } else if (ts.isReturnStatement(node)) {
      this.visit(node.expression);
      this.add({ kind: "jump", to: "return" });
    } else if (ts.isThrowStatement(node)) {
      this.visit(node.expression);
      this.add({ kind: "jump", to: "throw" });
    } else if (ts.isBreakStatement(node)) this.add({ kind: "jump", to: targetOf(node) });
    else if (ts.isContinueStatement(node)) this.add({ kind: "jump", to: endOfRound(targetOf(node)) });
    else if (ts.isConditionalExpression(node)) this.#branch(node.condition, node.whenTrue, node.whenFalse);
    else if (ts.isBinaryExpression(node) && isLogical(node.operatorToken.kind)) {
      this.visit(node.left);
      this.maybe(() => this.visit(node.right));
    } else if (ts.isVariableDeclaration(node)) {
      this.visit(node.initializer);
      this.visit(node.name);
      this.#expressions.fetched(node, this);
    } else if (ts.isParameter(node) || ts.isBindingElement(node)) {
      this.#expressions.fetched(node, this);
      if (node.initializer !== undefined) this.maybe(() => this.visit(node.initializer));
      const { name } = node;
      if (ts.isBindingElement(node) && node.propertyName && ts.isComputedPropertyName(node.propertyName)) {
        this.visit(node.propertyName.expression);
      }
      if (ts.isBindingElement(node)) this.#expressions.taken(node, this);
      this.visit(name);
    } else if (ts.isExpression(node)) this.#expressions.expression(node, this);
    else ts.forEachChild(node, (child) => this.visit(child));
  }

  /** Visits what stands inside. */
  inside(node: ts.Node): void {
    ts.forEachChild(node, (child) => this.visit(child));
  }

  /** Code that may be left out. */
  maybe(build: () => void): void {
    this.#choice([this.apart(build), []], undefined);
  }

  #choice(branches: readonly Steps[], formal: Root | undefined): void {
    if (branches.every(isPlain)) for (const branch of branches) this.#passes(branch);
    else this.add({ kind: "choice", branches, formal });
  }

  /** Whether they may be passed is all that counts. */
  #passes(steps: Steps): void {
    const [first] = steps;
    if (first !== undefined) this.add(first);
  }

  #branch(condition: ts.Expression, then: ts.Node, otherwise: ts.Node | undefined): void {
    this.visit(condition);
    const e = unwrap(condition);
    const isNot = ts.isPrefixUnaryExpression(e) && e.operator === ts.SyntaxKind.ExclamationToken;
    const formal = this.#expressions.formalOf(isNot ? unwrap(e.operand) : e);
    const branches = [this.apart(() => this.visit(then)), this.apart(() => this.visit(otherwise))];
    this.#choice(isNot && formal !== undefined ? branches.reverse() : branches, formal);
  }

  #class(node: ts.ClassLikeDeclaration): void {
    for (const clause of node.heritageClauses ?? []) for (const { expression } of clause.types) this.visit(expression);
    for (const member of node.members) {
      if (member.name !== undefined && ts.isComputedPropertyName(member.name)) this.visit(member.name.expression);
    }
  }

  #loop(node: ts.IterationStatement): void {
    let condition: ts.Expression | undefined;
    const isWalk = ts.isForOfStatement(node) || ts.isForInStatement(node);
    if (ts.isForStatement(node)) {
      this.visit(node.initializer);
      condition = node.condition;
    } else if (isWalk) this.visit(node.expression);
    else condition = (node as ts.WhileStatement | ts.DoStatement).expression;
    const isEndless = !isWalk && (condition === undefined || condition.kind === ts.SyntaxKind.TrueKeyword);
    const isDo = ts.isDoStatement(node);
    const head = isDo ? [] : this.apart(() => this.visit(condition));
    const body = this.apart(() => {
      if (this.#expressions.isPoint(node)) this.add({ kind: "pass", node });
      if (isWalk) {
        this.#expressions.walked(node.expression, this);
        this.#expressions.target(node.initializer, this);
      }
      this.visit(node.statement);
    });
    const next = this.apart(() =>
      this.visit(isDo ? condition : ts.isForStatement(node) ? node.incrementor : undefined),
    );
    if ([head, body, next].every(isPlain) && !isEndless) {
      this.#passes([...head, ...body, ...next]);
      return;
    }
    this.add({
      kind: "loop",
      node,
      head,
      isLeftAtHead: !isDo && !isEndless,
      body,
      next,
      isLeftAtEnd: isDo && !isEndless,
    });
    if (ts.isForStatement(node)) this.#expressions.filled(node, [...head, ...body, ...next], this);
  }

  #switch(node: ts.SwitchStatement): void {
    this.visit(node.expression);
    const clauses = node.caseBlock.clauses.map((clause) => ({
      test: ts.isCaseClause(clause) ? this.apart(() => this.visit(clause.expression)) : undefined,
      body: this.apart(() => {
        for (const statement of clause.statements) this.visit(statement);
      }),
    }));
    this.add({ kind: "switch", node, clauses });
  }

  #try(node: ts.TryStatement): void {
    const block = this.apart(() => this.visit(node.tryBlock));
    const { catchClause, finallyBlock } = node;
    const handler = catchClause && this.apart(() => this.visit(catchClause.block));
    const final = finallyBlock && this.apart(() => this.visit(finallyBlock));
    this.add({ kind: "try", block, handler, final });
  }
}
