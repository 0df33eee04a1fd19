/** Tests that not every set has, of threads as one of the whole set. */
import type { FixedPriorityAnalysis, KernelVerdict, SetAnalysis, Undecided } from "../analysis.ts";
import { isUndecided } from "../undecided.ts";
import { all, byTask, type Found, type Full } from "./merge-lists.ts";

/** Threads on which no job suspends itself have the exact tests. */
export function mergeSuspension(parts: readonly Full[]): Pick<SetAnalysis, "suspension"> {
  const first = parts.find(({ analysis }) => analysis.suspension !== undefined)?.analysis.suspension;
  if (first === undefined) return {};
  type Dm = Exclude<NonNullable<SetAnalysis["suspension"]>["dm"], Undecided>;
  type Edf = Exclude<NonNullable<SetAnalysis["suspension"]>["edf"], Undecided>;
  const dms = parts.map(({ places, analysis: { dm, suspension } }) => ({ places, found: suspension?.dm ?? dm }));
  const edfs = parts.map(({ places, analysis: { edf, suspension } }) => ({ places, found: suspension?.edf ?? edf }));
  const noDm = dms.find(({ found }) => found.sched === null)?.found as Undecided | undefined;
  const noEdf = edfs.find(({ found }) => found.sched === null || found.R === null)?.found as Undecided | undefined;
  const methods = "by" in first.dm ? (Object.keys(first.dm.by) as (keyof Dm["by"])[]) : [];
  const responses = (pick: (found: Dm | FixedPriorityAnalysis) => readonly (number | null)[]) =>
    byTask(dms.map(({ places, found }) => ({ places, found: pick(found as Dm | FixedPriorityAnalysis) })));
  const dm = (): Dm => ({
    sched: dms.every(({ found }) => found.sched === true),
    R: responses(({ R }) => R),
    method: byTask(
      dms.map(({ places, found }) => ({ places, found: "method" in found ? found.method : places.map(() => null) })),
    ),
    by: Object.fromEntries(
      methods.map((name) => [name, responses((found) => ("by" in found ? found.by[name] : found.R))]),
    ) as unknown as Dm["by"],
  });
  const edf = (): Edf => ({
    sched: edfs.every(({ found }) => found.sched === true),
    by: edfs.reduce<Edf["by"]>((by, { found }) => ("by" in found && by !== "windows" ? found.by : by), null),
    R: byTask(edfs.map(({ places, found }) => ({ places, found: found.R as readonly (number | null)[] }))),
  });
  return { suspension: { dm: noDm ?? dm(), edf: noEdf ?? edf() } };
}

export function mergeResources(
  parts: readonly Full[],
  fixed: (pick: (analysis: SetAnalysis) => FixedPriorityAnalysis | Undecided) => FixedPriorityAnalysis | Undecided,
): Pick<SetAnalysis, "resources"> {
  if (parts.every(({ analysis }) => analysis.resources === undefined)) return {};
  const dm = (name: "dm_npcs" | "dm_pip" | "dm_pcp_srp") => fixed((part) => part.resources?.[name] ?? part.dm);
  const edf = (name: "edf_srp" | "edf_npcs") => {
    const found = parts.map(({ analysis: { edf, resources } }) => ({
      sched: resources?.[name].sched ?? edf.sched === true,
      first: resources === undefined ? edf.firstViolation : resources[name].first_violation,
      discrete: resources?.[name].sched_discrete ?? edf.sched === true,
    }));
    const violations = found.flatMap(({ first }) => first ?? []);
    return {
      sched: found.every(({ sched }) => sched),
      first_violation: violations.length === 0 ? null : Math.min(...violations),
      sched_discrete: found.every(({ discrete }) => discrete),
    };
  };
  const fixedOnes = { dm_npcs: dm("dm_npcs"), dm_pip: dm("dm_pip"), dm_pcp_srp: dm("dm_pcp_srp") };
  if (Object.values(fixedOnes).some(isUndecided)) return {};
  type Resources = NonNullable<SetAnalysis["resources"]>;
  return {
    resources: {
      ...(fixedOnes as Omit<Resources, "edf_srp" | "edf_npcs">),
      edf_srp: edf("edf_srp"),
      edf_npcs: edf("edf_npcs"),
    },
  };
}

type Further = Pick<SetAnalysis, "opa" | "nonPreemptive" | "breakdown" | "sensitivity" | "kernel">;

/** Tests that somebody asked for: all threads have them, or those that could not have them are without. */
export function mergeFurther(parts: readonly Full[]): Further {
  const given = <Name extends keyof Further>(name: Name) => {
    const found = parts.map(({ places, analysis }) => ({ places, found: analysis[name] }));
    return found.every((part) => part.found !== undefined) && found.length > 0
      ? (found as Found<NonNullable<Further[Name]>>[])
      : undefined;
  };
  const [opa, none, breakdown] = [given("opa"), given("nonPreemptive"), given("breakdown")];
  const [sensitivity, kernel] = [given("sensitivity"), given("kernel")];
  const least = (times: readonly (number | null)[]) => (times.includes(null) ? null : Math.min(...(times as number[])));
  return {
    ...(opa && {
      opa: {
        feasible: all(opa.map(({ found }) => found.feasible)),
        // The threads one after the other: between them the order does not matter.
        order: opa.some(({ found }) => found.order === null)
          ? null
          : opa.flatMap(({ places, found }) => (found.order ?? []).map((task) => places[task] as number)),
      },
    }),
    ...(none && {
      nonPreemptive: { dm: all(none.map(({ found }) => found.dm)), edf: all(none.map(({ found }) => found.edf)) },
    }),
    ...(breakdown && {
      breakdown: {
        dm_k: least(breakdown.map(({ found }) => found.dm_k)),
        edf_k: least(breakdown.map(({ found }) => found.edf_k)),
      },
    }),
    ...(sensitivity && {
      sensitivity: {
        dm: byTask(sensitivity.map(({ places, found }) => ({ places, found: found.dm }))),
        edf: byTask(sensitivity.map(({ places, found }) => ({ places, found: found.edf }))),
      },
    }),
    ...(kernel && {
      kernel: { edf: mergeKernel(kernel, "edf"), fp: mergeKernel(kernel, "fp"), fifo: mergeKernel(kernel, "fifo") },
    }),
  };
}

function mergeKernel(
  parts: readonly Found<NonNullable<SetAnalysis["kernel"]>>[],
  policy: "edf" | "fp" | "fifo",
): KernelVerdict {
  const lists = parts.map(({ places, found }) => ({ places, found: found[policy].R }));
  const reason = parts.find(({ found }) => found[policy].reason !== undefined)?.found[policy].reason;
  return {
    admitted: parts.every(({ found }) => found[policy].admitted),
    R: lists.some(({ found }) => found === null) ? null : byTask(lists as Found<readonly (number | null)[]>[]),
    ...(reason !== undefined && { reason }),
  };
}
