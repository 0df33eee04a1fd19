/** Which variables of a loop engines are shown to be numbers: see shown-number.ts. */
import type ts from "typescript";
import { numbersIn } from "../../4-plan/variables/numeric.ts";
import { showNumber } from "../shared/shown-number.ts";
import type { Surroundings } from "./surroundings.ts";

/** @param mayComeBack Whether the variables may have come back with a frame. In a body that starts they rarely have */
export function numbers(
  { frame, unit }: Surroundings,
  loop: ts.IterationStatement,
  mayComeBack = frame.part !== "start",
): ts.Statement[] {
  if (!unit.optimize.numbers || !mayComeBack) return [];
  const own = frame.variables.own.filter((binding) => !frame.variables.isBoxed(binding));
  return numbersIn(loop, own, unit.scopes).map((binding) => showNumber(unit, frame.variables.nameOf(binding)));
}
