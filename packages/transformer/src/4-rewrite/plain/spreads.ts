/**
 * Lists and arguments with points behind a spread. What is spread is spread in its turn, into a list that has places for what follows:
 *
 *   [...a, f()]     ⇒   $t = [...a, 0];  …  ($t[$t.length - 1] = $value, $t)
 *   g(...a, f())    ⇒   $t = $opened(a);  …  g(...$again(($t[$t.length - 1] = $value, $t)))
 *
 * or, where that would not do, is spread once more: `[...$again($t), $value, ...b]`. To add to a list would ask setters of its
 * prototype.
 */
import ts from "typescript";
import { rangeAt } from "../positions.ts";
import type { PlainFrame } from "./frame.ts";
import type { PlainCode } from "./plain-code.ts";
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
  readonly #code: PlainCode;
  readonly #expressions: Expressions;

  constructor(frame: PlainFrame, code: PlainCode, expressions: Expressions) {
    this.#frame = frame;
    this.#f = frame.unit.f;
    this.#code = code;
    this.#expressions = expressions;
  }

  /** `[…]`; undefined if nothing in it is spread before a point. */
  list(e: ts.ArrayLiteralExpression, steps: Steps): ts.Expression | undefined {
    const { elements } = e;
    const last = this.#lastPoint(elements);
    const first = elements.findIndex(ts.isSpreadElement);
    if (first < 0 || first >= last) return undefined;
    const spread = elements.slice(0, last).findLastIndex(ts.isSpreadElement);
    const isSimple = !elements
      .slice(first, spread + (first < spread ? 1 : 0))
      .some((node) => this.#expressions.has(node));
    const next = elements.findIndex((node, i) => i > spread && ts.isSpreadElement(node));
    const end = next < 0 ? elements.length : next;
    const places = elements.slice(spread + 1, end);
    if (!isSimple || places.some(ts.isOmittedExpression))
      return this.#f.updateArrayLiteralExpression(e, this.#again(elements, steps));
    const lastOfHead = this.#lastPoint(elements.slice(0, spread + 1));
    const head = elements.slice(0, spread + 1).map((node, i) => {
      if (ts.isSpreadElement(node))
        return this.#f.updateSpreadElement(node, this.#expressions.asked(node.expression, steps));
      return i < lastOfHead ? this.#expressions.operand(node, steps) : this.#expressions.value(node, steps);
    });
    const made = this.#f.createArrayLiteralExpression([...head, ...places.map(() => this.#f.createNumericLiteral(0))]);
    const held = this.#expressions.keep(ts.setTextRange(made, e), steps);
    const filled = this.#filled(held, places, steps, spread + 1, last);
    if (next < 0) return filled;
    const rest = elements.slice(end).map((node, i) => {
      const isPoint = end + i === last;
      if (!ts.isSpreadElement(node)) return this.#code.expression(node);
      const value = isPoint ? this.#expressions.asked(node.expression, steps) : this.#code.expression(node.expression);
      return this.#f.updateSpreadElement(node, value);
    });
    return this.#f.createArrayLiteralExpression([this.#spreadAgain(filled), ...rest]);
  }

  /** Arguments; undefined if none is spread before a point. */
  arguments(nodes: readonly ts.Expression[], steps: Steps): ts.Expression[] | undefined {
    const last = this.#lastPoint(nodes);
    const first = nodes.findIndex(ts.isSpreadElement);
    if (first < 0 || first >= last) return undefined;
    // An engine says in other words that something is no constructor where all that is spread is at the end.
    const isSimple = first === nodes.length - 2 && !ts.isNewExpression((nodes[first] as ts.Expression).parent);
    if (!isSimple || nodes.slice(last).some(ts.isSpreadElement)) return this.#again(nodes, steps);
    const before = nodes.slice(0, first).map((node) => this.#expressions.operand(node, steps));
    const { expression } = nodes[first] as ts.SpreadElement;
    const opened = this.#frame.unit.callRuntime("opened", [this.#expressions.asked(expression, steps)]);
    const held = this.#expressions.keep(ts.setSourceMapRange(opened, rangeAt(expression)), steps);
    const item = nodes[last] as ts.Expression;
    return [...before, this.#spreadAgain(this.#filled(held, [item], steps, last, last))];
  }

  #lastPoint(nodes: readonly ts.Expression[]): number {
    return nodes.findLastIndex((node) => this.#expressions.has(node));
  }

  /** `(list[list.length - 2] = a, list[list.length - 1] = b, list)` */
  #filled(
    list: ts.Identifier,
    places: readonly ts.Expression[],
    steps: Steps,
    start: number,
    last: number,
  ): ts.Expression {
    const f = this.#f;
    const values = places.map((node, i) => {
      if (start + i > last) return this.#code.expression(node);
      return start + i === last ? this.#expressions.value(node, steps) : this.#expressions.operand(node, steps);
    });
    if (values.length === 0) return list;
    const assigned = values.map((value, i) => {
      const length = f.createPropertyAccessExpression(list, "length");
      const place = f.createElementAccessExpression(
        list,
        f.createSubtract(length, f.createNumericLiteral(values.length - i)),
      );
      return f.createAssignment(place, value);
    });
    return f.createParenthesizedExpression(f.createCommaListExpression([...assigned, list]));
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
  #again(nodes: readonly ts.Expression[], steps: Steps): ts.Expression[] {
    const last = this.#lastPoint(nodes);
    return nodes.map((node, i) => {
      if (i > last) return this.#code.expression(node);
      if (!ts.isSpreadElement(node))
        return i === last ? this.#expressions.value(node, steps) : this.#expressions.operand(node, steps);
      const spread = this.#f.updateSpreadElement(node, this.#expressions.asked(node.expression, steps));
      return i === last ? spread : this.#spreadAgain(this.#expressions.keep(this.#once(spread, node), steps));
    });
  }

  #once(spread: ts.SpreadElement, node: ts.SpreadElement): ts.Expression {
    if (ts.isArrayLiteralExpression(node.parent))
      return ts.setTextRange(this.#f.createArrayLiteralExpression([spread]), node);
    const made = this.#frame.unit.callRuntime("listed", [spread, this.#f.createNumericLiteral(0)]);
    return ts.setSourceMapRange(made, node.parent);
  }
}
