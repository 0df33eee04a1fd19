/** What `preempt-lab analyze` prints, against other tools' results: every field that both have. */
import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import type { SetAnalysis } from "../../src/lab/analyze/analysis.ts";
import { analyzeSet } from "../../src/lab/analyze/analyze-set.ts";
import type { AnalyzeOptions } from "../../src/lab/analyze/options.ts";
import { checkTaskSets, type TaskSet } from "../../src/lab/task-set.ts";

const folder = new URL("../../../packages/runtime/test/reference/analysis/", import.meta.url);

interface Responses {
  readonly R: (number | null)[];
  readonly [field: string]: unknown;
}

interface Case extends TaskSet {
  readonly nonpreemptive?: boolean;
  readonly expect: {
    readonly dm?: Responses;
    readonly rm?: Responses;
    readonly edf?: {
      readonly sched: boolean;
      readonly first_violation: number | null;
      readonly [field: string]: unknown;
    };
    readonly ll?: { readonly bound: number; readonly pass: boolean };
    readonly hyp?: { readonly product: number; readonly pass: boolean };
    readonly ll_blocking?: { readonly pass: boolean };
    readonly hyp_blocking?: { readonly pass: boolean };
    readonly edf_baker_density?: { readonly pass: boolean };
    readonly density?: { readonly value: number; readonly edf_pass: boolean };
    readonly fifo?: { readonly R: number; readonly sched: boolean };
    readonly breakdown?: object;
    readonly opa?: { readonly feasible: boolean };
    readonly [field: string]: unknown;
  };
}

const files = readdirSync(folder).sort();

describe.for(files)("%s", (file) => {
  const { cases } = JSON.parse(readFileSync(new URL(file, folder), "utf8")) as { cases: Case[] };

  test("its sets are task sets of the laboratory", () => {
    expect(checkTaskSets({ sets: cases }, file)).toHaveLength(cases.length);
  });

  test.for(cases.map((c) => [c.id, c] as const))("%s agrees", ([, c]) => {
    const isWhole = file === "NP.json" || c.nonpreemptive === true;
    const { breakdown, opa } = c.expect;
    const options: AnalyzeOptions = {
      ...(isWhole && { preemption: "none" }),
      also: [...(breakdown ? ["breakdown" as const] : []), ...(opa ? ["opa" as const] : [])],
    };
    agrees(analyzeSet(c, options), c.expect);
  });
});

function agrees(found: SetAnalysis, wanted: Case["expect"]) {
  if (wanted.dm) expect(found.dm).toMatchObject(wanted.dm);
  if (wanted.rm) expect(found.rm).toMatchObject(wanted.rm);
  if (wanted.edf) {
    const { first_violation, ...others } = wanted.edf;
    expect(found.edf).toMatchObject({ firstViolation: first_violation, ...others });
  }
  for (const { bound, pass } of [wanted.ll].flatMap((all) => all ?? [])) {
    expect(found.ll?.bound).toBeCloseTo(bound, 8);
    expect(found.ll?.pass).toBe(pass);
  }
  for (const { product, pass } of [wanted.hyp].flatMap((all) => all ?? [])) {
    expect(found.hyperbolic?.product).toBeCloseTo(product, 8);
    expect(found.hyperbolic?.pass).toBe(pass);
  }
  if (wanted.ll_blocking) expect(found.ll?.pass).toBe(wanted.ll_blocking.pass);
  if (wanted.hyp_blocking) expect(found.hyperbolic?.pass).toBe(wanted.hyp_blocking.pass);
  if (wanted.edf_baker_density) expect(found.baker?.pass).toBe(wanted.edf_baker_density.pass);
  if (wanted.density) {
    expect(found.density.value).toBeCloseTo(wanted.density.value, 8);
    expect(found.density.pass).toBe(wanted.density.edf_pass);
  }
  if (wanted.fifo) expect(found.fifo).toEqual(wanted.fifo);
  if (wanted.breakdown) expect(found.breakdown).toEqual(wanted.breakdown);
  if (wanted.opa) expect(found.opa?.feasible).toBe(wanted.opa.feasible);
  for (const name of ["dm_npcs", "dm_pip", "dm_pcp_srp", "edf_srp", "edf_npcs"] as const) {
    const expected = wanted[name] as Record<string, unknown> | undefined;
    if (expected === undefined) continue;
    // Response times by the discrete convention are those of edf with --convention discrete.
    const { R_discrete: _, ...fields } = expected;
    expect(found.resources?.[name]).toMatchObject(fields);
  }
}
