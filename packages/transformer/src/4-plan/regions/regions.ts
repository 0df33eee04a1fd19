/**
 * The body of a function as a tree of regions: statements that run in turn, branches, loops, and so on, down to code in which nothing
 * is suspended. One walk makes it (lower-statements.ts) or finds out why there is none; what follows goes by the tree: which
 * variables a suspension has to keep, which of them are live where, and what is emitted. So whatever is accepted can be emitted.
 *
 *   while (a) if (b) f();   ⇒   loop(a, branch(b, effect(call f)))
 */
import * as ts from "typescript";
import type { Member } from "../../1-resolve/target.ts";
import type { Call } from "../../syntax/nodes.ts";
import type { Reason } from "../reason.ts";

/** A statement. */
export type Region =
  | Straight
  | Sequence
  | Variables
  | Effect
  | Return
  | Throw
  | Branch
  | Loop
  | Switch
  | Labelled
  | Jump
  | Try;

interface Form<Kind extends string, Node extends ts.Node> {
  readonly kind: Kind;
  readonly node: Node;
  /** Whether anything in it is suspended. */
  readonly hasPoints: boolean;
}

/** A statement of any other form: nothing in it is suspended. */
export type Straight = Form<"straight", ts.Statement>;

export interface Sequence extends Form<"sequence", ts.Block> {
  readonly items: readonly Region[];
}

/** Variables that a statement or the head of a `for` loop declares. */
export interface Variables extends Form<"variables", ts.VariableStatement | ts.ForStatement> {
  readonly list: ts.VariableDeclarationList;
  readonly values: readonly Declared[];
}

export interface Declared {
  readonly declaration: ts.VariableDeclaration;
  readonly value: Evaluated | undefined;
}

export interface Effect extends Form<"effect", ts.ExpressionStatement> {
  readonly value: Evaluated;
}

export interface Return extends Form<"return", ts.ReturnStatement> {
  readonly result: Result | undefined;
}

export interface Throw extends Form<"throw", ts.ThrowStatement> {
  readonly result: Result;
}

export interface Branch extends Form<"branch", ts.IfStatement> {
  readonly condition: Evaluated;
  readonly whenTrue: Region;
  readonly whenFalse: Region | undefined;
}

export interface Loop extends Form<"loop", ts.IterationStatement> {
  /** What comes before the first round: variables, an expression, or what is walked. */
  readonly start: Variables | Evaluated | undefined;
  readonly condition: Evaluated | undefined;
  readonly body: Region;
  readonly incrementor: Evaluated | undefined;
}

/** No case is suspended. */
export interface Switch extends Form<"switch", ts.SwitchStatement> {
  readonly value: Evaluated;
  readonly clauses: readonly Clause[];
}

export interface Clause {
  readonly node: ts.CaseOrDefaultClause;
  readonly items: readonly Region[];
}

export interface Labelled extends Form<"labelled", ts.LabeledStatement> {
  readonly body: Region;
}

export type Jump = Form<"jump", ts.BreakOrContinueStatement>;

/** Nothing in its `finally` is suspended. */
export interface Try extends Form<"try", ts.TryStatement> {
  readonly block: Sequence;
  readonly handler: Sequence | undefined;
}

/** An expression that is evaluated, with its value if anything in it is suspended. */
export interface Evaluated {
  readonly kind: "evaluated";
  readonly node: ts.Expression;
  readonly value: Value | undefined;
}

/** What a function returns: `a ? b : c` returns in each branch, and of `a && b` either a or what b returns. */
export type Result =
  | Evaluated
  | {
      readonly kind: "either";
      readonly node: ts.Expression;
      readonly condition: Evaluated;
      readonly whenTrue: Result;
      readonly whenFalse: Result;
    }
  | {
      readonly kind: "last of two";
      readonly node: ts.Expression;
      readonly of: ts.BinaryExpression;
      readonly whole: Evaluated;
      readonly left: Evaluated;
      readonly right: Result;
    };

/** An expression in which something is suspended. Its parts are those in which something is, in the order of the source. */
export type Value =
  /** `isPoint`: whether the call itself may be suspended. */
  | (Parts<"call", ts.CallExpression> & { readonly isPoint: boolean })
  /** An optional chain, with those of its calls that may be suspended. */
  | (Parts<"chain", ts.Expression> & { readonly calls: readonly ts.CallExpression[] })
  | (Parts<"new", ts.NewExpression> & { readonly isPoint: boolean })
  | Parts<"property", ts.PropertyAccessExpression>
  | Parts<"element", ts.ElementAccessExpression>
  | Parts<"comma" | "logical" | "private in" | "binary", ts.BinaryExpression>
  | (Parts<"assignment", ts.BinaryExpression> & { readonly target: ts.Identifier | Member })
  | Parts<"assignment by pattern", ts.BinaryExpression>
  | Parts<"conditional", ts.ConditionalExpression>
  | Parts<"prefix", ts.PrefixUnaryExpression>
  | Parts<"postfix", ts.PostfixUnaryExpression>
  | Parts<"typeof", ts.TypeOfExpression>
  | Parts<"void", ts.VoidExpression>
  | Parts<"list", ts.ArrayLiteralExpression>
  | Parts<"object", ts.ObjectLiteralExpression>
  | Parts<"template", ts.TemplateExpression>;

interface Parts<Kind extends string, Node extends ts.Expression> {
  readonly kind: Kind;
  readonly node: Node;
  readonly parts: readonly Value[];
}

export interface Regions {
  /** Block-scoped variables that are declared at the top of the body: each of their declarations only assigns there. */
  readonly hoisted: ReadonlySet<ts.VariableDeclarationList>;
  /** The statements of the body, or what an arrow function returns. */
  readonly body: Sequence | Result;
  /** The region of a statement that stands in the tree. */
  of(node: ts.Statement): Region;
  /** What a statement or the head of a loop declares. */
  declared(list: ts.VariableDeclarationList): Variables | undefined;
  /** The value of an expression, which stands in no parentheses, in which something is suspended. */
  value(node: ts.Expression): Value;
}

export type Lowered = Regions | Reason;

/** Visits the regions that stand in `region`, then it. */
export function eachRegion(region: Region, visit: (region: Region) => void): void {
  for (const part of partsOf(region)) eachRegion(part, visit);
  visit(region);
}

/** The regions of which it consists. */
function partsOf(region: Region): readonly Region[] {
  switch (region.kind) {
    case "sequence":
      return region.items;
    case "branch":
      return region.whenFalse === undefined ? [region.whenTrue] : [region.whenTrue, region.whenFalse];
    case "loop":
    case "labelled":
      return [region.body];
    case "switch":
      return region.clauses.flatMap(({ items }) => items);
    case "try":
      return region.handler === undefined ? [region.block] : [region.block, region.handler];
    default:
      return [];
  }
}

/** The calls in an expression that may be suspended. */
export function callsIn({ value }: Evaluated): readonly Call[] {
  const found: Call[] = [];
  const due = value === undefined ? [] : [value];
  for (let next = due.pop(); next !== undefined; next = due.pop()) {
    if ((next.kind === "call" || next.kind === "new") && next.isPoint) found.push(next.node);
    if (next.kind === "chain") found.push(...next.calls);
    due.push(...next.parts);
  }
  return found;
}

/** A loop over values in which something is suspended: its iterator is to be closed where it is left early. */
export function isWalkOfValues(region: Region): region is Loop & { readonly node: ts.ForOfStatement } {
  return region.kind === "loop" && region.hasPoints && ts.isForOfStatement(region.node);
}
