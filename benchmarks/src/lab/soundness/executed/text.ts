/** What came of executions, as a table and in sentences. */
import { textTable } from "../../../text-table.ts";
import { quantileOf, type Tally } from "../campaign.ts";
import { modelOf } from "../models.ts";
import type { ExecutedModel } from "./verdict.ts";

export function executedTable(models: readonly ExecutedModel[]): string {
  const head = [
    ...["model", "bound", "executed", "disturbed", "jobs", "compared", "above"],
    ...["longest / bound: median", "95 %", "most", "simulated: median", "95 %"],
  ];
  const share = (tally: Tally | undefined, part: number) =>
    tally === undefined || tally.compared === 0 ? "-" : quantileOf(tally, part).toFixed(2);
  const lines = models.flatMap(({ model, executed, disturbed, jobs, measured, simulated }) => {
    const first = [executed, disturbed, jobs].map(String);
    const names = Object.keys(measured);
    if (names.length === 0) return [[model, "-", ...first, "0", "0", ...Array.from({ length: 5 }, () => "-")]];
    return names.map((bound) => {
      const [own, other] = [measured[bound] as Tally, simulated[bound]];
      const counts = [own.compared, own.above].map(String);
      const shares = [share(own, 0.5), share(own, 0.95), share(own, 1), share(other, 0.5), share(other, 0.95)];
      return [model, bound, ...first, ...counts, ...shares];
    });
  });
  return `${textTable(head, lines)}\n`;
}

/** Bounds that do not hold: all that is needed to look at them again. */
export function executedRefutations(models: readonly ExecutedModel[]): string {
  return models
    .flatMap(({ model, refuted }) =>
      refuted.map(
        ({ key, bound, limit, seen, set }) =>
          `${modelOf(model).title}, ${key}: "${bound}" is ${limit}, and ${seen} was measured.\n  ${JSON.stringify(set)}\n`,
      ),
    )
    .join("");
}
