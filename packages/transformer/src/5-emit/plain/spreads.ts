/**
 * Lists and arguments with points behind a spread. What is spread is spread in its turn, into a list that has places for what follows:
 *
 *   [...a, f()]     ⇒   $t = [...a, 0];  …  ($t[$t.length - 1] = $value, $t)
 *   g(...a, f())    ⇒   $t = $opened(a);  …  g(...$again(($t[$t.length - 1] = $value, $t)))
 *
 * or, where that would not do, is spread once more: `[...$again($t), $value, ...b]`. To add to a list would ask setters of its
 * prototype.
 */
import * as ts from "typescript";
import * as js from "../shared/build.ts";
import { rangeAt } from "../shared/positions.ts";
import type { PlainFrame } from "./frame.ts";
import type { Steps } from "./steps.ts";

/** What spreads need of the expressions around them, and in them. */
interface Expressions {
  has(node: ts.Node | undefined): boolean;
  value(node: ts.Expression, steps: Steps): ts.Expression;
  /** A value that is asked for something at once. */
  asked(node: ts.Expression, steps: Steps): ts.Expression;
  /** A value that is put aside if what follows could change it. */
  operand(node: ts.Expression, steps: Steps): ts.Expression;
  keep(value: ts.Expression, steps: Steps): ts.Identifier;
}

export class Spreads {
  readonly #frame: PlainFrame;
  readonly #f: ts.NodeFactory;
  readonly #expressions: Expressions;

  constructor(frame: PlainFrame, expressions: Expressions) {
    this.#frame = frame;
    this.#f = frame.unit.f;
    this.#expressions = expressions;
  }

  /** `[…]` */
  list(e: ts.ArrayLiteralExpression, steps: Steps): ts.Expression {
    const { elements } = e;
    const last = this.#lastPoint(elements);
    const first = elements.findIndex(ts.isSpreadElement);
    /** The last one that is spread before a point. */
    const spread = elements.slice(0, Math.max(last, 0)).findLastIndex(ts.isSpreadElement);
    // With a point between two, or in the second, the first one has its turn before.
    const isSimple = first === spread || this.#lastPoint(elements.slice(0, spread + 1)) < first;
    const next = elements.findIndex((node, i) => i > spread && ts.isSpreadElement(node));
    const end = next < 0 ? elements.length : next;
    const places = elements.slice(spread + 1, end);
    if (spread < 0 || !isSimple || places.some(ts.isOmittedExpression))
      return this.#f.updateArrayLiteralExpression(e, this.#each(elements, steps));
    const head = this.#inTurn(elements.slice(0, spread + 1), steps);
    const made = this.#f.createArrayLiteralExpression([...head, ...places.map(() => this.#f.createNumericLiteral(0))]);
    const held = this.#expressions.keep(ts.setTextRange(made, e), steps);
    const values = this.#inTurn(elements.slice(spread + 1), steps);
    const filled = this.#filled(held, values.slice(0, places.length));
    if (next < 0) return filled;
    return this.#f.createArrayLiteralExpression([this.#spreadAgain(filled), ...values.slice(places.length)]);
  }

  /** Operands that are evaluated in turn: arguments, or parts of an expression. */
  operands(nodes: readonly ts.Expression[], steps: Steps): ts.Expression[] {
    const last = this.#lastPoint(nodes);
    const first = nodes.findIndex(ts.isSpreadElement);
    if (first < 0 || first >= last) return this.#inTurn(nodes, steps);
    // An engine says in other words that something is no constructor where all that is spread is at the end.
    const isSimple = first === nodes.length - 2 && !ts.isNewExpression((nodes[first] as ts.Expression).parent);
    if (!isSimple || nodes.slice(last).some(ts.isSpreadElement)) return this.#each(nodes, steps);
    const before = nodes.slice(0, first).map((node) => this.#expressions.operand(node, steps));
    const { expression } = nodes[first] as ts.SpreadElement;
    const opened = this.#frame.unit.callRuntime("opened", [this.#expressions.asked(expression, steps)]);
    const held = this.#expressions.keep(ts.setSourceMapRange(opened, rangeAt(expression)), steps);
    const item = this.#expressions.value(nodes[last] as ts.Expression, steps);
    return [...before, this.#spreadAgain(this.#filled(held, [item]))];
  }

  #lastPoint(nodes: readonly ts.Expression[]): number {
    return nodes.findLastIndex((node) => this.#expressions.has(node));
  }

  /** What is spread is so only where the values stand: no point comes after. */
  #inTurn(nodes: readonly ts.Expression[], steps: Steps): ts.Expression[] {
    const last = this.#lastPoint(nodes);
    return nodes.map((node, i) => {
      if (ts.isSpreadElement(node))
        return this.#f.updateSpreadElement(node, this.#expressions.asked(node.expression, steps));
      return i < last ? this.#expressions.operand(node, steps) : this.#expressions.value(node, steps);
    });
  }

  /** `(list[list.length - 2] = a, list[list.length - 1] = b, list)` */
  #filled(list: ts.Identifier, values: readonly ts.Expression[]): ts.Expression {
    const f = this.#f;
    if (values.length === 0) return list;
    const assigned = values.map((value, i) => {
      const length = js.member(list, "length");
      const place = js.element(list, f.createSubtract(length, js.number(values.length - i)));
      return js.assign(place, value);
    });
    return js.parenthesized(f.createCommaListExpression([...assigned, list]));
  }

  #spreadAgain(list: ts.Expression): ts.SpreadElement {
    return this.#f.createSpreadElement(this.#frame.unit.callRuntime("again", [list]));
  }

  /**
   * Each by itself. Where something cannot be spread, an engine says so of a call's arguments in other words than of a list's items:
   * in those for arguments before others.
   *
   *   [...a, f()]   ⇒   $t = [...a];  …  [...$again($t), $value]
   *   g(...a, f())  ⇒   $t = $listed(...a, 0);  …  g(...$again($t), $value)
   */
  #each(nodes: readonly ts.Expression[], steps: Steps): ts.Expression[] {
    const last = this.#lastPoint(nodes);
    return nodes.map((node, i) => {
      if (!ts.isSpreadElement(node))
        return i < last ? this.#expressions.operand(node, steps) : this.#expressions.value(node, steps);
      const spread = this.#f.updateSpreadElement(node, this.#expressions.asked(node.expression, steps));
      return i >= last ? spread : this.#spreadAgain(this.#expressions.keep(this.#once(spread, node), steps));
    });
  }

  #once(spread: ts.SpreadElement, node: ts.SpreadElement): ts.Expression {
    if (ts.isArrayLiteralExpression(node.parent))
      return ts.setTextRange(this.#f.createArrayLiteralExpression([spread]), node);
    const made = this.#frame.unit.callRuntime("listed", [spread, this.#f.createNumericLiteral(0)]);
    return ts.setSourceMapRange(made, node.parent);
  }
}
