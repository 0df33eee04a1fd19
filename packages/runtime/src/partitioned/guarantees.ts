/** What each core has promised to whom: the tasks that admission counts with. */
import type { TaskModel } from "../admission.ts";
import type { Instant } from "../time.ts";
import { type Bin, utilisationOf } from "./placement.ts";

export interface Guarantee {
  readonly core: number;
  readonly model: TaskModel;
  /** When it no longer counts; undefined while the task runs. */
  until: Instant | undefined;
}

export class Guarantees {
  readonly #byCore: Set<Guarantee>[];

  constructor(cores: number) {
    this.#byCore = Array.from({ length: cores }, () => new Set<Guarantee>());
  }

  add(core: number, model: TaskModel): Guarantee {
    const guarantee: Guarantee = { core, model, until: undefined };
    this.#byCore[core]?.add(guarantee);
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
      return { core, tasks: [...guarantees].map(({ model }) => model) };
    });
  }

  utilisation(core: number): number {
    return utilisationOf([...(this.#byCore[core] ?? [])].map(({ model }) => model));
  }
}
