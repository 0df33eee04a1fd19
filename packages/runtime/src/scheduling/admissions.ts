/**
 * The promises of a scheduler with an admission test: what tasks and servers were promised, and what still counts of those
 * that have stopped, shrunk or gone.
 */

import type { Overheads } from "../hosts/host.ts";
import { PreemptError } from "../input/errors.ts";
import type { Kernel } from "../kernel/kernel.ts";
import type { KernelOptions } from "../kernel/kernel-options.ts";
import type { Instant } from "../kernel/time.ts";
import type { AdmissionAnswer, TaskModel } from "./admission.ts";
import { Task } from "./task.ts";
import type { TaskOptions } from "./task-options.ts";

/** What a scheduler asks before it admits a task, or a change of one. */
export interface AdmissionRequest {
  /** As it is to be. */
  readonly candidate: Task;
  /** The other tasks that run. */
  readonly running: readonly Task[];
  /** Those that were stopped, and still count: since then some job of a task has been unfinished all the time, or a server behind. */
  readonly stopped: readonly Task[];
  /** What servers have been promised. */
  readonly reserved: readonly TaskModel[];
  /** The settings of the kernel. */
  readonly kernel: KernelOptions;
  /** What the platform costs, as the user gave it. */
  readonly overheads: Overheads | undefined;
}

/** Whether every deadline can be kept. See `admitBy` in "@preempt/runtime/analysis". */
export type AdmissionControl = (request: AdmissionRequest) => AdmissionAnswer;

/** What a server has been promised. */
export interface Reservation {
  /** The server will be like this; undefined: it is gone. What it was counts as well for a while. */
  change(model: TaskModel | undefined): void;
}

interface Promised {
  /** What counts. */
  model: TaskModel;
  /** What will count at the next instant at which nobody has work left; undefined: nothing. */
  next: TaskModel | undefined;
  /** Whether it takes no more than that from an instant on, though others kept it waiting before. */
  readonly hasCaughtUp: (now: Instant) => boolean;
}

/** So many tasks and servers may be looked at for each job that ends. */
const looksPerEnd = 32;

/** @internal */
export class Admissions {
  readonly #kernel: Kernel;
  readonly #control: AdmissionControl | undefined;
  readonly #overheads: Overheads | undefined;
  /** The tasks that release jobs, in the order in which they were started. */
  readonly tasks = new Set<Task>();
  /** Stopped, but what they have taken is not made up for: see {@link AdmissionRequest.stopped}. */
  readonly #stopped = new Set<Task>();
  /** Those that were admitted, and not just started. */
  readonly #admitted = new WeakSet<Task>();
  /** Tasks that have changed, and how much they may still take: of what they were and are the more demanding. */
  readonly #changed = new Map<Task, Task>();
  readonly #reserved = new Set<Promised>();
  /** Those of the reservations that will be another one. */
  readonly #changing = new Set<Promised>();
  #looks = 0;

  constructor(kernel: Kernel, control: AdmissionControl | undefined, overheads: Overheads | undefined) {
    this.#kernel = kernel;
    this.#control = control;
    this.#overheads = overheads;
  }

  /** Keeps a share of the processor for a server. Undefined where nobody asks for that. */
  reserve(model: TaskModel, hasCaughtUp: (now: Instant) => boolean): Reservation | undefined {
    if (this.#control === undefined || this.#kernel.server !== undefined) return undefined;
    const promised: Promised = { model, next: model, hasCaughtUp };
    this.#reserved.add(promised);
    return {
      change: (next) => {
        promised.next = next;
        if (next !== undefined) promised.model = bothOf(promised.model, next);
        this.#changing.add(promised);
      },
    };
  }

  started(task: Task): void {
    this.tasks.add(task);
  }

  stopped(task: Task): void {
    this.tasks.delete(task);
    this.#admitted.delete(task);
    if (this.#control === undefined) return;
    this.#stopped.add(task);
    this.forgetFormer();
  }

  admitted(task: Task): void {
    this.#admitted.add(task);
  }

  /** A task would be like `next`. Undefined where no test was asked. */
  askChange(task: Task, next: Task): AdmissionAnswer | undefined {
    if (this.#control === undefined) return undefined;
    this.#forgetIfIdle();
    const both = this.#isIdle() ? next : moreDemanding(this.#changed.get(task) ?? task, next);
    const others = [...this.tasks].filter((one) => one !== task);
    const answer = this.#admitted.has(task) ? this.ask(both, others) : undefined;
    if (answer?.admitted !== false) this.#changed.set(task, both);
    return answer;
  }

  /**
   * Whether every deadline can be kept with the candidate.
   *
   * @throws PreemptError if there is no admission test
   */
  ask(candidate: Task, running: readonly Task[]): AdmissionAnswer {
    const { server } = this.#kernel;
    const control = this.#control;
    if (control === undefined) {
      throw new PreemptError(
        "admission_missing",
        'this scheduler has no admission test. Give new Scheduler({ admission: admitBy(exactAdmission) }), both of "@preempt/runtime/analysis".',
      );
    }
    if (server !== undefined) {
      const reason = `Task "${candidate.name}" would run in ${server.name}, like all that its jobs start: nothing is promised there.`;
      return { admitted: false, reason, task: candidate.name };
    }
    this.#forgetIfIdle();
    return control({
      candidate,
      running: running.map((task) => this.#changed.get(task) ?? task),
      stopped: Array.from(this.#stopped, (task) => this.#changed.get(task) ?? task),
      reserved: Array.from(this.#reserved, ({ model }) => model),
      kernel: this.#kernel.options,
      overheads: { unit: this.#kernel.keptWaiting, ...this.#overheads },
    });
  }

  /** Some job has ended. To look at all tasks and servers each time would make many of them slow: each end pays for a few. */
  forgetFormer(): void {
    if (!this.#hasFormer) return;
    this.#looks += looksPerEnd;
    if (this.#looks < this.tasks.size + this.#reserved.size) return;
    this.#looks = 0;
    this.#forgetIfIdle();
  }

  /**
   * At an instant at which nobody has work left, whoever is new may begin as all do (the idle time protocol of Tindell and
   * Alonso, 1996). A server may always have work: it is enough that it takes no more from here on than any server that
   * begins now. Jobs of unknown length come after all others, and do not count.
   */
  #forgetIfIdle(): void {
    if (!this.#hasFormer || !this.#isIdle()) return;
    this.#changed.clear();
    this.#stopped.clear();
    for (const promised of this.#changing) {
      if (promised.next === undefined) this.#reserved.delete(promised);
      else promised.model = promised.next;
    }
    this.#changing.clear();
  }

  get #hasFormer(): boolean {
    return this.#stopped.size + this.#changing.size + this.#changed.size > 0;
  }

  #isIdle(): boolean {
    const now = this.#kernel.now();
    for (const task of this.tasks) if (task.options.wcet !== undefined && task.isBusy) return false;
    for (const task of this.#stopped) if (task.isBusy) return false;
    for (const { hasCaughtUp } of this.#reserved) if (!hasCaughtUp(now)) return false;
    return true;
  }
}

/** A task that asks for no less than either of them. */
function moreDemanding(a: Task, b: Task): Task {
  const [was, will] = [a.options, b.options];
  const options: TaskOptions = { ...will, name: b.name, deadline: Math.min(a.deadline, b.deadline) };
  if (was.period !== undefined && will.period !== undefined) options.period = Math.min(was.period, will.period);
  if (was.interArrival !== undefined && will.interArrival !== undefined) {
    options.interArrival = Math.min(was.interArrival, will.interArrival);
  }
  if (was.wcet !== undefined && will.wcet !== undefined) options.wcet = Math.max(was.wcet, will.wcet);
  options.priority = Math.max(was.priority ?? 0, will.priority ?? 0);
  const jitters = [was.jitter ?? 0, will.jitter ?? 0];
  const unbounded = jitters.find((jitter) => typeof jitter === "function");
  options.jitter = unbounded ?? Math.max(...(jitters as number[]));
  return new Task(options);
}

/** No less than either of them takes from anybody. */
function bothOf(a: TaskModel, b: TaskModel): TaskModel {
  return {
    ...b,
    period: Math.min(a.period, b.period),
    deadline: Math.min(a.deadline, b.deadline),
    wcet: Math.max(a.wcet, b.wcet),
    priority: Math.max(a.priority, b.priority),
  };
}
