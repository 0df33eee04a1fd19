/**
 * Calls inside a resumable body.
 *
 *   f(a)        f preemptable, known by name   ⇒  $run(f$resumable(a)), or f$resumable(a) where that is a plain body
 *   f(a)        f unknown                      ⇒  $of(f, "f")(a)
 *   o.m(a)                                     ⇒  $call($of((s = o).m, "o.m"), s, a)
 *   o.#m(a)     #m preemptable                 ⇒  $run(o.#m$resumable(a))
 *   o?.m(a).n                                  ⇒  (l = o) === null || l === undefined ? undefined : ….n
 *
 * each wrapped by `captured` of yield-point.ts. Callee, arguments and the check that the callee is callable keep
 * their order. With `strategy: "paper"` they become `yield* f$resumable(a)` and `yield* $delegate(…)`.
 */
import { hasBit, type SharedCache, type SharedState } from "@preempt/abi";
import * as ts from "typescript";
import type { Callees } from "../../1-resolve/calls.ts";
import { chainLinks, isReferenceNeeded, type Link } from "../../1-resolve/chains.ts";
import { constructorAround } from "../../1-resolve/constructed.ts";
import { isLikelyBuiltin } from "../../1-resolve/language/builtins.ts";
import { isMember, type Member } from "../../1-resolve/target.ts";
import { functionDeclaredBy } from "../../1-resolve/targets-by-scope.ts";
import { isBoxed } from "../../3-check/constructors.ts";
import { isPointCall, pointCall } from "../../4-plan/points.ts";
import { isSuperProperty, type SuperProperty } from "../../4-plan/super-properties.ts";
import { type Access, type AccessorKind, accessOf } from "../../syntax/accesses.ts";
import { calleeText } from "../../syntax/callee-text.ts";
import {
  type Call,
  functionAround,
  isConst,
  isExported,
  isWithin,
  type Preemptable,
  unwrap,
} from "../../syntax/nodes.ts";
import { captured, delegated, type TempNames } from "../generator/yield-point.ts";
import { accessorAt } from "./accessor-sites.ts";
import { putAside } from "./anonymous.ts";
import * as js from "./build.ts";
import { heldCallee } from "./direct-callbacks.ts";
import { inlinedInPart } from "./partial-inlining.ts";
import { atCall, behindPoint, calledAt, insideCall, memberName, standsFor } from "./positions.ts";
import type { ConstructorNames, Unit } from "./unit.ts";
import { Update } from "./updates.ts";

/** A plain body: its `this` is a variable, and it knows how deep it is. */
interface Caller {
  readonly self: ts.Identifier;
  /** `this`, as its code means it. */
  readonly thisValue: ts.Expression;
  nextDepth(): ts.Expression;
  superProperty(property: SuperProperty): ts.Expression;
}

type VisitExpression = (node: ts.Expression) => ts.Expression;

export class CallRewriter {
  readonly #unit: Unit;
  readonly #temps: TempNames;
  readonly #visit: VisitExpression;
  /** The plain body in which the calls stand, if it is one. */
  readonly #caller: Caller | undefined;

  constructor(unit: Unit, temps: TempNames, visit: VisitExpression, caller?: Caller) {
    this.#unit = unit;
    this.#temps = temps;
    this.#visit = visit;
    this.#caller = caller;
  }

  /** The call with its value, suspended when captured; undefined if the call stays plain. */
  value(call: ts.CallExpression, awaited: boolean): ts.Expression | undefined {
    if (accessOf(call) !== undefined && accessOf(call)?.kind !== "get") return this.#assigned(call);
    const paper = this.#unit.strategy === "paper" && !awaited ? this.#paper(call) : undefined;
    if (paper !== undefined) return atCall(delegated(this.#unit, paper), call);
    const raw = this.raw(call, awaited);
    return raw && atCall(captured(this.#unit, this.#temps, raw), call);
  }

  /** The call alone: its value may be the signal. Undefined if the call stays plain. */
  raw(call: ts.CallExpression, awaited: boolean): ts.Expression | undefined {
    if (ts.isOptionalChain(call)) return undefined;
    const { f } = this.#unit;
    const callee = this.#unit.callees.of(call, awaited);
    if (callee.kind === "no") return undefined;
    const access = accessOf(call);
    if (access?.kind === "both") return undefined;
    if (access !== undefined) {
      const [object, ...values] = this.#args(call) as [ts.Expression, ...ts.Expression[]];
      return this.accessed(call, access.kind, object, values);
    }
    if (callee.kind === "yes") {
      const fresh = this.#fresh(call, callee.target as ts.Node);
      // A plain body is called as the function itself is.
      if (fresh === undefined || this.#unit.isPlain(callee.target)) return fresh;
      return insideCall(this.#run(fresh), call);
    }
    const target = unwrap(call.expression);
    const own = this.#functionAround(call, target);
    if (own !== undefined) return this.#fresh(call, own);
    const body = awaited ? undefined : this.bodyCalled(call);
    if (body !== undefined) return this.direct(call, body, this.#args(call));
    if (!awaited && this.#mayKnow(call)) return this.#knownCall(call, target);
    if (isMember(target)) {
      const { member, self } = this.#member(target);
      return insideCall(this.#invoke(this.of(member, call, awaited), self, this.#args(call)), call);
    }
    const resolved = calledAt(this.of(this.#visit(call.expression), call, awaited), call);
    return insideCall(f.createCallExpression(resolved, undefined, this.#args(call)), call);
  }

  /** The body that the call calls, where it asks nobody: see 4-plan/closures/direct-callbacks.ts. */
  bodyCalled(call: ts.CallExpression): ts.Expression | undefined {
    const callee = this.#caller && this.#unit.direct?.calleeOf(call);
    if (callee === undefined) return undefined;
    return callee.isHeld ? heldCallee(this.#unit, callee.binding) : unwrap(call.expression);
  }

  /** `$f($depth + 1, undefined, a)` */
  direct(call: ts.CallExpression, body: ts.Expression, args: readonly ts.Expression[]): ts.Expression {
    const { f } = this.#unit;
    const given = [this.#depth(), f.createVoidZero(), ...args];
    return insideCall(f.createCallExpression(calledAt(body, call), undefined, given), call);
  }

  /** The function value that `callee` surely is, since the call stands in it: the body of that has a name there. */
  #functionAround(call: ts.CallExpression, callee: ts.Expression): Preemptable | undefined {
    const binding = ts.isIdentifier(callee) ? this.#unit.scopes.resolve(callee) : undefined;
    const [declaration, ...others] = binding?.declarations ?? [];
    if (binding === undefined || declaration === undefined || others.length > 0) return undefined;
    if ((binding.assigned || binding.isOpen) && !this.#isConst(declaration)) return undefined;
    const [value] = functionDeclaredBy(declaration) as Preemptable[];
    if (value === undefined || ts.isFunctionDeclaration(value) || !isWithin(call, value)) return undefined;
    return this.#unit.bodyNames.has(value) ? value : undefined;
  }

  /** Whether nobody can assign the variable. What CommonJS exports is a property. */
  #isConst(declaration: ts.Node): boolean {
    return isConst(declaration) && !(this.#unit.compiled.isCommonJs && isExported(declaration));
  }

  /** Whether the arguments may stand there twice: in a plain body, what may be suspended in them is taken out before. */
  #mayKnow({ arguments: args }: ts.CallExpression): boolean {
    if (args.some(ts.isSpreadElement)) return false;
    if (this.#caller !== undefined) return true;
    const { optimize, strategy, callees } = this.#unit;
    return optimize.plainBodies === true && strategy === "capture" && !args.some((a) => isSuspended(a, callees));
  }

  /**
   * A call that knows what it called last:
   *
   *   ($entry = ($callee = ($self = o).m) === $last.f ? $last.run : $miss($last, $callee)) !== void 0
   *     ? $entry($depth + 1, $self, a) : $call($callee, $self, a)
   *
   * An engine sees calls of one function there, and compiles it into its caller. A method that is likely the language's own
   * is looked for first: what the engine knows of `$self` since it has read the member must not be lost on the way to the
   * call, or it calls a function where it would have put in what that does.
   *
   *   ($callee = ($self = o).push) === $last.plain ? $call($callee, $self, a)
   *     : ($entry = $callee === $last.f ? $last.run : $miss($last, $callee)) !== void 0
   *       ? $entry($depth + 1, $self, a) : $call($callee, $self, a)
   *
   * Of `f.call(o, a)` and `f.apply(o, list)` the call knows f:
   *
   *   ($entry = ($callee = ($self = f).call) === $functionCall && $self === $last.f ? $last.run : $missVia($last, $callee, $self)) !== void 0
   *     ? $entry($depth + 1, o, a) : $call($callee, $self, o, a)
   */
  #knownCall(call: ts.CallExpression, target: ts.Expression): ts.Expression {
    const { f } = this.#unit;
    if (!isMember(target)) {
      const callee = this.#visit(call.expression);
      if (ts.isIdentifier(callee) && this.isVariable(target)) {
        return this.known(call, callee, callee, undefined, () => this.#args(call));
      }
      const held = this.#temps.get("$callee");
      return this.known(call, putAside(f, held, callee), held, undefined, () => this.#args(call));
    }
    const { member, self } = this.#member(target);
    const held = this.#temps.get("$callee");
    return this.known(call, f.createAssignment(held, member), held, self, () => this.#args(call));
  }

  /** Whether nobody sees how often the name is read: a global may have a getter, and so may what another file exports. */
  isVariable(name: ts.Expression): boolean {
    const binding = ts.isIdentifier(name) ? this.#unit.scopes.resolve(name) : undefined;
    return binding !== undefined && !(this.#unit.compiled.isCommonJs && binding.declarations.some(isImported));
  }

  /**
   * @param given Reads the callee
   * @param name The callee, once that has been evaluated
   */
  known(
    call: ts.CallExpression,
    given: ts.Expression,
    name: ts.Identifier,
    self: ts.Expression | undefined,
    args: () => ts.Expression[],
  ): ts.Expression {
    const { f } = this.#unit;
    const { list, made, isSeen } = this.#once(call, args);
    const isHeld = isSeen && given === name;
    const held = isHeld ? this.#temps.get("$callee") : name;
    const read = isHeld ? f.createAssignment(held, given) : given;
    const target = unwrap(call.expression);
    const told = toldText(read, target);
    const via = self && this.#unit.callees.via(call);
    const count = via === "call" ? call.arguments.length - 1 : via === "apply" ? undefined : call.arguments.length;
    const { site, text } = this.#unit.site(call, told, self && count);
    // A name of ours stands elsewhere, too.
    const placed = read === held ? f.createPartiallyEmittedExpression(read) : f.createParenthesizedExpression(read);
    const left = calledAt(placed, call);
    const missed = via
      ? this.#unit.callRuntime("missVia", [site, held, self as ts.Expression, ...text])
      : this.#unit.callRuntime("miss", [site, held, ...text]);
    const run = this.#temps.get("$entry");
    const afterMade = (condition: (callee: ts.Expression) => ts.Expression) => {
      if (isSeen) return f.createCommaListExpression([left, ...made, condition(held)]);
      return made.length > 0 ? f.createCommaListExpression([...made, condition(left)]) : condition(left);
    };
    const either = (condition: ts.Expression, first: ts.Expression, second: ts.Expression) =>
      f.createConditionalExpression(condition, undefined, insideCall(first, call), undefined, insideCall(second, call));
    const bodyCall = () => {
      if (via === "apply") return this.#unit.callRuntime("applied", [run, this.#depth(), ...list()]);
      const receiver = via === "call" ? [] : [self ?? f.createVoidZero()];
      return f.createCallExpression(run, undefined, [this.#depth(), ...receiver, ...list()]);
    };
    const direct = bodyCall();
    const other = () => (self ? this.#invoke(held, self, list()) : f.createCallExpression(held, undefined, list()));
    const hasBody = (callee: ts.Expression) => {
      const first = f.createPropertyAccessExpression(site, "f" satisfies keyof SharedCache);
      const isKnown = via
        ? f.createLogicalAnd(
            f.createStrictEquality(callee, this.#unit.runtime(via === "call" ? "functionCall" : "functionApply")),
            f.createStrictEquality(self as ts.Expression, first),
          )
        : f.createStrictEquality(callee, first);
      const known = f.createPropertyAccessExpression(site, "run" satisfies keyof SharedCache);
      const found = f.createAssignment(
        run,
        f.createConditionalExpression(isKnown, undefined, known, undefined, missed),
      );
      return f.createStrictInequality(f.createParenthesizedExpression(found), f.createVoidZero());
    };
    if (self !== undefined && via === undefined && isOftenBuiltin(call)) {
      const isPlain = (callee: ts.Expression) =>
        f.createStrictEquality(callee, f.createPropertyAccessExpression(site, "plain" satisfies keyof SharedCache));
      return insideCall(either(afterMade(isPlain), other(), either(hasBody(held), direct, other())), call);
    }
    return insideCall(either(afterMade(hasBody), direct, other()), call);
  }

  /**
   * `new f(a)`, where f is known by `name` once `given` has been evaluated:
   *
   *   ($entry = ($callee = o.C) === $new.f ? $new.run : $missNew($new, $callee)) !== void 0
   *     ? $entry($depth + 1, $callee, a) : new $callee(a)
   */
  constructing(
    node: ts.NewExpression,
    given: ts.Expression,
    name: ts.Identifier,
    args: () => ts.Expression[],
  ): ts.Expression {
    const { f } = this.#unit;
    const { list, made, isSeen } = this.#once(node, args);
    const isHeld = isSeen && given === name;
    const held = isHeld ? this.#temps.get("$callee") : name;
    const read = isHeld ? f.createAssignment(held, given) : given;
    const target = unwrap(node.expression);
    const told = toldText(read, target);
    const { site, text } = this.#unit.site(node, told, undefined);
    const run = this.#temps.get("$entry");
    const left = read === held ? f.createPartiallyEmittedExpression(read) : f.createParenthesizedExpression(read);
    const hasBody = (callee: ts.Expression) => {
      const isFirst = f.createStrictEquality(
        callee,
        f.createPropertyAccessExpression(site, "f" satisfies keyof SharedCache),
      );
      const known = f.createPropertyAccessExpression(site, "run" satisfies keyof SharedCache);
      const missed = this.#unit.callRuntime("missNew", [site, held, ...text]);
      const found = f.createAssignment(
        run,
        f.createConditionalExpression(isFirst, undefined, known, undefined, missed),
      );
      return f.createStrictInequality(f.createParenthesizedExpression(found), f.createVoidZero());
    };
    const condition = isSeen
      ? f.createCommaListExpression([left, ...made, hasBody(held)])
      : made.length > 0
        ? f.createCommaListExpression([...made, hasBody(left)])
        : hasBody(left);
    const direct = f.createCallExpression(run, undefined, [this.#depth(), held, ...list()]);
    const other = f.createNewExpression(held, undefined, list());
    return insideCall(
      f.createConditionalExpression(condition, undefined, insideCall(direct, node), undefined, insideCall(other, node)),
      node,
    );
  }

  /** `new f(a)` in a generator, where the arguments may suspend it; undefined if it stays plain. */
  constructed(node: ts.NewExpression): ts.Expression | undefined {
    const { f, callees, strategy } = this.#unit;
    if (strategy === "paper" || callees.of(node, false).kind === "no") return undefined;
    const text = f.createStringLiteral(calleeText(node.expression));
    // The engine reports the parenthesis behind it.
    const made = insideCall(this.#unit.callRuntime("newOf", [this.#visit(node.expression), text]), node);
    const args = (node.arguments ?? []).map((a) => this.#visit(a));
    return insideCall(f.createCallExpression(made, undefined, args), node);
  }

  /** `$superBody($made)` for `super`, and what it is called with. */
  superBody(call: ts.CallExpression): ts.Expression {
    const { constructorNames, callees } = this.#unit;
    const around = constructorAround(call) as ts.ConstructorDeclaration;
    const { made } = constructorNames.get(around) as ConstructorNames;
    // In an arrow function nobody waits for a signal.
    const isPoint = functionAround(call) === around && callees.of(call, false).kind !== "no";
    if (isBoxed(around)) {
      const self = this.#caller?.self as ts.Identifier;
      return insideCall(this.#unit.callRuntime("superOf", [self, js.truth(isPoint)]), call);
    }
    return insideCall(this.#unit.callRuntime(isPoint ? "superBody" : "superPlain", [made]), call);
  }

  /** The box of the constructor, and `$superOf($box, true)($state.depth, undefined, a)`. */
  superInGenerator(call: ts.CallExpression): readonly [box: ts.Identifier, call: ts.Expression] {
    const box = this.#unit.name("$box");
    const body = this.#unit.callRuntime("superOf", [box, js.truth(true)]);
    return [box, insideCall(js.call(body, this.#depth(), js.nothing(), ...this.#args(call)), call)];
  }

  /** `$this = VALUE`, or `$bound($this, VALUE)`: what `super(…)` has made is `this`. */
  bound(call: ts.CallExpression, value: ts.Expression): ts.Expression {
    const self = this.#caller?.self as ts.Identifier;
    if (!isBoxed(constructorAround(call) as ts.ConstructorDeclaration))
      return this.#unit.f.createAssignment(self, value);
    return insideCall(this.#unit.callRuntime("bound", [self, value]), call);
  }

  /** `$superBody($made)($depth + 1, $this, a)` */
  superCall(call: ts.CallExpression, body: ts.Expression, args: readonly ts.Expression[]): ts.Expression {
    const self = this.#caller?.self as ts.Identifier;
    return insideCall(this.#unit.f.createCallExpression(body, undefined, [this.#depth(), self, ...args]), call);
  }

  /**
   * Arguments for two calls of which one is made. What holds preemptable functions is evaluated before, once: twice would be twice as
   * long for each that contains another. Nobody sees when a function is made; if there is more, what stands before it is evaluated
   * before it, and the callee is read first (`isSeen`).
   */
  #once(
    call: Call,
    args: () => ts.Expression[],
  ): { list: () => ts.Expression[]; made: readonly ts.Expression[]; isSeen: boolean } {
    const { f, kept, containers } = this.#unit;
    const own = (call.arguments ?? []).map((a) => unwrap(a));
    const isMade = own.map((a) => kept.has(a as Preemptable) || containers.has(a));
    if (!isMade.includes(true)) return { list: args, made: [], isSeen: false };
    const last = isMade.lastIndexOf(true);
    const isSeen = own.some((a, i) => isMade[i] && !ts.isFunctionExpression(a) && !ts.isArrowFunction(a));
    const names = own.map((a, i) =>
      isMade[i] || (isSeen && i < last && !ts.isLiteralExpression(a)) ? this.#temps.fresh("$function") : undefined,
    );
    const first = args();
    const made = first.flatMap((value, i) => (names[i] ? [putAside(f, names[i], value)] : []));
    return { list: () => first.map((a, i) => names[i] ?? a), made, isSeen };
  }

  /** `f$resumable(a)` or `o.#m$resumable(a)`: a frame that has not started. A plain body gets its depth and its `this` first. */
  #fresh(call: ts.CallExpression, target: ts.Node): ts.Expression | undefined {
    const { f, bodyNames } = this.#unit;
    const name = bodyNames.get(target as ts.FunctionDeclaration);
    if (name === undefined) return undefined;
    const callee = unwrap(call.expression);
    const isPlain = this.#unit.isPlain(target as Preemptable);
    if (ts.isPrivateIdentifier(name)) {
      if (!ts.isPropertyAccessExpression(callee)) return undefined;
      const named = ts.setSourceMapRange(f.createPrivateIdentifier(name.text), callee.name);
      const object = this.#visit(callee.expression);
      const self = isPlain && !ts.isIdentifier(object) ? this.#temps.get("$self") : undefined;
      const held = self ? f.createParenthesizedExpression(putAside(f, self, object)) : object;
      const body = f.createPropertyAccessExpression(held, named);
      const args = isPlain ? [this.#depth(), self ?? object, ...this.#args(call)] : this.#args(call);
      return insideCall(f.createCallExpression(body, undefined, args), call);
    }
    const make = (args: readonly ts.Expression[]) =>
      insideCall(f.createCallExpression(name as ts.Identifier, undefined, args), call);
    if (!isPlain) return make(this.#args(call));
    return inlinedInPart(this.#unit, call, target as Preemptable, this.#argsOf(call, target), {
      temp: () => this.#temps.fresh("$argument"),
      make: (args) => make([this.#depth(), f.createVoidZero(), ...args]),
      located: (made) => insideCall(made, call),
    });
  }

  /**
   * `$get_total($depth + 1, o)`; of a private accessor, `o.#total$get($depth + 1, o)`. Its value may be the signal. Undefined if it is
   * surely plain.
   */
  accessed(
    call: ts.CallExpression,
    kind: AccessorKind,
    object: ts.Expression,
    values: readonly ts.Expression[],
  ): ts.Expression | undefined {
    const unit = this.#unit;
    const access = accessOf(call) as Access;
    const callee = unit.callees.accessor(access, kind);
    if (callee.kind === "no") return undefined;
    if (callee.kind === "maybe")
      return insideCall(js.call(accessorAt(unit, access, kind), this.#depth(), object, ...values), call);
    const { target } = callee as { readonly target: Preemptable };
    const name = unit.bodyNames.get(target) as ts.PrivateIdentifier;
    // Whether the object has it is asked once all is evaluated.
    const before: ts.Expression[] = [];
    const [self, ...given] = [object, ...values].map((value) => {
      if (ts.isIdentifier(value) || ts.isLiteralExpression(value)) return value;
      const held = this.#temps.fresh("$given");
      before.push(putAside(unit.f, held, value));
      return held;
    }) as unknown as [ts.Expression, ...ts.Expression[]];
    const body = js.member(self, unit.f.createPrivateIdentifier(name.text));
    const made = unit.isPlain(target)
      ? insideCall(js.call(body, this.#depth(), self, ...given), call)
      : this.#run(insideCall(js.call(body, ...given), call));
    return insideCall(before.length === 0 ? made : unit.f.createCommaListExpression([...before, made]), call);
  }

  /** An assignment with its value, which is not what the setter gives: `($object = o, $assigned = x, $set_total(…), $assigned)`. */
  #assigned(call: ts.CallExpression): ts.Expression | undefined {
    if (this.#unit.callees.of(call, false).kind === "no") return undefined;
    const parts: ts.Expression[] = [];
    const update = new Update(this.#unit, call, {
      keep: (text, value) => {
        const name = this.#temps.fresh(text);
        parts.push(putAside(this.#unit.f, name, value));
        return name;
      },
      add: (effect) => parts.push(effect),
      visit: (e) => this.#visit(e),
      access: (kind, object, values) => {
        const made = this.accessed(call, kind, object, values);
        return made && captured(this.#unit, this.#temps, made);
      },
      when: (isTaken, make) => {
        const outer = parts.splice(0);
        make();
        const inner = parts.splice(0);
        parts.push(...outer, isTaken(js.parenthesized(this.#unit.f.createCommaListExpression(inner))));
      },
    });
    const value = update.add();
    return atCall(js.parenthesized(this.#unit.f.createCommaListExpression([...parts, value])), call);
  }

  #run(frame: ts.Expression): ts.Expression {
    return this.#unit.callRuntime("run", this.#caller ? [frame, this.#depth()] : [frame]);
  }

  /** How deep the callee is: generator bodies are told by the runtime. */
  #depth(): ts.Expression {
    const { f } = this.#unit;
    return (
      this.#caller?.nextDepth() ??
      f.createPropertyAccessExpression(this.#unit.runtime("state"), "depth" satisfies keyof SharedState)
    );
  }

  /** What the paper's strategy delegates to; undefined if the call stays plain. */
  #paper(call: ts.CallExpression): ts.Expression | undefined {
    if (ts.isOptionalChain(call) || accessOf(call) !== undefined) return undefined;
    const { f } = this.#unit;
    const callee = this.#unit.callees.of(call, false);
    if (callee.kind === "no") return undefined;
    if (callee.kind === "yes") return this.#fresh(call, callee.target as ts.Node);
    const target = unwrap(call.expression);
    const text = f.createStringLiteral(calleeText(target));
    const args = f.createArrayLiteralExpression(this.#args(call));
    if (isMember(target)) {
      const { member, self } = this.#member(target);
      return insideCall(this.#unit.callRuntime("delegate", [this.#spreadable(member, call), self, args, text]), call);
    }
    const visited = this.#spreadable(this.#visit(call.expression), call);
    return insideCall(this.#unit.callRuntime("delegate", [visited, f.createVoidZero(), args, text]), call);
  }

  /**
   * A call through an optional chain, as nested conditionals; undefined if no call in it needs rewriting.
   */
  chain(node: ts.Expression): ts.Expression | undefined {
    const links = chainLinks(node);
    if (links === undefined) return undefined;
    if (isReferenceNeeded(node)) return this.#keptChain(node);
    const worth = links.items.some((l) => isPointCall(l.node, this.#unit.callees));
    return worth ? this.#chainFrom(this.#visit(links.base), links.items, 0) : undefined;
  }

  /** The chain as it is, with its base, keys and arguments visited. */
  #keptChain(node: ts.Expression): ts.Expression {
    const { f } = this.#unit;
    if (ts.isNonNullExpression(node)) return f.updateNonNullExpression(node, this.#keptChain(node.expression));
    if (!ts.isOptionalChain(node)) return this.#visit(node);
    const inner = this.#keptChain(node.expression);
    if (ts.isCallChain(node)) return f.updateCallChain(node, inner, node.questionDotToken, undefined, this.#args(node));
    if (ts.isPropertyAccessChain(node)) {
      return f.updatePropertyAccessChain(node, inner, node.questionDotToken, node.name);
    }
    if (!ts.isElementAccessChain(node)) return node;
    return f.updateElementAccessChain(node, inner, node.questionDotToken, this.#visit(node.argumentExpression));
  }

  #chainFrom(value: ts.Expression, links: readonly Link[], i: number): ts.Expression {
    const link = links[i];
    if (link === undefined) return value;
    if (link.optional) {
      const temp = this.#temps.get("$link");
      return this.#unlessNullish(temp, value, this.#chainLink(temp, links, i));
    }
    return this.#chainLink(value, links, i);
  }

  #chainLink(value: ts.Expression, links: readonly Link[], i: number): ts.Expression {
    const { f } = this.#unit;
    const { node } = links[i] as Link;
    if (ts.isCallExpression(node)) {
      const callee = calledAt(this.of(value, node), node);
      const call = f.createCallExpression(callee, undefined, this.#args(node));
      const kept = captured(this.#unit, this.#temps, insideCall(call, node));
      return this.#chainFrom(atCall(kept, node), links, i + 1);
    }
    const next = links[i + 1];
    if (next === undefined || !ts.isCallExpression(next.node)) {
      const asked = pointCall(node, this.#unit.callees);
      const read = asked && captured(this.#unit, this.#temps, this.accessed(asked, "get", value, []) as ts.Expression);
      return this.#chainFrom(read ? js.parenthesized(read) : this.access(value, node), links, i + 1);
    }
    if (this.#unit.callees.of(next.node, false).kind === "no" && !next.optional) {
      const callee = this.access(value, node, true);
      const plain = atCall(f.createCallExpression(callee, undefined, this.#args(next.node)), next.node);
      return this.#chainFrom(plain, links, i + 2);
    }
    const nextCall = next.node;
    const self = this.#self(node);
    const member = this.access(f.createParenthesizedExpression(putAside(f, self, value)), node);
    const invoke = (callee: ts.Expression) => {
      const made = insideCall(this.#invoke(this.of(callee, nextCall), self, this.#args(nextCall)), nextCall);
      return this.#chainFrom(atCall(captured(this.#unit, this.#temps, made), nextCall), links, i + 2);
    };
    if (!next.optional) return invoke(member);
    const callee = this.#temps.get("$callee");
    return this.#unlessNullish(callee, member, invoke(callee));
  }

  /** `((t = VALUE) === null || t === undefined ? undefined : THEN)` */
  #unlessNullish(temp: ts.Identifier, value: ts.Expression, then: ts.Expression): ts.Expression {
    const { f } = this.#unit;
    const isNull = f.createStrictEquality(f.createParenthesizedExpression(putAside(f, temp, value)), f.createNull());
    const isUndefined = f.createStrictEquality(temp, f.createVoidZero());
    return f.createParenthesizedExpression(
      f.createConditionalExpression(
        f.createLogicalOr(isNull, isUndefined),
        undefined,
        f.createVoidZero(),
        undefined,
        then,
      ),
    );
  }

  /** `isCalled`: the access is the callee of a call as it stands, which is reported at the name. */
  access(object: ts.Expression, node: Member, isCalled = false): ts.Expression {
    const { f } = this.#unit;
    const base = behindPoint(this.#unit, standsFor(this.#unit, object, node.expression), node);
    const made = ts.isPropertyAccessExpression(node)
      ? f.createPropertyAccessExpression(base, isCalled ? node.name : memberName(this.#unit, node))
      : f.createElementAccessExpression(base, this.#visit(node.argumentExpression));
    return ts.setSourceMapRange(made, { pos: ts.getSourceMapRange(base).pos, end: node.end });
  }

  /** `(s = o).m` and `s`; `this` and `super` need no temporary. */
  #member(node: Member): { member: ts.Expression; self: ts.Expression } {
    const { f } = this.#unit;
    const object = node.expression;
    if (this.#caller !== undefined && isSuperProperty(node))
      return { member: this.#caller.superProperty(node), self: this.#caller.thisValue };
    if (object.kind === ts.SyntaxKind.ThisKeyword || object.kind === ts.SyntaxKind.SuperKeyword) {
      const self = this.#caller?.thisValue ?? f.createThis();
      return { member: this.access(this.#caller?.thisValue ?? object, node), self };
    }
    const self = this.#self(node);
    const assigned = f.createParenthesizedExpression(putAside(f, self, this.#visit(object)));
    return { member: this.access(assigned, node), self };
  }

  /** Holds the receiver while the member's key is evaluated; a key that may contain calls gets a holder of its own. */
  #self(node: Member): ts.Identifier {
    const key = ts.isElementAccessExpression(node) ? unwrap(node.argumentExpression) : undefined;
    return key === undefined || ts.isIdentifier(key) || ts.isLiteralExpression(key)
      ? this.#temps.get("$self")
      : this.#temps.fresh("$receiver");
  }

  /** What to call in place of the callee of `call`, found by asking it. */
  of(callee: ts.Expression, call: ts.CallExpression, awaited = false): ts.Expression {
    const text = this.#unit.f.createStringLiteral(calleeText(call.expression));
    return this.#unit.callRuntime(awaited ? "ofAwaited" : "of", [this.#spreadable(callee, call), text]);
  }

  #spreadable(callee: ts.Expression, call: ts.CallExpression): ts.Expression {
    return hasEarlySpread(call) ? this.#unit.callRuntime("spreadable", [callee]) : callee;
  }

  #invoke(callee: ts.Expression, self: ts.Expression, args: ts.Expression[]): ts.Expression {
    return this.#unit.callRuntime("call", [callee, self, ...args]);
  }

  /** The same for a body that takes some of its arguments as bodies. */
  #argsOf(call: ts.CallExpression, target: ts.Node): ts.Expression[] {
    const { direct } = this.#unit;
    const bits = direct?.bitsOf(target) ?? 0;
    return this.#args(call).map((value, i) => {
      const isFunction = hasBit(bits, i) && direct?.isBody(call.arguments[i] as ts.Expression) === false;
      return isFunction ? this.#unit.callRuntime("handed", [value]) : value;
    });
  }

  #args(call: ts.CallExpression): ts.Expression[] {
    return call.arguments.map((a) => this.#visit(a));
  }
}

/** `f(...xs, y)`, which engines make a list of first. */
function hasEarlySpread({ arguments: args }: ts.CallExpression): boolean {
  return args.slice(0, -1).some(ts.isSpreadElement);
}

function isImported(declaration: ts.Node): boolean {
  return ts.isImportSpecifier(declaration) || ts.isImportClause(declaration);
}

/** How errors name what is called. A name that is called as it stands says itself what it is not. */
function toldText(read: ts.Expression, target: ts.Expression): string | undefined {
  return read === target && ts.isIdentifier(target) ? undefined : calleeText(target);
}

function isOftenBuiltin(call: ts.CallExpression): boolean {
  const callee = unwrap(call.expression);
  return ts.isPropertyAccessExpression(callee) && isLikelyBuiltin(callee.name.text);
}

/** Whether evaluating the expression may suspend the code around it, or makes a function that may be. */
function isSuspended(node: ts.Node, callees: Callees): boolean {
  if (ts.isFunctionLike(node) || ts.isClassLike(node)) return true;
  if (ts.isAwaitExpression(node) || ts.isYieldExpression(node) || isPointCall(node, callees)) return true;
  return ts.forEachChild(node, (child) => isSuspended(child, callees) || undefined) ?? false;
}
