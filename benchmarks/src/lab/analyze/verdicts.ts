/** What each test says of a set, by the names that tables and charts have for the tests. */
import type { SetAnalysis } from "./analysis.ts";

export type Verdict = boolean | null | undefined;

export type TestName =
  | ("LL" | "hyperbolic" | "RM" | "DM" | "density" | "EDF" | "FIFO")
  | ("OPA" | "non-preemptive DM" | "non-preemptive EDF")
  | (
      | "loop"
      | "DM suspension"
      | "EDF suspension"
      | "DM offsets"
      | "RM offsets"
      | "EDF offsets"
      | "OPA offsets"
      | "chains DM"
      | "chains EDF"
      | "chains loop"
    )
  | `${"first" | "best" | "worst"}-fit ${"EDF" | "DM"}`
  | ("kernel EDF" | "kernel FP" | "kernel FIFO");

export type NamedVerdict = readonly [name: TestName, of: (set: SetAnalysis) => Verdict];

/** Null: the test says nothing, or was left undecided. */
export const verdicts: readonly NamedVerdict[] = [
  ["LL", ({ ll }) => ll?.pass ?? null],
  ["hyperbolic", ({ hyperbolic }) => hyperbolic?.pass ?? null],
  ["RM", ({ rm }) => rm.sched],
  ["DM", ({ dm }) => dm.sched],
  ["density", ({ density }) => (density.applies ? density.pass : null)],
  ["EDF", ({ edf }) => edf.sched],
  ["FIFO", ({ fifo }) => fifo.sched],
];

/** Undefined: nobody asked for the test, or the set has nothing that it is about. */
export const furtherVerdicts: readonly NamedVerdict[] = [
  ["loop", ({ loop }) => loop?.sched],
  ["RM offsets", ({ offsets }) => offsets?.rm.sched],
  ["DM offsets", ({ offsets }) => offsets?.dm.sched],
  ["EDF offsets", ({ offsets }) => offsets?.edf.sched],
  ["OPA offsets", ({ offsets }) => offsets?.opa?.feasible],
  ["DM suspension", ({ suspension }) => suspension?.dm.sched],
  ["EDF suspension", ({ suspension }) => suspension?.edf.sched],
  ["chains DM", ({ chains }) => allInTime(chains?.map(({ dm }) => dm.sched))],
  ["chains EDF", ({ chains }) => allInTime(chains?.map(({ edf }) => edf.sched))],
  ["chains loop", ({ chains }) => allInTime(chains?.map(({ loop }) => loop.sched))],
  ["OPA", ({ opa }) => opa?.feasible],
  ["non-preemptive DM", ({ nonPreemptive }) => nonPreemptive?.dm],
  ["non-preemptive EDF", ({ nonPreemptive }) => nonPreemptive?.edf],
  ...fits("EDF", "edf"),
  ...fits("DM", "dm"),
  ["kernel EDF", ({ kernel }) => kernel?.edf.admitted],
  ["kernel FP", ({ kernel }) => kernel?.fp.admitted],
  ["kernel FIFO", ({ kernel }) => kernel?.fifo.admitted],
];

/** Of the chains that have a deadline; null: none has. */
function allInTime(verdicts: readonly (boolean | null)[] | undefined): Verdict {
  const given = verdicts?.filter((verdict) => verdict !== null);
  if (given?.length === 0) return null;
  return given?.every((verdict) => verdict);
}

/** Whether each task finds a place. */
function fits(policy: "EDF" | "DM", test: "edf" | "dm"): readonly NamedVerdict[] {
  return (["first", "best", "worst"] as const).map((fit) => [
    `${fit}-fit ${policy}`,
    ({ partition }) => partition && partition[fit][test] !== null,
  ]);
}
