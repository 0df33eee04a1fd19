/** The eight parts of the experiment, and their order. */

export const policies = ["fcfs", "edf"] as const;
export type MacroPolicy = (typeof policies)[number];
export const loads = ["none", "aes", "schedcat", "both"] as const;
export type MacroLoad = (typeof loads)[number];

export interface Subtest {
  readonly policy: MacroPolicy;
  readonly load: MacroLoad;
}

export const policyNames: Readonly<Record<MacroPolicy, string>> = { fcfs: "FCFS", edf: "EDF" };
export const loadNames: Readonly<Record<MacroLoad, string>> = {
  none: "no load",
  aes: "AES",
  schedcat: "SchedCAT",
  both: "SchedCAT + AES",
};

export const nameOf = ({ policy, load }: Subtest): string => `${policyNames[policy]}, ${loadNames[load]}`;
export const isSame = (a: Subtest, b: Subtest): boolean => a.policy === b.policy && a.load === b.load;

/** The paper's: FCFS first, each with all loads. */
export const allSubtests: readonly Subtest[] = policies.flatMap((policy) => loads.map((load) => ({ policy, load })));

export interface Step extends Subtest {
  /** From 0. */
  readonly repetition: number;
}

/** Every other repetition has EDF first: what warms up or tires on the way helps or harms both. */
export function stepsOf(subtests: readonly Subtest[], repetitions: number): Step[] {
  return Array.from({ length: repetitions }, (_, repetition) => {
    const first: MacroPolicy = repetition % 2 === 0 ? "fcfs" : "edf";
    const inOrder = [...subtests].sort((a, b) => Number(a.policy !== first) - Number(b.policy !== first));
    return inOrder.map((subtest) => ({ ...subtest, repetition }));
  }).flat();
}
