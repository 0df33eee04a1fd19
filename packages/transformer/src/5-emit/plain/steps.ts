/**
 * Statements one after the other, some of which are places to go on from.
 *
 *   switch ($at) {
 *     case 0: a;  if (($value = f()) === $signal) { $at = 1; break $out; }
 *     case 1: $at = 0;  b;
 *   }
 */
import * as ts from "typescript";

/** Makes one statement of those inside, when the whole body is lowered. */
export type Wrapping = (statements: ts.Statement[]) => ts.Statement;

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

/** Statements that are made when the whole body is lowered: only then is it known what frames save, and who asks where it goes on. */
export class Later {
  readonly make: () => readonly ts.Statement[];

  constructor(make: () => readonly ts.Statement[]) {
    this.make = make;
  }
}

/** A statement, or one that is made later. */
export type Step = ts.Statement | Later;

export function madeOf(steps: readonly Step[]): ts.Statement[] {
  return steps.flatMap((step) => (step instanceof Later ? step.make() : step));
}

interface Clause {
  /** Where the function goes on at these points. */
  readonly points: Range | undefined;
  /** Where a body that starts is entered in place of its beginning. */
  readonly entries: Entries | undefined;
  readonly steps: Step[];
}

interface Part extends Range {
  readonly statements: readonly ts.Statement[];
}

export class Steps {
  readonly #way: Way;
  /** Whether they are passed from their start on, or are but places to go on from. */
  readonly #isPassed: boolean;
  #start: ts.Node | undefined;
  readonly #clauses: Clause[] = [{ points: undefined, entries: undefined, steps: [] }];

  constructor(way: Way) {
    this.#way = way;
    this.#isPassed = way.isPassed;
  }

  add(...added: Step[]): void {
    if (!this.#way.isPassed) {
      this.#start = undefined;
      return;
    }
    const [first, ...others] = added;
    if (first === undefined) return;
    const { steps } = this.#clauses.at(-1) as Clause;
    steps.push(this.#start === undefined ? first : startingAt(this.#start, first), ...others);
    this.#start = undefined;
  }

  /** The next statement stands where `node` starts: a breakpoint there stops before it. */
  startOf(node: ts.Node): void {
    this.#start = node;
  }

  /** The same, if nothing has said where it starts. */
  startUnlessKnown(node: ts.Node): void {
    this.#start ??= node;
  }

  /** The next statement is where the function goes on at these points. */
  label(points: Range): void {
    if (points.last < points.first) return;
    this.#clauses.push({ points, entries: undefined, steps: [] });
    this.#way.isPassed = true;
  }

  /** After `arrived` the next statement is, or holds, those with which a body that starts may begin. */
  enter(entries: Entries, ...arrived: ts.Statement[]): void {
    if (entries.last >= entries.first) this.#clauses.push({ points: undefined, entries, steps: arrived });
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
  build(f: ts.NodeFactory, at: (() => ts.Identifier) | undefined): ts.Statement[] {
    if (at === undefined) return this.#reached.flatMap(({ steps }) => madeOf(steps));
    const reached = this.#parts("points").slice(this.#isPassed ? 0 : 1);
    if (reached.length <= 1) return reached.flatMap(({ statements }) => statements);
    // Only these points come here: what stands for the most of them needs no list.
    const longest = reached.reduce((a, b) => (b.last - b.first > a.last - a.first ? b : a));
    const clauses = reached.flatMap((part): ts.CaseOrDefaultClause[] =>
      part === longest && part.last > part.first ? [f.createDefaultClause(part.statements)] : casesOf(f, part),
    );
    return [f.createSwitchStatement(at(), f.createCaseBlock(clauses))];
  }

  /** The statements of a body that starts; inside a switch over `at` if it has entries. */
  buildStart(f: ts.NodeFactory, at: ts.Identifier): ts.Statement[] {
    if (this.#clauses.every(({ entries }) => entries === undefined)) return this.build(f, undefined);
    const clauses = this.#parts("entries").flatMap((part) => casesOf(f, part));
    return [f.createSwitchStatement(at, f.createCaseBlock(clauses))];
  }

  /** The statements from each way in of this kind up to the next; the first are those from the beginning. */
  #parts(kind: "points" | "entries"): Part[] {
    const parts = [{ first: 0, last: 0, statements: [] as ts.Statement[] }];
    for (const { [kind]: way, steps } of this.#clauses) {
      const statements = madeOf(steps);
      if (way !== undefined) parts.push({ ...way, statements });
      else parts.at(-1)?.statements.push(...statements);
    }
    return parts;
  }
}

function startingAt(start: ts.Node, step: Step): Step {
  if (!(step instanceof Later)) return ts.setSourceMapRange(step, start);
  return new Later(() => {
    const made = step.make();
    if (made[0] !== undefined) ts.setSourceMapRange(made[0], start);
    return made;
  });
}

/** `case 1: case 2: …` */
function casesOf(f: ts.NodeFactory, { first, last, statements }: Part): ts.CaseClause[] {
  return Array.from({ length: last - first + 1 }, (_, i) =>
    f.createCaseClause(f.createNumericLiteral(first + i), first + i === last ? statements : []),
  );
}
