/**
 * Loops with points in their rounds, in a body that goes on: what is left of a round that was suspended is finished; the
 * other rounds are those of the body that starts:
 *
 *   for (; a; b) S   ⇒   $end: { if ($at !== 0) { $next: switch ($at) { case 1: S } b; } $at = -1; break $out; }
 *
 * or, inside another loop, stand there as they would in the body that starts, and nobody enters them:
 *
 *   for (; a; b) S   ⇒   $end: { if ($at !== 0) { $next: switch ($at) { case 1: S } b; } for (; a; b) S }
 */
import type ts from "typescript";
import { hasContinue, hasLabelledContinue } from "../../2-analyze/continues.ts";
import { numbers } from "./numbers.ts";
import { Steps } from "./steps.ts";
import type { Surroundings } from "./surroundings.ts";

export interface Rounds {
  /** The user's labels. */
  readonly labels: readonly ts.Identifier[];
  /** The label of what a `break` leaves, if one needs it. */
  readonly end: ts.Identifier | undefined;
  /** What follows the point of a round. */
  rest(inner: Steps): void;
  /** What comes between two rounds and is no part of that. */
  readonly step: ts.Statement | undefined;
  /** Makes the loop. */
  make(steps: Steps, labels: readonly ts.Identifier[]): void;
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
    steps.add(...numbers(statements, loop));
  }
  rounds.make(steps, end === undefined ? labels : [...labels, end]);
}

function finish(
  statements: Surroundings,
  loop: ts.IterationStatement,
  { labels, end, rest, step, make }: Rounds,
  entry: number | undefined,
  steps: Steps,
): void {
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
      inner.add(...numbers(statements, loop));
      make(inner, []);
      return frame.build(inner);
    });
  }
}
