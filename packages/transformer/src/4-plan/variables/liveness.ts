/**
 * Which variables a plain body still needs at each of its points: a variable is live where its value may be read before
 * it gets another one. A body that starts forgets the others before it is left, so that an engine need not carry them, as
 * objects in memory, from round to round of a loop in which they are but intermediate results.
 *
 * The regions of the body become a graph of places, from the last one to the first, each of which leads to those that may come next.
 * A worklist hands on what is live (see places.ts). Where the result is not exact it takes too many variables for live.
 *
 *   for (…) { const b = f(a); s += b * b; }       b is live at no point: after f it gets its value, before the next round it
 *                                                 is not read
 */
import * as ts from "typescript";
import type { Binding } from "../../1-resolve/binding.ts";
import { isReference, type Scopes } from "../../1-resolve/scopes.ts";
import { isAssigned } from "../../syntax/assignments.ts";
import { isInLoop, isWithin, type Preemptable, targetOf, unwrap } from "../../syntax/nodes.ts";
import {
  callsIn,
  type Evaluated,
  type Loop,
  type Region,
  type Regions,
  type Result,
  type Switch,
  type Variables,
} from "../regions/regions.ts";
import type { Locals } from "./locals.ts";
import { type Live, none, Place, spread } from "./places.ts";

export interface Liveness {
  /** Variables that are looked at: those that a loop assigns. All others are always live. */
  readonly varying: ReadonlySet<Binding>;
  /**
   * Whether a varying variable is live at the points of `node`: a call, a loop (at the start of its rounds), or a statement or
   * expression before which there is a point. Perhaps, of a node that is not known.
   */
  mayBeLive(binding: Binding, node: ts.Node): boolean;
}

export function livenessOf(f: Preemptable, locals: Locals, { body }: Regions, scopes: Scopes): Liveness {
  const varying = varyingOf(f, locals);
  const graph = new Graph(varying, scopes);
  if (varying.size > 0) {
    if (body.kind === "sequence") graph.list(body.items, graph.end);
    else graph.result(body);
    spread(graph.places);
  }
  return { varying, mayBeLive: (binding, node) => graph.mayBeLive(binding, node) };
}

/** The places of one body. What leads to `after` is made behind it. */
class Graph {
  readonly #scopes: Scopes;
  readonly #bits: ReadonlyMap<Binding, Live>;
  readonly places: Place[] = [];
  /** Where the function is left. */
  readonly end = this.#place([]);
  /** The places of a node's points. */
  readonly #of = new Map<ts.Node, Place[]>();
  /** Where jumps go to: behind a statement, or to the next round of a loop. */
  readonly #ends = new Map<ts.Node, Place>();
  readonly #rounds = new Map<ts.Node, Place>();

  constructor(varying: ReadonlySet<Binding>, scopes: Scopes) {
    this.#scopes = scopes;
    this.#bits = new Map([...varying].map((binding, i) => [binding, 1n << BigInt(i)]));
  }

  mayBeLive(binding: Binding, node: ts.Node): boolean {
    const bit = this.#bitOf(binding);
    return this.#of.get(node)?.some(({ live }) => (live & bit) !== none) ?? true;
  }

  #place(next: readonly Place[], read = none, assigned = none): Place {
    const place = new Place(next, read, assigned);
    this.places.push(place);
    return place;
  }

  #mark(node: ts.Node, place: Place): void {
    const marked = this.#of.get(node);
    if (marked === undefined) this.#of.set(node, [place]);
    else marked.push(place);
  }

  list(regions: readonly Region[], after: Place): Place {
    return regions.reduceRight((next, region) => this.#before(region, next), after);
  }

  /** Where the statement begins, if `after` is behind it. */
  #before(region: Region, after: Place): Place {
    const place = this.#through(region, after);
    this.#mark(region.node, place);
    return place;
  }

  #through(region: Region, after: Place): Place {
    switch (region.kind) {
      case "sequence":
        return this.list(region.items, after);
      case "effect":
        return this.#unit(region.value, [after]);
      case "variables":
        return this.#variables(region, after);
      case "return":
      case "throw":
        return region.result === undefined ? this.end : this.result(region.result);
      case "branch": {
        const otherwise = region.whenFalse === undefined ? after : this.#before(region.whenFalse, after);
        return this.#unit(region.condition, [this.#before(region.whenTrue, after), otherwise]);
      }
      case "loop":
        return this.#loop(region, after);
      case "switch":
        return this.#switch(region, after);
      case "labelled":
        this.#ends.set(region.node, after);
        return this.#before(region.body, after);
      case "jump":
        return this.#targetOf(region.node);
      // Nothing in them is counted on to happen, but they may be left by a jump.
      case "try":
      case "straight":
        return this.#place([after, ...this.#jumpedTo(region.node)], this.#readIn(region.node));
    }
  }

  #targetOf(jump: ts.BreakOrContinueStatement): Place {
    return (ts.isBreakStatement(jump) ? this.#ends : this.#rounds).get(targetOf(jump)) as Place;
  }

  /** Where jumps lead out of the statement. */
  #jumpedTo(statement: ts.Statement): Place[] {
    const targets: Place[] = [];
    const visit = (node: ts.Node): void => {
      if (ts.isFunctionLike(node)) return;
      if (ts.isBreakOrContinueStatement(node) && !isWithin(targetOf(node), statement))
        targets.push(this.#targetOf(node));
      ts.forEachChild(node, visit);
    };
    visit(statement);
    return targets;
  }

  /** An expression with its calls: at each of them all is live that the expression reads anywhere. */
  #unit(evaluated: Evaluated, next: readonly Place[]): Place {
    const { node } = evaluated;
    const place = this.#place(next, this.#readIn(node), this.#assignedBy(node));
    for (const call of callsIn(evaluated)) this.#mark(call, place);
    return place;
  }

  /** `return a ? f() : b` returns in each branch. */
  result(result: Result): Place {
    const place = this.#returned(result);
    this.#mark(result.node, place);
    return place;
  }

  #returned(result: Result): Place {
    if (result.kind === "either")
      return this.#unit(result.condition, [this.result(result.whenTrue), this.result(result.whenFalse)]);
    return this.#unit(result.kind === "evaluated" ? result : result.whole, [this.end]);
  }

  #variables({ list, values }: Variables, after: Place): Place {
    const isVar = (list.flags & ts.NodeFlags.BlockScoped) === 0;
    return values.reduceRight((next, { declaration, value }) => {
      if (value === undefined && isVar) return next;
      const read = value === undefined ? none : this.#readIn(declaration);
      const place = this.#place([next], read, this.#namesOf(declaration));
      for (const call of value === undefined ? [] : callsIn(value)) this.#mark(call, place);
      return place;
    }, after);
  }

  #loop(loop: Loop, after: Place): Place {
    this.#ends.set(loop.node, after);
    // What it leads to is known when its rounds are.
    const head = this.#place([]);
    head.leadTo(ts.isDoStatement(loop.node) ? this.#repeated(loop, after, head) : this.#round(loop, after, head));
    this.#mark(loop.node, head);
    const { start } = loop;
    if (start === undefined) return head;
    return start.kind === "variables" ? this.#variables(start, head) : this.#unit(start, [head]);
  }

  /** `do` */
  #repeated({ node, condition, body }: Loop, after: Place, head: Place): readonly Place[] {
    const test = this.#unit(condition as Evaluated, [after, head]);
    this.#rounds.set(node, test);
    return [this.#before(body, test), test];
  }

  /** @returns where the head of the loop leads to, where each round comes back to */
  #round({ node, condition, incrementor, body }: Loop, after: Place, head: Place): readonly Place[] {
    const next = incrementor === undefined ? head : this.#unit(incrementor, [head]);
    this.#rounds.set(node, next);
    let round = this.#before(body, next);
    // The variable of a `for` … `of` or `in` gets its value before the point of the round.
    this.#mark(node, round);
    const isWalk = ts.isForOfStatement(node) || ts.isForInStatement(node);
    if (isWalk && ts.isVariableDeclarationList(node.initializer)) {
      const taken = node.initializer.declarations.reduce((names, d) => names | this.#namesOf(d), none);
      round = this.#place([round], none, taken);
    }
    if (condition !== undefined) return [this.#unit(condition, [after, round])];
    return isWalk ? [after, round] : [round];
  }

  #switch({ node, value, clauses }: Switch, after: Place): Place {
    this.#ends.set(node, after);
    const starts: Place[] = [];
    let cases = none;
    let next = after;
    for (const { node: clause, items } of clauses.toReversed()) {
      next = this.list(items, next);
      starts.push(next);
      if (ts.isCaseClause(clause)) cases |= this.#readIn(clause.expression);
    }
    const hasDefault = clauses.some((clause) => ts.isDefaultClause(clause.node));
    const chosen = this.#place(hasDefault ? starts : [...starts, after], cases);
    return this.#unit(value, [chosen]);
  }

  /** The varying variables whose value the code may read. */
  #readIn(node: ts.Node): Live {
    let read = none;
    const visit = (n: ts.Node): void => {
      if (!ts.isIdentifier(n)) ts.forEachChild(n, visit);
      else if (isReference(n) && !isOnlyWritten(n)) read |= this.#bitOf(this.#scopes.resolve(n));
    };
    visit(node);
    return read;
  }

  /** The variable that `x = …` surely assigns. */
  #assignedBy(node: ts.Expression): Live {
    const e = unwrap(node);
    if (!ts.isBinaryExpression(e) || e.operatorToken.kind !== ts.SyntaxKind.EqualsToken) return none;
    const target = unwrap(e.left);
    return ts.isIdentifier(target) ? this.#bitOf(this.#scopes.resolve(target)) : none;
  }

  #namesOf(declaration: ts.VariableDeclaration | ts.BindingElement): Live {
    const { name } = declaration;
    if (ts.isIdentifier(name)) return this.#bitOf(this.#scopes.declaredBy(declaration));
    return name.elements.reduce((names, e) => (ts.isBindingElement(e) ? names | this.#namesOf(e) : names), none);
  }

  #bitOf(binding: Binding | undefined): Live {
    return (binding && this.#bits.get(binding)) ?? none;
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
