/** Results as tables: the same in CSV and Parquet, and each column in the dictionary. */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parse } from "csv-parse/sync";
import { parquetReadObjects } from "hyparquet";
import { afterAll, expect, test } from "vitest";
import { runCommand } from "./command-words.ts";
import { syntheticResults } from "./synthetic.ts";

const out = mkdtempSync(join(tmpdir(), "preempt-tables-"));
afterAll(() => rmSync(out, { recursive: true, force: true }));

const cells = syntheticResults({ sets: 3, tasks: 2, variants: ["fcfs", "edf"], rowsOf: (set) => set === 1 });
const lines = cells.map((cell) => JSON.stringify(cell)).join("\n");

const csvOf = (name: string): Record<string, string>[] =>
  parse(readFileSync(join(out, `${name}.csv`), "utf8"), { columns: true });

async function parquetOf(name: string): Promise<Record<string, unknown>[]> {
  const bytes = readFileSync(join(out, `${name}.parquet`));
  const file = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength);
  return (await parquetReadObjects({ file })) as Record<string, unknown>[];
}

test("each run, task, response and job has a line, with the values of the result file", async () => {
  const { code, out: said } = await runCommand("tables", ["-", "--out", out, "--parquet"], lines);
  expect(code).toBe(0);
  const jobs = cells.reduce((sum, cell) => sum + (cell.rows?.length ?? 0), 0);
  const responses = cells.flatMap((cell) => cell.tasks.flatMap((task) => task.responses));
  expect(said).toBe(`${out}: 6 cells, 12 tasks, ${responses.length} responses, ${jobs} jobs, 0 chains\n`);
  expect(jobs).toBeGreaterThan(0);
  expect(csvOf("responses").map((row) => Number(row.response))).toEqual(responses);
  const [first] = csvOf("cells");
  expect(first).toMatchObject({ set: "paper-0", variant: "fcfs", misses: String(cells[0]?.misses) });
  expect(csvOf("jobs")).toHaveLength(jobs);
});

test("Parquet files have the same values, with their types", async () => {
  for (const name of ["cells", "tasks", "responses", "jobs"]) {
    const rows = await parquetOf(name);
    const asText = rows.map((row) =>
      Object.fromEntries(Object.entries(row).map(([column, value]) => [column, String(value ?? "")])),
    );
    expect(asText).toEqual(csvOf(name));
  }
  const [cell] = await parquetOf("cells");
  expect(cell).toMatchObject({ jobs: BigInt(cells[0]?.jobs ?? 0), disturbed: cells[0]?.disturbed });
});

test("each column is in the dictionary, with its meaning", () => {
  const dictionary = csvOf("dictionary");
  for (const name of ["cells", "tasks", "responses", "jobs"]) {
    const described = dictionary.filter(({ table }) => table === name);
    expect(described.map(({ column }) => column)).toEqual(Object.keys(csvOf(name)[0] ?? {}));
    for (const { meaning } of described) expect(meaning?.length).toBeGreaterThan(5);
  }
});

test("it says where tables go, and what is no result", async () => {
  const { out: counts } = await runCommand("tables", ["-", "--out", out, "--json"], lines);
  expect(JSON.parse(counts)).toMatchObject({ cells: 6, tasks: 12 });
  await expect(runCommand("tables", ["-"], lines)).rejects.toThrow("out_missing");
  await expect(runCommand("tables", ["-", "--out", out], "x\ny\n")).rejects.toThrow("standard input");
});
