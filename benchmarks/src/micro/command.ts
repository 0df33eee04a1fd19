/** What the words of `preempt-lab micro` mean. */
import { measureMicro } from "../micro.ts";
import { chooseOf, type ReportWords, writeReport } from "../report.ts";
import { microChart } from "./chart.ts";
import { microParts } from "./parts.ts";
import { microTable } from "./table.ts";

/** @throws RangeError if a part does not exist: before anything is measured */
export async function runMicro(words: ReportWords): Promise<void> {
  const parts = chooseOf(microParts, words.only, "part");
  const report = await measureMicro({
    parts,
    ...(words.quick ? { repetitions: 3, processes: 2 } : { repetitions: 15, processes: 5 }),
  });
  writeReport({ numbers: report, table: microTable(report), chart: (machine) => microChart(report, machine) }, words);
}
