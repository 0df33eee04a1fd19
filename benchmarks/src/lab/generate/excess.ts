/** Where sets have more utilisation than was asked for, since no execution time is below one multiple of the granularity. */
import { utilisationOf } from "../task-set.ts";
import type { Execution } from "./execution.ts";
import type { DrawnSet } from "./generate.ts";
import { defaults, framePeriod, type GenerateOptions } from "./options.ts";

/** What rounding may do to a set without a word. */
const tolerated = 0.01;

export class ExcessCounter {
  readonly #execution: Execution;
  /** Comes on top of what was asked for. */
  readonly #rendering: number;
  readonly #at = new Map<number, { sets: number; beyond: number; most: number }>();

  constructor({ execution = defaults.execution, frame = 0 }: GenerateOptions) {
    this.#execution = execution;
    this.#rendering = frame / framePeriod;
  }

  add({ set, utilisation }: DrawnSet): void {
    // As in the paper's own sets: who asks for another rounding knows.
    if (utilisation === undefined || this.#execution.rounding !== "nearest") return;
    const counts = this.#at.get(utilisation) ?? { sets: 0, beyond: 0, most: 0 };
    this.#at.set(utilisation, counts);
    const has = utilisationOf(set) - this.#rendering;
    counts.sets++;
    counts.most = Math.max(counts.most, has);
    if (has > utilisation + tolerated) counts.beyond++;
  }

  /** A line for each utilisation that some sets do not keep to. */
  remarks(): string[] {
    return [...this.#at]
      .filter(([, { beyond }]) => beyond > 0)
      .map(
        ([utilisation, { sets, beyond, most }]) =>
          `${beyond} of ${sets} sets for utilisation ${utilisation} have more, up to ${most.toFixed(3)}: an execution time is ${this.#execution.granularity} µs, or a multiple of that. Give longer --periods, a smaller --wcet-granularity, or --wcet-rounding down.`,
      );
  }
}
