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

export class Steps {
  #start: ts.Node | undefined;
  readonly #clauses: { points: Range | undefined; statements: ts.Statement[] }[] = [
    { points: undefined, statements: [] },
  ];

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
    if (points.last >= points.first) this.#clauses.push({ points, statements: [] });
  }

  get hasLabels(): boolean {
    return this.#clauses.length > 1;
  }

  /** The statements; inside a switch over `at` if there is anything to go on from. Without `at`: nothing goes on here. */
  build(f: ts.NodeFactory, at: ts.Identifier | undefined): ts.Statement[] {
    if (at === undefined || !this.hasLabels) return this.#clauses.flatMap(({ statements }) => statements);
    const clauses: ts.CaseClause[] = [];
    for (const { points = { first: 0, last: 0 }, statements } of this.#clauses) {
      for (let p = points.first; p <= points.last; p++) {
        clauses.push(f.createCaseClause(f.createNumericLiteral(p), p === points.last ? statements : []));
      }
    }
    return [f.createSwitchStatement(at, f.createCaseBlock(clauses))];
  }
}
