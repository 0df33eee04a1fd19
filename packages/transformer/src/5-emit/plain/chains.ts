/**
 * Optional chains with points: a test for each `?.`, and what stands behind it in a branch.
 *
 *   x = o?.m(a).n   ⇒   $link = o;
 *                     case 1:
 *                       if ($at !== 0 || ($link !== null && $link !== void 0)) {
 *                           … if (($value = m$resumable(a)) === $signal) { $at = 1; break $out; }
 *                         case 1: $at = 0;
 *                           $t = $value.n;
 *                       } else $t = void 0;
 *                       x = $t;
 *
 * What follows the last point of a chain stays a chain: its value is used at once.
 */
import * as ts from "typescript";
import { chainLinks, type Link } from "../../1-resolve/chains.ts";
import { isMember, type Member } from "../../1-resolve/target.ts";
import { isPointCall, pointCall } from "../../4-plan/points.ts";
import type { CallRewriter } from "../shared/calls.ts";
import { expressionStatement } from "../shared/expression-statement.ts";
import { behindKeyword } from "../shared/line-breaks.ts";
import { atCall, calledAt, insideCall } from "../shared/positions.ts";
import type { PlainFrame } from "./frame.ts";
import type { PlainCode } from "./plain-code.ts";
import type { Steps } from "./steps.ts";

/** What chains need of the expressions around them, and in them. */
interface Expressions {
  has(node: ts.Node | undefined): boolean;
  value(node: ts.Expression, steps: Steps): ts.Expression;
  isStable(node: ts.Expression): boolean;
  operands(nodes: readonly ts.Expression[], steps: Steps): ts.Expression[];
  prepare(node: ts.Expression, steps: Steps): void;
  callable(callee: ts.Identifier, otherwise: ts.Expression): ts.Expression;
  choose(condition: ts.Expression, steps: Steps, make: Branch, hasElse?: boolean): void;
  point(made: ts.Expression, call: ts.CallExpression, steps: Steps, isWanted: boolean): void;
}

type Branch = (branch: boolean, inner: Steps) => void;

/** What becomes of the chain's value: it is used, nobody wants it, or the function returns it as it is. */
type Use = "value" | "effect" | "return";

export class Chains {
  readonly #frame: PlainFrame;
  readonly #code: PlainCode;
  readonly #calls: CallRewriter;
  readonly #expressions: Expressions;

  constructor(frame: PlainFrame, code: PlainCode, calls: CallRewriter, expressions: Expressions) {
    this.#frame = frame;
    this.#code = code;
    this.#calls = calls;
    this.#expressions = expressions;
  }

  /** Adds the steps that lead to the value. Returns what remains to be evaluated, if anything does. */
  add(node: ts.Expression, steps: Steps, use: Use): ts.Expression | undefined {
    const { base, items } = chainLinks(node) as { base: ts.Expression; items: Link[] };
    const isStable = this.#expressions.isStable(base);
    const value = this.#expressions.value(base, steps);
    const chain = new Chain(this.#frame, this.#code, this.#calls, this.#expressions, items, use);
    return chain.from(value, 0, steps, isStable);
  }
}

class Chain {
  readonly #frame: PlainFrame;
  readonly #f: ts.NodeFactory;
  readonly #code: PlainCode;
  readonly #calls: CallRewriter;
  readonly #expressions: Expressions;
  readonly #links: readonly Link[];
  readonly #use: Use;
  /** The last link with a point. */
  readonly #last: number;
  #result: ts.Identifier | undefined;

  constructor(
    frame: PlainFrame,
    code: PlainCode,
    calls: CallRewriter,
    expressions: Expressions,
    links: readonly Link[],
    use: Use,
  ) {
    this.#frame = frame;
    this.#f = frame.unit.f;
    this.#code = code;
    this.#calls = calls;
    this.#expressions = expressions;
    this.#links = links;
    this.#use = use;
    this.#last = links.findLastIndex(({ node }) => this.#isPoint(node) || this.#hasPoints(node));
  }

  /** Whether the link itself is suspended. */
  #isPoint(node: Link["node"]): boolean {
    return isPointCall(node, this.#frame.unit.callees);
  }

  /** Whether something in the key or the arguments is. */
  #hasPoints(node: Link["node"]): boolean {
    if (ts.isCallExpression(node)) return node.arguments.some((a) => this.#expressions.has(a));
    return ts.isElementAccessExpression(node) && this.#expressions.has(node.argumentExpression);
  }

  /**
   * The links from `i` on of `value`.
   *
   * @param isHeld Whether `value` is the same, and may be read again, until the chain has its value
   */
  from(value: ts.Expression, i: number, steps: Steps, isHeld: boolean): ts.Expression | undefined {
    if (i > this.#last) return this.#rest(value, i);
    const { node, optional } = this.#links[i] as Link;
    if (!optional) return this.#link(value, i, steps, isHeld);
    const next = this.#links[i + 1]?.node;
    const isLater = this.#hasPoints(node) || (isMember(node) && next !== undefined && this.#hasPoints(next));
    const held = isHeld ? value : this.#hold("$link", value, isLater, steps);
    return this.#unlessNothing(held, steps, (inner) => this.#link(held, i, inner, true));
  }

  /** The link at `i`, of something. */
  #link(value: ts.Expression, i: number, steps: Steps, isHeld: boolean): ts.Expression | undefined {
    const { node } = this.#links[i] as Link;
    if (ts.isCallExpression(node)) return this.#functionCall(value, node, i, steps, isHeld);
    const next = this.#links[i + 1]?.node;
    if (i < this.#last && next !== undefined && ts.isCallExpression(next)) {
      return this.#memberCall(value, node, next, i, steps, isHeld);
    }
    const object = isHeld || !this.#hasPoints(node) ? value : this.#hold("$self", value, true, steps);
    const read = pointCall(node, this.#frame.unit.callees);
    if (read !== undefined)
      return this.#point(this.#calls.accessed(read, "get", object, []) as ts.Expression, read, i, steps);
    return this.from(this.#member(object, node, steps), i + 1, steps, false);
  }

  /** `f(a)`, where f is the value so far. */
  #functionCall(
    value: ts.Expression,
    call: ts.CallExpression,
    i: number,
    steps: Steps,
    isHeld: boolean,
  ): ts.Expression | undefined {
    const held = isHeld ? value : this.#hold("$callee", value, this.#hasPoints(call), steps);
    return this.#called(call, held, held as ts.Identifier, undefined, i, steps);
  }

  /** `o.m(a)` or `o.m?.(a)`, where o is the value so far. */
  #memberCall(
    value: ts.Expression,
    node: Member,
    call: ts.CallExpression,
    i: number,
    steps: Steps,
    isHeld: boolean,
  ): ts.Expression | undefined {
    const { optional } = this.#links[i + 1] as Link;
    const isLater = this.#hasPoints(call);
    if (!this.#isPoint(call) && !optional && !isLater && !this.#hasPoints(node)) {
      const plain = this.#f.createCallExpression(this.#calls.access(value, node, true), undefined, this.#args(call));
      return this.from(atCall(plain, call), i + 2, steps, false);
    }
    const self = isHeld ? value : this.#hold("$self", value, isLater || this.#hasPoints(node), steps);
    const member = this.#member(self, node, steps);
    if (optional) {
      const callee = this.#hold("$callee", member, isLater, steps);
      return this.#unlessNothing(callee, steps, (inner) => this.#called(call, callee, callee, self, i + 1, inner));
    }
    if (isLater) {
      const callee = this.#hold("$callee", member, true, steps);
      return this.#called(call, callee, callee, self, i + 1, steps);
    }
    const callee = this.#frame.variables.get("$callee");
    return this.#called(call, this.#f.createAssignment(callee, member), callee, self, i + 1, steps);
  }

  /** @param given Reads the callee, which has that `name` then */
  #called(
    call: ts.CallExpression,
    given: ts.Expression,
    name: ts.Identifier,
    self: ts.Expression | undefined,
    i: number,
    steps: Steps,
  ): ts.Expression | undefined {
    const { unit } = this.#frame;
    const isLater = this.#hasPoints(call);
    const args = isLater ? this.#expressions.operands(call.arguments, steps) : this.#args(call);
    if (this.#isPoint(call) && !call.arguments.some(ts.isSpreadElement)) {
      return this.#point(
        this.#calls.known(call, given, name, self, () => args),
        call,
        i,
        steps,
      );
    }
    const resolved = this.#calls.of(given, call);
    const callee = this.#isPoint(call) ? resolved : this.#expressions.callable(name, resolved);
    const made = self
      ? unit.callRuntime("call", [callee, self, ...args])
      : this.#f.createCallExpression(this.#isPoint(call) ? calledAt(callee, call) : callee, undefined, args);
    if (this.#isPoint(call)) return this.#point(insideCall(made, call), call, i, steps);
    return this.from(atCall(insideCall(made, call), call), i + 1, steps, false);
  }

  #point(made: ts.Expression, call: ts.CallExpression, i: number, steps: Steps): ts.Expression | undefined {
    const isEnd = i === this.#links.length - 1;
    if (isEnd && this.#use === "return") {
      steps.add(this.#f.createReturnStatement(made));
      return undefined;
    }
    const isWanted = !isEnd || this.#use === "value";
    this.#expressions.point(made, call, steps, isWanted);
    return isWanted ? this.from(this.#frame.variables.readValue(), i + 1, steps, false) : undefined;
  }

  /** `if (held !== null && held !== void 0) MADE`; else the chain is undefined. */
  #unlessNothing(
    held: ts.Expression,
    steps: Steps,
    make: (inner: Steps) => ts.Expression | undefined,
  ): ts.Expression | undefined {
    const f = this.#f;
    const isThere = f.createLogicalAnd(
      f.createStrictInequality(held, f.createNull()),
      f.createStrictInequality(held, f.createVoidZero()),
    );
    const isValue = this.#use === "value";
    if (isValue) this.#result ??= this.#frame.variables.temp();
    const hasElse = this.#use !== "effect";
    this.#expressions.choose(
      isThere,
      steps,
      (branch, inner) => {
        if (branch) this.#finish(make(inner), inner);
        else if (hasElse) this.#finish(f.createVoidZero(), inner);
      },
      hasElse,
    );
    return this.#result;
  }

  #finish(value: ts.Expression | undefined, steps: Steps): void {
    if (value === undefined || value === this.#result) return;
    if (this.#result !== undefined) steps.add(this.#frame.keep(this.#result, value));
    else if (this.#use === "return") steps.add(this.#f.createReturnStatement(behindKeyword(this.#frame.unit, value)));
    else steps.add(expressionStatement(value));
  }

  #member(object: ts.Expression, node: Member, steps: Steps): ts.Expression {
    if (this.#hasPoints(node))
      this.#expressions.prepare((node as ts.ElementAccessExpression).argumentExpression, steps);
    return this.#calls.access(object, node);
  }

  /** What remains: no point is in it, and the value is used at once. */
  #rest(from: ts.Expression, i: number): ts.Expression {
    const f = this.#f;
    const links = this.#links.slice(i);
    let value = from;
    let isInChain = false;
    for (const [k, { node, optional }] of links.entries()) {
      const { questionDotToken } = node;
      isInChain ||= optional;
      if (ts.isCallExpression(node)) {
        value = isInChain
          ? f.updateCallChain(node as ts.CallChain, value, questionDotToken, undefined, this.#args(node))
          : atCall(f.createCallExpression(value, undefined, this.#args(node)), node);
      } else if (!isInChain) {
        const next = links[k + 1];
        value = this.#calls.access(value, node, next !== undefined && ts.isCallExpression(next.node) && !next.optional);
      } else if (ts.isPropertyAccessExpression(node)) {
        value = f.updatePropertyAccessChain(node as ts.PropertyAccessChain, value, questionDotToken, node.name);
      } else {
        const key = this.#code.expression(node.argumentExpression);
        value = f.updateElementAccessChain(node as ts.ElementAccessChain, value, questionDotToken, key);
      }
    }
    return value;
  }

  #hold(text: string, value: ts.Expression, isLasting: boolean, steps: Steps): ts.Identifier {
    const name = isLasting ? this.#frame.variables.temp() : this.#frame.variables.get(text);
    steps.add(this.#frame.keep(name, value));
    return name;
  }

  #args(call: ts.CallExpression): ts.Expression[] {
    return call.arguments.map((a) => this.#code.expression(a));
  }
}
