/**
 * Expressions with calls that may be suspended, taken apart so that each such call is a statement:
 *
 *   x = a.b + f(g(1))   ⇒   $t1 = a.b;
 *                           if (($value = g$resumable(1)) === $signal) { $at = 1; break $out; }
 *                         case 1: $at = 0;
 *                           if (($value = f$resumable($value)) === $signal) { $at = 2; break $out; }
 *                         case 2: $at = 0;
 *                           x = $t1 + $value;
 *
 * What is evaluated before such a call, and could be different after it, is put aside first.
 */
import * as ts from "typescript";
import { globalObjects } from "../../1-resolve/language/builtins.ts";
import { isGlobal } from "../../1-resolve/scopes.ts";
import { isMember, type Member } from "../../1-resolve/target.ts";
import { callAt, isPointCall } from "../../4-plan/points.ts";
import type { Value } from "../../4-plan/regions/regions.ts";
import { isSuperProperty } from "../../4-plan/super-properties.ts";
import { accessOf } from "../../syntax/accesses.ts";
import { isAssigned, logicalOf } from "../../syntax/assignments.ts";
import { type Call, isSuperCall, isWithin, literalText, type Preemptable, unwrap } from "../../syntax/nodes.ts";
import { namedAs, putAside, withoutName } from "../shared/anonymous.ts";
import { CallRewriter } from "../shared/calls.ts";
import { expressionStatement } from "../shared/expression-statement.ts";
import { asMaker } from "../shared/makers.ts";
import { askedAt, calledAt, insideCall, memberName, pointAt, rangeAt, standsFor } from "../shared/positions.ts";
import { type PrivateIn, privateIn } from "../shared/private-in.ts";
import { operatorOf, Update } from "../shared/updates.ts";
import { Chains } from "./chains.ts";
import type { PlainFrame } from "./frame.ts";
import { longProperty, type PlainCode } from "./plain-code.ts";
import { Spreads } from "./spreads.ts";
import { Later, type Steps, type Wrapping } from "./steps.ts";

export class Expressions {
  readonly #frame: PlainFrame;
  readonly #code: PlainCode;
  readonly #calls: CallRewriter;
  readonly #chains: Chains;
  readonly #spreads: Spreads;
  /** What has been taken apart already, for whoever visits the whole. */
  readonly #prepared = new Map<ts.Node, ts.Expression>();

  constructor(frame: PlainFrame, code: PlainCode) {
    this.#frame = frame;
    this.#code = code;
    this.#calls = new CallRewriter(
      frame.unit,
      frame.variables,
      (e) => this.#prepared.get(e) ?? code.expression(e),
      frame,
    );
    this.#chains = new Chains(frame, code, this.#calls, this);
    this.#spreads = new Spreads(frame, this);
  }

  has(node: ts.Node | undefined): boolean {
    return node !== undefined && this.#frame.form.points.has(node);
  }

  /** Adds the steps that lead to the value, and returns what gives it: to be used before the next point. */
  value(node: ts.Expression, steps: Steps): ts.Expression {
    if (!this.has(node)) return this.#code.expression(node);
    const { unit } = this.#frame;
    const taken = this.#taken(this.#frame.form.regions.value(unwrap(node)), steps);
    const made = asMaker(unit, node, taken, true) as ts.Expression;
    return isInParentheses(node) ? inParentheses(unit.f, made) : made;
  }

  #taken(value: Value, steps: Steps): ts.Expression {
    const { f } = this.#frame.unit;
    switch (value.kind) {
      case "chain":
        return this.#chains.add(value.node, steps, "value") as ts.Expression;
      case "call":
        return this.#call(value.node, steps, true) ?? this.#frame.variables.readValue();
      case "new":
        return this.#new(value.node, value.isPoint, steps);
      case "property":
        return this.#read(value.node, steps);
      case "element":
        return this.#readElement(value.node, steps);
      case "comma":
        this.effectStep(value.node.left, steps);
        return withoutName(f, this.value(value.node.right, steps));
      case "logical":
        return this.#logical(value.node, steps);
      case "assignment by pattern":
        return this.#assignmentByPattern(value.node, steps);
      case "assignment":
        return this.#assignment(value.node, value.target, steps);
      case "private in":
        return this.#privateIn(value.node as PrivateIn, steps);
      case "binary":
        return this.#operation(value.node, steps);
      case "conditional":
        return this.#conditional(value.node, steps);
      case "prefix":
        return f.updatePrefixUnaryExpression(value.node, this.#operand(value.node.operand, steps));
      case "postfix":
        return f.updatePostfixUnaryExpression(value.node, this.#operand(value.node.operand, steps));
      case "typeof":
        return f.updateTypeOfExpression(value.node, this.#operand(value.node.expression, steps));
      case "void":
        return f.updateVoidExpression(value.node, this.#operand(value.node.expression, steps));
      case "list":
        return this.#spreads.list(value.node, steps);
      case "object":
        return this.#object(value.node, steps);
      case "template":
        return this.#template(value.node, steps);
    }
  }

  #operand<E extends ts.Expression>(node: E, steps: Steps): E {
    return this.value(node, steps) as E;
  }

  #read(e: ts.PropertyAccessExpression, steps: Steps): ts.Expression {
    const { unit } = this.#frame;
    return unit.f.updatePropertyAccessExpression(e, this.value(e.expression, steps), memberName(unit, e));
  }

  #readElement(e: ts.ElementAccessExpression, steps: Steps): ts.Expression {
    const [object, key] = this.operands([e.expression, e.argumentExpression], steps);
    return this.#frame.unit.f.updateElementAccessExpression(e, object as ts.Expression, key as ts.Expression);
  }

  #operation(e: ts.BinaryExpression, steps: Steps): ts.Expression {
    const { left, operatorToken, right } = e;
    const [l, r] = this.operands([left, right], steps) as [ts.Expression, ts.Expression];
    // What an operator asks of its operands is reported behind the left one.
    return this.#frame.unit.f.updateBinaryExpression(e, standsFor(this.#frame.unit, l, left), operatorToken, r);
  }

  #privateIn(e: PrivateIn, steps: Steps): ts.Expression {
    return privateIn(this.#frame.unit.f, e, this.value(e.right, steps), () => this.#frame.variables.temp());
  }

  #assignmentByPattern(e: ts.BinaryExpression, steps: Steps): ts.Expression {
    const pattern = this.#code.expression(e.left);
    return this.#frame.unit.f.updateBinaryExpression(e, pattern, e.operatorToken, this.value(e.right, steps));
  }

  #new(e: ts.NewExpression, isPoint: boolean, steps: Steps): ts.Expression {
    if (isPoint) {
      this.point(this.#constructing(e, steps), e, steps, true);
      return this.#frame.variables.readValue();
    }
    const name = this.isStable(e.expression)
      ? this.#code.expression(e.expression)
      : this.#putAside(e.expression, steps);
    return this.#frame.unit.f.updateNewExpression(e, name, undefined, this.operands(e.arguments ?? [], steps));
  }

  /** `new f(…)` where that may be suspended. */
  #constructing(e: ts.NewExpression, steps: Steps): ts.Expression {
    const { variables } = this.#frame;
    const own = e.arguments ?? [];
    if (own.some((a) => this.has(a))) {
      // It is read before its arguments are evaluated.
      const isStable = ts.isIdentifier(e.expression) && this.isStable(e.expression);
      const value = this.value(e.expression, steps);
      const held = isStable && ts.isIdentifier(value) ? value : this.keep(value, steps);
      const args = this.operands(own, steps);
      return this.#calls.constructing(e, held, held, () => args);
    }
    const value = this.value(e.expression, steps);
    const args = () => own.map((a) => this.#code.expression(a));
    if (ts.isIdentifier(value) && this.#calls.isVariable(unwrap(e.expression)))
      return this.#calls.constructing(e, value, value, args);
    const held = variables.get("$callee");
    return this.#calls.constructing(e, putAside(this.#frame.unit.f, held, value), held, args);
  }

  /** `super(…)`, and what remains to be evaluated: `this`. */
  #superCall(call: ts.CallExpression, steps: Steps): ts.Expression {
    const { unit } = this.#frame;
    const body = this.#calls.superBody(call);
    const isLater = call.arguments.some((a) => this.has(a));
    const held = isLater ? this.keep(body, steps) : body;
    const args = this.operands(call.arguments, steps);
    const made = this.#calls.superCall(call, held, args);
    if (!isPointCall(call, unit.callees)) return this.#calls.bound(call, made);
    this.point(made, call, steps, true);
    return this.#calls.bound(call, this.#frame.variables.readValue());
  }

  /** The same where nobody wants the value. Returns what remains to be evaluated, if anything does. */
  effect(node: ts.Expression, steps: Steps): ts.Expression | undefined {
    const e = unwrap(node);
    if (this.has(e) && ts.isOptionalChain(e)) return this.#chains.add(e, steps, "effect");
    if (this.has(e) && ts.isNewExpression(e) && isPointCall(e, this.#frame.unit.callees)) {
      this.point(this.#constructing(e, steps), e, steps, false);
      return undefined;
    }
    const call = callAt(e, this.#frame.unit.callees);
    if (this.has(e) && call !== undefined) return this.#call(call, steps, false);
    if (this.has(e) && ts.isBinaryExpression(e) && e.operatorToken.kind === ts.SyntaxKind.CommaToken) {
      this.effectStep(e.left, steps);
      return this.effect(e.right, steps);
    }
    return this.value(node, steps);
  }

  effectStep(node: ts.Expression, steps: Steps): void {
    const rest = this.effect(node, steps);
    if (rest !== undefined) steps.add(expressionStatement(rest));
  }

  /** `inner` as it is built by itself, as a statement with places to go on from. */
  nested(steps: Steps, lower: (inner: Steps) => void, wrap: () => Wrapping): void {
    const inner = this.#frame.steps();
    const { points } = this.#frame.pointsWithin(() => lower(inner));
    steps.label(points);
    const building = this.#frame.building(inner);
    const wrapped = wrap();
    steps.add(new Later(() => [wrapped(building())]));
  }

  /** Operands that are evaluated in turn. */
  operands(nodes: readonly ts.Expression[], steps: Steps): ts.Expression[] {
    return this.#spreads.operands(nodes, steps);
  }

  /** @param name What a class or function without a name is called there */
  operand(node: ts.Expression, steps: Steps, name?: ts.PropertyName): ts.Expression {
    if (this.isStable(node)) return this.#code.expression(node);
    const value = this.value(node, steps);
    return this.keep(name ? namedAs(this.#frame.unit.f, name, value) : value, steps);
  }

  #putAside(node: ts.Expression, steps: Steps): ts.Identifier {
    return this.keep(this.value(node, steps), steps);
  }

  /** Whether the expression means the same after the rest of the statement, and nobody sees when it is evaluated. */
  isStable(node: ts.Expression): boolean {
    const e = unwrap(node);
    if (e.kind === ts.SyntaxKind.ThisKeyword || e.kind === ts.SyntaxKind.NullKeyword) return true;
    if (e.kind === ts.SyntaxKind.TrueKeyword || e.kind === ts.SyntaxKind.FalseKeyword) return true;
    if (ts.isLiteralExpression(e) || ts.isFunctionExpression(e) || ts.isArrowFunction(e) || ts.isOmittedExpression(e))
      return true;
    if (!ts.isIdentifier(e)) return false;
    const binding = this.#frame.unit.scopes.resolve(e);
    if (binding === undefined) return false;
    const { hoisted, vars, parameters, shared, boxed } = this.#frame.form.locals;
    if (shared.has(binding) || boxed.has(binding)) return false;
    if (!hoisted.includes(binding) && !vars.includes(binding) && !parameters.includes(binding)) return false;
    const statement = statementOf(e);
    return !binding.assigned || !binding.references.some((r) => isAssigned(r) && isWithin(r, statement));
  }

  /** A call with points, or that is one; then its value is in `$value`. Returns the call if it stays plain. */
  #call(call: ts.CallExpression, steps: Steps, isWanted: boolean): ts.Expression | undefined {
    if (isSuperCall(call)) return this.#superCall(call, steps);
    const kind = accessOf(call)?.kind;
    if (kind === "both" || (kind === "set" && isWanted)) {
      const value = this.#update(call, steps);
      return isWanted ? value : undefined;
    }
    const { made, isPoint } = this.#prepareCall(call, steps);
    if (!isPoint) return made;
    this.point(made, call, steps, isWanted);
    return undefined;
  }

  /** An assignment to a property that may be an accessor. Returns its value, which is not what the setter gives. */
  #update(call: ts.CallExpression, steps: Steps): ts.Expression {
    const { f } = this.#frame.unit;
    let current = steps;
    return new Update(this.#frame.unit, call, {
      keep: (_, value) => this.keep(value, current),
      add: (effect) => {
        if (!ts.isVoidExpression(effect)) current.add(expressionStatement(effect));
      },
      visit: (e) => this.value(e, current),
      access: (kind, object, values) => {
        const made = this.#calls.accessed(call, kind, object, values);
        if (made === undefined) return undefined;
        this.point(made, call, current, kind === "get");
        return kind === "get" ? this.#frame.variables.readValue() : f.createVoidZero();
      },
      when: (_, make, condition) => {
        const operator = logicalOf((call.parent as ts.BinaryExpression).operatorToken.kind) as ts.SyntaxKind;
        this.#when(isTaken(f, operator, condition), current, (inner) => {
          const outer = current;
          current = inner;
          make();
          current = outer;
        });
      },
    }).add();
  }

  /** What calls, and may be suspended there; its value is in `$value` then. */
  point(made: ts.Expression, call: Call, steps: Steps, isWanted: boolean): void {
    const { f } = this.#frame.unit;
    const point = this.#frame.point();
    const value = isWanted ? f.createAssignment(this.#frame.variables.value, made) : made;
    steps.startUnlessKnown(call);
    steps.add(this.#frame.leaveIf(this.#frame.isSuspended(value), point, call));
    steps.label({ first: point, last: point });
    steps.add(...this.#frame.arrived());
  }

  /**
   * `return CALL`, where that may be suspended: without a point, for there is nothing to go on with. Who waits for the value gets it
   * from whoever finds it.
   */
  tailCall(call: Call, steps: Steps): ts.Expression {
    if (ts.isNewExpression(call)) return this.#constructing(call, steps);
    return this.#prepareCall(call, steps).made;
  }

  /** `return o?.m()`, with all that it takes. */
  tailChain(chain: ts.CallExpression, steps: Steps): void {
    this.#chains.add(chain, steps, "return");
  }

  /** What calls; the value of a point may be the signal. */
  #prepareCall(call: ts.CallExpression, steps: Steps): { made: ts.Expression; isPoint: boolean } {
    const { callees } = this.#frame.unit;
    if (accessOf(call) !== undefined) {
      this.#prepare(call.arguments, steps);
      return { made: this.#calls.raw(call, false) as ts.Expression, isPoint: true };
    }
    const callee = unwrap(call.expression);
    const { kind } = callees.of(call, false);
    const isPrivate = isMember(callee) && ts.isPropertyAccessExpression(callee) && ts.isPrivateIdentifier(callee.name);
    if (kind === "yes" && isPrivate) return this.#privateCall(call, callee, steps);
    if (kind !== "yes" && call.arguments.some((a) => this.has(a))) {
      // The callee is read before its arguments are evaluated.
      return isMember(callee) ? this.#memberCall(call, callee, steps) : this.#heldCall(call, callee, kind, steps);
    }
    if (isMember(callee)) {
      this.#prepare(
        ts.isElementAccessExpression(callee) ? [callee.expression, callee.argumentExpression] : [callee.expression],
        steps,
      );
    } else if (this.has(callee)) this.#prepared.set(call.expression, this.value(callee, steps));
    this.#prepare(call.arguments, steps);
    const raw = this.#calls.raw(call, false);
    return { made: raw ?? this.#plainCall(call), isPoint: raw !== undefined };
  }

  /** `o.#m(f())`: that o has the method is found out before the arguments are evaluated. */
  #privateCall(call: ts.CallExpression, callee: Member, steps: Steps): { made: ts.Expression; isPoint: boolean } {
    const { unit } = this.#frame;
    const { f } = unit;
    if (!call.arguments.some((a) => this.has(a))) {
      this.#prepare([callee.expression], steps);
      return { made: this.#calls.raw(call, false) as ts.Expression, isPoint: true };
    }
    const target = unit.callees.of(call, false) as { target: Preemptable };
    const self = this.isStable(callee.expression)
      ? this.#code.expression(callee.expression)
      : this.#putAside(callee.expression, steps);
    const name = unit.bodyNames.get(target.target) as ts.PrivateIdentifier;
    const body = this.keep(f.createPropertyAccessExpression(self, f.createPrivateIdentifier(name.text)), steps);
    const args = this.operands(call.arguments, steps);
    const made = unit.isPlain(target.target)
      ? f.createCallExpression(body, undefined, [this.#frame.nextDepth(), self, ...args])
      : unit.callRuntime("run", [unit.callRuntime("call", [body, self, ...args]), this.#frame.nextDepth()]);
    return { made: insideCall(made, call), isPoint: true };
  }

  /** A plain call of which parts have been taken out. */
  #plainCall(call: ts.CallExpression): ts.Expression {
    const { f } = this.#frame.unit;
    const part = (node: ts.Expression) => this.#prepared.get(node) ?? this.#code.expression(node);
    const e = unwrap(call.expression);
    let callee = part(call.expression);
    if (ts.isPropertyAccessExpression(e)) callee = f.updatePropertyAccessExpression(e, part(e.expression), e.name);
    if (ts.isElementAccessExpression(e)) {
      callee = f.updateElementAccessExpression(e, part(e.expression), part(e.argumentExpression));
    }
    return f.updateCallExpression(call, callee, undefined, call.arguments.map(part));
  }

  /** `g(f())` where g is no member. */
  #heldCall(
    call: ts.CallExpression,
    callee: ts.Expression,
    kind: "no" | "maybe",
    steps: Steps,
  ): { made: ts.Expression; isPoint: boolean } {
    const { unit } = this.#frame;
    const { f } = unit;
    const body = this.#calls.bodyCalled(call);
    if (body !== undefined)
      return { made: this.#calls.direct(call, body, this.operands(call.arguments, steps)), isPoint: true };
    const isStable = this.isStable(callee) || this.#isFunction(callee);
    const value = this.value(callee, steps);
    const held = isStable && ts.isIdentifier(value) ? value : this.keep(value, steps);
    const args = this.operands(call.arguments, steps);
    if (kind === "no") return { made: insideCall(f.createCallExpression(held, undefined, args), call), isPoint: false };
    const made = call.arguments.some(ts.isSpreadElement)
      ? f.createCallExpression(calledAt(this.#calls.of(held, call), call), undefined, args)
      : this.#calls.known(call, held, held, undefined, () => args);
    return { made: insideCall(made, call), isPoint: true };
  }

  /** `o.m(f())` */
  #memberCall(call: ts.CallExpression, callee: Member, steps: Steps): { made: ts.Expression; isPoint: boolean } {
    const { unit } = this.#frame;
    if (isSuperProperty(callee))
      return this.#methodCall(call, this.#frame.superProperty(callee), this.#frame.thisValue, steps);
    const object = unwrap(callee.expression);
    const isOwn = isGlobal(object, globalObjects, unit.scopes);
    // Each evaluation makes another one.
    const isMade =
      ts.isFunctionExpression(object) || ts.isArrowFunction(object) || ts.isRegularExpressionLiteral(object);
    const self =
      isOwn || isMade || !this.isStable(object)
        ? this.#putAside(callee.expression, steps)
        : this.#code.expression(object);
    if (ts.isElementAccessExpression(callee)) this.prepare(callee.argumentExpression, steps);
    return this.#methodCall(call, this.#calls.access(self, callee), self, steps, isOwn);
  }

  /** The same, once it is known how its member is read. */
  #methodCall(
    call: ts.CallExpression,
    member: ts.Expression,
    self: ts.Expression,
    steps: Steps,
    isGlobal = false,
  ): { made: ts.Expression; isPoint: boolean } {
    const { unit } = this.#frame;
    const isPoint = unit.callees.of(call, false).kind !== "no";
    const held = this.keep(member, steps);
    const args = this.operands(call.arguments, steps);
    if (isPoint && !call.arguments.some(ts.isSpreadElement)) {
      return { made: this.#calls.known(call, held, held, self, () => args), isPoint };
    }
    const resolved = this.#calls.of(held, call);
    // What the language defines is there, and is a function.
    const called = isPoint ? resolved : isGlobal ? held : this.callable(held, resolved);
    return { made: insideCall(unit.callRuntime("call", [called, self, ...args]), call), isPoint };
  }

  /** `typeof f === "function" ? f : OTHERWISE`, which throws what the engine would have thrown. */
  callable(callee: ts.Identifier, otherwise: ts.Expression): ts.Expression {
    const { f } = this.#frame.unit;
    const isFunction = f.createStrictEquality(f.createTypeOfExpression(callee), f.createStringLiteral("function"));
    return f.createConditionalExpression(isFunction, undefined, callee, undefined, otherwise);
  }

  keep(value: ts.Expression, steps: Steps): ts.Identifier {
    const temp = this.#frame.variables.temp();
    steps.add(this.#frame.keep(temp, value));
    return temp;
  }

  /** A function declaration that nobody replaces: those of a script are properties of the global object. */
  #isFunction(callee: ts.Expression): boolean {
    const { scopes, isScript, sourceFile } = this.#frame.unit;
    const binding = ts.isIdentifier(callee) ? scopes.resolve(callee) : undefined;
    const declaration = binding?.declarations[0];
    if (isScript && declaration?.parent === sourceFile) return false;
    return declaration !== undefined && ts.isFunctionDeclaration(declaration) && binding?.assigned === false;
  }

  /** `node` is evaluated next; whoever visits it finds its value. */
  prepare(node: ts.Expression, steps: Steps): void {
    this.#prepare([node], steps);
  }

  #prepare(nodes: readonly ts.Expression[], steps: Steps): void {
    if (!nodes.some((node) => this.has(node))) return;
    const values = this.operands(nodes, steps);
    for (const [i, node] of nodes.entries()) this.#prepared.set(node, values[i] as ts.Expression);
  }

  #logical({ left, operatorToken, right }: ts.BinaryExpression, steps: Steps): ts.Expression {
    const temp = this.#frame.variables.temp();
    steps.add(this.#frame.keep(temp, this.value(left, steps)));
    this.#branch(isTaken(this.#frame.unit.f, operatorToken.kind, temp), right, temp, steps);
    return temp;
  }

  /** `if (CONDITION) target = VALUE;` with points in the value. */
  #branch(condition: ts.Expression, value: ts.Expression, target: ts.Expression, steps: Steps): void {
    const { f } = this.#frame.unit;
    if (!this.has(value)) {
      steps.add(f.createIfStatement(condition, this.#frame.keep(target, this.#code.expression(value))));
      return;
    }
    this.#when(condition, steps, (inner) => inner.add(this.#frame.keep(target, this.value(value, inner))));
  }

  #assignment(e: ts.BinaryExpression, target: ts.Identifier | Member, steps: Steps): ts.Expression {
    const { f } = this.#frame.unit;
    const operator = e.operatorToken.kind;
    const place = this.#place(target, this.has(e.right), steps);
    if (operator === ts.SyntaxKind.EqualsToken)
      return f.updateBinaryExpression(e, place, e.operatorToken, this.value(e.right, steps));
    if (!this.has(e.right)) return f.updateBinaryExpression(e, place, e.operatorToken, this.#code.expression(e.right));
    const temp = this.#frame.variables.temp();
    steps.add(this.#frame.assign(temp, this.#readAgain(place, target)));
    const logical = logicalOf(operator);
    if (logical !== undefined) {
      // x ||= f() assigns only if it evaluates f()
      this.#when(isTaken(f, logical, temp), steps, (inner) =>
        inner.add(this.#frame.assign(temp, f.createAssignment(place, this.value(e.right, inner)))),
      );
      return temp;
    }
    const right = inParentheses(f, this.value(e.right, steps));
    const left = ts.setSourceMapRange(f.createPartiallyEmittedExpression(temp), pointAt(e.right));
    return f.createAssignment(place, f.createBinaryExpression(left, operatorOf(operator), right));
  }

  /** Where an assignment goes; its parts are evaluated now if there are points before it is made. */
  #place(target: ts.Identifier | Member, isLater: boolean, steps: Steps): ts.Expression {
    const { f } = this.#frame.unit;
    if (ts.isPropertyAccessExpression(target)) {
      const object =
        isLater && !this.isStable(target.expression)
          ? this.#putAside(target.expression, steps)
          : this.value(target.expression, steps);
      return f.updatePropertyAccessExpression(target, object, target.name);
    }
    if (ts.isElementAccessExpression(target)) {
      const parts = [target.expression, target.argumentExpression];
      const [object, key] = isLater
        ? parts.map((part) => (this.isStable(part) ? this.#code.expression(part) : this.#putAside(part, steps)))
        : this.operands(parts, steps);
      return f.updateElementAccessExpression(target, object as ts.Expression, key as ts.Expression);
    }
    return this.#code.expression(target);
  }

  /** The value at a place that is assigned later: a failing access is reported at the dot. */
  #readAgain(place: ts.Expression, target: ts.Expression): ts.Expression {
    if (!ts.isPropertyAccessExpression(place) || !ts.isPropertyAccessExpression(target)) return place;
    const { f } = this.#frame.unit;
    const { text } = place.name;
    const name = ts.isPrivateIdentifier(place.name) ? f.createPrivateIdentifier(text) : f.createIdentifier(text);
    ts.setSourceMapRange(name, { pos: target.expression.end, end: target.name.end });
    return f.createPropertyAccessExpression(place.expression, name);
  }

  #conditional(e: ts.ConditionalExpression, steps: Steps): ts.Expression {
    const { f } = this.#frame.unit;
    const condition = this.value(e.condition, steps);
    if (!this.has(e.whenTrue) && !this.has(e.whenFalse)) {
      return f.createConditionalExpression(
        condition,
        undefined,
        this.#code.expression(e.whenTrue),
        undefined,
        this.#code.expression(e.whenFalse),
      );
    }
    const temp = this.#frame.variables.temp();
    this.choose(condition, steps, (branch, inner) => {
      inner.add(this.#frame.keep(temp, this.value(branch ? e.whenTrue : e.whenFalse, inner)));
    });
    return temp;
  }

  /** An `if` statement with points inside, and no `else`. */
  #when(condition: ts.Expression, steps: Steps, make: (inner: Steps) => void): void {
    this.choose(condition, steps, (isTrue, inner) => isTrue && make(inner), false);
  }

  /** An `if` statement whose branches may have points. */
  choose(condition: ts.Expression, steps: Steps, make: (branch: boolean, inner: Steps) => void, hasElse = true): void {
    const { f } = this.#frame.unit;
    const { way } = this.#frame;
    const { isPassed } = way;
    const yes = this.#frame.steps();
    const no = this.#frame.steps();
    const { made: branches, ways } = this.#frame.waysOf(() => {
      const whenTrue = this.#frame.waysOf(() => make(true, yes)).ways;
      const isPassedThere = way.isPassed;
      way.isPassed = isPassed;
      const whenFalse = this.#frame.waysOf(() => hasElse && make(false, no)).ways;
      return { yes: whenTrue, no: whenFalse, isPassed: isPassedThere || way.isPassed };
    });
    way.isPassed = isPassed;
    const isYes = this.#frame.hasAny(branches.yes);
    const isNo = this.#frame.hasAny(branches.no);
    const only = isPassed || isYes === isNo ? undefined : isYes ? yes : no;
    if (only !== undefined) {
      steps.append(only);
      way.isPassed = branches.isPassed;
      return;
    }
    const whenTrue = this.#frame.building(yes);
    const whenFalse = this.#frame.building(no);
    const block = (building: () => ts.Statement[]) => f.createBlock(building(), true);
    steps.label(ways.points);
    steps.enter(ways.entries);
    let test = condition;
    if (isYes && isNo) {
      const isAgain = this.#frame.isUpToLast(branches.yes);
      test = isPassed
        ? f.createConditionalExpression(this.#frame.isAtStart(), undefined, condition, undefined, isAgain)
        : isAgain;
    } else if (isYes) test = f.createLogicalOr(this.#frame.isGoingOn(), condition);
    else if (isNo) test = f.createLogicalAnd(this.#frame.isAtStart(), condition);
    const chosen = test;
    steps.add(new Later(() => [f.createIfStatement(chosen, block(whenTrue), hasElse ? block(whenFalse) : undefined)]));
    way.isPassed = branches.isPassed;
  }

  #object(e: ts.ObjectLiteralExpression, steps: Steps): ts.Expression {
    const last = e.properties.findLastIndex((p) => this.has(p));
    const properties = e.properties.map((p, i) =>
      i > last ? (this.#code.visit(p) as ts.ObjectLiteralElementLike) : this.#property(p, i === last, steps),
    );
    return this.#frame.unit.f.updateObjectLiteralExpression(e, properties);
  }

  /** A property with a point, or before one (unless it `isLast`). */
  #property(p: ts.ObjectLiteralElementLike, isLast: boolean, steps: Steps): ts.ObjectLiteralElementLike {
    const { unit } = this.#frame;
    const { f } = unit;
    const given = (node: ts.Expression, name: ts.PropertyName) =>
      isLast ? this.value(node, steps) : this.operand(node, steps, name);
    if (ts.isSpreadAssignment(p)) {
      // Its getters run here; a copy of the copy shows nobody anything.
      const value = this.asked(p.expression, steps);
      if (isLast) return f.updateSpreadAssignment(p, value);
      return f.createSpreadAssignment(
        this.keep(f.createObjectLiteralExpression([f.createSpreadAssignment(value)]), steps),
      );
    }
    if (ts.isShorthandPropertyAssignment(p)) return longProperty(f, p.name, given(p.name, p.name));
    const name = this.#propertyName(p.name, isLast && !(ts.isPropertyAssignment(p) && this.has(p.initializer)), steps);
    if (ts.isPropertyAssignment(p)) return f.createPropertyAssignment(name, given(p.initializer, p.name));
    // A method is made with the object.
    const made = this.#code.visit(p) as ts.ObjectLiteralElementLike;
    return ts.visitEachChild(made, (child) => (child === made.name ? name : child), unit.context);
  }

  /** A computed key becomes a key before what follows is evaluated. */
  #propertyName(name: ts.PropertyName, isLast: boolean, steps: Steps): ts.PropertyName {
    const { unit } = this.#frame;
    if (!ts.isComputedPropertyName(name) || literalText(name.expression) !== undefined) return name;
    const key = this.asked(name.expression, steps);
    if (isLast) return unit.f.updateComputedPropertyName(name, key);
    const made = ts.setSourceMapRange(unit.callRuntime("propertyKey", [key]), rangeAt(name.expression));
    return unit.f.updateComputedPropertyName(name, this.keep(made, steps));
  }

  /** A value that is asked for something at once: what it does then is reported where it stands. */
  asked(node: ts.Expression, steps: Steps): ts.Expression {
    const value = this.value(node, steps);
    if (!this.has(node)) return value;
    return askedAt(this.#frame.unit, value, node);
  }

  /** Each part becomes a string before the next one is evaluated. */
  #template(e: ts.TemplateExpression, steps: Steps): ts.Expression {
    const { f } = this.#frame.unit;
    const last = e.templateSpans.findLastIndex((span) => this.has(span.expression));
    let head: ts.TemplateHead = e.head;
    let spans: ts.TemplateSpan[] = [];
    for (const [i, span] of e.templateSpans.entries()) {
      if (this.has(span.expression) && spans.length > 0) {
        const temp = this.#frame.variables.temp();
        const tail = spans.pop() as ts.TemplateSpan;
        const end = f.createTemplateTail(tail.literal.text, tail.literal.rawText);
        const made = f.createTemplateExpression(head, [...spans, f.createTemplateSpan(tail.expression, end)]);
        const kept = this.#frame.assign(temp, made);
        // What becomes a string says so where the last call stands.
        const before =
          e.templateSpans.slice(0, i).findLast(({ expression }) => this.has(expression)) ?? e.templateSpans[0];
        steps.add(ts.setSourceMapRange(kept, rangeAt((before as ts.TemplateSpan).expression)));
        head = f.createTemplateHead("", "");
        spans = [f.createTemplateSpan(temp, f.createTemplateMiddle("", ""))];
      }
      const value = i <= last ? this.value(span.expression, steps) : this.#code.expression(span.expression);
      spans.push(f.createTemplateSpan(value, span.literal));
    }
    return f.createTemplateExpression(head, spans);
  }
}

/** Whether the expression stood in parentheses, which type assertions may be around. */
function isInParentheses(node: ts.Expression): boolean {
  for (let e = node, inner = node; ; e = inner) {
    if (ts.isParenthesizedExpression(e)) return true;
    inner = (e as ts.AsExpression).expression;
    if (unwrap(e) === e) return false;
  }
}

/** TypeScript's factory takes `a * (b * c)` for `a * b * c`, which numbers are not, and `(-a) ** b` for `-a ** b`, which is none. */
function inParentheses(f: ts.NodeFactory, made: ts.Expression): ts.Expression {
  const isOperation =
    ts.isBinaryExpression(made) ||
    ts.isPrefixUnaryExpression(made) ||
    ts.isTypeOfExpression(made) ||
    ts.isVoidExpression(made);
  return isOperation ? f.createParenthesizedExpression(made) : made;
}

function statementOf(node: ts.Node): ts.Node {
  let n = node;
  while (!ts.isStatement(n) && !ts.isFunctionLike(n)) n = n.parent;
  return n;
}

/** Whether the right side of a logical operator is evaluated. */
export function isTaken(f: ts.NodeFactory, operator: ts.SyntaxKind, left: ts.Expression): ts.Expression {
  if (operator === ts.SyntaxKind.AmpersandAmpersandToken) return left;
  if (operator === ts.SyntaxKind.BarBarToken) return f.createLogicalNot(left);
  return f.createLogicalOr(
    f.createStrictEquality(left, f.createNull()),
    f.createStrictEquality(left, f.createVoidZero()),
  );
}
