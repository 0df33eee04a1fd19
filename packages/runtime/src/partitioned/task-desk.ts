/** The tasks of a partitioned scheduler: placed, started, stopped, and started again after a crash. */

import type { Host } from "../hosts/host.ts";
import { callable, notNegative, type PreemptError, positive, refuse } from "../input/errors.ts";
import { at, never } from "../kernel/time.ts";
import type { AdmissionTest, SystemModel, TaskModel } from "../scheduling/admission.ts";
import type { Core } from "./core.ts";
import { hold, type TaskErrand } from "./errand.ts";
import type { PartitionedTaskOptions } from "./options.ts";
import { PartitionedTask } from "./partitioned-task.ts";
import type { Guarantee, Guarantees } from "./placement/guarantees.ts";
import { type Placement, placeAll } from "./placement/placement.ts";
import type { Reports } from "./reports.ts";
import { whenAborted } from "./when-aborted.ts";

export interface TaskDeskOptions {
  readonly host: Host;
  readonly reports: Reports;
  readonly core: (number: number) => Core;
  readonly leastBusy: () => number;
  readonly guarantees: Guarantees;
  readonly placement: Placement;
  readonly admission: AdmissionTest;
  readonly system: SystemModel;
}

export interface Request {
  readonly fn: string;
  readonly options: PartitionedTaskOptions;
  /** How many times it may be started again after a crash, between two jobs that end. */
  readonly restarts: number;
}

interface Placed {
  readonly guarantee: Guarantee | undefined;
  /** For how long its share counts after it was stopped. */
  readonly lingering: number;
  readonly forget: () => void;
}

export class TaskDesk {
  readonly #options: TaskDeskOptions;
  readonly #placed = new Map<TaskErrand, Placed>();
  #count = 0;
  #whenDrained: (() => void)[] = [];

  constructor(options: TaskDeskOptions) {
    this.#options = options;
  }

  /** @throws AdmissionError; PreemptError for options out of range and for arguments that cannot be cloned */
  place(requests: readonly Request[]): PartitionedTask[] {
    const { guarantees, placement, admission, system, host, leastBusy } = this.#options;
    const wishes = requests.map((request) => {
      const model = modelOf(request);
      return model && { model, core: request.options.core };
    });
    const promised = wishes.filter((wish) => wish !== undefined);
    const test = (models: readonly TaskModel[]) => admission(models, system);
    const cores = placeAll(promised, guarantees.bins(host.now()), placement, test);
    // All of them before the first is started: arguments that cannot be cloned are found here.
    const drafts = requests.map((request) => this.#draft(request));
    return drafts.map((draft, i) => {
      const request = requests[i] as Request;
      const wish = wishes[i];
      const core = wish === undefined ? (request.options.core ?? leastBusy()) : cores[promised.indexOf(wish)];
      return this.#start(request, wish?.model, draft, core as number);
    });
  }

  /** What becomes of tasks whose worker is gone. Returns how many of them fail with `error`. */
  crashed(errands: readonly TaskErrand[], error: PreemptError, canRestart: boolean): number {
    let failed = 0;
    for (const errand of errands) {
      const { task } = errand;
      if (task.state !== "running") this.#end(errand);
      else if (!canRestart || errand.restartsLeft === 0) {
        failed++;
        this.fail(errand, error);
      } else {
        errand.restartsLeft--;
        errand.sent = false;
        task.restarts++;
        this.#give(errand);
      }
    }
    return failed;
  }

  fail(errand: TaskErrand, error: unknown): void {
    errand.task.state = "failed";
    this.#end(errand);
    this.#options.reports.report(error, { core: errand.task.core, task: errand.task });
  }

  drained(errand: TaskErrand): void {
    this.#end(errand);
  }

  /** No task releases a job any more. */
  stopAll(): void {
    for (const errand of [...this.#placed.keys()]) this.#stop(errand, undefined);
  }

  /** Stops all tasks, and cancels what their jobs have left to do. */
  cancelAll(reason: unknown): void {
    for (const errand of [...this.#placed.keys()]) {
      errand.task.state = "stopped";
      this.#options.core(errand.task.core).stop(errand, { value: reason });
    }
  }

  /** Resolves when no task runs, and the last job of each that was stopped has ended. */
  drainedAll(): Promise<void> {
    if (this.#placed.size === 0) return Promise.resolve();
    return new Promise((resolve) => this.#whenDrained.push(resolve));
  }

  terminate(): void {
    for (const errand of [...this.#placed.keys()]) {
      errand.task.state = "stopped";
      this.#end(errand);
    }
  }

  /** What of an errand does not depend on the core. Copies the arguments, so that none of several is started if one fails. */
  #draft({ fn, options, restarts }: Request): Omit<TaskErrand, "task"> {
    const { period, phase = 0, priority = 0, backlog, budget, wcet, args = [], transfer = [], onMiss } = options;
    const mayRestart = transfer.length === 0 ? restarts : 0;
    const draft = {
      number: this.#count++,
      fn,
      budget,
      wcet,
      payload: { args: [...args], transfer },
      restartsLeft: mayRestart,
      restartsAllowed: mayRestart,
      sent: false,
      period,
      priority,
      // What is admitted is admitted with a deadline, so the kernel has to know it.
      deadline: options.deadline ?? (wcet === undefined ? undefined : period),
      backlog,
      onMiss,
      firstRelease: at(this.#options.host.now() + phase),
      before: { released: 0, skipped: 0, misses: 0, ended: 0 },
    };
    hold(draft, options.name ?? fn);
    return draft;
  }

  #start(
    { fn, options }: Request,
    model: TaskModel | undefined,
    draft: Omit<TaskErrand, "task">,
    core: number,
  ): PartitionedTask {
    const task = new PartitionedTask(options.name ?? fn, core, () => this.#stop(errand, undefined));
    const errand: TaskErrand = Object.assign(draft, { task });
    const guarantee = model && this.#options.guarantees.add(core, model);
    const { period, deadline = period } = draft;
    const lingering = deadline === never ? period : Math.max(period, deadline);
    this.#placed.set(errand, { guarantee, lingering, forget: () => {} });
    const forget = whenAborted(options.signal, (value) => this.#stop(errand, { value }));
    if (task.state === "stopped") this.#end(errand);
    else {
      this.#placed.set(errand, { guarantee, lingering, forget });
      this.#give(errand);
    }
    return task;
  }

  #give(errand: TaskErrand): void {
    const { task } = errand;
    this.#options.reports.taskPlaced(task);
    // Whoever was told may have stopped it.
    if (task.state !== "running") this.#end(errand);
    else this.#options.core(task.core).start(errand);
  }

  #stop(errand: TaskErrand, reason: { readonly value: unknown } | undefined): void {
    if (errand.task.state !== "running") return;
    errand.task.state = "stopped";
    this.#options.core(errand.task.core).stop(errand, reason);
  }

  #end(errand: TaskErrand): void {
    const placed = this.#placed.get(errand);
    if (placed === undefined) return;
    this.#placed.delete(errand);
    placed.forget();
    const { host, guarantees } = this.#options;
    if (placed.guarantee) guarantees.release(placed.guarantee, at(host.now() + placed.lingering));
    if (this.#placed.size > 0) return;
    const waiting = this.#whenDrained;
    this.#whenDrained = [];
    for (const resolve of waiting) resolve();
  }
}

function modelOf({ fn, options }: Request): TaskModel | undefined {
  const { wcet, jitter, sections, name = fn, priority = 0 } = options;
  const period = positive(options.period, "period", `the period of "${name}"`);
  if (options.period === never) {
    refuse("period_not_finite", `the period of "${name}"`, "Infinity", "milliseconds, or submit single jobs");
  }
  const deadline = positive(options.deadline ?? period, "deadline", `the relative deadline of "${name}"`);
  notNegative(options.phase ?? 0, "phase", `the phase of "${name}"`);
  if (options.onMiss !== undefined) callable(options.onMiss, "on_miss", `the onMiss of "${name}"`);
  if (wcet === undefined) return undefined;
  return {
    name,
    period,
    deadline,
    wcet,
    priority,
    ...(jitter !== undefined && { jitter }),
    ...(sections && { sections }),
  };
}
