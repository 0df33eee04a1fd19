/**
 * What every part of one plain body shares: the numbers of its points, its variables, and how the body is left to be called
 * again.
 */
import { bodyWeight, depthLimit, type SharedBox, type SharedState, variableShift } from "@preempt/abi";
import * as ts from "typescript";
import type { Binding } from "../../1-resolve/binding.ts";
import { isBoxed } from "../../3-check/constructors.ts";
import type { PlainPlan } from "../../4-plan/function-plan.ts";
import type { LoopWithPoints, NestHead } from "../../4-plan/loops/loop-plan.ts";
import type { Start } from "../../4-plan/starts/start-checks.ts";
import type { SuperProperty } from "../../4-plan/super-properties.ts";
import type { Liveness } from "../../4-plan/variables/liveness.ts";
import { isMadeAgain } from "../../syntax/lasting.ts";
import { isDerived, isInLoop, type Preemptable, runtimeParameters } from "../../syntax/nodes.ts";
import { isUsedUp } from "../generator/yield-point.ts";
import { withoutName } from "../shared/anonymous.ts";
import { assignment } from "../shared/expression-statement.ts";
import { type NestCount, nestCount } from "../shared/light-rounds.ts";
import { superRange } from "../shared/positions.ts";
import { isToWait, waitHere } from "../shared/questions.ts";
import type { Unit } from "../shared/unit.ts";
import { Arrivals } from "./arrivals.ts";
import { type Capture, Captures } from "./captures.ts";
import { type Entries, Later, madeOf, type Range, type Step, Steps, type Way } from "./steps.ts";
import { TriedPoints } from "./tried-points.ts";
import { BodyVariables } from "./variables.ts";

/** Where a body can be entered again: a body that goes on at points, one that starts at entries. */
export interface Ways {
  readonly points: Range;
  readonly entries: Entries;
}

/** What a body is for: to start and to go on, only to start, or only to go on. */
export type Part = "whole" | "start" | "rest";

/** How the body says who is to be called again. */
export interface Self {
  readonly run: ts.Expression;
  readonly usesThis: boolean;
  /** The body that is called to begin with. */
  readonly whole: ts.Expression;
  /** The body that starts, if the one that goes on may return to it. */
  readonly start?: ts.Expression | undefined;
}

export class PlainFrame {
  readonly unit: Unit;
  readonly node: Preemptable;
  readonly form: PlainPlan;
  readonly variables: BodyVariables;
  #part: Part;
  /** What the body is for, whatever is made. */
  readonly #purpose: Part;
  readonly #itself: Self;
  readonly #captures: Captures;
  /** Which variables are still needed, where a body that starts is left. */
  readonly #liveness: Liveness | undefined;
  readonly tried: TriedPoints;
  readonly way: Way;
  readonly arrivals: Arrivals;
  /** Iterations of `for` … `of` loops, outer ones first. */
  readonly iterations: ts.Identifier[] = [];
  /** Where the body goes on: the number of a point; 0: at the start, or wherever it is. */
  readonly at: ts.Identifier;
  #isAtRead = false;
  /** How much of the engine's stack annotated calls have taken: the first parameter. */
  readonly depth: ts.Identifier;
  /** The function's `this`, the second parameter. */
  readonly self: ts.Identifier;
  /** The statement to leave by when the body is suspended. */
  readonly out: ts.Identifier;
  /** Whether an engine's code for this body is likely the code of many functions. */
  readonly #isMadeAgain: boolean;
  #points = 0;
  /** Loops at whose heads the body that goes on returns to the one that starts. */
  #entries = 0;
  /** Whether points lead to the end of the body. */
  #isLeft = false;
  #savedInFrames: readonly ts.Identifier[] | undefined;
  /** Where the weight of the frame stands, which is known when its variables are. */
  readonly #weights: ts.NumericLiteral[] = [];

  constructor(unit: Unit, node: Preemptable, form: PlainPlan, itself: Self, part: Part) {
    this.unit = unit;
    this.node = node;
    this.form = form;
    this.#part = part;
    this.#purpose = part;
    this.arrivals = new Arrivals(part !== "rest");
    this.way = { isPassed: part !== "rest" };
    this.#itself = itself;
    this.#liveness = part !== "whole" ? form.liveness : undefined;
    this.at = unit.name("$at");
    this.depth = unit.name("$depth");
    this.self = unit.name("$this");
    this.#captures = new Captures(unit, this.self, this.depth, unit.holds(node) ? unit.lock : undefined);
    this.out = unit.name("$out");
    this.#isMadeAgain = isMadeAgain(node);
    this.variables = new BodyVariables(unit, form);
    this.tried = new TriedPoints(this);
  }

  /** What is made here: in a body that goes on, code that starts may stand, too, see {@link straight}. */
  get part(): Part {
    return this.#part;
  }

  /**
   * What `make` makes of code that has been made before, here as in a body that starts: nobody enters it. Where it is suspended, the
   * code made first goes on: the points are the same ones.
   *
   * @param points How many there were before that code
   */
  straight<T>(points: number, make: () => T): T {
    const part = this.#part;
    const after = this.#points;
    this.#part = "start";
    this.#points = points;
    const made = make();
    if (this.#points !== after) throw new Error("two copies of a loop differ in their points");
    this.#part = part;
    return made;
  }

  /** How many points there are so far. */
  get points(): number {
    return this.#points;
  }

  /** Whether there are loops to whose heads the body that goes on returns. */
  get hasEntries(): boolean {
    return this.#entries > 0;
  }

  /**
   * A new entry at the head of `loop`, if it gets one. Loops inside others have none: the outer one would have to be entered in the
   * middle, which makes it slow.
   */
  entry(loop: ts.IterationStatement): number | undefined {
    return this.#itself.start !== undefined && this.form.outermost.has(loop) ? ++this.#entries : undefined;
  }

  /** The body that starts may be entered here: `case 1: $at = 0;` */
  enter(entry: number, steps: Steps): void {
    const arrived = this.assign(this.at, this.unit.f.createNumericLiteral(0));
    steps.enter({ first: entry, last: entry }, arrived);
  }

  /** The ways back in that `make` makes. */
  waysOf<T>(make: () => T): { made: T; ways: Ways } {
    const first = this.#entries + 1;
    const { made, points } = this.pointsOf(make);
    return { made, ways: { points, entries: { first, last: this.#entries } } };
  }

  /** Whether the body can be entered by any of these. */
  hasAny({ points, entries }: Ways): boolean {
    const { first, last } = this.part === "start" ? entries : points;
    return last >= first;
  }

  /** Whether the body, entered again, was entered by one of these, or by one before. */
  isUpToLast({ points, entries }: Ways): ts.Expression {
    return this.isUpTo((this.part === "start" ? entries : points).last);
  }

  /**
   * The body that starts goes on at this entry of its own. It is called from the heap again, at once if there is some budget left,
   * so that errors' stacks do not show both.
   */
  return(entry: number, loop: ts.IterationStatement): Step {
    return this.#capture(this.unit.f.createNumericLiteral(entry), this.#itself.start, this.#unneededAt(loop));
  }

  /** Nobody passes here: what is made before was left. */
  left(): void {
    if (this.part === "rest") this.way.isPassed = false;
  }

  /** For statements that follow in a branch, a round or a block. */
  steps(): Steps {
    if (this.part === "rest" && this.way.isPassed) this.arrivals.ask();
    return new Steps(this.way);
  }

  /** A new point. */
  point(): number {
    return ++this.#points;
  }

  /** The points that `make` makes. */
  pointsOf<T>(make: () => T): { made: T; points: Range } {
    const first = this.#points + 1;
    const made = make();
    return { made, points: { first, last: this.#points } };
  }

  /** The same, where it makes one statement: that is added next, so whether it is passed is known from what stands before it. */
  pointsWithin<T>(make: () => T): { made: T; points: Range } {
    const { isPassed } = this.way;
    const made = this.pointsOf(make);
    this.way.isPassed = isPassed;
    return made;
  }

  /** `var a, b;`, if there are any. With `let`, an engine has an instruction for each that it has no value yet. */
  declare(names: readonly (ts.Identifier | ts.VariableDeclaration)[], kind = ts.NodeFlags.None): ts.Statement[] {
    const { f } = this.unit;
    if (names.length === 0) return [];
    const declarations = names.map((name) => (ts.isIdentifier(name) ? f.createVariableDeclaration(name) : name));
    return [f.createVariableStatement(undefined, f.createVariableDeclarationList(declarations, kind))];
  }

  /** Puts a value aside. */
  keep(target: ts.Expression, value: ts.Expression): ts.Statement {
    return this.assign(target, withoutName(this.unit.f, value));
  }

  assign(target: ts.Expression, value: ts.Expression): ts.Statement {
    return assignment(target, value);
  }

  /** `if (CONDITION) { BEFORE $at = 7; break $out; }`, or the frame is saved right there. */
  leaveIf(condition: ts.Expression, point: number, place: ts.Node): Step {
    return this.#leaveIf(condition, point, place, this.leavingNest(place));
  }

  /** The same at the point where the function starts: `first`, which comes next, may be a nest, and has not begun. */
  leaveAtStart(point: number, first: ts.Node): Step {
    return this.#leaveIf(this.isUsedUpOrDeep(), point, first, []);
  }

  #leaveIf(condition: ts.Expression, point: number, place: ts.Node, before: readonly ts.Statement[]): Step {
    const { f } = this.unit;
    const at = f.createNumericLiteral(point);
    // A `finally` that is passed on the way out sees that a frame is saved.
    const leave =
      this.#savesAtPoints || this.tried.isFinished
        ? [this.#capture(this.givesFrame ? f.createPrefixMinus(at) : at, this.#itself.run, this.#unneededAt(place))]
        : [this.assign(this.at, at), this.#leave()];
    return this.#onlyIf(condition, [...before, ...leave]);
  }

  #onlyIf(condition: ts.Expression, leaving: readonly Step[]): Step {
    const { f } = this.unit;
    return new Later(() => {
      const block = f.createBlock(madeOf(leaving));
      return [ts.setEmitFlags(f.createIfStatement(condition, block), ts.EmitFlags.SingleLine)];
    });
  }

  /** `if (CONDITION) { return $save(f$resumable, $this, …, 0, …); }`, where nothing has been done yet. */
  restartIf(condition: ts.Expression): Step[] {
    const { unit, node } = this;
    // Nobody goes on from there.
    if (this.part === "rest") return [];
    const own = runtimeParameters(node).map((p) => p.name as ts.Identifier);
    const leaving = this.#saving({
      run: this.#itself.whole,
      at: unit.f.createNumericLiteral(0),
      variables: own.map((name) => unit.f.createIdentifier(name.text)),
    });
    return [this.#onlyIf(condition, [leaving])];
  }

  /**
   * Where the function starts in an exclusive unit that another job is in: it is called again when that has left it.
   *
   * @param parameters As the body has them
   */
  question(parameters: readonly ts.ParameterDeclaration[]): ts.Statement[] {
    const { unit, part } = this;
    const { f } = unit;
    if (part === "rest" || !unit.asks(this.node)) return [];
    const isSure = part === "start" && !this.hasEntries;
    // What a rest parameter holds would have to be spread, by an iterator that may be the user's own.
    if (parameters.some((p) => p.dotDotDotToken !== undefined))
      return [isSure ? waitHere(unit) : f.createIfStatement(this.isAtStart(), waitHere(unit))];
    const leaving = this.#saving({
      run: this.#itself.whole,
      at: f.createNumericLiteral(0),
      variables: parameters.map(({ name }) => mentioned(f, name as ts.Identifier)),
    });
    return madeOf([this.#onlyIf(isToWait(unit, isSure ? undefined : this.isAtStart()), [leaving])]);
  }

  /**
   * In a body that starts and has loops the frame is saved at each point. If all points led to one end, what is a number in a
   * loop, and not set or of no use at another point, would be kept as an object by engines, from round to round. In the body that
   * goes on it is so for the sake of size: what both have the same compresses to little.
   */
  get #savesAtPoints(): boolean {
    return this.part !== "whole" && !this.givesFrame;
  }

  /**
   * Whether the body that goes on is given its frame as its arguments. Where loops change variables it is not: a parameter that
   * changes in a loop is slower than a variable in Firefox (sieve: 62 ms in place of 48).
   */
  get givesFrame(): boolean {
    return this.#part !== "whole" && this.form.frame === "arguments";
  }

  #leave(): ts.Statement {
    // In the body that goes on, only from where somebody comes.
    this.#isLeft ||= this.way.isPassed;
    return this.unit.f.createBreakStatement(this.out);
  }

  /** @param instead What is saved in place of a variable whose value nobody needs */
  #capture(
    at: ts.Expression,
    run = this.#itself.run,
    instead: (name: ts.Identifier) => ts.Expression | undefined = () => undefined,
    mark = this.tried.mark(),
  ): Step {
    const saved = (name: ts.Identifier) => (this.variables.isThrown(name) ? mark : instead(name));
    return this.#saving({ run, at, instead: saved });
  }

  #saving(capture: Capture): Step {
    const saving = this.#captures.saving(capture);
    return new Later(() => saving(this.#saved));
  }

  /** What each frame has: known when the body is lowered. */
  get #saved(): readonly ts.Identifier[] {
    this.#savedInFrames ??= this.variables.saved();
    return this.#savedInFrames;
  }

  /** What follows the steps: where the points have one end, the frame is saved there. */
  end(run: readonly ts.Statement[]): readonly ts.Statement[] {
    const { f } = this.unit;
    if (!this.#isLeft) return run;
    const at = this.givesFrame ? f.createPrefixMinus(this.readAt()) : this.readAt();
    const body = f.createBlock(this.#isLeftAtEnd(run) ? run : [...run, f.createReturnStatement()], true);
    return [
      f.createLabeledStatement(this.out, body),
      ...madeOf([this.#capture(at, this.#itself.run, undefined, this.tried.markAtEnd())]),
    ];
  }

  #isLeftAtEnd(statements: readonly ts.Statement[]): boolean {
    const last = statements.at(-1);
    if (last === undefined) return false;
    // A `break` of the user's leads out of no switch over points, but may lead out of his own.
    if (ts.isSwitchStatement(last) && last.expression === this.at)
      return this.#isLeftAtEnd(last.caseBlock.clauses.at(-1)?.statements ?? []);
    if (ts.isBlock(last)) return this.#isLeftAtEnd(last.statements);
    return ts.isReturnStatement(last) || ts.isThrowStatement(last);
  }

  /** To be called when the body is made: the weight of its frames is known. */
  finish(): void {
    const weight = bodyWeight + (this.#saved.length >> variableShift);
    for (const literal of this.#weights) (literal as { text: string }).text = String(weight);
  }

  /**
   * Variables that are saved in vain at the points of `place`, though they change in loops: an engine would carry them from
   * round to round, as objects in memory. One body for all saves them: it needs them at the head of the loop.
   */
  #unneededAt(place: ts.Node): (name: ts.Identifier) => ts.Expression | undefined {
    const liveness = this.#liveness;
    const isUnneeded = (binding: Binding) =>
      liveness?.varying.has(binding) === true && !liveness.mayBeLive(binding, place);
    return this.variables.instead(isUnneeded, isInLoop(place, this.node));
  }

  /** Makes the statements that `steps` are, when the body is lowered. */
  building(steps: Steps): () => ts.Statement[] {
    const { f } = this.unit;
    return this.part === "start" ? () => steps.buildStart(f, this.at) : () => steps.build(f, () => this.readAt());
  }

  /** `$at = 0;`: see arrivals.ts. */
  arrived(): Step[] {
    if (this.part === "start") return [];
    return [this.arrivals.step(this.assign(this.at, this.unit.f.createNumericLiteral(0)))];
  }

  /** Whether nobody comes here but from a point. */
  get isEntered(): boolean {
    return this.part !== "start" && !this.way.isPassed;
  }

  /** `if ($at !== 0) { $at = 0; STATEMENT }` */
  onArrival(statement: ts.Statement): Step[] {
    if (this.part === "start") return [];
    if (this.isEntered) return [...this.arrived(), statement];
    this.arrivals.ask();
    const condition = this.isGoingOn();
    return [this.#onlyIf(condition, [...this.arrived(), statement])];
  }

  /** `$at !== 0 || CONDITION` */
  goingOnOr(condition: ts.Expression): ts.Expression {
    return this.part === "start" ? condition : this.unit.f.createLogicalOr(this.isGoingOn(), condition);
  }

  /** `$at === 0 ? VALUE : OTHERWISE` */
  atStart(value: ts.Expression, otherwise: ts.Expression): ts.Expression {
    const { f } = this.unit;
    if (this.part === "start") return value;
    return f.createConditionalExpression(this.isAtStart(), undefined, value, undefined, otherwise);
  }

  /** Where the body goes on, for code that asks. */
  readAt(): ts.Identifier {
    this.#isAtRead = true;
    return this.at;
  }

  get isAtRead(): boolean {
    return this.#isAtRead;
  }

  isAtStart(): ts.Expression {
    const { f } = this.unit;
    return f.createStrictEquality(this.readAt(), f.createNumericLiteral(0));
  }

  isGoingOn(): ts.Expression {
    const { f } = this.unit;
    return f.createStrictInequality(this.readAt(), f.createNumericLiteral(0));
  }

  isUpTo(point: number): ts.Expression {
    const { f } = this.unit;
    return f.createLessThanEquals(this.readAt(), f.createNumericLiteral(point));
  }

  state(field: keyof SharedState): ts.PropertyAccessExpression {
    const { f } = this.unit;
    return f.createPropertyAccessExpression(this.unit.runtime("state"), field);
  }

  /**
   * Whether `call` was suspended: `CALL === $signal`, or, where there are many such functions, `CALL, $state.captured !== void 0`.
   * V8 compiles one code for all of them, in which the signal is a variable like any other: to compare a value of any type with it takes
   * a call. Frames on their way there are only if the call was suspended.
   */
  isSuspended(call: ts.Expression): ts.Expression {
    const { f } = this.unit;
    if (!this.#isMadeAgain) return f.createStrictEquality(call, this.unit.runtime("signal"));
    const hasFrame = f.createStrictInequality(this.state("captured"), f.createVoidZero());
    return f.createCommaListExpression([call, hasFrame]);
  }

  /**
   * The variable with what is left of the budget, where `node` is or stands in a nest of loops (see 4-plan/loops/nests.ts). Code in
   * which the body resumes counts in `$state`.
   */
  nestAround(node: ts.Node): NestCount | undefined {
    if (this.#purpose !== "start") return undefined;
    for (let n = node; n !== undefined && n !== this.node; n = n.parent) {
      const head = this.#nestHead(n);
      if (head !== undefined) return nestCount(this.unit, head, this.variables.get("$budget"));
    }
    return undefined;
  }

  #nestHead(node: ts.Node): NestHead | undefined {
    const planned = this.form.loops.get(node as ts.IterationStatement);
    return planned?.kind === "nest head" ? planned : undefined;
  }

  /** `$state.budget = $budget >> 3;`, where `node` is or stands in a nest. */
  leavingNest(node: ts.Node): ts.Statement[] {
    const nest = this.nestAround(node);
    return nest === undefined ? [] : [this.unit.f.createExpressionStatement(nest.givenBack(nest.left))];
  }

  /** The same, where `loop` is left that may head a nest. */
  leavingNestOf(loop: ts.Node): ts.Statement[] {
    return this.#nestHead(loop) === undefined ? [] : this.leavingNest(loop);
  }

  /** The plan of a loop that has points. */
  loopPlan(loop: ts.IterationStatement): LoopWithPoints {
    const planned = this.form.loops.get(loop);
    if (planned === undefined || planned.kind === "part of round") throw new Error("a loop with points has no plan");
    return planned;
  }

  /** What the function does where it begins. */
  get start(): Start {
    return this.form.start;
  }

  /** `--$state.budget < 0 || $depth > 2000`, where the function may recurse; the latter alone where its start does not count. */
  isUsedUpOrDeep(): ts.Expression {
    const { f } = this.unit;
    const isDeep = f.createGreaterThan(this.depth, f.createNumericLiteral(depthLimit));
    return this.start === "counts" ? f.createLogicalOr(isUsedUp(this.unit), isDeep) : isDeep;
  }

  /** Whether `this` is in a box: it may not be there yet. */
  get #isBoxed(): boolean {
    return ts.isConstructorDeclaration(this.node) && isBoxed(this.node);
  }

  /** `this`, as the code means it. */
  get thisValue(): ts.Expression {
    return this.#isBoxed ? this.unit.callRuntime("selfOf", [this.self]) : this.self;
  }

  /** `new.target` in a constructor that asks for it. */
  newTarget(): ts.Expression | undefined {
    if (!this.#isBoxed) return undefined;
    return this.unit.f.createPropertyAccessExpression(this.self, "newTarget" satisfies keyof SharedBox);
  }

  /** What a constructor returns for `return VALUE`, or at its end: its object, or another one. */
  constructed(value?: ts.Expression): ts.Expression {
    if (this.#isBoxed) {
      const isOwn = value === undefined && !isDerived((this.node as ts.ConstructorDeclaration).parent);
      return isOwn
        ? this.thisValue
        : this.unit.callRuntime("ended", value === undefined ? [this.self] : [this.self, value]);
    }
    if (value === undefined) return this.self;
    const isOfDerived = isDerived((this.node as ts.ConstructorDeclaration).parent);
    return this.unit.callRuntime(isOfDerived ? "constructedDerived" : "constructed", [value, this.self]);
  }

  /** `$call(m$super, $this)` for `super.m`, in a method of a class. */
  superProperty(property: SuperProperty): ts.Expression {
    const { node, thisValue, unit } = this;
    const reader = unit.superReaders
      .get(node.parent)
      ?.of(node as ts.MethodDeclaration | ts.ConstructorDeclaration, property) as ts.Identifier;
    const read = unit.callRuntime("call", [reader, thisValue]);
    return ts.setSourceMapRange(read, superRange(property));
  }

  /** `$depth + 1`, where others are called: more if this frame takes more of the engine's stack. */
  nextDepth(): ts.Expression {
    const { f } = this.unit;
    const weight = f.createNumericLiteral(1);
    this.#weights.push(weight);
    return f.createAdd(this.depth, weight);
  }
}

/** The variable once more: what the source declares is not to be mentioned at its own place. */
function mentioned(f: ts.NodeFactory, name: ts.Identifier): ts.Identifier {
  return name.pos < 0 ? name : f.createIdentifier(name.text);
}
