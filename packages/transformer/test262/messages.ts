/** What the runner and its workers tell each other. */
import type { Form } from "./wrap.ts";

/** `plain` is the test as it stands, which the others are compared with. */
export type Way = "plain" | "called" | "budget 0" | "budget 1" | "budget 300" | "interleaved";
export const transformedWays: readonly Way[] = ["called", "budget 0", "budget 1", "budget 300", "interleaved"];

export interface Outcome {
  readonly passed: boolean;
  /** Why it did not pass. */
  readonly reason: string;
  readonly preemptions: number;
}

export interface Setup {
  readonly suite: string;
  readonly runtime: string;
  readonly strategy: "capture" | "paper";
  readonly forms: readonly Form[];
}

export interface Job {
  readonly file: string;
  /** The name of the combination of optimisations. */
  readonly optimize: string;
  /** Only as it stands: after a run in which the process died. */
  readonly plainOnly?: boolean;
}

export interface CaseResult {
  readonly form: Form;
  /** Passes wrapped and untransformed. */
  readonly counted: boolean;
  /** Why it is not counted. */
  readonly reason: string;
  readonly findings: readonly string[];
  readonly runs: ({ readonly way: Way } & Outcome)[];
  /** The test is that the code does not compile. */
  readonly neverRuns?: boolean;
}

export interface FileResult {
  readonly file: string;
  readonly cases: readonly CaseResult[];
  /** The name of the combination of optimisations. */
  readonly optimize: string;
  /** A module or a test of raw text: it cannot stand in a function. */
  readonly ineligible: boolean;
}

/** Which functions are run: those of the tests as they are, with preemption points added, or both. */
export const pointsWords = { none: [false], added: [true], both: [false, true] } as const;

export function formsWith(points: keyof typeof pointsWords): Form[] {
  const flags = [false, true];
  return pointsWords[points].flatMap((points) =>
    flags.flatMap((async) => flags.map((strict) => ({ strict, async, points }))),
  );
}

export function formName({ strict, async, points }: Form): string {
  return `${strict ? "strict" : "sloppy"}${async ? " async" : ""}${points ? " with points" : ""}`;
}
