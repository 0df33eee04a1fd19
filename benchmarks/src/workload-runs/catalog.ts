/** The workloads, each a file in ../workloads, in the order of the table: own code first, then real libraries. */
export const workloads = [
  "fib",
  "ackermann",
  "counter",
  "byte-loop",
  "matmul",
  "queens",
  "sieve",
  "quicksort",
  "mandelbrot",
  "tree-walk",
  "serialiser",
  "a-star",
  "regex",
  "pi-digits",
  "png-filter",
  "edit-distance",
  "interpreter",
  "markdown",
  "compression",
  "json-parser",
  "delaunay",
  "chess",
  "sha256",
  "tokenizer",
] as const;

export type WorkloadName = (typeof workloads)[number];

/** @throws RangeError if there is no workload of a name */
export function chooseWorkloads(names: readonly string[]): WorkloadName[] {
  const unknown = names.find((name) => !workloads.some((known) => known === name));
  if (unknown !== undefined) {
    throw new RangeError(`There is no workload "${unknown}". There are: ${workloads.join(", ")}.`);
  }
  // Their own order, each once, however they were asked for.
  return workloads.filter((known) => names.includes(known));
}
