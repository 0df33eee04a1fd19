/** Everything that can be set on the page: which scenario, and how its jobs are scheduled. */
import type { TaskSpec } from "../scenarios/scenario.ts";
import type { PolicyId } from "./policies.ts";

/** What the editor may change of a task, in milliseconds. */
export type TaskEdit = Pick<TaskSpec, "period" | "deadline" | "wcet" | "priority">;
/** A task that a person added: a busy loop. */
export interface AddedTask extends TaskEdit {
  readonly id: string;
}

export interface Setup {
  readonly scenario: string;
  readonly policy: PolicyId;
  /** Whether jobs give the thread up at preemption points. */
  readonly preemption: boolean;
  /** Milliseconds. */
  readonly slice: number;
  /** Milliseconds; "auto": until shortly before the next frame. */
  readonly round: number | "auto";
  /** Preemption points; "auto": learned. */
  readonly budget: number | "auto";
  readonly strategy: "capture" | "paper";
  /** The scenario's options that differ from their defaults. */
  readonly options: Readonly<Record<string, string>>;
  /** Tasks whose parameters differ from the scenario's. */
  readonly edits: Readonly<Record<string, TaskEdit>>;
  readonly added: readonly AddedTask[];
}

const defaults: Setup = {
  scenario: "paper",
  policy: "edf",
  preemption: true,
  slice: 1,
  round: "auto",
  budget: "auto",
  strategy: "capture",
  options: {},
  edits: {},
  added: [],
};

/** Where a scenario starts with something else. */
const ofScenario: Readonly<Record<string, Partial<Setup>>> = {
  // Priority inversion is about priorities.
  inversion: { policy: "fp" },
};

/** How a scenario starts. */
export function defaultsOf(scenario: string): Setup {
  return { ...defaults, scenario, ...(Object.hasOwn(ofScenario, scenario) && ofScenario[scenario]) };
}

/** More tasks than this are not added: a link of them would be too long. */
export const mostAdded = 50;

/** From where to where people may set what. */
export const ranges = {
  slice: { min: 0.1, max: 100 },
  round: { min: 1, max: 1000 },
  budget: { min: 0, max: 10_000_000 },
  period: { min: 1, max: 600_000 },
  deadline: { min: 1, max: 600_000 },
  wcet: { min: 0.1, max: 60_000 },
  priority: { min: -1000, max: 1000 },
} as const;

export const editFields = ["period", "deadline", "wcet", "priority"] as const satisfies readonly (keyof TaskEdit)[];

/** Whether the value may be set as `field`. */
export function isInRange(field: keyof typeof ranges, value: number): boolean {
  const { min, max } = ranges[field];
  return Number.isFinite(value) && value >= min && value <= max;
}

/** The tasks of a scenario as edited, and those that were added. */
export function tasksOf(specs: readonly TaskSpec[], { edits, added }: Pick<Setup, "edits" | "added">): TaskSpec[] {
  return [
    ...specs.map((spec) => ({ ...spec, ...edits[spec.id] })),
    ...added.map(
      (task): TaskSpec => ({ ...task, kind: "periodic", synthetic: true, does: "a busy loop that you added" }),
    ),
  ];
}
