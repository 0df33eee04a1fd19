import { read, utils, write } from "xlsx";

const rows = Array.from({ length: 4000 }, (_, i) => ({
  id: i,
  name: `name ${i % 50}`,
  half: i / 2,
  even: i % 2 === 0,
  text: `<${i}>`,
}));

/** @preempt */
export function run() {
  const book = utils.book_new();
  utils.book_append_sheet(book, utils.json_to_sheet(rows), "rows");
  const file = write(book, { type: "array", bookType: "xlsx", compression: true });
  const again = utils.sheet_to_json(read(file, { type: "array" }).Sheets.rows);
  return `${again.length} ${JSON.stringify(again.at(-1))}`;
}
