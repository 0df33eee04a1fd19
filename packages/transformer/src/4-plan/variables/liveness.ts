/**
 * Which variables a plain body still needs at each of its points: a variable is live where its value may be read before
 * it gets another one. A body that starts forgets the others before it is left, so that an engine need not carry them, as
 * objects in memory, from round to round of a loop in which they are but intermediate results.
 *
 * Backwards over the statements of the function, again until nothing changes: what the head of a loop needs is known only when
 * its rounds have been passed. Few passes do, whatever the depth, for a loop needs what is live behind it, and takes
 * that for a start. Where the result is not exact it takes too many variables for live.
 *
 *   for (…) { const b = f(a); s += b * b; }       b is live at no point: after f it gets its value, before the next round it
 *                                                 is not read
 */
import ts from "typescript";
import type { Binding } from "../../1-resolve/binding.ts";
import type { Callees } from "../../1-resolve/calls.ts";
import { isReference, type Scopes } from "../../1-resolve/scopes.ts";
import { memo } from "../../shared/memo.ts";
import {
  isAssigned,
  isInLoop,
  isLoop,
  isWalk,
  isWithin,
  type Preemptable,
  targetOf,
  unwrap,
} from "../../syntax/nodes.ts";
import { isPointCall, type Points } from "../points.ts";
import type { Locals } from "./locals.ts";

/** A bit for each variable. */
type Live = bigint;

export interface Liveness {
  /** Variables that are looked at: those that a loop assigns. All others are always live. */
  readonly varying: ReadonlySet<Binding>;
  /**
   * Whether a varying variable is live at the points of `node`: a call, a loop (at the start of its rounds), or a statement or
   * expression before which there is a point. Perhaps, of a node that is not known.
   */
  mayBeLive(binding: Binding, node: ts.Node): boolean;
}

const none: Live = 0n;

export function livenessOf(
  f: Preemptable,
  locals: Locals,
  points: Points,
  { scopes, callees }: { scopes: Scopes; callees: Callees },
): Liveness {
  const varying = varyingOf(f, locals);
  const bits = new Map([...varying].map((binding, i) => [binding, 1n << BigInt(i)]));
  const all: Live = (1n << BigInt(varying.size)) - 1n;
  const found = new Map<ts.Node, Live>();
  /** What is live where a jump goes to: a statement that ends, or a loop that begins its next round. */
  const ends = new Map<ts.Node, Live>();
  const rounds = new Map<ts.Node, Live>();
  /** What is live at the heads of loops, as far as it is known. */
  const heads = new Map<ts.Node, Live>();
  const reads = new Map<ts.Node, Live>();
  let isKnown = varying.size === 0;
  while (!isKnown) {
    isKnown = true;
    const body = f.body as ts.ConciseBody;
    if (ts.isBlock(body)) list(body.statements, none);
    else result(body);
  }
  return { varying, mayBeLive };

  function mayBeLive(binding: Binding, node: ts.Node): boolean {
    const live = found.get(node);
    return live === undefined || (live & bitOf(binding)) !== none;
  }

  function bitOf(binding: Binding | undefined): Live {
    return (binding && bits.get(binding)) ?? none;
  }

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
      return unit(node.expression, before(node.thenStatement, after) | otherwise);
    }
    if (isLoop(node)) return loop(node, after);
    if (ts.isSwitchStatement(node)) return choice(node, after);
    if (ts.isLabeledStatement(node)) {
      ends.set(node, after);
      return before(node.statement, after);
    }
    if (ts.isBreakStatement(node)) return ends.get(targetOf(node)) ?? all;
    if (ts.isContinueStatement(node)) return rounds.get(targetOf(node)) ?? all;
    if (ts.isEmptyStatement(node)) return after;
    // `try` and what else there may be: nothing in it is counted on to happen, but it may be left by a jump.
    return after | readIn(node) | jumpedTo(node);
  }

  /** What is live where jumps lead out of the statement. */
  function jumpedTo(node: ts.Statement): Live {
    let live: Live = none;
    visit(node);
    return live;

    function visit(n: ts.Node): void {
      if (ts.isFunctionLike(n)) return;
      if (ts.isBreakOrContinueStatement(n) && !isWithin(targetOf(n), node)) {
        live |= (ts.isBreakStatement(n) ? ends : rounds).get(targetOf(n)) ?? all;
      }
      ts.forEachChild(n, visit);
    }
  }

  /** An expression with its calls: at each of them all is live that the expression reads anywhere. */
  function unit(node: ts.Expression, after: Live): Live {
    const live = (after & ~assignedBy(node)) | readIn(node);
    markCalls(node, live);
    return live;
  }

  /** `return a ? f() : b` returns in each branch. */
  function result(node: ts.Expression): Live {
    const e = unwrap(node);
    const live = ts.isConditionalExpression(e)
      ? unit(e.condition, result(e.whenTrue) | result(e.whenFalse))
      : unit(node, none);
    mark(node, live);
    return live;
  }

  function declarations(declared: ts.VariableDeclarationList, after: Live): Live {
    const isVar = (declared.flags & ts.NodeFlags.BlockScoped) === 0;
    return declared.declarations.reduceRight((live, d) => {
      if (d.initializer === undefined) return isVar ? live : live & ~namesOf(d);
      const start = (live & ~namesOf(d)) | readIn(d);
      markCalls(d.initializer, start);
      return start;
    }, after);
  }

  function loop(node: ts.IterationStatement, after: Live): Live {
    ends.set(node, after);
    const known = heads.get(node) ?? none;
    const head = ts.isDoStatement(node) ? repeated(node, after, known) : round(node, after, known);
    mark(node, head);

    if (head !== known) isKnown = false;
    heads.set(node, head);
    if (ts.isForStatement(node) && node.initializer !== undefined) {
      const { initializer } = node;
      return ts.isVariableDeclarationList(initializer) ? declarations(initializer, head) : unit(initializer, head);
    }
    return isWalk(node) ? unit(node.expression, head) : head;
  }

  function repeated(node: ts.DoStatement, after: Live, known: Live): Live {
    const test = unit(node.expression, after | known);
    rounds.set(node, test);
    return before(node.statement, test) | test;
  }

  /** @returns what is live at the head of the loop, if `known` is live when a round has ended */
  function round(node: Exclude<ts.IterationStatement, ts.DoStatement>, after: Live, known: Live): Live {
    const condition = ts.isForStatement(node)
      ? node.condition
      : ts.isWhileStatement(node)
        ? node.expression
        : undefined;
    const isLeftThere = condition !== undefined || isWalk(node);
    const leaving = isLeftThere ? after : none;
    const head = known | (condition === undefined ? leaving : leaving & ~assignedBy(condition));
    const next = ts.isForStatement(node) && node.incrementor ? unit(node.incrementor, head) : head;
    rounds.set(node, next);
    let body = before(node.statement, next);
    // The variable of a `for` … `of` or `in` gets its value before the point of the round.
    mark(node, body);
    if (isWalk(node) && ts.isVariableDeclarationList(node.initializer)) {
      for (const d of node.initializer.declarations) body &= ~namesOf(d);
    }
    const start = leaving | body;
    return condition === undefined ? start : unit(condition, start);
  }

  function choice(node: ts.SwitchStatement, after: Live): Live {
    ends.set(node, after);
    let next = after;
    let start: Live = none;
    let hasDefault = false;
    for (const clause of node.caseBlock.clauses.toReversed()) {
      next = list(clause.statements, next);
      start |= next;
      if (ts.isDefaultClause(clause)) hasDefault = true;
      else start |= readIn(clause.expression);
    }
    return unit(node.expression, hasDefault ? start : start | after);
  }

  function mark(node: ts.Node, live: Live): void {
    found.set(node, (found.get(node) ?? none) | live);
  }

  function markCalls(node: ts.Node, live: Live): void {
    if (!points.has(node)) return;
    if (isPointCall(node, callees)) mark(node, live);
    ts.forEachChild(node, (child) => markCalls(child, live));
  }

  /** The varying variables whose value the code may read. */
  function readIn(node: ts.Node): Live {
    return memo(reads, node, () => {
      let read = none;
      visit(node);
      return read;

      function visit(n: ts.Node): void {
        if (!ts.isIdentifier(n)) ts.forEachChild(n, visit);
        else if (isReference(n) && !isOnlyWritten(n)) read |= bitOf(scopes.resolve(n));
      }
    });
  }

  /** The variable that `x = …` surely assigns. */
  function assignedBy(node: ts.Expression): Live {
    const e = unwrap(node);
    if (!ts.isBinaryExpression(e) || e.operatorToken.kind !== ts.SyntaxKind.EqualsToken) return none;
    const target = unwrap(e.left);
    return ts.isIdentifier(target) ? bitOf(scopes.resolve(target)) : none;
  }

  function namesOf(declaration: ts.VariableDeclaration | ts.BindingElement): Live {
    const { name } = declaration;
    if (ts.isIdentifier(name)) return bitOf(scopes.declaredBy(declaration));
    return name.elements.reduce((names, e) => (ts.isBindingElement(e) ? names | namesOf(e) : names), none);
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
function varyingOf(f: Preemptable, { hoisted, vars, parameters, captured }: Locals): ReadonlySet<Binding> {
  const isVarying = ({ declarations, references }: Binding) =>
    declarations.some((d) => isInLoop(d, f)) || references.some((r) => isAssigned(r) && isInLoop(r, f));
  const own = [...hoisted, ...vars, ...parameters].filter((binding) => !captured.has(binding));
  return new Set(own.filter(isVarying));
}
