/**
 * Loops with points in their rounds, in a body that goes on: what is left of a round that was suspended is finished; the
 * other rounds are those of the body that starts:
 *
 *   for (; a; b) S   ⇒   $end: { if ($at !== 0) { $next: switch ($at) { case 1: S } b; } FRAME of the body that starts, at its entry 1; return $signal; }
 *
 * or, inside another loop, stand there as they would in the body that starts, and nobody enters them:
 *
 *   for (; a; b) S   ⇒   $end: { if ($at !== 0) { $next: switch ($at) { case 1: S } b; } for (; a; b) S }
 */
import type ts from "typescript";
import { hasContinue, hasLabelledContinue } from "../../2-analyze/continues.ts";
import { isUsedUp } from "../../yield-point.ts";
import { numbers } from "./numbers.ts";
import { Steps } from "./steps.ts";
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
  /** The loop, of its round. */
  around(round: ts.Block): ts.Statement;
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
  statements.nested(
    steps,
    (inner) => {
      inner.add(...before);
      point(statements, loop, inner);
      rest(inner);
    },
    (made) => statements.label(around(statements.block(made)), labels),
  );
}

/** `if (--$state.budget < 0) { $at = 1; break $out; } case 1: $at = 0;` */
function point({ frame }: Surroundings, loop: ts.Node, steps: Steps): void {
  const point = frame.point();
  steps.add(frame.leaveIf(isUsedUp(frame.unit), point, loop));
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
  statements.nested(
    steps,
    (inner) => {
      const point = frame.point();
      inner.label({ first: point, last: point });
      inner.add(...frame.arrived());
      rest(inner);
    },
    (made) => {
      const round = next === undefined ? made : [f.createLabeledStatement(next, statements.block(made))];
      if (step !== undefined) round.push(step);
      if (next !== undefined) code.continues.delete(loop);
      const finished = f.createIfStatement(frame.isGoingOn(), statements.block(round));
      const others = entry === undefined ? straight() : frame.return(entry);
      return statements.label(statements.block([finished, ...others]), end === undefined ? labels : [...labels, end]);
    },
  );

  function straight(): ts.Statement[] {
    return frame.straight(before, () => {
      const inner = new Steps();
      inner.add(...numbers(statements, loop, true));
      make(statements, loop, rounds, [], inner);
      return frame.build(inner);
    });
  }
}
