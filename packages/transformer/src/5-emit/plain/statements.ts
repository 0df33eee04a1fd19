/**
 * Statements of a plain body: straight through where nothing is suspended, and with a way back in where something is.
 *
 *   if (a) { f(); } else { g(); }   ⇒   case 1: case 2:
 *                                         if ($at === 0 ? a : $at <= 1) { … case 1: … } else { … case 2: … }
 */
import ts from "typescript";
import { isPointCall } from "../../4-plan/points.ts";
import { isPutOff } from "../../4-plan/starts/entry-point.ts";
import { isLastOfTwo } from "../../4-plan/starts/tail-calls.ts";
import { isHoisted } from "../../4-plan/variables/locals.ts";
import { isLoop, literalText, unwrap } from "../../syntax/nodes.ts";
import { putAside } from "../shared/anonymous.ts";
import { expressionStatement } from "../shared/expression-statement.ts";
import { behindKeyword } from "../shared/line-breaks.ts";
import { valuePosition } from "../shared/positions.ts";
import type { Unit } from "../shared/unit.ts";
import { Expressions, isTaken } from "./expressions.ts";
import type { PlainFrame } from "./frame.ts";
import { addLoop } from "./loops.ts";
import { assignPattern, namedAsDeclared, toldAsDeclared } from "./patterns.ts";
import { PlainCode } from "./plain-code.ts";
import type { Range, Steps } from "./steps.ts";
import type { Surroundings } from "./surroundings.ts";
import { addTry } from "./tries.ts";

export class Statements implements Surroundings {
  readonly unit: Unit;
  readonly frame: PlainFrame;
  readonly code: PlainCode;
  readonly expressions: Expressions;
  #entryIsDue = false;

  constructor(frame: PlainFrame) {
    this.unit = frame.unit;
    this.frame = frame;
    this.code = new PlainCode(frame);
    this.expressions = new Expressions(frame, this.code);
  }

  has(node: ts.Node | undefined): boolean {
    return this.expressions.has(node);
  }

  addAll(statements: readonly ts.Statement[], steps: Steps): void {
    for (const [i, statement] of statements.entries()) {
      if (this.#entryIsDue && this.has(statement)) this.#addEntry(statement, steps, statements.slice(i + 1));
      this.add(statement, steps);
    }
  }

  /** The point at the start of a function that calls others: see 4-plan/starts/entry-point.ts. */
  startWithEntry(steps: Steps): void {
    if (this.frame.form.entryPoint?.isFirst) steps.add(...this.frame.restartIf(this.frame.isUsedUpOrDeep()));
    else this.#entryIsDue = true;
  }

  #addEntry(first: ts.Node, steps: Steps, rest: readonly ts.Statement[]): void {
    if (isPutOff(first, rest, this.frame.form.points)) return;
    this.#entryIsDue = false;
    const point = this.frame.point();
    steps.add(this.frame.leaveIf(this.frame.isUsedUpOrDeep(), point, first));
    steps.label({ first: point, last: point });
    steps.add(...this.frame.arrived());
  }

  /** A branch of a statement that the entry's point was left to. */
  #branch(steps: Steps, make: () => void, first: ts.Node): void {
    const isDue = this.#entryIsDue;
    if (isDue && this.has(first) && !ts.isBlock(first)) this.#addEntry(first, steps, []);
    make();
    this.#entryIsDue = isDue;
  }

  add(node: ts.Statement, steps: Steps, labels: readonly ts.Identifier[] = []): void {
    this.frame.variables.statement(() => this.#add(node, steps, labels));
  }

  #add(node: ts.Statement, steps: Steps, labels: readonly ts.Identifier[]): void {
    const { f } = this.unit;
    if ((this.has(node) || ts.isVariableStatement(node)) && !ts.isBlock(node)) steps.startOf(node);
    if (ts.isVariableStatement(node)) this.addVariables(node.declarationList, steps, node);
    else if (!this.has(node)) {
      steps.add(this.code.statement(node));
    } else if (ts.isBlock(node)) this.addAll(node.statements, steps);
    else if (ts.isExpressionStatement(node)) {
      const rest = this.expressions.effect(node.expression, steps);
      if (rest !== undefined) steps.add(ts.setTextRange(expressionStatement(f, rest), node));
    } else if (ts.isReturnStatement(node)) {
      this.addReturn(node.expression as ts.Expression, node, steps);
    } else if (ts.isThrowStatement(node)) {
      steps.add(f.updateThrowStatement(node, behindKeyword(this.unit, this.expressions.value(node.expression, steps))));
    } else if (ts.isIfStatement(node)) this.#if(node, steps);
    else if (isLoop(node)) addLoop(this, node, labels, steps);
    else if (ts.isLabeledStatement(node)) this.#labeled(node, steps, labels);
    else if (ts.isSwitchStatement(node)) this.#switch(node, labels, steps);
    else if (ts.isTryStatement(node)) addTry(this, node, steps);
    else throw new Error(`a ${ts.SyntaxKind[node.kind]} cannot be suspended`);
    if (ts.isReturnStatement(node) || ts.isThrowStatement(node)) this.frame.left();
  }

  /** `let`, `const` and `var`; what is declared at the top of the body is only assigned here. */
  addVariables(list: ts.VariableDeclarationList, steps: Steps, node?: ts.VariableStatement): void {
    const { f } = this.unit;
    const isScoped = (list.flags & ts.NodeFlags.BlockScoped) !== 0;
    if (isScoped && !isHoisted(list, this.frame.form.points)) {
      steps.add(this.code.statement(node as ts.VariableStatement));
      return;
    }
    for (const declaration of list.declarations) {
      const { name, initializer } = declaration;
      const binding = this.unit.scopes.declaredBy(declaration);
      if (binding !== undefined && this.frame.variables.isBoxed(binding)) {
        const value = initializer ? this.expressions.value(initializer, steps) : f.createVoidZero();
        const boxed = f.createPropertyAssignment("v", namedAsDeclared(this.frame, declaration, value));
        const made = this.frame.assign(this.frame.variables.nameOf(binding), f.createObjectLiteralExpression([boxed]));
        steps.add(ts.setTextRange(made, declaration));
        continue;
      }
      const isAround = !isScoped && this.frame.variables.isShared(declaration);
      const isVar = !isScoped && !isAround;
      if (initializer === undefined) {
        if (isAround) continue;
        if (isVar) steps.add(f.createVariableStatement(undefined, f.createVariableDeclarationList([declaration])));
        else steps.add(this.frame.assign(assignPattern(this.frame, this.code, name), f.createVoidZero()));
        continue;
      }
      const value = this.expressions.value(initializer, steps);
      let made: ts.Statement;
      if (isVar) {
        const pattern = ts.isIdentifier(name) ? name : (ts.visitNode(name, this.code.visit) as ts.BindingName);
        const declared = f.createVariableDeclaration(pattern, undefined, undefined, value);
        made = f.createVariableStatement(undefined, f.createVariableDeclarationList([declared]));
      } else {
        const named = namedAsDeclared(this.frame, declaration, value);
        const told = toldAsDeclared(this.frame, declaration, named);
        const pattern = assignPattern(this.frame, this.code, name);
        // Where an engine reports that the iterator is closed.
        if (ts.isArrayBindingPattern(name))
          ts.setSourceMapRange(pattern, { pos: name.getStart(), end: valuePosition(initializer) });
        made = this.frame.assign(pattern, told);
      }
      steps.add(ts.setTextRange(made, declaration));
    }
  }

  /** The body of an arrow function. */
  addValue(value: ts.Expression, steps: Steps): void {
    if (this.#entryIsDue) this.#addEntry(value, steps, []);
    this.frame.variables.statement(() => this.addReturn(value, value, steps));
  }

  /** `return a ? f() : b` returns in each branch, and `return a && f()` either a or what f does. */
  addReturn(value: ts.Expression, place: ts.Node, steps: Steps): void {
    const { f } = this.unit;
    const e = unwrap(value);
    if (ts.isConditionalExpression(e) && (this.has(e.whenTrue) || this.has(e.whenFalse))) {
      const condition = this.expressions.value(e.condition, steps);
      this.expressions.choose(condition, steps, (branch, inner) => {
        const taken = branch ? e.whenTrue : e.whenFalse;
        this.#branch(inner, () => this.addReturn(taken, taken, inner), taken);
      });
      return;
    }
    const leaving = this.code.leaving(place, undefined);
    // What is returned from a `try` block may yet be caught.
    // An exclusive unit is held until the function has its value.
    const isLast = leaving.length === 0 && !this.frame.tried.isInside && !this.unit.holds(this.frame.node);
    if (isLast && isLastOfTwo(e) && this.has(e.right)) this.#addLastOfTwo(e, steps);
    else if (isLast && ts.isOptionalChain(e) && isPointCall(e, this.unit.callees)) this.expressions.tailChain(e, steps);
    else {
      const isTail = isLast && ts.isCallExpression(e) && this.has(e);
      const returned = isTail ? this.expressions.tailCall(e, steps) : this.expressions.value(value, steps);
      if (leaving.length > 0) steps.add(...this.code.returning(place, returned, leaving));
      else steps.add(ts.setTextRange(f.createReturnStatement(behindKeyword(this.unit, returned)), place));
    }
  }

  #addLastOfTwo({ left, right, operatorToken }: ts.BinaryExpression, steps: Steps): void {
    const { f } = this.unit;
    const operator = operatorToken.kind;
    if (operator === ts.SyntaxKind.CommaToken) {
      this.expressions.effectStep(left, steps);
      this.addReturn(right, right, steps);
      return;
    }
    const first = this.frame.variables.get("$result");
    steps.add(this.frame.keep(first, this.expressions.value(left, steps)));
    this.expressions.choose(isTaken(f, operator, first), steps, (isRight, inner) => {
      if (isRight) this.addReturn(right, right, inner);
      else inner.add(f.createReturnStatement(first));
    });
  }

  #if(node: ts.IfStatement, steps: Steps): void {
    const condition = this.expressions.value(node.expression, steps);
    if (!this.has(node.thenStatement) && !this.has(node.elseStatement)) {
      const { f } = this.unit;
      const otherwise = node.elseStatement && this.code.statement(node.elseStatement);
      steps.add(f.updateIfStatement(node, condition, this.code.statement(node.thenStatement), otherwise));
      return;
    }
    const { thenStatement, elseStatement } = node;
    this.expressions.choose(
      condition,
      steps,
      (branch, inner) => {
        const taken = branch ? thenStatement : (elseStatement as ts.Statement);
        this.#branch(inner, () => this.add(taken, inner), taken);
      },
      elseStatement !== undefined,
    );
  }

  #labeled(node: ts.LabeledStatement, steps: Steps, labels: readonly ts.Identifier[]): void {
    const inner = node.statement;
    if (isLoop(inner) || ts.isLabeledStatement(inner) || ts.isSwitchStatement(inner)) {
      this.#add(inner, steps, [...labels, node.label]);
      return;
    }
    this.nested(
      steps,
      (list) => this.add(inner, list),
      (statements) => this.label(this.block(statements), [...labels, node.label]),
    );
  }

  /**
   * Where the switch is entered again, the discriminant is that of the clause with the point. Cases that are computed are not
   * computed again: then the clauses have numbers, and the default clause is 0.
   */
  #switch(node: ts.SwitchStatement, labels: readonly ts.Identifier[], steps: Steps): void {
    const { f } = this.unit;
    const { clauses } = node.caseBlock;
    const discriminant = this.expressions.value(node.expression, steps);
    const around = this.breakable(node);
    const { isPassed } = this.frame.way;
    const isNumbered = this.frame.part !== "start" && clauses.some((c) => this.has(c)) && !areDistinct(clauses);
    const caseOf = (clause: ts.CaseClause) => this.code.expression(clause.expression);
    const numberOf = (clause: ts.CaseOrDefaultClause) => f.createNumericLiteral(clauses.indexOf(clause) + 1);
    // No case is the signal.
    const none = () => (isNumbered ? f.createNumericLiteral(0) : this.unit.runtime("signal"));
    let again: ts.Expression | undefined;
    const ends: { readonly points: Range; readonly value: ts.Expression }[] = [];
    const { made, points } = this.frame.pointsWithin(() =>
      clauses.flatMap((clause) => {
        const inner = this.frame.steps();
        const own = this.frame.pointsOf(() => this.addAll(clause.statements, inner)).points;
        this.frame.way.isPassed ||= isPassed;
        const value = () => (isNumbered ? numberOf(clause) : caseOf(clause as ts.CaseClause));
        const isDefault = ts.isDefaultClause(clause);
        if (own.last >= own.first) ends.push({ points: own, value: isDefault ? none() : value() });
        if (inner.isDead) return [];
        const statements = this.frame.build(inner);
        return isDefault ? f.createDefaultClause(statements) : f.createCaseClause(value(), statements);
      }),
    );
    for (const { points: own, value } of ends.reverse()) {
      again =
        again === undefined
          ? value
          : f.createConditionalExpression(this.frame.isUpTo(own.last), undefined, value, undefined, again);
    }
    let chosen = discriminant;
    if (isNumbered) {
      const compared = this.frame.variables.get("$switched");
      chosen = clauses.filter(ts.isCaseClause).reduceRight<ts.Expression>((otherwise, clause) => {
        const isIt = f.createStrictEquality(compared, caseOf(clause));
        return f.createConditionalExpression(isIt, undefined, numberOf(clause), undefined, otherwise);
      }, none());
      chosen = f.createComma(putAside(f, compared, discriminant), chosen);
    }
    if (again !== undefined) chosen = isPassed ? this.frame.atStart(chosen, again) : again;
    steps.label(points);
    const statement = ts.setTextRange(f.createSwitchStatement(chosen, f.createCaseBlock(made)), node);
    steps.add(this.label(statement, around === undefined ? labels : [...labels, around]));
  }

  /** A label for a loop or switch out of which an unlabelled `break` leads; its own would end the switch over points. */
  breakable(node: ts.Node): ts.Identifier | undefined {
    if (!hasOwnBreak(node)) return undefined;
    const label = this.unit.freshName("$end");
    this.code.breaks.set(node, label);
    return label;
  }

  label(statement: ts.Statement, labels: readonly ts.Identifier[]): ts.Statement {
    return labels.reduceRight((inner, label) => this.unit.f.createLabeledStatement(label, inner), statement);
  }

  block(statements: readonly ts.Statement[]): ts.Block {
    return this.unit.f.createBlock(statements, true);
  }

  nested(steps: Steps, make: (inner: Steps) => void, wrap: (statements: ts.Statement[]) => ts.Statement): void {
    this.expressions.nested(steps, make, wrap);
  }
}

/** Whether the cases are values written out, and no two are the same. */
function areDistinct(clauses: readonly ts.CaseOrDefaultClause[]): boolean {
  const texts = clauses.filter(ts.isCaseClause).map((clause) => literalText(clause.expression));
  return !texts.includes(undefined) && new Set(texts).size === texts.length;
}

function hasOwnBreak(target: ts.Node): boolean {
  let found = false;
  ts.forEachChild(target, function visit(node): void {
    if (found || ts.isFunctionLike(node)) return;
    if (ts.isBreakStatement(node) && node.label === undefined) found = true;
    else if (!isLoop(node) && !ts.isSwitchStatement(node)) ts.forEachChild(node, visit);
  });
  return found;
}
