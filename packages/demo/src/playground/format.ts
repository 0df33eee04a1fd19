/** What console.log makes of its values: a text at the front may have places for those after it. */
import { show } from "./show.ts";

export function format(values: readonly unknown[]): string {
  const [pattern, ...rest] = values;
  if (typeof pattern !== "string" || rest.length === 0) return values.map((value) => show(value)).join(" ");
  const text = pattern.replace(/%[sdifoOc%]/g, (place) => {
    if (place === "%%") return "%";
    return rest.length === 0 ? place : fill(place, rest.shift());
  });
  return [text, ...rest.map((value) => show(value))].join(" ");
}

function fill(place: string, value: unknown): string {
  if (place === "%s") return show(value);
  // Inside, so that a text has its quotes.
  if (place === "%o" || place === "%O") return typeof value === "string" ? show(value, 1) : show(value);
  // A style: there is none here.
  if (place === "%c") return "";
  if (typeof value === "bigint" && place !== "%f") return `${value}n`;
  if (typeof value === "symbol") return "NaN";
  return String(place === "%f" ? Number.parseFloat(String(value)) : Number.parseInt(String(value), 10));
}
