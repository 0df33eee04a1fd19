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

/** Where the making of a body has come to. */
export interface Way {
  /**
   * Whether what is made next is ever passed, but for the points in it. In a body that goes on it is not before the first point, nor
   * behind a `return`.
   */
  isPassed: boolean;
}

interface Clause {
  /** Where the function goes on at these points. */
  readonly points: Range | undefined;
  /** Where a body that starts is entered in place of its beginning. */
  readonly entries: Entries | undefined;
  readonly statements: ts.Statement[];
}

interface Part extends Range {
  readonly statements: readonly ts.Statement[];
}

export class Steps {
  readonly #way: Way;
  /** Whether they are passed from their start on, or are but places to go on from. */
  readonly #isPassed: boolean;
  #start: ts.Node | undefined;
  readonly #clauses: Clause[] = [{ points: undefined, entries: undefined, statements: [] }];

  constructor(way: Way) {
    this.#way = way;
    this.#isPassed = way.isPassed;
  }

  add(...statements: ts.Statement[]): void {
    if (!this.#way.isPassed) {
      this.#start = undefined;
      return;
    }
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
    if (points.last < points.first) return;
    this.#clauses.push({ points, entries: undefined, statements: [] });
    this.#way.isPassed = true;
  }

  /** After `arrived` the next statement is, or holds, those with which a body that starts may begin. */
  enter(entries: Entries, ...arrived: ts.Statement[]): void {
    if (entries.last >= entries.first) this.#clauses.push({ points: undefined, entries, statements: arrived });
  }

  /**
   * Adds others, which are come to at their points alone. They need no block of their own: what is declared among statements with points
   * is declared at the top of the body.
   */
  append(others: Steps): void {
    this.#start = undefined;
    this.#clauses.push(...others.#reached);
  }

  /** Whether nobody ever comes there. */
  get isDead(): boolean {
    return this.#reached.length === 0;
  }

  get #reached(): readonly Clause[] {
    return this.#isPassed ? this.#clauses : this.#clauses.slice(1);
  }

  /** The statements; inside a switch over `at` if there is anything to go on from. Without `at`: nothing goes on here. */
  build(f: ts.NodeFactory, at: ts.Identifier | undefined): ts.Statement[] {
    if (at === undefined) return this.#reached.flatMap(({ statements }) => statements);
    const reached = this.#parts("points").slice(this.#isPassed ? 0 : 1);
    if (reached.length <= 1) return reached.flatMap(({ statements }) => statements);
    // Only these points come here: what stands for the most of them needs no list.
    const longest = reached.reduce((a, b) => (b.last - b.first > a.last - a.first ? b : a));
    const clauses = reached.flatMap((part): ts.CaseOrDefaultClause[] =>
      part === longest && part.last > part.first ? [f.createDefaultClause(part.statements)] : casesOf(f, part),
    );
    return [f.createSwitchStatement(at, f.createCaseBlock(clauses))];
  }

  /** The statements of a body that starts; inside a switch over `at` if it has entries. */
  buildStart(f: ts.NodeFactory, at: ts.Identifier): ts.Statement[] {
    const parts = this.#parts("entries");
    if (parts.length === 1) return this.build(f, undefined);
    const clauses = parts.flatMap((part) => casesOf(f, part));
    return [f.createSwitchStatement(at, f.createCaseBlock(clauses))];
  }

  /** The statements from each way in of this kind up to the next; the first are those from the beginning. */
  #parts(kind: "points" | "entries"): Part[] {
    const parts = [{ first: 0, last: 0, statements: [] as ts.Statement[] }];
    for (const { [kind]: way, statements } of this.#clauses) {
      if (way !== undefined) parts.push({ ...way, statements: [...statements] });
      else parts.at(-1)?.statements.push(...statements);
    }
    return parts;
  }
}

/** `case 1: case 2: …` */
function casesOf(f: ts.NodeFactory, { first, last, statements }: Part): ts.CaseClause[] {
  return Array.from({ length: last - first + 1 }, (_, i) =>
    f.createCaseClause(f.createNumericLiteral(first + i), first + i === last ? statements : []),
  );
}
