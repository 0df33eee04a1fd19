/** What each core has promised to whom: the tasks that admission counts with. */

import type { Instant } from "../../kernel/time.ts";
import type { TaskModel } from "../../scheduling/admission.ts";
import { type Bin, utilisationOf } from "./placement.ts";

export interface Guarantee {
  readonly core: number;
  readonly model: TaskModel;
  /** When it no longer counts; undefined while the task runs. */
  until: Instant | undefined;
}

export class Guarantees {
  readonly #byCore: Set<Guarantee>[];
  /** Utilisations, kept because each submitted job asks for them. */
  readonly #shares: number[];

  constructor(cores: number) {
    this.#byCore = Array.from({ length: cores }, () => new Set<Guarantee>());
    this.#shares = this.#byCore.map(() => 0);
  }

  add(core: number, model: TaskModel): Guarantee {
    const guarantee: Guarantee = { core, model, until: undefined };
    this.#byCore[core]?.add(guarantee);
    this.#sum(core);
    return guarantee;
  }

  /**
   * Gives the share back at `until`. A task that leaves has used its share up to its last deadline, though its last job
   * has ended: who comes in its place before that could make others late.
   */
  release(guarantee: Guarantee, until: Instant): void {
    guarantee.until = until;
  }

  bins(now: Instant): Bin[] {
    return this.#byCore.map((guarantees, core) => {
      for (const guarantee of guarantees) {
        if (guarantee.until !== undefined && guarantee.until <= now) guarantees.delete(guarantee);
      }
      this.#sum(core);
      return { core, tasks: modelsOf(guarantees) };
    });
  }

  /** As of the last change; shares that have run out since still count. */
  utilisation(core: number): number {
    return this.#shares[core] ?? 0;
  }

  #sum(core: number): void {
    this.#shares[core] = utilisationOf(modelsOf(this.#byCore[core] ?? []));
  }
}

function modelsOf(guarantees: Iterable<Guarantee>): TaskModel[] {
  return Array.from(guarantees, ({ model }) => model);
}
