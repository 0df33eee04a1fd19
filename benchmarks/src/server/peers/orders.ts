/** Orders of a shop: what bulky requests work on, the same in each process. */
import { randomNumbers } from "../../workloads/random.ts";

const { below, next } = randomNumbers(53);
const word = () => Array.from({ length: 3 + below(8) }, () => "etaoinshrdlucmfwypvbgk"[below(22)]).join("");

export interface Order {
  readonly id: number;
  readonly customer: string;
  readonly mail: string;
  readonly items: readonly { readonly name: string; readonly price: number; readonly count: number }[];
}

export const orders: readonly Order[] = Array.from({ length: 3000 }, (_, id) => ({
  ...{ id, customer: `customer-${below(400)}`, mail: `${word()}@${word()}.example` },
  items: Array.from({ length: 1 + below(6) }, () => ({
    ...{ name: `${word()}-${below(1000)}`, price: Math.round(next() * 20_000) / 100, count: 1 + below(9) },
  })),
}));

/** Of a row of the body that is checked. */
export const orderSchema = {
  type: "object",
  required: ["id", "customer", "mail", "items"],
  additionalProperties: false,
  properties: {
    id: { type: "integer", minimum: 0 },
    customer: { type: "string", pattern: "^customer-[0-9]+$" },
    mail: { type: "string", pattern: "^[a-z]+@[a-z]+[.]example$" },
    items: {
      type: "array",
      minItems: 1,
      uniqueItems: true,
      items: {
        type: "object",
        required: ["name", "price", "count"],
        properties: {
          name: { type: "string", minLength: 3, maxLength: 40 },
          price: { type: "number", minimum: 0 },
          count: { type: "integer", minimum: 1, maximum: 10 },
        },
      },
    },
  },
} as const;

/** 5 MB of JSON. */
export function validationBody(): string {
  const rows: string[] = [];
  for (let size = 2; size < 5_000_000; ) {
    const row = JSON.stringify({ ...orders[rows.length % orders.length], id: rows.length });
    rows.push(row);
    size += row.length + 1;
  }
  return `[${rows.join(",")}]`;
}
