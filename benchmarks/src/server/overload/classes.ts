/** The classes of requests, and who is compared. */

export const classNames = ["login", "search", "report"] as const;
export type ClassName = (typeof classNames)[number];

export interface ClassSpec {
  /** Milliseconds of computation. */
  readonly work: number;
  /** Milliseconds within which an answer is worth something. */
  readonly deadline: number;
  /** The part of the offered load that its requests ask for. */
  readonly part: number;
  /** Milliseconds after which its clients give up. */
  readonly patience: number;
}

export const classes: Readonly<Record<ClassName, ClassSpec>> = {
  login: { work: 3, deadline: 100, part: 0.1, patience: 2000 },
  search: { work: 15, deadline: 400, part: 0.4, patience: 3000 },
  report: { work: 80, deadline: 3000, part: 0.5, patience: 8000 },
};

export const guardNames = [
  "unprotected",
  "under-pressure",
  "toobusy",
  "cached answers",
  "scheduled",
  "scheduled by class",
] as const;
export type GuardName = (typeof guardNames)[number];

export interface OverloadServerOrder {
  readonly guard: GuardName;
}
