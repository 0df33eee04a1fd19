/**
 * Which variables a plain body still needs at each of its points: a variable is live where its value may be read before
 * it gets another one. A body that starts forgets the others before it is left, so that an engine need not carry them, as
 * objects in memory, from round to round of a loop in which they are but intermediate results.
 *
 * Backwards over the statements of the function. Where it is not exact it takes too many variables for live.
 *
 *   for (…) { const b = f(a); s += b * b; }       b is live at no point: after f it gets its value, before the next round it
 *                                                 is not read
 */
import ts from "typescript";
import type { Binding } from "./binding.ts";
import type { Callees } from "./calls.ts";
import type { Locals } from "./locals.ts";
import { isAssigned, isLoop, isWalk, isWithin, type Preemptable, targetOf, unwrap } from "./nodes.ts";
import { loopsOf } from "./own-code.ts";
import { isPointCall, type Points } from "./points.ts";
import { isReference, type Scopes } from "./scopes.ts";

type Live = ReadonlySet<Binding>;

export interface Liveness {
  /** Variables that are looked at: those that a loop assigns. All others are always live. */
  readonly varying: Live;
  /**
   * The varying variables that are live at the points of `node`: a call, a loop (at the start of its rounds), or a statement
   * or expression before which there is a point. Undefined: perhaps all.
   */
  at(node: ts.Node): Live | undefined;
}

/** Deeper nests of loops are rare, and each level takes twice the time of the one inside. */
const deepest = 6;
const none: Live = new Set();

export function livenessOf(
  f: Preemptable,
  locals: Locals,
  points: Points,
  { scopes, callees }: { scopes: Scopes; callees: Callees },
): Liveness {
  const varying = varyingOf(f, locals);
  const found = new Map<ts.Node, Live>();
  const { body } = f;
  if (varying.size === 0 || body === undefined || depthOf(body) > deepest) return { varying: none, at: () => none };
  /** What is live where a jump goes to: a statement that ends, or a loop that begins its next round. */
  const ends = new Map<ts.Node, Live>();
  const rounds = new Map<ts.Node, Live>();
  if (ts.isBlock(body)) list(body.statements, none);
  else result(body);
  return { varying, at: (node) => found.get(node) };

  function list(statements: readonly ts.Statement[], after: Live): Live {
    return statements.reduceRight((live, statement) => before(statement, live), after);
  }

  /** What is live before the statement, if `after` is behind it. */
  function before(node: ts.Statement, after: Live): Live {
    const live = through(node, after);
    mark(node, live);
    return live;
  }

  function through(node: ts.Statement, after: Live): Live {
    if (ts.isBlock(node)) return list(node.statements, after);
    if (ts.isExpressionStatement(node)) return unit(node.expression, after);
    if (ts.isVariableStatement(node)) return declarations(node.declarationList, after);
    if (ts.isReturnStatement(node) || ts.isThrowStatement(node))
      return node.expression ? result(node.expression) : none;
    if (ts.isIfStatement(node)) {
      const otherwise = node.elseStatement === undefined ? after : before(node.elseStatement, after);
      return unit(node.expression, union(before(node.thenStatement, after), otherwise));
    }
    if (isLoop(node)) return loop(node, after);
    if (ts.isSwitchStatement(node)) return choice(node, after);
    if (ts.isLabeledStatement(node)) {
      ends.set(node, after);
      return before(node.statement, after);
    }
    if (ts.isBreakStatement(node)) return ends.get(targetOf(node)) ?? varying;
    if (ts.isContinueStatement(node)) return rounds.get(targetOf(node)) ?? varying;
    if (ts.isEmptyStatement(node)) return after;
    // `try` and what else there may be: nothing in it is counted on to happen, but it may be left by a jump.
    return union(union(after, readIn(node)), jumpedTo(node));
  }

  /** What is live where jumps lead out of the statement. */
  function jumpedTo(node: ts.Statement): Live {
    let live: Live = none;
    visit(node);
    return live;

    function visit(n: ts.Node): void {
      if (ts.isFunctionLike(n)) return;
      if (ts.isBreakOrContinueStatement(n) && !isWithin(targetOf(n), node)) {
        live = union(live, (ts.isBreakStatement(n) ? ends : rounds).get(targetOf(n)) ?? varying);
      }
      ts.forEachChild(n, visit);
    }
  }

  /** An expression with its calls: at each of them all is live that the expression reads anywhere. */
  function unit(node: ts.Expression, after: Live): Live {
    const live = union(without(after, assignedBy(node)), readIn(node));
    markCalls(node, live);
    return live;
  }

  /** `return a ? f() : b` returns in each branch. */
  function result(node: ts.Expression): Live {
    const e = unwrap(node);
    const live = ts.isConditionalExpression(e)
      ? unit(e.condition, union(result(e.whenTrue), result(e.whenFalse)))
      : unit(node, none);
    mark(node, live);
    return live;
  }

  function declarations(declared: ts.VariableDeclarationList, after: Live): Live {
    const isVar = (declared.flags & ts.NodeFlags.BlockScoped) === 0;
    return declared.declarations.reduceRight((live, d) => {
      if (d.initializer === undefined) return isVar ? live : without(live, namesOf(d));
      const start = union(without(live, namesOf(d)), readIn(d));
      markCalls(d.initializer, start);
      return start;
    }, after);
  }

  function loop(node: ts.IterationStatement, after: Live): Live {
    ends.set(node, after);
    let head: Live = after;
    // What the first pass finds at the head is what jumps and the end of the body lead to in the second.
    for (let pass = 0; pass < 2; pass++) head = round(node, after, head);
    if (ts.isForStatement(node) && node.initializer !== undefined) {
      const { initializer } = node;
      return ts.isVariableDeclarationList(initializer) ? declarations(initializer, head) : unit(initializer, head);
    }
    return isWalk(node) ? unit(node.expression, head) : head;
  }

  /** @returns what is live at the head of the loop, if `head` is live when a round has ended */
  function round(node: ts.IterationStatement, after: Live, head: Live): Live {
    if (ts.isDoStatement(node)) {
      const test = unit(node.expression, union(after, head));
      rounds.set(node, test);
      const body = before(node.statement, test);
      mark(node, union(body, test));
      return body;
    }
    const condition = ts.isForStatement(node)
      ? node.condition
      : ts.isWhileStatement(node)
        ? node.expression
        : undefined;
    const next = ts.isForStatement(node) && node.incrementor ? unit(node.incrementor, head) : head;
    rounds.set(node, next);
    let body = before(node.statement, next);
    // The variable of a `for` … `of` or `in` gets its value before the point of the round.
    mark(node, body);
    if (isWalk(node) && ts.isVariableDeclarationList(node.initializer)) {
      body = without(body, node.initializer.declarations.flatMap(namesOf));
    }
    const start = union(after, body);
    const live = condition === undefined ? (isWalk(node) ? start : body) : unit(condition, start);
    mark(node, live);
    return live;
  }

  function choice(node: ts.SwitchStatement, after: Live): Live {
    ends.set(node, after);
    let next = after;
    let start: Live = none;
    let hasDefault = false;
    for (const clause of node.caseBlock.clauses.toReversed()) {
      next = list(clause.statements, next);
      start = union(start, next);
      if (ts.isDefaultClause(clause)) hasDefault = true;
      else start = union(start, readIn(clause.expression));
    }
    return unit(node.expression, hasDefault ? start : union(start, after));
  }

  function mark(node: ts.Node, live: Live): void {
    found.set(node, union(found.get(node) ?? none, live));
  }

  function markCalls(node: ts.Node, live: Live): void {
    if (!points.has(node)) return;
    if (isPointCall(node, callees)) mark(node, live);
    ts.forEachChild(node, (child) => markCalls(child, live));
  }

  /** The varying variables whose value the code may read. */
  function readIn(node: ts.Node): Set<Binding> {
    const read = new Set<Binding>();
    visit(node);
    return read;

    function visit(n: ts.Node): void {
      if (ts.isIdentifier(n)) {
        const binding = isReference(n) ? scopes.resolve(n) : undefined;
        if (binding !== undefined && varying.has(binding) && !isOnlyWritten(n)) read.add(binding);
      } else ts.forEachChild(n, visit);
    }
  }

  /** The variable that `x = …` surely assigns. */
  function assignedBy(node: ts.Expression): Binding[] {
    const e = unwrap(node);
    if (!ts.isBinaryExpression(e) || e.operatorToken.kind !== ts.SyntaxKind.EqualsToken) return [];
    const target = unwrap(e.left);
    const binding = ts.isIdentifier(target) ? scopes.resolve(target) : undefined;
    return binding === undefined ? [] : [binding];
  }

  function namesOf(declaration: ts.VariableDeclaration | ts.BindingElement): Binding[] {
    const { name } = declaration;
    if (ts.isIdentifier(name)) {
      const binding = scopes.declaredBy(declaration);
      return binding === undefined ? [] : [binding];
    }
    return name.elements.flatMap((e) => (ts.isBindingElement(e) ? namesOf(e) : []));
  }
}

/** `x` in `x = 1`, and nothing else. */
function isOnlyWritten(node: ts.Identifier): boolean {
  const { parent } = node;
  return (
    ts.isBinaryExpression(parent) && parent.left === node && parent.operatorToken.kind === ts.SyntaxKind.EqualsToken
  );
}

/** None that a function inside sees. */
function varyingOf(f: Preemptable, { hoisted, vars, parameters, captured }: Locals): Live {
  const loops = loopsOf(f);
  const isVarying = (binding: Binding) =>
    [...binding.declarations, ...binding.references.filter(isAssigned)].some((r) => loops.some((l) => isWithin(r, l)));
  const all = [...hoisted, ...vars, ...parameters].filter((binding) => !captured.has(binding));
  return new Set(all.filter(isVarying));
}

function depthOf(node: ts.Node): number {
  if (ts.isFunctionLike(node)) return 0;
  let inside = 0;
  ts.forEachChild(node, (child) => {
    inside = Math.max(inside, depthOf(child));
  });
  return inside + (isLoop(node) ? 1 : 0);
}

function union(a: Live, b: Live): Live {
  if (a === b || b.size === 0) return a;
  return a.size === 0 ? b : new Set([...a, ...b]);
}

function without(live: Live, bindings: readonly Binding[]): Live {
  if (!bindings.some((b) => live.has(b))) return live;
  const rest = new Set(live);
  for (const binding of bindings) rest.delete(binding);
  return rest;
}
