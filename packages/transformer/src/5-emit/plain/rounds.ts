/**
 * Loops with points in their rounds, in a body that goes on: what is left of a round that was suspended is finished; the
 * other rounds are those of the body that starts (where nobody passes the loop, there are but the ways to its points):
 *
 *   for (; a; b) S   ⇒   $end: { if ($at !== 0) { $next: switch ($at) { case 1: S } b; } FRAME of the body that starts, at its entry 1; return $signal; }
 *
 * or, inside another loop, stand there as they would in the body that starts, and nobody enters them:
 *
 *   for (; a; b) S   ⇒   $end: { if ($at !== 0) { $next: switch ($at) { case 1: S } b; } for (; a; b) S }
 */
import type ts from "typescript";
import { hasContinue, hasLabelledContinue } from "../../syntax/continues.ts";
import { isUsedUp } from "../generator/yield-point.ts";
import { numbers } from "./numbers.ts";
import { Later, madeOf, type Step, type Steps } from "./steps.ts";
import type { Surroundings } from "./surroundings.ts";

export interface Rounds {
  /** The user's labels. */
  readonly labels: readonly ts.Identifier[];
  /** The label of what a `break` leaves, if one needs it. */
  readonly end: ts.Identifier | undefined;
  /** What comes before the point of a round. */
  readonly before?: readonly ts.Statement[];
  /** What follows it. */
  rest(inner: Steps): void;
  /** What comes between two rounds and is no part of that. */
  readonly step: ts.Statement | undefined;
  /** Asked when the round is lowered: what makes the loop of it. */
  around(): (round: ts.Block) => ts.Statement;
}

/** Adds the loop, as the body that starts or the one that goes on has it. */
export function addRounds(statements: Surroundings, loop: ts.IterationStatement, rounds: Rounds, steps: Steps): void {
  const { frame } = statements;
  const { labels, end } = rounds;
  const entry = frame.entry(loop);
  // In two copies a label would be that of a block, with which nothing can continue.
  if (frame.part === "rest" && (labels.length === 0 || !hasLabelledContinue(loop))) {
    finish(statements, loop, rounds, entry, steps);
    return;
  }
  if (entry !== undefined) {
    frame.enter(entry, steps);
    steps.add(...numbers(statements, loop, true));
  }
  // The user's stand next to the loop: esbuild takes no others for labels with which one can continue.
  make(statements, loop, rounds, end === undefined ? labels : [end, ...labels], steps);
}

function make(
  statements: Surroundings,
  loop: ts.IterationStatement,
  { before = [], rest, around }: Rounds,
  labels: readonly ts.Identifier[],
  steps: Steps,
): void {
  // Who comes to its end comes to its head.
  statements.frame.way.isPassed = true;
  const { frame } = statements;
  const { kind } = frame.loopPlan(loop);
  const nest = kind === "nest head" ? frame.nestAround(loop) : undefined;
  // `$budget = $state.budget << 3;`
  if (nest !== undefined) steps.add(frame.assign(nest.left, nest.taken));
  const lower = (inner: Steps) => {
    inner.add(...before);
    if (!isImplied(statements, loop)) point(statements, loop, inner);
    rest(inner);
  };
  frame.arrivals.inRounds(() =>
    statements.nested(steps, lower, () => {
      const looped = around();
      return (made) => statements.label(looped(statements.block(made)), labels);
    }),
  );
  steps.add(...frame.leavingNestOf(loop));
}

/** Whether each round passes a point inside. */
function isImplied({ frame }: Surroundings, loop: ts.IterationStatement): boolean {
  const planned = frame.loopPlan(loop);
  return "isImplied" in planned && planned.isImplied;
}

/** `if (--$state.budget < 0) { $at = 1; break $out; } case 1: $at = 0;` */
function point({ frame }: Surroundings, loop: ts.Node, steps: Steps): void {
  const point = frame.point();
  steps.add(frame.leaveIf(isUsedUp(frame.unit, frame.nestAround(loop)?.left), point, loop));
  steps.label({ first: point, last: point });
  steps.add(...frame.arrived());
}

function finish(
  statements: Surroundings,
  loop: ts.IterationStatement,
  rounds: Rounds,
  entry: number | undefined,
  steps: Steps,
): void {
  const { labels, end, rest, step } = rounds;
  const { code, frame, unit } = statements;
  const { f } = unit;
  const next = !code.continues.has(loop) && hasContinue(loop) ? unit.freshName("$next") : undefined;
  if (next !== undefined) code.continues.set(loop, next);
  const before = frame.points;
  const { isPassed } = frame.way;
  if (isPassed) frame.arrivals.ask();
  // Who is at a point inside comes in, nobody else.
  frame.way.isPassed = false;
  const inner = frame.steps();
  const { points } = frame.pointsOf(() => {
    if (!isImplied(statements, loop)) {
      const point = frame.point();
      inner.label({ first: point, last: point });
      inner.add(...frame.arrived());
    }
    rest(inner);
  });
  if (next !== undefined) code.continues.delete(loop);
  const isFinished = frame.way.isPassed;
  frame.way.isPassed = true;
  const after = step === undefined ? [] : [step];
  const others = entry === undefined ? straight() : frame.return(entry, loop);
  const building = frame.building(inner);
  const isNamed = end !== undefined || labels.length > 0;
  if (!isPassed && !isNamed && next === undefined) {
    steps.append(inner);
    frame.way.isPassed = isFinished;
    steps.add(...after, others);
  } else {
    const isGoingOn = isPassed ? frame.isGoingOn() : undefined;
    steps.label(points);
    steps.add(
      new Later(() => {
        const made = building();
        const round = next === undefined ? made : [f.createLabeledStatement(next, statements.block(made))];
        const block = statements.block([...round, ...after]);
        const finished = isGoingOn === undefined ? block : f.createIfStatement(isGoingOn, block);
        const whole = statements.block([finished, ...madeOf([others])]);
        return [statements.label(whole, end === undefined ? labels : [...labels, end])];
      }),
    );
  }
  if (entry !== undefined && !isNamed) frame.left();

  function straight(): Step {
    return frame.straight(before, () => {
      const inner = frame.steps();
      inner.add(...numbers(statements, loop, true));
      make(statements, loop, rounds, [], inner);
      return new Later(frame.building(inner));
    });
  }
}
