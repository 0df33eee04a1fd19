/** CSV, by Papa Parse. */
import papaparse from "papaparse";
import { csvText } from "../texts.ts";

/** A table is read, summed up by customer, and written. @preempt */
export function run(): string {
  const { data } = papaparse.parse<Record<string, string>>(csvText, { header: true });
  const sums = new Map<string, { customer: string; orders: number; total: number }>();
  for (const { customer = "", amount } of data) {
    const found = sums.get(customer);
    if (found === undefined) sums.set(customer, { customer, orders: 1, total: Number(amount) });
    else {
      found.orders++;
      found.total += Number(amount);
    }
  }
  return papaparse.unparse([...sums.values()].sort((a, b) => b.total - a.total));
}
