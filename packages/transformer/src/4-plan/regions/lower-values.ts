/**
 * Expressions as plain bodies have them: taken apart, so that each call that may be suspended is a statement. What cannot be taken
 * apart exactly is refused.
 */
import * as ts from "typescript";
import type { Callees } from "../../1-resolve/calls.ts";
import { chainLinks, isReferenceNeeded } from "../../1-resolve/chains.ts";
import { isMember } from "../../1-resolve/target.ts";
import { isAssignmentOperator, isLogical } from "../../syntax/assignments.ts";
import { literalText, unwrap } from "../../syntax/nodes.ts";
import { callAt, isPointCall, type Points, pointCall } from "../points.ts";
import type { ReasonCode } from "../reason.ts";
import type { Evaluated, Value } from "./regions.ts";

export class ValueLowering {
  readonly #points: Points;
  readonly #callees: Callees;
  readonly #refuse: (code: ReasonCode, name?: string) => undefined;
  readonly values = new Map<ts.Expression, Value>();
  /** What is to be taken apart, and where its value goes: the last one is next. */
  readonly #due: { readonly node: ts.Expression; readonly into: Value[] }[] = [];

  /** @param refuse Is told why there can be no plain body */
  constructor(points: Points, callees: Callees, refuse: (code: ReasonCode, name?: string) => undefined) {
    this.#points = points;
    this.#callees = callees;
    this.#refuse = refuse;
  }

  /** Expressions stand in each other more than an engine's stack is deep: those inside wait in a list. */
  evaluated(node: ts.Expression): Evaluated {
    const [value] = this.#drain(this.#parts([node]));
    return { kind: "evaluated", node, value };
  }

  #drain(whole: readonly Value[]): readonly Value[] {
    for (let next = this.#due.pop(); next !== undefined; next = this.#due.pop()) {
      const e = unwrap(next.node);
      const value = this.values.get(e) ?? this.#taken(e);
      if (value === undefined) continue;
      this.values.set(e, value);
      next.into.push(value);
    }
    return whole;
  }

  #has(node: ts.Node): boolean {
    return this.#points.has(node);
  }

  /** The values of those in which something is suspended: they are there when what is due has been done. */
  #parts(nodes: readonly (ts.Expression | undefined)[]): readonly Value[] {
    const into: Value[] = [];
    for (const part of nodes.toReversed()) {
      const node = part !== undefined && ts.isSpreadElement(part) ? part.expression : part;
      if (node !== undefined && this.#has(node)) this.#due.push({ node, into });
    }
    return into;
  }

  #taken(node: ts.Expression): Value | undefined {
    if (ts.isOptionalChain(node)) return this.#chain(node);
    const call = callAt(node, this.#callees);
    if (call !== undefined) return this.#call(call);
    if (ts.isNewExpression(node)) return this.#new(node);
    if (ts.isPropertyAccessExpression(node)) return { kind: "property", node, parts: this.#parts([node.expression]) };
    if (ts.isElementAccessExpression(node))
      return { kind: "element", node, parts: this.#parts([node.expression, node.argumentExpression]) };
    if (ts.isBinaryExpression(node)) return this.#binary(node);
    if (ts.isConditionalExpression(node))
      return { kind: "conditional", node, parts: this.#parts([node.condition, node.whenTrue, node.whenFalse]) };
    if (ts.isPrefixUnaryExpression(node)) return { kind: "prefix", node, parts: this.#parts([node.operand]) };
    if (ts.isPostfixUnaryExpression(node)) return { kind: "postfix", node, parts: this.#parts([node.operand]) };
    if (ts.isTypeOfExpression(node)) return { kind: "typeof", node, parts: this.#parts([node.expression]) };
    if (ts.isVoidExpression(node)) return { kind: "void", node, parts: this.#parts([node.expression]) };
    if (ts.isArrayLiteralExpression(node)) return { kind: "list", node, parts: this.#parts(node.elements) };
    if (ts.isObjectLiteralExpression(node)) return { kind: "object", node, parts: this.#properties(node) };
    if (ts.isTemplateExpression(node)) {
      return { kind: "template", node, parts: this.#parts(node.templateSpans.map((span) => span.expression)) };
    }
    if (ts.isDeleteExpression(node)) return this.#refuse("delete_suspends");
    return this.#refuse("suspends_in_expression", ts.SyntaxKind[node.kind]);
  }

  #chain(node: ts.Expression): Value | undefined {
    const links = isReferenceNeeded(node) ? undefined : chainLinks(node);
    if (links === undefined) return this.#refuse("chain_of_engine");
    const items = links.items.map((link) => link.node);
    const operands = items.flatMap((link): readonly ts.Expression[] => {
      if (ts.isCallExpression(link)) return link.arguments;
      return ts.isElementAccessExpression(link) ? [link.argumentExpression] : [];
    });
    const calls = items.flatMap((link) => pointCall(link, this.#callees) ?? []);
    return { kind: "chain", node, parts: this.#parts([links.base, ...operands]), calls };
  }

  #call(node: ts.CallExpression): Value | undefined {
    const callee = unwrap(node.expression);
    const isBroken = this.#has(callee) || ts.isOptionalChain(callee);
    if (callee !== node.expression && isBroken) return this.#refuse("callee_in_parentheses");
    if (callee.kind === ts.SyntaxKind.ImportKeyword) return this.#refuse("import_suspends");
    const parts = this.#parts([...operandsOf(callee), ...node.arguments]);
    return { kind: "call", node, parts, isPoint: isPointCall(node, this.#callees) };
  }

  #new(node: ts.NewExpression): Value | undefined {
    const args = node.arguments ?? [];
    // What comes before the arguments can be put off only where it is a name.
    const isPoint: boolean = isPointCall(node as ts.Node, this.#callees);
    if (!isPoint && !ts.isIdentifier(unwrap(node.expression)) && args.some((a) => this.#has(a)))
      return this.#refuse("computed_constructor");
    return {
      kind: "new",
      node,
      parts: this.#parts([node.expression, ...args]),
      isPoint,
    };
  }

  #properties(node: ts.ObjectLiteralExpression): readonly Value[] {
    const last = node.properties.findLastIndex((p) => this.#has(p));
    const operands = node.properties.slice(0, last + 1).flatMap((p): (ts.Expression | undefined)[] => {
      if (ts.isSpreadAssignment(p)) return [p.expression];
      const key = p.name !== undefined && ts.isComputedPropertyName(p.name) ? p.name.expression : undefined;
      if (!ts.isPropertyAssignment(p)) return [key];
      const value = unwrap(p.initializer);
      if (key !== undefined && ts.isClassExpression(value) && value.name === undefined)
        this.#refuse("class_named_by_key");
      return [key, p.initializer];
    });
    return this.#parts(operands);
  }

  #binary(node: ts.BinaryExpression): Value | undefined {
    const { left, right, operatorToken } = node;
    const operator = operatorToken.kind;
    if (isAssignmentOperator(operator)) return this.#assignment(node);
    if (ts.isPrivateIdentifier(left)) return { kind: "private in", node, parts: this.#parts([right]) };
    const parts = this.#parts([left, right]);
    if (operator === ts.SyntaxKind.CommaToken) return { kind: "comma", node, parts };
    return { kind: isLogical(operator) ? "logical" : "binary", node, parts };
  }

  #assignment(node: ts.BinaryExpression): Value | undefined {
    const { left, right, operatorToken } = node;
    const target = unwrap(left);
    if (ts.isArrayLiteralExpression(target) || ts.isObjectLiteralExpression(target)) {
      if (this.#has(target)) return this.#refuse("pattern_suspends");
      return { kind: "assignment by pattern", node, parts: this.#parts([right]) };
    }
    if (ts.isIdentifier(target)) return { kind: "assignment", node, target, parts: this.#parts([right]) };
    if (!isMember(target)) return this.#refuse("call_assigned");
    // The key is made a property key once, before the right side is evaluated.
    const isCompound = operatorToken.kind !== ts.SyntaxKind.EqualsToken;
    if (isCompound && ts.isElementAccessExpression(target) && literalText(target.argumentExpression) === undefined)
      return this.#refuse("compound_with_computed_key");
    return { kind: "assignment", node, target, parts: this.#parts([target, right]) };
  }
}

/** What of a call's callee is evaluated before it is read. */
function operandsOf(callee: ts.Expression): readonly ts.Expression[] {
  if (ts.isElementAccessExpression(callee)) return [callee.expression, callee.argumentExpression];
  return [ts.isPropertyAccessExpression(callee) ? callee.expression : callee];
}
