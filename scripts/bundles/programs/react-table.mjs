import { createElement, memo, useId, useMemo } from "react";
import { renderToString } from "react-dom/server";

const rows = Array.from({ length: 3000 }, (_, i) => ({ id: i, name: `name ${i}`, values: [i, i * 2, i * 3] }));

const Cell = memo(({ value }) => createElement("td", { className: value % 2 ? "odd" : "even" }, value));
function Row({ row }) {
  const id = useId();
  const sum = useMemo(() => row.values.reduce((a, b) => a + b, 0), [row]);
  const cells = row.values.map((value, i) => createElement(Cell, { key: i, value }));
  return createElement(
    "tr",
    { id, style: { color: "red", marginTop: 4 } },
    createElement("th", null, row.name),
    cells,
    sum,
  );
}
function Table() {
  return createElement(
    "table",
    null,
    createElement(
      "tbody",
      null,
      rows.map((row) => createElement(Row, { key: row.id, row })),
    ),
  );
}

/** @preempt */
export function run() {
  const text = renderToString(createElement(Table));
  return `${text.length} ${text.slice(-200)}`;
}
