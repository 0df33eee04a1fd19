// Compiled while bundling: code that is made at run time cannot be preempted.
import validate from "virtual:ajv";

const rows = Array.from({ length: 40_000 }, (_, i) => ({
  id: i % 97 === 0 ? i + 0.5 : i,
  name: `name ${i}`,
  tags: ["a", "b", i % 83 === 0 ? "d" : "c"],
  place: i % 2 ? { x: i, y: -i } : { x: 0, y: 0 },
}));

/** @preempt */
export function run() {
  const isValid = validate(rows);
  return JSON.stringify([isValid, validate.errors?.length, validate.errors?.at(-1)]);
}
