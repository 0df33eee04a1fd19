/** The variables of a loop that engines are shown to be numbers: see shown-number.ts. */
import type ts from "typescript";
import { showNumber } from "../shared/shown-number.ts";
import type { Surroundings } from "./surroundings.ts";

/** @param mayComeBack Whether the variables may have come back with a frame. In a body that starts they rarely have */
export function numbers(
  { frame, unit }: Surroundings,
  loop: ts.IterationStatement,
  mayComeBack = frame.part !== "start",
): ts.Statement[] {
  if (!mayComeBack) return [];
  return frame.loopPlan(loop).numbers.map((binding) => showNumber(unit, frame.variables.nameOf(binding)));
}
