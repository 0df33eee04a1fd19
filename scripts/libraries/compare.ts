/** Holds the runs of one library beside its untransformed run. */
import type { Library } from "./library.ts";
import type { Report } from "./session.ts";

/** A case that came out differently from the untransformed run. */
export interface Difference {
  readonly mode: Report["mode"];
  readonly optimize: string;
  readonly name: string;
  readonly expected: string;
  readonly actual: string;
}

export interface Comparison {
  readonly library: Library;
  /** The untransformed run. */
  readonly original: Report;
  /** The transformed ones. */
  readonly runs: readonly Report[];
  readonly differences: readonly Difference[];
  /** Differences that the catalog gives a reason for. */
  readonly excepted: readonly Difference[];
}

export function compareRuns(library: Library, original: Report, runs: readonly Report[]): Comparison {
  const exceptions = library.exceptions ?? [];
  const isExcepted = (d: Difference) =>
    exceptions.some(
      ({ name, error = "" }) => ownName(d.name).startsWith(name) && `${d.expected} ${d.actual}`.includes(error),
    );
  const all = runs.flatMap((run) => differencesOf(original, run));
  return {
    library,
    original,
    runs,
    differences: all.filter((d) => !isExcepted(d)),
    excepted: all.filter(isExcepted),
  };
}

/** Cases are matched by name and, where several have the same name, by their order. */
function differencesOf(original: Report, run: Report): Difference[] {
  const expected = outcomes(original);
  const actual = outcomes(run);
  const names = new Set([...expected.keys(), ...actual.keys()]);
  return [...names].flatMap((name) => {
    const before = expected.get(name);
    const now = actual.get(name);
    if (before !== undefined && before.outcome === now?.outcome) return [];
    return [{ mode: run.mode, optimize: run.optimize, name, expected: describe(before), actual: describe(now) }];
  });
}

/** The name of the case without those of its groups. */
function ownName(name: string): string {
  return name.split(" › ").at(-1) ?? "";
}

type Case = Report["cases"][number];

function outcomes({ cases }: Report): Map<string, Case> {
  const found = new Map<string, Case>();
  for (const result of cases) {
    let name = result.name;
    for (let i = 2; found.has(name); i++) name = `${result.name} (${i})`;
    found.set(name, result);
  }
  return found;
}

function describe(result: Case | undefined): string {
  if (result === undefined) return "missing";
  return result.error === undefined ? result.outcome : `${result.outcome}: ${result.error}`;
}

export const passed = ({ cases }: Report): number => cases.filter((c) => c.outcome === "passed").length;
export const failed = ({ cases }: Report): Case[] => cases.filter((c) => c.outcome === "failed");
/** Cases that ran. */
export const ran = ({ cases }: Report): Case[] => cases.filter((c) => c.outcome !== "skipped");
export const preemptions = ({ cases }: Report): number => cases.reduce((sum, c) => sum + c.preemptions, 0);
export const time = ({ cases }: Report): number => cases.reduce((sum, c) => sum + c.time, 0);
