/**
 * What people choose beside the program: how it is compiled, and how the scheduler of its run works. Everything is a
 * choice among values that cannot hang the page: no endless rounds, no endless budgets.
 */
import type { SchedulerOptions } from "@preempt/runtime";
import type { Choice } from "../views/choice.ts";
import type { CompileOptions } from "./compile.ts";

export const compileChoices = [
  {
    id: "strategy",
    label: "Strategy",
    values: [
      ["capture", "run or capture"],
      ["paper", "as in the paper"],
    ],
  },
  {
    id: "optimize",
    label: "Optimize",
    values: [
      ["speed", "for speed"],
      ["size", "for size"],
    ],
  },
  {
    id: "functions",
    label: "Functions",
    values: [
      ["annotated", "annotated"],
      ["all", "all"],
    ],
  },
] as const satisfies readonly Choice[];

const milliseconds = (...all: readonly number[]) => all.map((ms) => [String(ms), `${ms} ms`] as const);

export const runChoices = [
  {
    id: "policy",
    label: "Policy",
    values: [
      ["edf", "EDF"],
      ["fp", "fixed priority"],
      ["rr", "round robin"],
      ["fifo", "FIFO"],
    ],
  },
  { id: "slice", label: "Slice", values: milliseconds(1, 0.5, 2, 5, 10) },
  { id: "round", label: "Round", values: [["auto", "auto"] as const, ...milliseconds(2, 5, 10, 50)] },
  {
    id: "budget",
    label: "Budget",
    values: [
      ["auto", "auto"],
      ["0", "0 points"],
      ["100", "100 points"],
      ["10000", "10,000 points"],
    ],
  },
] as const satisfies readonly Choice[];

const choices: readonly Choice[] = [...compileChoices, ...runChoices];

/** A value for each choice. */
export type Settings = Readonly<Record<string, string>>;

/** The defaults, and from `given` whatever is among the values. */
export function settingsFrom(given: unknown = {}): Settings {
  const wanted = typeof given === "object" && given !== null ? (given as Record<string, unknown>) : {};
  return Object.fromEntries(
    choices.map(({ id, values }) => {
      const known = values.find(([value]) => value === wanted[id]) ?? values[0];
      return [id, known?.[0] ?? ""];
    }),
  );
}

/** What differs from the defaults: little, for a link. */
export function changed(settings: Settings): Settings {
  const defaults = settingsFrom();
  return Object.fromEntries(Object.entries(settings).filter(([id, value]) => value !== defaults[id]));
}

export function compileOptions({ strategy, optimize, functions }: Settings): CompileOptions {
  return { strategy, optimize, functions } as CompileOptions;
}

export function schedulerOptions({ policy, slice, round, budget }: Settings): SchedulerOptions {
  return {
    policy: policy as NonNullable<Exclude<SchedulerOptions["policy"], object>>,
    slice: Number(slice),
    budget: budget === "auto" ? "auto" : Number(budget),
    ...(round === "auto" ? {} : { round: Number(round) }),
  };
}
