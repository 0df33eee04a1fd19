/** The analyses of threads as one of the whole set: verdicts hold if they hold for each, and lists are by task of the set. */
import type { EdfAnalysis, FixedPriorityAnalysis, SetAnalysis, Undecided } from "../analysis.ts";
import { isUndecided } from "../undecided.ts";
import { mergeFurther, mergeResources, mergeSuspension } from "./merge-further.ts";
import { all, byTask, type Found, type Full } from "./merge-lists.ts";
import { mergeOffsets } from "./merge-offsets.ts";

export interface Part {
  /** Of its tasks in the set. */
  readonly places: readonly number[];
  /** Undefined: it has no tasks. */
  readonly analysis: SetAnalysis | undefined;
}

type Merged = Omit<SetAnalysis, "id" | "n" | "utilisation" | "preemption" | "order_dm" | "order_rm">;

export function mergeAnalyses(parts: readonly Part[]): Merged {
  const full = parts.filter((part): part is Full => part.analysis !== undefined);
  const of = <Value>(pick: (analysis: SetAnalysis) => Value) => full.map(({ analysis }) => pick(analysis));
  const fixed = (pick: (analysis: SetAnalysis) => FixedPriorityAnalysis | Undecided) =>
    mergeFixed(full.map(({ places, analysis }) => ({ places, found: pick(analysis) })));
  const tightest = <Test extends { readonly pass: boolean }>(
    pick: (analysis: SetAnalysis) => Test | null,
    spare: (test: Test) => number,
  ) => {
    const tests = of(pick);
    if (tests.some((test) => test === null) || tests.length === 0) return null;
    const [worst] = (tests as Test[]).sort((a, b) => spare(a) - spare(b));
    return { ...(worst as Test), pass: tests.every((test) => test?.pass) };
  };
  const remarks = [...new Set(of(({ remarks = [] }) => remarks).flat())];
  return {
    dm: fixed(({ dm }) => dm),
    rm: fixed(({ rm }) => rm),
    edf: mergeEdf(full.map(({ places, analysis }) => ({ places, found: analysis.edf }))),
    ll: tightest(
      ({ ll }) => ll,
      ({ bound, U }) => bound - U,
    ),
    hyperbolic: tightest(
      ({ hyperbolic }) => hyperbolic,
      ({ product }) => -product,
    ),
    density: tightest(
      ({ density }) => density,
      ({ value }) => -value,
    ) ?? { value: 0, pass: true, applies: true },
    baker: tightest(
      ({ baker }) => baker,
      ({ pass }) => (pass ? 1 : 0),
    ),
    fifo: mergeFifo(of(({ fifo }) => fifo)),
    ...mergeSuspension(full),
    ...mergeOffsets(full),
    ...mergeResources(full, fixed),
    ...mergeFurther(full),
    ...(remarks.length > 0 && { remarks }),
  };
}

export function mergeFixed(
  parts: readonly Found<FixedPriorityAnalysis | Undecided>[],
): FixedPriorityAnalysis | Undecided {
  const undecided = parts.find(({ found }) => isUndecided(found));
  if (undecided !== undefined) return undecided.found as Undecided;
  const decided = parts as readonly Found<FixedPriorityAnalysis>[];
  const list = (pick: (found: FixedPriorityAnalysis) => readonly (number | null)[]) =>
    byTask(decided.map(({ places, found }) => ({ places, found: pick(found) })));
  const has = (name: keyof FixedPriorityAnalysis) => decided.some(({ found }) => found[name] !== undefined);
  return {
    sched: decided.every(({ found }) => found.sched),
    R: list(({ R }) => R),
    R1: list(({ R1 }) => R1),
    // Without jitter a response counts from the release anyway.
    ...(has("Rrel") && { Rrel: list(({ R, Rrel = R }) => Rrel) }),
    B: list(({ B }) => B) as number[],
    ...(has("R_sup") && {
      R_sup: list(({ R, R_sup = R }) => R_sup),
      sched_sup: decided.every(({ found: { sched, sched_sup = sched } }) => sched_sup),
    }),
  };
}

export function mergeEdf(parts: readonly Found<EdfAnalysis>[]): EdfAnalysis {
  const lists = parts.map(({ places, found }) => ({ places, found: found.R }));
  const violations = parts.flatMap(({ found }) => found.firstViolation ?? []);
  const undecided = parts.find(({ found }) => found.undecided !== undefined)?.found.undecided;
  const busy = parts.map(({ found }) => found.busy);
  return {
    sched: all(parts.map(({ found }) => found.sched)),
    firstViolation: violations.length === 0 ? null : Math.min(...violations),
    R: lists.some(({ found }) => found === null) ? null : byTask(lists as Found<readonly (number | null)[]>[]),
    ...(busy.every((time) => time !== undefined) && {
      busy: busy.includes(null) ? null : Math.max(0, ...(busy as number[])),
    }),
    ...(parts.some(({ found }) => found.sched_sup !== undefined) && {
      sched_sup: parts.every(({ found: { sched, sched_sup = sched } }) => sched_sup === true),
    }),
    ...(undecided !== undefined && { undecided }),
  };
}

export function mergeFifo(parts: readonly SetAnalysis["fifo"][]): SetAnalysis["fifo"] {
  const undecided = parts.find((part) => part.undecided !== undefined)?.undecided;
  const times = parts.map(({ R }) => R);
  return {
    R: times.includes(null) ? null : Math.max(0, ...(times as number[])),
    sched: all(parts.map(({ sched }) => sched)),
    ...(undecided !== undefined && { undecided }),
  };
}
