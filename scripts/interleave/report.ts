/** What a session tells of its package, finding by finding: what was found before a crash is known. */

/** How the three jobs were run: each alone, round robin at a budget, or under random schedules. */
export type Way = "plain" | "alone" | number | "random";

/** A job came out otherwise than alone and untransformed. */
export interface Difference {
  readonly way: Way;
  /** Of a random schedule. */
  readonly seed?: number;
  readonly job: string;
  readonly what: string;
}

/** Of the jobs, each alone. */
export interface Points {
  /** By name of the job: how many preemption points it passes. */
  readonly points: Readonly<Record<string, number>>;
  /** How many of them all stand where no other job may be. */
  readonly exclusive: number;
  /** Which units those are. */
  readonly units: readonly string[];
}

export type Finding =
  | { readonly kind: "original"; readonly texts: Readonly<Record<string, string>>; readonly time: number }
  | { readonly kind: "started"; readonly way: Way }
  | ({ readonly kind: "points" } & Points)
  | { readonly kind: "difference"; readonly difference: Difference }
  /** Runs of a way: how many, how many of them wrong, and how often they were preempted. */
  | {
      readonly kind: "ran";
      readonly way: Way;
      readonly runs: number;
      readonly wrong: number;
      readonly preemptions: number;
    }
  /** The package gives wrong results ever after: no other way can be tried in this process. */
  | { readonly kind: "damaged" }
  | { readonly kind: "finished" };
