/** Reference cases of the analyses, computed by other tools; what the fields mean stands beside each expectation. */
import { readFileSync } from "node:fs";
import type { TimedTask } from "@preempt/runtime/analysis";

export interface ExpectedResponses {
  readonly R: (number | null)[];
  readonly R1?: (number | null)[];
  readonly Rrel?: (number | null)[];
  readonly B?: number[];
  readonly sched: boolean;
  readonly R_sup?: (number | null)[];
  readonly sched_sup?: boolean;
}

export interface ExpectedEdf {
  readonly sched: boolean;
  readonly first_violation: number | null;
  readonly busy?: number | null;
  readonly R?: (number | null)[];
  readonly sched_sup?: boolean;
  readonly sched_discrete?: boolean;
  readonly R_discrete?: (number | null)[];
}

export interface Case {
  readonly id: string;
  readonly tasks: TimedTask[];
  readonly U: [string, string];
  readonly order_rm: number[];
  readonly order_dm: number[];
  readonly nonpreemptive?: boolean;
  readonly expect: {
    readonly dm?: ExpectedResponses;
    readonly rm?: ExpectedResponses;
    readonly edf?: ExpectedEdf;
    readonly density?: { readonly value: number; readonly edf_pass: boolean };
    readonly ll?: { readonly bound: number; readonly pass: boolean };
    readonly hyp?: { readonly product: number; readonly pass: boolean };
    readonly ll_blocking?: { readonly pass: boolean };
    readonly hyp_blocking?: { readonly pass: boolean };
    readonly edf_baker_density?: { readonly pass: boolean };
    readonly fifo?: { readonly R: number; readonly sched: boolean };
    readonly breakdown?: { readonly dm_k: number; readonly edf_k: number };
    readonly opa?: { readonly feasible: boolean };
    readonly dm_npcs?: ExpectedResponses;
    readonly dm_pip?: ExpectedResponses;
    readonly dm_pcp_srp?: ExpectedResponses;
    readonly edf_srp?: ExpectedEdf;
    readonly edf_npcs?: ExpectedEdf;
  };
}

export const groups = ["P", "F", "B", "J", "BJ", "A", "NP", "LP", "FNP", "R", "O"] as const;
export type Group = (typeof groups)[number];

export function casesOf(group: Group): Case[] {
  return read<{ cases: Case[] }>(`analysis/${group}.json`).cases;
}

export interface Example {
  readonly id: string;
  readonly title: string;
  readonly kind: "fp-rta" | "fp-rta-jitter" | "ll-bound" | "edf-rta-NP";
  readonly input: { readonly tasks: TimedTask[]; readonly priority_order: number[]; readonly n: number[] };
  readonly published: {
    readonly R: number[];
    readonly sched?: boolean;
    readonly R_from_release: number[];
    readonly bound_3dec: number[];
  };
}

export function examples(): Example[] {
  return read<{ examples: Example[] }>("textbook.json").examples;
}

function read<T>(path: string): T {
  return JSON.parse(readFileSync(new URL(`../reference/${path}`, import.meta.url), "utf8")) as T;
}
