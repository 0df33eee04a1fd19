/** What each file of this folder exports, besides which it may import anything: it is compiled as a program of its own. */
export interface Workload<Input = unknown> {
  /** How much of it takes some 10 to 80 ms untransformed, and how much is enough to compare results. */
  readonly size: { readonly full: number; readonly small: number };
  /** Not measured. */
  prepare(size: number): Input;
  /** Preemptable. Leaves `input` as it was; the result is plain data, which is compared. */
  run(input: Input): unknown;
}
