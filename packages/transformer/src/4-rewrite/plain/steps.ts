/**
 * Statements one after the other, some of which are places to go on from.
 *
 *   switch ($at) {
 *     case 0: a;  if (($value = f()) === $signal) { $at = 1; break $out; }
 *     case 1: $at = 0;  b;
 *   }
 */
import ts from "typescript";

/** The first and the last point of something. Points are numbered in the order of the source. */
export interface Range {
  readonly first: number;
  readonly last: number;
}

/** Heads of loops at which a body that starts may be entered, in the order of the source. */
export interface Entries {
  readonly first: number;
  readonly last: number;
}

interface Clause {
  /** Where the function goes on at these points. */
  readonly points: Range | undefined;
  /** Where a body that starts is entered in place of its beginning. */
  readonly entries: Entries | undefined;
  readonly statements: ts.Statement[];
}

export class Steps {
  #start: ts.Node | undefined;
  readonly #clauses: Clause[] = [{ points: undefined, entries: undefined, statements: [] }];

  add(...statements: ts.Statement[]): void {
    const [first] = statements;
    if (first !== undefined && this.#start !== undefined) {
      ts.setSourceMapRange(first, this.#start);
      this.#start = undefined;
    }
    (this.#clauses.at(-1) as { statements: ts.Statement[] }).statements.push(...statements);
  }

  /** The next statement stands where `node` starts: a breakpoint there stops before it. */
  startOf(node: ts.Node): void {
    this.#start = node;
  }

  /** The next statement is where the function goes on at these points. */
  label(points: Range): void {
    if (points.last >= points.first) this.#clauses.push({ points, entries: undefined, statements: [] });
  }

  /** After `arrived` the next statement is, or holds, those with which a body that starts may begin. */
  enter(entries: Entries, ...arrived: ts.Statement[]): void {
    if (entries.last >= entries.first) this.#clauses.push({ points: undefined, entries, statements: arrived });
  }

  get hasLabels(): boolean {
    return this.#clauses.length > 1;
  }

  /** The statements; inside a switch over `at` if there is anything to go on from. Without `at`: nothing goes on here. */
  build(f: ts.NodeFactory, at: ts.Identifier | undefined): ts.Statement[] {
    if (at === undefined || !this.hasLabels) return this.#clauses.flatMap(({ statements }) => statements);
    // Only these points come here: what stands for the most of them needs no list.
    const longest = this.#clauses.reduce((a, b) => (lengthOf(b) > lengthOf(a) ? b : a));
    const clauses = this.#clauses.flatMap((clause): ts.CaseOrDefaultClause[] => {
      const { points = { first: 0 }, statements } = clause;
      const length = lengthOf(clause);
      if (clause === longest && length > 1) return [f.createDefaultClause(statements)];
      return Array.from({ length }, (_, i) =>
        f.createCaseClause(f.createNumericLiteral(points.first + i), i === length - 1 ? statements : []),
      );
    });
    return [f.createSwitchStatement(at, f.createCaseBlock(clauses))];
  }

  /** The statements of a body that goes on: what comes before the first point is never reached. */
  buildRest(f: ts.NodeFactory, at: ts.Identifier): ts.Statement[] {
    if (this.hasLabels) this.#clauses.shift();
    return this.build(f, at);
  }

  /** The statements of a body that starts; inside a switch over `at` if it has entries. */
  buildStart(f: ts.NodeFactory, at: ts.Identifier): ts.Statement[] {
    const parts = [{ first: 0, last: 0, statements: [] as ts.Statement[] }];
    for (const { entries, statements } of this.#clauses) {
      if (entries !== undefined) parts.push({ ...entries, statements: [...statements] });
      else parts.at(-1)?.statements.push(...statements);
    }
    if (parts.length === 1) return this.build(f, undefined);
    const clauses: ts.CaseClause[] = [];
    for (const { first, last, statements } of parts) {
      for (let e = first; e <= last; e++) {
        clauses.push(f.createCaseClause(f.createNumericLiteral(e), e === last ? statements : []));
      }
    }
    return [f.createSwitchStatement(at, f.createCaseBlock(clauses))];
  }
}

/** How many points lead there. */
function lengthOf({ points }: Clause): number {
  return points === undefined ? 1 : points.last - points.first + 1;
}
