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

/** Those that call a library, which is transformed whole. */
export const libraries: readonly WorkloadName[] = workloads.slice(workloads.indexOf("markdown"));
