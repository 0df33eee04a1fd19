/** The result of campaigns as a table. */
import { textTable } from "../../text-table.ts";
import { type PortionResult, quantileOf } from "./campaign.ts";
import { type ModelName, modelOf } from "./models.ts";

export type Results = readonly (readonly [model: ModelName, result: PortionResult])[];

/** Of the shares: the median, and what 95 % are below. */
export function soundnessTable(results: Results): string {
  const head = ["model", "bound", "sets", "simulations", "compared", "above", "attained", "median", "95 %"];
  const lines = results.flatMap(([model, { sets, simulations, tallies }]) =>
    Object.entries(tallies).map(([bound, tally]) => [
      model,
      bound,
      String(sets),
      String(simulations),
      String(tally.compared),
      String(tally.above),
      `${((100 * tally.attained) / tally.compared).toFixed(1)} %`,
      quantileOf(tally, 0.5).toFixed(2),
      quantileOf(tally, 0.95).toFixed(2),
    ]),
  );
  return `${textTable(head, lines)}\n`;
}

/** Of bounds that do not hold: how to see it again. */
export function refutationText(results: Results): string {
  return results
    .flatMap(([model, { refuted }]) =>
      refuted.map(
        ({ bound, limit, seen, set, pattern }) =>
          `${modelOf(model).title}: "${bound}" is ${limit}, and ${seen} was seen.\n  ${JSON.stringify(set)}\n  ${JSON.stringify(pattern)}\n`,
      ),
    )
    .join("");
}
