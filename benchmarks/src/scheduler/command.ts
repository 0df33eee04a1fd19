/** What the words of `preempt-lab scheduler` mean. */
import { chooseOf, type ReportWords, writeReport } from "../report.ts";
import { measureScheduler } from "../scheduler.ts";
import { operations } from "./operations.ts";
import { schedulerChart, schedulerTable } from "./table.ts";

/** @throws RangeError if an operation does not exist: before anything is measured */
export async function runScheduler(words: ReportWords): Promise<void> {
  const chosen = chooseOf(operations, words.only, "operation");
  const effort = words.quick ? { repetitions: 2, count: 20_000 } : { repetitions: 7, count: 100_000 };
  const rows = await measureScheduler(chosen, effort);
  writeReport(
    { numbers: { rows }, table: schedulerTable(rows), chart: (machine) => schedulerChart(rows, machine) },
    words,
  );
}
