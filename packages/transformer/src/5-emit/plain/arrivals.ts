/**
 * `$at = 0`: the body has come to where it goes on, and runs from here on as if it had never been suspended.
 *
 * In a body that goes on it stands only where somebody asks later, for code that asks is made in the order in which it runs; and in
 * loops that go round, where it is not.
 */
import ts from "typescript";

export class Arrivals {
  readonly #all: ts.Statement[] = [];
  /** How many there were when the last code was made that asks. */
  #asked = 0;

  add(arrival: ts.Statement): void {
    this.#all.push(arrival);
  }

  /** The code that is made next asks where the body goes on. */
  ask(): void {
    this.#asked = this.#all.length;
  }

  /** The statements of a body that goes on, without those arrivals of which nobody asks. */
  wanted(statements: readonly ts.Statement[]): readonly ts.Statement[] {
    const vain = new Set<ts.Node>(this.#all.slice(this.#asked));
    const visit = (node: ts.Node): ts.Node | undefined => {
      if (vain.has(node)) return undefined;
      return mayHold(node) ? ts.visitEachChild(node, visit, undefined) : node;
    };
    return vain.size === 0 ? statements : statements.flatMap((s) => (visit(s) as ts.Statement | undefined) ?? []);
  }
}

/** Whether a node may hold an arrival that nobody asks for. */
function mayHold(node: ts.Node): boolean {
  return (
    ts.isBlock(node) ||
    ts.isIfStatement(node) ||
    ts.isLabeledStatement(node) ||
    ts.isSwitchStatement(node) ||
    ts.isCaseBlock(node) ||
    ts.isCaseOrDefaultClause(node) ||
    ts.isTryStatement(node) ||
    ts.isCatchClause(node)
  );
}
