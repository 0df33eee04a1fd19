/** Task sets as CSV with named columns, a task a line: what spreadsheets, pandas and R read. Times in microseconds. */
import { parse } from "csv-parse/sync";
import { csvField } from "../csv.ts";
import { LabError, show } from "../errors.ts";
import { checkTaskSets, type TaskParameters, type TaskSet } from "../task-set.ts";
import type { Format, Read } from "./format.ts";
import { microseconds } from "./times.ts";

const times = ["C", "T", "D", "O", "J", "B", "q"] as const;
/** As other tools call them. */
const names: Readonly<Record<string, string>> = {
  wcet: "C",
  execution: "C",
  cost: "C",
  period: "T",
  deadline: "D",
  offset: "O",
  jitter: "J",
  blocking: "B",
  task: "name",
  id: "set",
};

export const columns: Format = {
  name: "csv",
  what: "CSV with named columns: set, name, C, T, D, O, J, B, q (or wcet, period, deadline, …), in µs; D defaults to T",
  fields: [...times, "name"],
  hasSets: true,
  read,
  write,
};

function read(text: string, source: string): Read {
  const rows = rowsOf(text, source);
  const ignored = new Set<string>();
  const sets = new Map<string, TaskParameters[]>();
  rows.forEach((row, i) => {
    const where = `${source}, line ${i + 2}`;
    const known = new Map<string, string>();
    for (const [column, value] of Object.entries(row)) {
      const name = names[column.trim().toLowerCase()] ?? column.trim();
      if (name === "set" || name === "name" || (times as readonly string[]).includes(name))
        known.set(name, value.trim());
      else ignored.add(column);
    }
    const id = known.get("set") || "csv";
    sets.set(id, [...(sets.get(id) ?? []), taskOf(known, where)]);
  });
  const read = [...sets].map(([id, tasks]): TaskSet => ({ id, tasks }));
  return {
    sets: checkTaskSets({ sets: read }, source),
    remarks: [...ignored].map((name) => `the column ${show(name)}`),
  };
}

function rowsOf(text: string, source: string): Record<string, string>[] {
  let rows: Record<string, string>[];
  try {
    rows = parse(text, { columns: true, bom: true, skip_empty_lines: true, trim: true });
  } catch (error) {
    throw new LabError("csv_format", `${source} is not CSV: ${(error as Error).message}.`, { cause: error });
  }
  const given = Object.keys(rows[0] ?? {}).map((column) => names[column.toLowerCase()] ?? column);
  for (const needed of ["C", "T"]) {
    if (given.includes(needed)) continue;
    const has = given.length === 0 ? "no lines" : `the columns ${given.join(", ")}`;
    throw new LabError("csv_columns", `${source} has ${has}. Give columns named C and T at least.`);
  }
  return rows;
}

function taskOf(known: ReadonlyMap<string, string>, where: string): TaskParameters {
  const time = (field: string, least = 0) => microseconds(known.get(field), 1, `${where}: ${field}`, least);
  const T = time("T", 1);
  const name = known.get("name");
  const optional = (["O", "J", "B", "q"] as const).filter((field) => known.get(field));
  return {
    C: time("C"),
    T,
    D: known.get("D") ? time("D", 1) : T,
    ...Object.fromEntries(optional.map((field) => [field, time(field)])),
    ...(name && { name }),
  };
}

function write(sets: readonly TaskSet[]): string {
  const used = times.filter((field) => sets.some(({ tasks }) => tasks.some((task) => task[field] !== undefined)));
  const hasNames = sets.some(({ tasks }) => tasks.some(({ name }) => name !== undefined));
  const head = ["set", ...(hasNames ? ["name"] : []), ...used];
  const lines = sets.flatMap(({ id, tasks }) =>
    tasks.map((task) => {
      const values = [
        String(id),
        ...(hasNames ? [task.name ?? ""] : []),
        ...used.map((field) => String(task[field] ?? "")),
      ];
      return values.map(csvField).join();
    }),
  );
  return `${[head.join(), ...lines].join("\n")}\n`;
}
