/** Server rendering, by React. */
import { createElement } from "react";
import { renderToString } from "react-dom/server";
import { type Order, orders } from "../orders.ts";

/** @preempt */
function Row({ order }: { order: Order }) {
  const total = order.items.reduce((sum, { price, count }) => sum + price * count, 0);
  return createElement(
    "tr",
    { className: total > 500 ? "large" : "small" },
    createElement("td", null, order.id),
    createElement("td", null, createElement("a", { href: `/customers/${order.customer}` }, order.customer)),
    createElement(
      "td",
      null,
      createElement(
        "ul",
        null,
        order.items.map(({ name, price }) => createElement("li", { key: name }, `${name}: ${price}`)),
      ),
    ),
    createElement("td", { style: { textAlign: "right" } }, total.toFixed(2)),
  );
}

/** @preempt */
function Table({ rows }: { rows: readonly Order[] }) {
  const children = rows.map((order) => createElement(Row, { key: order.id, order }));
  return createElement("table", null, createElement("tbody", null, children));
}

/** A page with five long tables. @preempt */
export function run(): string {
  const tables = [1, 2, 3, 4, 5].map((key) => createElement(Table, { key, rows: orders }));
  return renderToString(createElement("main", null, tables));
}

/** A short page, as the answer to an urgent request. @preempt */
export function shortPage(): string {
  return renderToString(createElement(Table, { rows: orders.slice(0, 20) }));
}
