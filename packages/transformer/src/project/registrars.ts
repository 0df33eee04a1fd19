/** What makes jobs of functions in a file that is looked at by itself: by what its imports lead to, and by the names of the project. */
import type ts from "typescript";
import { JobCalls } from "../2-find/job-calls.ts";
import { pathOf, type Registrars } from "../2-find/passed.ts";
import type { Passing } from "../2-find/passing.ts";
import type { ReachedPackages } from "./scheduler-imports.ts";

/** What is known of a file beside its text. */
export interface KnownOfFile {
  /** What comes from other files and runs functions as jobs. Default: what the file itself mentions. */
  readonly reachedPackages?: ReachedPackages | undefined;
  readonly passing?: Passing | undefined;
}

export function registrarsOf({ reachedPackages, passing }: KnownOfFile): Partial<Registrars> | undefined {
  if (reachedPackages === undefined && !passing?.mayCall) return undefined;
  const { runtime = false, server = false } = reachedPackages ?? {};
  const isOf = (names: readonly string[] | undefined, method: ts.MemberName) =>
    names?.includes(pathOf(method.parent as ts.Expression).at(-2) ?? "") === true;
  const jobs = new JobCalls(passing?.jobs);
  return {
    isScheduler: (method) => runtime || isOf(passing?.schedulers.runtime, method),
    takesRequests: (method) => server || isOf(passing?.schedulers.server, method),
    isJobCall: (path) => jobs.has(path),
    hasRoutes: server,
  };
}
