/**
 * Which core gets a task: bin packing, where a core takes what its admission test admits. In decreasing order of
 * utilisation first-fit and best-fit leave little waste; worst-fit leaves room on every core, for jobs without promises.
 */

import { PreemptError } from "../../input/errors.ts";
import type { AdmissionAnswer, TaskModel } from "../../scheduling/admission.ts";
import { utilisation } from "./utilisation-test.ts";

/** Which of the cores that admit a task gets it: the first, the one with the least room left, or the one with the most. */
export type Placement = "first-fit" | "best-fit" | "worst-fit";

export const placements: readonly Placement[] = ["first-fit", "best-fit", "worst-fit"];

/** The tasks that a core has promised to serve. */
export interface Bin {
  readonly core: number;
  readonly tasks: readonly TaskModel[];
}

export interface Wish {
  readonly model: TaskModel;
  /** The only core that will do, if any. */
  readonly core: number | undefined;
}

/** No core can promise to serve a task in time. */
export class AdmissionError extends PreemptError {
  /** The task that found no place. */
  readonly task: string;
  /** What the test said, for each core that was asked. */
  readonly reasons: readonly { readonly core: number; readonly reason: string }[];

  /** Creates the error from the task and the answer of each core. */
  constructor(model: TaskModel, reasons: AdmissionError["reasons"]) {
    const share = Number(utilisation(model).toFixed(4));
    const list = reasons.map(({ core, reason }) => ` Core ${core}: ${reason}.`).join("");
    super(
      "not_admitted",
      `task "${model.name}" (utilisation ${share}) has no place.${list} Lower its wcet, raise its period, or add cores.`,
    );
    this.task = model.name;
    this.reasons = reasons;
  }
}

export const utilisationOf = (tasks: readonly TaskModel[]): number =>
  tasks.reduce((sum, task) => sum + utilisation(task), 0);

/**
 * A core for each wish, in the wishes' order: all of them, or none.
 *
 * @throws AdmissionError naming the first task, by decreasing utilisation, that no core admits
 */
export function placeAll(
  wishes: readonly Wish[],
  bins: readonly Bin[],
  rule: Placement,
  test: (tasks: readonly TaskModel[]) => AdmissionAnswer,
): number[] {
  const filled = bins.map(({ core, tasks }) => ({ core, tasks: [...tasks] }));
  const placed = new Map<Wish, number>();
  // A stable sort: equals are placed in the order given.
  for (const wish of [...wishes].sort((a, b) => utilisation(b.model) - utilisation(a.model))) {
    const bin = choose(wish, filled, rule, test);
    bin.tasks.push(wish.model);
    placed.set(wish, bin.core);
  }
  return wishes.map((wish) => placed.get(wish) as number);
}

function choose<B extends Bin>(
  { model, core }: Wish,
  bins: readonly B[],
  rule: Placement,
  test: (tasks: readonly TaskModel[]) => AdmissionAnswer,
): B {
  const reasons: { core: number; reason: string }[] = [];
  for (const bin of inOrder(bins, rule)) {
    if (core !== undefined && bin.core !== core) continue;
    const answer = test([...bin.tasks, model]);
    if (answer.admitted) return bin;
    reasons.push({ core: bin.core, reason: answer.reason });
  }
  throw new AdmissionError(
    model,
    reasons.sort((a, b) => a.core - b.core),
  );
}

/** The cores in the order in which to ask; the lower number first among equals. */
function inOrder<B extends Bin>(bins: readonly B[], rule: Placement): readonly B[] {
  if (rule === "first-fit") return bins;
  const fuller = rule === "best-fit" ? -1 : 1;
  return [...bins].sort((a, b) => fuller * (utilisationOf(a.tasks) - utilisationOf(b.tasks)));
}
