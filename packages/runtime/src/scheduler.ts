/**
 * The public face of the kernel: options, checks at the door, and the jobs, tasks and alarms that people hold.
 */
import type { TaskModel } from "./admission.ts";
import { type Alarm, type AlarmTime, setAlarm } from "./alarm.ts";
import { unlimited } from "./budget.ts";
import { checkBudget, checkWork } from "./checks.ts";
import { type CriticalSection, enterCriticalSection } from "./critical-section.ts";
import { callable, notNegative, PreemptError, positive, show } from "./errors.ts";
import { detectHost } from "./hosts/detect.ts";
import type { Callable } from "./intrinsics.ts";
import { absolute, Job, type JobServer } from "./job.ts";
import { Kernel } from "./kernel.ts";
import type { Observer } from "./observer.ts";
import type { AbortSignalLike, AnyFunction, JobValue, SchedulerOptions, SubmitOptions } from "./options.ts";
import { edf } from "./policies/edf.ts";
import { fifo } from "./policies/fifo.ts";
import { fixedPriority } from "./policies/fixed-priority.ts";
import type { Policy } from "./policies/policy.ts";
import { roundRobin } from "./policies/round-robin.ts";
import { Task, type TaskOptions } from "./task.ts";
import { at, type Instant, lasting, never } from "./time.ts";

/** The options whatever the function's parameters are. */
type AnyOptions = Omit<SubmitOptions, "args"> & { args?: readonly unknown[] };

const policies = { edf, fp: fixedPriority, fifo, rr: roundRobin } as const;

/**
 * Runs jobs on this thread by deadline or priority, in slices, and gives the thread back to the event loop after each
 * round. With nothing to run it costs nothing and keeps no process alive.
 */
export class Scheduler {
  /** @internal Where resources and servers take hold. */
  readonly kernel: Kernel;
  readonly #options: SchedulerOptions;
  readonly #tasks = new Set<Task>();
  readonly #reserved: TaskModel[] = [];
  #taskCount = 0;
  #submitted = 0;

  /** @throws PreemptError for an option out of range; the message says how to mend it */
  constructor(options: SchedulerOptions = {}) {
    const { slice = 1, round = 5, preemption = "sliced", observer = [] } = options;
    this.#options = options;
    checkBudget(options.budget, "the budget");
    if (preemption !== "sliced" && preemption !== "ideal") {
      throw new PreemptError("preemption_unknown", `preemption is ${show(preemption)}. Give "sliced" or "ideal".`);
    }
    this.kernel = new Kernel({
      policy: policyOf(options.policy ?? "edf"),
      slice: lasting(positive(slice, { name: "slice", what: "the slice" })),
      round: lasting(positive(round, { name: "round", what: "the round" })),
      fixedRound: options.round !== undefined,
      ideal: preemption === "ideal",
      host: options.host ?? detectHost(),
      onError: options.onError,
    });
    for (const o of Array.isArray(observer) ? observer : [observer]) this.observe(o);
  }

  /**
   * Releases one job of `fn`.
   *
   * `fn` is preempted where the transformer put preemption points (annotated functions) or at each `yield` (generator
   * functions); any other function runs to its end once it is dispatched.
   *
   * @throws PreemptError if `fn` is not a function or an option is out of range
   */
  submit<F extends AnyFunction>(fn: F, options: SubmitOptions<F> = {}): Job<JobValue<F>> {
    return this.submitTo(undefined, fn, options);
  }

  /** @internal Keeps a share of the processor for a server, in the eyes of {@link admit}. */
  reserve(model: TaskModel): void {
    this.#reserved.push(model);
  }

  /** @internal As {@link submit}, in a server. */
  submitTo<F extends AnyFunction>(server: JobServer | undefined, fn: F, options: SubmitOptions<F>): Job<JobValue<F>> {
    const what = checkSubmit(fn, options);
    const now = this.kernel.now();
    const release = at(now + notNegative(options.delay ?? 0, { name: "delay", what: `the delay of ${what}` }));
    const parent = options.inherit === false ? undefined : this.kernel.running;
    const priority = options.priority ?? parent?.priority ?? 0;
    const deadline =
      options.deadline === undefined ? at(parent?.deadline ?? never) : absolute(options.deadline, release, what);
    for (const resource of options.uses ?? []) {
      resource.usedBy({ name: what, priority, deadline: deadline - release });
    }
    const id = `T0J${this.#submitted++}`;
    const job = this.#makeJob(fn, options, { id, arrival: release, release, deadline, priority, task: undefined });
    job.server = server ?? parent?.server;
    this.#admit(job, options.signal, now);
    return job as Job<JobValue<F>>;
  }

  /**
   * Starts a task: `fn` with options, or an object of a class that extends {@link Task}. A periodic task releases a job
   * at phase + k · period, a sporadic or aperiodic one by its `release` method. Jobs of one task run in the order of
   * their releases; one that is unfinished when the next is due delays it (see {@link TaskOptions.backlog}).
   *
   * @throws PreemptError if `fn` is not a function or an option is out of range
   */
  task<F extends AnyFunction>(fn: F, options: TaskOptions<F>): Task<F>;
  task<T extends Task>(task: T): T;
  task(what: AnyFunction | Task, options?: TaskOptions): Task {
    const task = what instanceof Task ? what : taskOf(what, options);
    const self = task === what ? task : undefined;
    const { run } = task;
    callable(run, { name: "task", what: `the run method of task "${task.name}"` });
    const { signal, uses = [], priority = 0 } = task.options;
    for (const resource of uses) resource.usedBy({ name: `"${task.name}"`, priority, deadline: task.deadline });
    const number = ++this.#taskCount;
    task.begin({
      kernel: this.kernel,
      makeJob: (arrival, release, index, args) => {
        const own = { thisArg: self, ...task.options, name: task.name, ...(args && { args }) };
        const deadline = at(arrival + task.deadline);
        return this.#makeJob(run as AnyFunction, own, {
          id: `T${number}J${index}`,
          arrival,
          release,
          deadline,
          priority,
          task,
        });
      },
      stopped: () => {
        this.#tasks.delete(task);
        signal?.removeEventListener("abort", stop);
      },
    });
    this.#tasks.add(task);
    const stop = () => {
      task.stop();
      for (const job of task.unfinished) job.cancel(signal?.reason);
    };
    if (signal?.aborted) stop();
    else signal?.addEventListener("abort", stop);
    return task;
  }

  /**
   * Calls `callback` at an instant of {@link now}, `in` some milliseconds, or `every` so many without drift: never
   * early, and between two slices while jobs run. No length is too long. A period that passed while the thread was away
   * is left out. Like any timer, an alarm keeps a Node process alive until it has fired or is called off.
   *
   * @throws PreemptError if the time is out of range
   */
  alarm(time: AlarmTime, callback: () => void): Alarm {
    return setAlarm(this.kernel, time, callback);
  }

  /**
   * Enters a non-preemptive critical section of the running job: until it is left no other job runs, while the event
   * loop is still served. Sections nest; a job that ends leaves all of its sections. Outside a job it does nothing,
   * since nothing else could run.
   *
   * `using section = rt.criticalSection();` leaves it at the end of the block.
   */
  criticalSection(): CriticalSection;
  /** Calls `body` inside a critical section and returns what it returns. */
  criticalSection<T>(body: () => T): T;
  criticalSection<T>(body?: () => T): T | CriticalSection {
    const section = enterCriticalSection(this.kernel);
    if (body === undefined) return section;
    try {
      return body();
    } finally {
      section.leave();
    }
  }

  /**
   * Whether code that nobody transformed should give the thread up: the slice is over, something more urgent is ready,
   * or input waits. In a generator: `if (rt.shouldYield()) yield;`, in an async function:
   * `if (rt.shouldYield()) await rt.yieldNow();`.
   */
  shouldYield(): boolean {
    return this.kernel.shouldYield();
  }

  /**
   * Gives the thread up and waits for a turn like a job with these options does: after whatever is more urgent, and
   * after the event loop.
   */
  yieldNow(options: Pick<SubmitOptions, "deadline" | "priority" | "inherit" | "signal"> = {}): Job<void> {
    return this.submit(() => this.kernel.handOver(), { ...options, name: "yieldNow" });
  }

  /** Adds an observer, until the result is disposed of. */
  observe(observer: Observer): Disposable {
    return { [Symbol.dispose]: this.kernel.observe(observer) };
  }

  /** The time now, in milliseconds on the scheduler's clock. */
  now(): number {
    return this.kernel.now();
  }

  /** The job that is running; undefined between jobs. */
  get currentJob(): Job | undefined {
    return this.kernel.running;
  }

  /** The tasks that release jobs, in the order in which they were started. */
  get tasks(): readonly Task[] {
    return [...this.#tasks];
  }

  /** Resolves when every job has ended; releases that periodic tasks have yet to make do not count. */
  idle(): Promise<void> {
    return this.kernel.idle();
  }

  #makeJob(
    fn: AnyFunction,
    options: AnyOptions,
    times: {
      id: string;
      arrival: Instant;
      release: Instant;
      deadline: Instant;
      priority: number;
      task: Task | undefined;
    },
  ): Job {
    const budget = options.budget ?? this.#options.budget ?? "auto";
    const run = fn as unknown as Callable;
    return new Job({
      ...times,
      name: options.name ?? (fn.name || times.id),
      wcet: options.wcet ?? 0,
      work: {
        fn: run,
        thisArg: options.thisArg,
        args: [...(options.args ?? [])],
        budget: budget === "auto" ? this.kernel.paceOf(run) : Math.min(budget, unlimited),
      },
      kernel: this.kernel,
    });
  }

  #admit(job: Job, signal: AbortSignalLike | undefined, now: Instant): void {
    this.kernel.admit(job, now);
    if (signal === undefined || job.isSettled) return;
    if (signal.aborted) {
      job.cancel(signal.reason);
      return;
    }
    const abort = () => job.cancel(signal.reason);
    signal.addEventListener("abort", abort);
    job.ended = () => signal.removeEventListener("abort", abort);
  }
}

function policyOf(policy: SchedulerOptions["policy"]): Policy {
  if (typeof policy === "object" && typeof policy?.key === "function") return policy;
  const known = policies[policy as keyof typeof policies] as Policy | undefined;
  if (known !== undefined) return known;
  throw new PreemptError(
    "policy_unknown",
    `the policy is ${show(policy)}. Give "edf", "fp", "fifo", "rr", or an object with a name and key(job).`,
  );
}

function taskOf(fn: AnyFunction, options: TaskOptions | undefined): Task {
  callable(fn, { name: "task", what: "what was given as a task" });
  if (typeof options !== "object" || options === null) {
    throw new PreemptError(
      "task_options_missing",
      `the options of task "${fn.name}" are ${show(options)}. Give { period } at least.`,
    );
  }
  const task = new Task({ ...options, name: options.name ?? fn.name });
  task.run = fn;
  return task;
}

function checkSubmit(fn: AnyFunction, options: AnyOptions): string {
  callable(fn, { name: "job", what: "what was submitted" });
  const what = `"${options.name ?? (fn.name || "a job")}"`;
  checkWork(what, options);
  return what;
}
