/**
 * Which points of a plain body stand in `try` blocks. Their frames have the runtime's state as `$thrown`, the last of their
 * variables: so the runtime knows that an error is to be given to them, and makes it true where it does. Where a `finally` is to
 * follow they have the state's `same` there: then they are also given the end of a job that is cancelled, which makes it false.
 */
import type { SharedState } from "@preempt/abi";
import type ts from "typescript";
import type { Unit } from "../shared/unit.ts";
import type { Range } from "./steps.ts";
import type { BodyVariables } from "./variables.ts";

/** What this asks of the body: see frame.ts. */
interface Body {
  readonly unit: Unit;
  readonly part: string;
  readonly variables: BodyVariables;
  readAt(): ts.Identifier;
  state(field: keyof SharedState): ts.Expression;
  pointsOf(make: () => void): { points: Range };
  isGoingOn(): ts.Expression;
  isUpTo(point: number): ts.Expression;
}

export class TriedPoints {
  readonly #body: Body;
  /** Each in the outermost block. */
  readonly #all: Range[] = [];
  /** Each in the outermost block that a `finally` follows. */
  readonly #allFinished: Range[] = [];
  /** The block that code is made for, as the points in others inside it; undefined where there is none. */
  #inner: Range[] | undefined;
  /** The same for those that a `finally` follows. */
  #innerFinished: Range[] | undefined;

  constructor(body: Body) {
    this.#body = body;
  }

  /** Whether what is made stands in a `try` block. */
  get isInside(): boolean {
    return this.#inner !== undefined;
  }

  /** Whether a `finally` follows a block in which what is made stands. */
  get isFinished(): boolean {
    return this.#innerFinished !== undefined;
  }

  /** Makes what stands before a `finally`, as {@link block} does: what comes first is also that the job was cancelled. */
  finished(make: () => void): ts.Statement[] {
    const { part, unit } = this.#body;
    const { f } = unit;
    const outer = this.#innerFinished;
    const inner: Range[] = [];
    this.#innerFinished = inner;
    let thrown: ts.Statement[] = [];
    const { points } = this.#body.pointsOf(() => {
      thrown = this.block(make);
    });
    this.#innerFinished = outer;
    note(outer ?? this.#allFinished, points);
    if (part === "start") return thrown;
    return [...thrown, f.createIfStatement(this.#isGiven(f.createFalse(), inner), f.createReturnStatement())];
  }

  /**
   * Makes what stands in a `try` block. Returns what comes first in it, where it is entered again: an error that its frame was given
   * is thrown, unless the point is in another block inside.
   */
  block(make: () => void): ts.Statement[] {
    const { part, unit, variables } = this.#body;
    const { f } = unit;
    const outer = this.#inner;
    const inner: Range[] = [];
    this.#inner = inner;
    const { points } = this.#body.pointsOf(make);
    this.#inner = outer;
    if (points.last < points.first) return [];
    note(outer ?? this.#all, points);
    variables.takeErrors();
    if (part === "start") return [];
    return [f.createIfStatement(this.#isGiven(f.createTrue(), inner), f.createThrowStatement(variables.readValue()))];
  }

  /** `$at !== 0 && $thrown === GIVEN`, unless the point is in one of the blocks inside. */
  #isGiven(given: ts.Expression, inner: readonly Range[]): ts.Expression {
    const { f } = this.#body.unit;
    const isIt = f.createStrictEquality(this.#body.variables.takeErrors(), given);
    return inner.reduce(
      (condition, range) => f.createLogicalAnd(condition, f.createLogicalNot(this.#isIn(range))),
      f.createLogicalAnd(this.#body.isGoingOn(), isIt),
    );
  }

  /** What a frame that is saved here has as its `$thrown`. */
  mark(): ts.Expression {
    if (this.isFinished) return this.#finishing;
    return this.isInside ? this.#state : this.#nothing;
  }

  /** What one has that is saved at whatever point the body was left. */
  markAtEnd(): ts.Expression {
    const { f } = this.#body.unit;
    const [first, ...others] = this.#all.map((range) => this.#isIn(range));
    if (first === undefined) return this.#nothing;
    const isTried = others.reduce((a, b) => f.createLogicalOr(a, b), first);
    return f.createConditionalExpression(isTried, undefined, this.#state, undefined, this.#nothing);
  }

  get #state(): ts.Expression {
    return this.#body.unit.runtime("state");
  }

  get #finishing(): ts.Expression {
    return this.#body.state("same");
  }

  get #nothing(): ts.Expression {
    return this.#body.unit.f.createVoidZero();
  }

  /** `$at >= 3 && $at <= 5` */
  #isIn({ first, last }: Range): ts.Expression {
    const { f } = this.#body.unit;
    const at = this.#body.readAt();
    const from = f.createNumericLiteral(first);
    if (first === last) return f.createStrictEquality(at, from);
    return f.createLogicalAnd(f.createGreaterThanEquals(at, from), this.#body.isUpTo(last));
  }
}

/** In two copies of a loop they are the same ones. */
function note(around: Range[], points: Range): void {
  if (!around.some(({ first }) => first === points.first)) around.push(points);
}
