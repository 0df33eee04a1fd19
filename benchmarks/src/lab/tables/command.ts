/** `preempt-lab tables`: results for pandas, R and spreadsheets. */
import { join } from "node:path";
import { exitCodes, type LabCommand } from "../command.ts";
import { csvField } from "../csv.ts";
import { LabError } from "../errors.ts";
import { readEach } from "../report/read-each.ts";
import type { CellResult } from "../run/result.ts";
import { isSet, textOf } from "../words.ts";
import { makeFolder, writeTo } from "../write-file.ts";
import { cellColumns, chainColumns, jobColumns, responseColumns, taskColumns } from "./columns.ts";
import { TableFiles } from "./table-files.ts";

const tables = {
  cells: cellColumns,
  tasks: taskColumns,
  responses: responseColumns,
  jobs: jobColumns,
  chains: chainColumns,
};

export const tablesCommand: LabCommand = {
  name: "tables",
  help: `preempt-lab tables RESULTS.jsonl... --out DIR [--parquet]

  What "preempt-lab run" measured as tables, for pandas, R and spreadsheets. Writes into DIR
    cells.csv       a line for each run of a set in a variant
    tasks.csv       a line for each task of these
    responses.csv   a line for each job: its response time
    jobs.csv        a line for each job with all its times, of runs with --rows
    chains.csv      a line for each chain of these, with its longest times
    dictionary.csv  table, column, kind, unit and meaning of each column
  --parquet         the same as .parquet files, too; all of a table is in memory then
  --json            how many lines each table has, as JSON

Examples:
  preempt-lab tables results.jsonl --out tables --parquet
  python3 -c "import pandas; print(pandas.read_parquet('tables/cells.parquet').groupby('variant').overhead.median())"`,
  options: { out: { type: "string" }, parquet: { type: "boolean" }, json: { type: "boolean" } },
  async run(words, files, terminal) {
    const out = textOf(words, "out");
    if (out === undefined) throw new LabError("out_missing", "say where the tables go: --out DIR.");
    makeFolder(out);
    const hasParquet = isSet(words, "parquet");
    const file = <Name extends keyof typeof tables>(name: Name) => join(out, name);
    const cells = new TableFiles(file("cells"), cellColumns, hasParquet);
    const tasks = new TableFiles(file("tasks"), taskColumns, hasParquet);
    const responses = new TableFiles(file("responses"), responseColumns, hasParquet);
    const jobs = new TableFiles(file("jobs"), jobColumns, hasParquet);
    const chains = new TableFiles(file("chains"), chainColumns, hasParquet);
    const { remarks } = await readEach(files, terminal, (cell: CellResult) => {
      cells.add(cell);
      cell.tasks.forEach((task, index) => {
        tasks.add({ cell, index, task });
        task.responses.forEach((response, k) => {
          responses.add({ cell, index, task, k, response });
        });
      });
      for (const job of cell.rows ?? []) jobs.add({ cell, job });
      cell.chains?.forEach((chain, index) => {
        chains.add({ cell, index, chain });
      });
    });
    for (const table of [cells, tasks, responses, jobs, chains]) table.close();
    writeTo(join(out, "dictionary.csv"), dictionary());
    for (const remark of remarks) terminal.err(`${remark}\n`);
    const counts = {
      cells: cells.rows,
      tasks: tasks.rows,
      responses: responses.rows,
      jobs: jobs.rows,
      chains: chains.rows,
    };
    const told = Object.entries(counts).map(([name, count]) => `${count} ${name}`);
    await terminal.out(isSet(words, "json") ? `${JSON.stringify(counts)}\n` : `${out}: ${told.join(", ")}\n`);
    return exitCodes.done;
  },
};

function dictionary(): string {
  const lines = Object.entries(tables).flatMap(([table, columns]) =>
    columns.map(({ name, kind, unit, meaning }) => [table, name, kind, unit, csvField(meaning)].join()),
  );
  return `${["table,column,kind,unit,meaning", ...lines].join("\n")}\n`;
}
