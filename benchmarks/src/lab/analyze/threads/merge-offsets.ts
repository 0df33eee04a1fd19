/** Tests that know the offsets, of threads as one of the whole set. */
import type { OffsetAnalysis, OffsetFixedPriority, SetAnalysis, Undecided } from "../analysis.ts";
import { isUndecided } from "../undecided.ts";
import { all, byTask, type Found, type Full } from "./merge-lists.ts";

type Edf = Exclude<OffsetAnalysis["edf"], Undecided>;

/** Where each thread with tasks has such tests. */
export function mergeOffsets(parts: readonly Full[]): Pick<SetAnalysis, "offsets"> {
  const given = parts.flatMap(({ places, analysis: { offsets } }) => (offsets ? [{ places, found: offsets }] : []));
  if (given.length === 0 || given.length < parts.length) return {};
  const opa = given.map(({ places, found }) => ({ places, found: found.opa }));
  return {
    offsets: {
      dm: merged(given, ({ dm }) => dm, fixed),
      rm: merged(given, ({ rm }) => rm, fixed),
      edf: merged(given, ({ edf }) => edf, deadlines),
      ...(opa.every(({ found }) => found !== undefined) && {
        opa: {
          feasible: all(opa.map(({ found }) => found?.feasible)),
          order: opa.some(({ found }) => found?.order === null)
            ? null
            : opa.flatMap(({ places, found }) => (found?.order ?? []).map((task) => places[task] as number)),
        },
      }),
    },
  };
}

/** Undecided where that of one thread is. */
function merged<Test extends object>(
  given: readonly Found<OffsetAnalysis>[],
  pick: (offsets: OffsetAnalysis) => Test | Undecided,
  merge: (tests: readonly Found<Test>[]) => Test,
): Test | Undecided {
  const tests = given.map(({ places, found }) => ({ places, found: pick(found) }));
  const open = tests.find(({ found }) => isUndecided(found));
  return open === undefined ? merge(tests as Found<Test>[]) : (open.found as Undecided);
}

/** A miss that is sure on one thread is one of the set. */
function verdictOf(tests: readonly Found<{ readonly sched: boolean; readonly isExact: boolean }>[]) {
  const late = tests.filter(({ found }) => !found.sched);
  return { sched: late.length === 0, isExact: late.length === 0 || late.some(({ found }) => found.isExact) };
}

function fixed(tests: readonly Found<OffsetFixedPriority>[]): OffsetFixedPriority {
  return {
    ...verdictOf(tests),
    R: byTask(tests.map(({ places, found }) => ({ places, found: found.R }))),
    method: byTask(tests.map(({ places, found }) => ({ places, found: found.method }))),
  };
}

function deadlines(tests: readonly Found<Edf>[]): Edf {
  const weakest = ([null, "synchronous", "transactions"] as const).find((by) =>
    tests.some((test) => test.found.by === by),
  );
  const violations = tests.flatMap(({ found }) => found.violation ?? []).sort((a, b) => a.to - b.to);
  return {
    ...verdictOf(tests),
    by: weakest === undefined ? "schedule" : weakest,
    violation: violations[0] ?? null,
    R: byTask(tests.map(({ places, found }) => ({ places, found: found.R }))),
  };
}
