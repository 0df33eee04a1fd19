/** One table, written row by row as CSV, and kept by columns for Parquet. */
import { closeSync, openSync, writeFileSync, writeSync } from "node:fs";
import { parquetWriteBuffer } from "hyparquet-writer";
import { csvField } from "../csv.ts";
import type { Column, Kind } from "./columns.ts";

const parquetType = {
  text: "STRING",
  integer: "INT64",
  number: "DOUBLE",
  boolean: "BOOLEAN",
} as const satisfies Record<Kind, string>;

export class TableFiles<Row> {
  readonly #columns: readonly Column<Row>[];
  readonly #path: string;
  readonly #csv: number;
  /** For Parquet, whose files are by column: all of them in memory. */
  readonly #values: unknown[][] | undefined;
  #lines: string[] = [];
  rows = 0;

  /** @param path Without its ending */
  constructor(path: string, columns: readonly Column<Row>[], hasParquet: boolean) {
    this.#path = path;
    this.#columns = columns;
    this.#csv = openSync(`${path}.csv`, "w");
    this.#values = hasParquet ? columns.map(() => []) : undefined;
    this.#lines.push(columns.map(({ name }) => name).join());
  }

  add(row: Row): void {
    this.rows++;
    const values = this.#columns.map(({ of }) => of(row));
    this.#lines.push(values.map((value) => csvField(String(value ?? ""))).join());
    if (this.#lines.length > 10_000) this.#flush();
    this.#values?.forEach((column, i) => {
      const { kind } = this.#columns[i] as Column<Row>;
      const value = values[i];
      column.push(value === undefined ? null : kind === "integer" ? BigInt(Math.round(value as number)) : value);
    });
  }

  close(): void {
    this.#flush();
    closeSync(this.#csv);
    if (this.#values === undefined) return;
    const columnData = this.#columns.map(({ name, kind }, i) => {
      return { name, type: parquetType[kind], data: this.#values?.[i] as never };
    });
    writeFileSync(
      `${this.#path}.parquet`,
      new Uint8Array(parquetWriteBuffer({ columnData, createdBy: "preempt-lab" })),
    );
  }

  #flush(): void {
    if (this.#lines.length > 0) writeSync(this.#csv, `${this.#lines.join("\n")}\n`);
    this.#lines = [];
  }
}
