/**
 * Statements of a plain body: straight through where nothing is suspended, and with a way back in where something is.
 *
 *   if (a) { f(); } else { g(); }   ⇒   case 1: case 2:
 *                                         if ($at === 0 ? a : $at <= 1) { … case 1: … } else { … case 2: … }
 */
import * as ts from "typescript";
import { isPointCall } from "../../4-plan/points.ts";
import type { Branch, Effect, Labelled, Region, Result, Switch } from "../../4-plan/regions/regions.ts";
import { isPutOff } from "../../4-plan/starts/entry-point.ts";
import { isLoop, literalText, unwrap } from "../../syntax/nodes.ts";
import { valueCallOf } from "../../syntax/template-calls.ts";
import { putAside } from "../shared/anonymous.ts";
import { expressionStatement } from "../shared/expression-statement.ts";
import { behindKeyword } from "../shared/line-breaks.ts";
import type { Unit } from "../shared/unit.ts";
import { Expressions, isTaken } from "./expressions.ts";
import type { PlainFrame } from "./frame.ts";
import { addLoop } from "./loops.ts";
import { PlainCode } from "./plain-code.ts";
import { Later, type Range, type Steps, type Wrapping } from "./steps.ts";
import type { Surroundings } from "./surroundings.ts";
import { addTry } from "./tries.ts";
import { addVariable } from "./variable-statements.ts";

type LastOfTwo = Extract<Result, { kind: "last of two" }>;

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

  addAll(regions: readonly Region[], steps: Steps): void {
    for (const [i, region] of regions.entries()) {
      if (this.#entryIsDue && region.hasPoints) this.#addEntry(region.node, steps, regions.slice(i + 1));
      this.#addRegion(region, steps);
    }
  }

  /** The point at the start of a function that calls others: see 4-plan/starts/entry-point.ts. */
  startWithEntry(steps: Steps): void {
    if (this.frame.form.entryPoint?.isFirst) steps.add(...this.frame.restartIf(this.frame.isUsedUpOrDeep()));
    else this.#entryIsDue = true;
  }

  #addEntry(first: ts.Node, steps: Steps, rest: readonly Region[]): void {
    const behind = rest.map((region) => region.node);
    if (isPutOff(first, behind, this.frame.form.points)) return;
    this.#entryIsDue = false;
    const point = this.frame.point();
    steps.add(this.frame.leaveAtStart(point, first));
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

  add(node: ts.Statement, steps: Steps): void {
    this.#addRegion(this.frame.form.regions.of(node), steps);
  }

  #addRegion(region: Region, steps: Steps): void {
    this.frame.variables.statement(() => this.#add(region, steps, []));
    if (region.kind === "return" || region.kind === "throw") this.frame.left();
  }

  #add(region: Region, steps: Steps, labels: readonly ts.Identifier[]): void {
    const { expressions, unit } = this;
    const { f } = unit;
    const { kind, node, hasPoints } = region;
    if ((hasPoints || kind === "variables") && kind !== "sequence") steps.startOf(node);
    if (!hasPoints && kind !== "variables") {
      steps.add(this.code.statement(node));
      return;
    }
    switch (kind) {
      case "variables":
        this.addVariables(region.list, steps, node as ts.VariableStatement);
        break;
      case "sequence":
        this.addAll(region.items, steps);
        break;
      case "effect":
        this.#effect(region, steps);
        break;
      case "return":
        this.addReturn(region.result as Result, node, steps);
        break;
      case "throw":
        steps.add(f.updateThrowStatement(node, behindKeyword(unit, expressions.value(node.expression, steps))));
        break;
      case "branch":
        this.#if(region, steps);
        break;
      case "loop":
        addLoop(this, node, labels, steps);
        break;
      case "labelled":
        this.#labelled(region, steps, labels);
        break;
      case "switch":
        this.#switch(region, labels, steps);
        break;
      case "try":
        addTry(this, region, steps);
        break;
      // Nothing in these is suspended.
      case "jump":
      case "straight":
    }
  }

  #effect({ node }: Effect, steps: Steps): void {
    const rest = this.expressions.effect(node.expression, steps);
    if (rest !== undefined) steps.add(ts.setTextRange(expressionStatement(rest), node));
  }

  /** `let`, `const` and `var`; what is declared at the top of the body is only assigned here. */
  addVariables(list: ts.VariableDeclarationList, steps: Steps, node?: ts.VariableStatement): void {
    const isScoped = (list.flags & ts.NodeFlags.BlockScoped) !== 0;
    if (isScoped && !this.frame.form.regions.hoisted.has(list)) {
      steps.add(this.code.statement(node as ts.VariableStatement));
      return;
    }
    for (const declaration of list.declarations) addVariable(this, declaration, isScoped, steps);
  }

  /** The body of an arrow function. */
  addValue(result: Result, steps: Steps): void {
    if (this.#entryIsDue) this.#addEntry(result.node, steps, []);
    this.frame.variables.statement(() => this.addReturn(result, result.node, steps));
  }

  addReturn(result: Result, place: ts.Node, steps: Steps): void {
    const { f } = this.unit;
    if (result.kind === "either" && (this.has(result.whenTrue.node) || this.has(result.whenFalse.node))) {
      const condition = this.expressions.value(result.condition.node, steps);
      this.expressions.choose(condition, steps, (branch, inner) => {
        const taken = branch ? result.whenTrue : result.whenFalse;
        this.#branch(inner, () => this.addReturn(taken, taken.node, inner), taken.node);
      });
      return;
    }
    const value = result.node;
    const e = unwrap(value);
    const leaving = this.code.leaving(place, undefined);
    // What is returned from a `try` block may yet be caught.
    // An exclusive unit is held until the function has its value.
    const isOfConstructor = ts.isConstructorDeclaration(this.frame.node);
    const isLast =
      !isOfConstructor && leaving.length === 0 && !this.frame.tried.isInside && !this.unit.holds(this.frame.node);
    if (isLast && result.kind === "last of two" && this.has(result.right.node)) this.#addLastOfTwo(result, steps);
    else if (isLast && ts.isOptionalChain(e) && ts.isCallExpression(e) && isPointCall(e, this.unit.callees))
      this.expressions.tailChain(e, steps);
    else {
      const isTail = isLast && this.has(e) && (!ts.isNewExpression(e) || isPointCall(e, this.unit.callees));
      const call = isTail ? valueCallOf(e) : undefined;
      const given = call ? this.expressions.tailCall(call, steps) : this.expressions.value(value, steps);
      const returned = isOfConstructor ? this.frame.constructed(given) : given;
      if (leaving.length > 0) steps.add(...this.code.returning(place, returned, leaving));
      else steps.add(ts.setTextRange(f.createReturnStatement(behindKeyword(this.unit, returned)), place));
    }
  }

  #addLastOfTwo({ of, left, right }: LastOfTwo, steps: Steps): void {
    const { f } = this.unit;
    const operator = of.operatorToken.kind;
    if (operator === ts.SyntaxKind.CommaToken) {
      this.expressions.effectStep(left.node, steps);
      this.addReturn(right, right.node, steps);
      return;
    }
    const first = this.frame.variables.get("$result");
    steps.add(this.frame.keep(first, this.expressions.value(left.node, steps)));
    this.expressions.choose(isTaken(f, operator, first), steps, (isRight, inner) => {
      if (isRight) this.addReturn(right, right.node, inner);
      else inner.add(f.createReturnStatement(first));
    });
  }

  #if({ node, whenTrue, whenFalse }: Branch, steps: Steps): void {
    const condition = this.expressions.value(node.expression, steps);
    if (!whenTrue.hasPoints && whenFalse?.hasPoints !== true) {
      const { f } = this.unit;
      const otherwise = whenFalse && this.code.statement(whenFalse.node);
      steps.add(f.updateIfStatement(node, condition, this.code.statement(whenTrue.node), otherwise));
      return;
    }
    this.expressions.choose(
      condition,
      steps,
      (branch, inner) => {
        const taken = branch ? whenTrue : (whenFalse as Region);
        this.#branch(inner, () => this.#addRegion(taken, inner), taken.node);
      },
      whenFalse !== undefined,
    );
  }

  #labelled({ node, body }: Labelled, steps: Steps, labels: readonly ts.Identifier[]): void {
    if (body.kind === "loop" || body.kind === "labelled" || body.kind === "switch") {
      this.#add(body, steps, [...labels, node.label]);
      return;
    }
    this.nested(
      steps,
      (list) => this.#addRegion(body, list),
      () => (statements) => this.label(this.block(statements), [...labels, node.label]),
    );
  }

  /**
   * Where the switch is entered again, the discriminant is that of the clause with the point. Cases that are computed are not
   * computed again: then the clauses have numbers, and the default clause is 0.
   */
  #switch({ node, clauses: regions }: Switch, labels: readonly ts.Identifier[], steps: Steps): void {
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
      regions.flatMap(({ node: clause, items }) => {
        const inner = this.frame.steps();
        const own = this.frame.pointsOf(() => this.addAll(items, inner)).points;
        this.frame.way.isPassed ||= isPassed;
        const value = () => (isNumbered ? numberOf(clause) : caseOf(clause as ts.CaseClause));
        const isDefault = ts.isDefaultClause(clause);
        if (own.last >= own.first) ends.push({ points: own, value: isDefault ? none() : value() });
        if (inner.isDead) return [];
        const building = this.frame.building(inner);
        if (isDefault) return () => f.createDefaultClause(building());
        const test = value();
        return () => f.createCaseClause(test, building());
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
    const switched = chosen;
    steps.add(
      new Later(() => {
        const block = f.createCaseBlock(made.map((clause) => clause()));
        const statement = ts.setTextRange(f.createSwitchStatement(switched, block), node);
        return [this.label(statement, around === undefined ? labels : [...labels, around])];
      }),
    );
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

  nested(steps: Steps, lower: (inner: Steps) => void, wrap: () => Wrapping): void {
    this.expressions.nested(steps, lower, wrap);
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
