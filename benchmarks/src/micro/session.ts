/** A process of its own for one part of the micro-benchmarks: prints its rows as JSON. */
import { orderOf } from "../child.ts";
import type { Turns } from "../turns.ts";
import { measureBudgets } from "./budgets.ts";
import { measureCalls } from "./calls.ts";
import { measureCaptures } from "./capture.ts";
import { measureForms } from "./forms.ts";
import type { MicroPart } from "./parts.ts";
import { measurePreemptions } from "./preemption.ts";
import type { MicroSamples } from "./row.ts";
import { measureSteps } from "./steps.ts";
import { measureWalks } from "./walks.ts";

const measures: Readonly<Record<MicroPart, (turns: Turns) => Promise<MicroSamples[]>>> = {
  preemption: measurePreemptions,
  capture: measureCaptures,
  budgets: measureBudgets,
  calls: measureCalls,
  forms: measureForms,
  walks: measureWalks,
  steps: measureSteps,
};

const { part, turns } = orderOf<{ readonly part: MicroPart; readonly turns: Turns }>();
process.stdout.write(JSON.stringify(await measures[part](turns)));
