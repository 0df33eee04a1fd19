/** Import of a spreadsheet file: SheetJS (xlsx). */
import { read, utils, write } from "xlsx";
import { makeRows } from "../../../scenarios/search/rows.ts";
import { hashTexts } from "../../../work/hash.ts";

const count = 8000;

export type Row = readonly (string | number)[];

/** A file, as a person drops it on the page. */
export function prepare(): Uint8Array {
  const rows = makeRows(count).text.map((text, i) => [i, ...text.split(", "), Math.round(i * 137.5) / 100, i % 977]);
  const book = utils.book_new();
  utils.book_append_sheet(book, utils.aoa_to_sheet(rows), "People");
  return new Uint8Array(write(book, { type: "array", bookType: "xlsx", compression: true }) as ArrayBuffer);
}

/** @preempt */
export function run(file: Uint8Array, sheet: string): Row[] {
  const book = read(file, { type: "array", dense: true });
  return utils.sheet_to_json<Row>(book.Sheets[sheet] ?? {}, { header: 1 });
}

export function digest(rows: Row[]): string {
  return hashTexts(rows.map((row) => row.join("\t")));
}
