/**
 * The public scheduler: it checks options, and creates jobs, tasks and alarms for the kernel.
 *
 * It is long because it is the list of what users can do, each with its documentation. The work is done in the files that it calls.
 */

import { refuseUnpreemptable } from "../development/strict.ts";
import { type Vet, watchJobs } from "../development/watch.ts";
import { checkOptions } from "../input/checks.ts";
import { callable, refuse, show } from "../input/errors.ts";
import { submitTable } from "../input/option-names.ts";
import type {
  AnyFunction,
  DeclaredResource,
  ForParameters,
  ForTask,
  JobOptions,
  JobResult,
  ResourceUse,
  SubmitOptions,
} from "../input/options.ts";
import { snapshotOf } from "../input/snapshot.ts";
import type { Work } from "../kernel/core-job.ts";
import { type CriticalSection, enterCriticalSection, refuseAsyncBody } from "../kernel/critical-section.ts";
import type { Grouping, Job, JobServer } from "../kernel/job.ts";
import { placeBelow } from "../kernel/job-stack.ts";
import { Kernel } from "../kernel/kernel.ts";
import type { KernelOptions } from "../kernel/kernel-options.ts";
import { onAbort, reasonOf } from "../kernel/on-abort.ts";
import { at, type Instant } from "../kernel/time.ts";
import { cancelAll } from "../lifetime/cancel-all.ts";
import { type CloseOptions, Closing, closeInstant, closeTable, refuseClosed } from "../lifetime/closing.ts";
import { JobLimits } from "../limits/job-limits.ts";
import { limitJob } from "../limits/limit-job.ts";
import { limitsOf } from "../limits/limit-options.ts";
import type { Load } from "../load/census.ts";
import { type ExpectedTime, FunctionTimes } from "../load/learned-times.ts";
import { Listeners } from "../observers/listeners.ts";
import type { Observer } from "../observers/observer.ts";
import { refuseAsyncGenerator } from "../protocol/async-generator.ts";
import type { Callable } from "../realm/intrinsics.ts";
import { room } from "../realm/room.ts";
import { refuseDisposed } from "../servers/disposed.ts";
import type { AdmissionAnswer, TaskModel } from "./admission.ts";
import { Admissions, type Reservation } from "./admissions.ts";
import { type Alarm, type AlarmTime, setAlarm } from "./alarm.ts";
import { CoreScheduler } from "./core-scheduler.ts";
import { type ListenerOptions, makeListener } from "./listener.ts";
import { checkScheduler, type SchedulerOptions } from "./scheduler-options.ts";
import { Task } from "./task.ts";
import { checkGiven, type TaskOptions } from "./task-options.ts";

declare const process: { readonly env: { readonly NODE_ENV?: string } };

type GivenOptions = Omit<SubmitOptions, "args"> & { args?: readonly unknown[] };
type WorkOptions = Omit<GivenOptions, "onMiss">;

/**
 * Runs jobs on this thread by deadline or priority, in slices, and returns the thread to the event loop after each round.
 * With nothing to run it costs nothing and keeps no process alive.
 *
 *     const rt = new Scheduler({ policy: "edf" });
 *     const rows = await rt.submit(search, { args: [query], deadline: 100 });
 */
export class Scheduler extends CoreScheduler<Job> implements AsyncDisposable {
  /** @internal Where resources and servers take hold. */
  declare readonly kernel: Kernel;
  readonly #admissions: Admissions;
  readonly #listeners = new Listeners((error) => this.kernel.report(error, undefined));
  #taskCount = 0;
  /** Refuses functions that are not preemptable, or reports them. */
  readonly #vet: Vet | undefined;

  /** @throws PreemptError for an option out of range; the message names the remedy */
  constructor(given: SchedulerOptions = {}) {
    const options = checkScheduler(given);
    super(options);
    const { observer = [], strict = false } = options;
    this.#admissions = new Admissions(this.kernel, options.admission, options.overheads);
    if (strict) this.#vet = refuseUnpreemptable;
    try {
      // Bundlers put the name of the mode in its place, and leave all of this out of production.
      if (process.env.NODE_ENV !== "production") {
        // Only a host that the user gave is of interest here.
        const report = watchJobs(this.kernel, given, (watching) => void this.observe(watching));
        this.#vet ??= report;
      }
    } catch {
      // A page without a bundler says of no mode that it is on.
    }
    for (const o of Array.isArray(observer) ? observer : [observer]) this.observe(o);
  }

  override submit<A extends readonly unknown[], R, T = unknown>(
    fn: (this: T, ...args: A) => R,
    ...[options]: JobOptions<A, SubmitOptions, T>
  ): Job<JobResult<R>> {
    return this.submitTo(
      undefined,
      fn,
      options as ForParameters<A, SubmitOptions> | undefined,
      false,
      this.submit as Callable,
    );
  }

  /** @internal As {@link submit}, in a server. */
  submitTo<A extends readonly unknown[], R, T = unknown>(
    server: JobServer | undefined,
    fn: (this: T, ...args: A) => R,
    given?: ForParameters<A, SubmitOptions>,
    isAlarm = false,
    below: Callable = this.submitTo as Callable,
    group?: Grouping,
  ): Job<JobResult<R>> {
    refuseClosed(this.kernel, "a job");
    if (server === undefined) refuseGone(this.kernel, "a job");
    if (!isAlarm) this.#vet?.(fn as unknown as Callable, below);
    return this.#submit(server, fn, given as GivenOptions | undefined, isAlarm, below, group) as Job<JobResult<R>>;
  }

  #submit(
    server: JobServer | undefined,
    fn: AnyFunction,
    given: GivenOptions | undefined,
    isAlarm: boolean,
    below: Callable,
    group?: Grouping,
  ): Job {
    checkOptions(given, "a job", submitTable);
    // Null is none, as elsewhere on the web.
    const options = given ?? {};
    const job = this.prepare(fn, options);
    const { name, priority, deadline, release } = job;
    const { signal, delay = 0 } = options;
    job.submittedAt = placeBelow(below, this.kernel);
    limitJob(this.kernel, job, options);
    const isAborted = signal?.aborted;
    job.uses = this.#declareUses(options.uses, name, priority, deadline - release);
    // Nobody leaves a server by what he asks for.
    this.kernel.enter(job, server ?? this.kernel.server);
    job.isAlarm = isAlarm;
    job.group = group;
    job.data = options.data;
    // First, so that nothing runs of what is refused for its signal.
    const cancel = () => job.cancel(reasonOf(signal));
    if (signal) job.ended = onAbort(signal, cancel);
    this.start(job, { delay });
    if (isAborted) cancel();
    return job;
  }

  /**
   * Makes an event listener of `fn`, or a callback of a library. What it returns may be added, given or set wherever `fn` may:
   *
   *     input.addEventListener("input", rt.listener(search, { deadline: 100, latest: true }));
   *
   * `fn` starts when the event calls it, before anything else that is ready, with the event's `this` and arguments. So `preventDefault()`
   * works, and a handler that ends within a slice has done all at once. If the slice ends first, the rest is a job. By then the event is
   * over: its `currentTarget` is null. An event that a job of this scheduler causes itself (`dispatchEvent`, `emit`) is handled at once, to
   * the end.
   *
   * @returns A function that returns nothing. What `fn` throws is reported, as of jobs that no code awaits.
   * @throws PreemptError if `fn` is not a function or an option is unknown or of the wrong type
   */
  listener<A extends readonly unknown[], T = unknown>(
    fn: (this: T, ...args: A) => unknown,
    options?: ListenerOptions,
  ): (this: T, ...args: A) => void {
    const start = (given: SubmitOptions) =>
      this.kernel.startAtOnce(
        () => this.submitTo(undefined, fn as AnyFunction, given, false, this.listener as Callable) as Job,
      );
    return makeListener(fn, options, start) as unknown as (this: T, ...args: A) => void;
  }

  /** @internal */
  protected override workOf(fn: AnyFunction, options: WorkOptions): Work {
    const work = super.workOf(fn, options);
    const { snapshot = false } = options;
    return snapshot === false ? work : { ...work, args: snapshotOf(work.args, work.fn) };
  }

  /** @internal Keeps a share of the processor for a server, in the eyes of {@link admit}. */
  reserve(model: TaskModel, hasCaughtUp: (now: Instant) => boolean): Reservation | undefined {
    return this.#admissions.reserve(model, hasCaughtUp);
  }

  /**
   * Starts a task, a recurring source of jobs: `fn` with options, or an object of a class that extends {@link Task}.
   *
   * A periodic task releases a job at phase + k · period, a sporadic or aperiodic one when its `release` method is called.
   * Jobs of one task run in the order of their releases. An unfinished job delays the next one (see
   * {@link TaskOptions.backlog}).
   *
   * @throws PreemptError if `fn` is not a function, an option is out of range, the task runs already, or it has unfinished
   *   jobs in another scheduler
   */
  task<A extends readonly unknown[], R, T = unknown>(
    fn: (this: T, ...args: A) => R,
    options: ForTask<A, TaskOptions, T>,
  ): Task<(...args: A) => R>;
  task<T extends Task>(task: T): T;
  task(what: AnyFunction | Task, options?: object): Task {
    room();
    refuseClosed(this.kernel, "a task");
    refuseGone(this.kernel, "a task");
    const task = this.#taskOf(what, options);
    const self = task.isMethod ? task : undefined;
    const { run } = task;
    callable(run, "task", `the run method of task "${task.name}"`);
    refuseAsyncGenerator(run as AnyFunction, "task", `what task "${task.name}" runs`);
    this.#vet?.(run as Callable, this.task as Callable);
    const { signal, uses } = task.options;
    const { server } = this.kernel;
    const id = `T${++this.#taskCount}`;
    const workOf = (args?: readonly unknown[]) =>
      this.workOf(run as AnyFunction, { thisArg: self, ...task.options, name: task.name, ...(args && { args }) });
    const limits = limitsOf(`task "${task.name}"`, task.options);
    // A periodic job that finds the thread idle finds its caches cold: what it does not do it need not wait for.
    let usual = workOf();
    let { priority = 0 } = task.options;
    let used = this.#declareUses(uses, task.name, priority, task.deadline);
    task.begin({
      kernel: this.kernel,
      makeJob: (arrival, release, number, args) => {
        const deadline = at(arrival + task.deadline);
        const times = { id: id + number, arrival, release, deadline, priority, task };
        const job = this.kernel.makeJob(times, args === undefined ? usual : workOf(args));
        job.uses = used;
        if (limits !== undefined) job.limits = new JobLimits(this.kernel, limits);
        this.kernel.enter(job, server);
        return job;
      },
      asks: (next) => this.#admissions.askChange(task, next),
      changed: () => {
        usual = workOf();
        priority = task.options.priority ?? 0;
        used = this.#declareUses(uses, task.name, priority, task.deadline);
      },
      stopped: () => {
        leaveServer?.();
        this.#admissions.stopped(task);
      },
      emptied: () => this.forgetFormer(),
      drained: () => forgetSignal?.(),
    });
    this.#admissions.started(task);
    const leaveServer = server?.keeps(task);
    let forgetSignal: (() => void) | undefined;
    const stop = () => {
      task.stop();
      for (const job of task.unfinished) job.cancel(reasonOf(signal));
    };
    if (signal?.aborted) stop();
    else if (signal) forgetSignal = onAbort(signal, stop);
    return task;
  }

  /**
   * Starts a task, as {@link task} does, if every deadline can be kept: its own, and those of the running tasks with a
   * `wcet`, beside the servers. Otherwise the answer says why not. It holds as long as tasks and system behave as declared.
   *
   * - A stopped task counts until no job of any task is unfinished, and no server behind with its budget.
   * - Other jobs may be submitted if they are less urgent than all of these, and hold nothing that they need. One slice of
   *   them is included. More urgent ones belong into servers.
   *
   * @throws PreemptError if the scheduler has no admission test, a needed value of a task is missing, or the task runs
   *   already
   */
  admit<A extends readonly unknown[]>(
    fn: (...args: A) => unknown,
    options: ForParameters<A, TaskOptions>,
  ): AdmissionAnswer;
  admit(task: Task): AdmissionAnswer;
  admit(what: AnyFunction | Task, options?: object): AdmissionAnswer {
    refuseClosed(this.kernel, "a task");
    const task = this.#taskOf(what, options);
    task.refuseRunning();
    const answer = this.#admissions.ask(task, this.tasks);
    if (answer.admitted) {
      this.task(task);
      this.#admissions.admitted(task);
    }
    return answer;
  }

  /**
   * Calls `callback` at an instant of {@link now}, once `in` some milliseconds, or `every` so many without drift.
   *
   * It is never early. While jobs run it comes between two slices, otherwise within about a millisecond. Its length is not
   * limited. A period that passed while the thread was away is left out. An alarm that code in a server sets is a job of that
   * server, and goes before the others there. Like any timer, an alarm keeps a Node process alive until it has fired or is
   * cancelled.
   *
   * @throws PreemptError if the time is out of range
   */
  alarm(time: AlarmTime, callback: () => void): Alarm {
    refuseClosed(this.kernel, "an alarm");
    refuseGone(this.kernel, "an alarm");
    const { server } = this.kernel;
    if (server === undefined) return setAlarm(this.kernel, time, callback);
    callable(callback, "alarm", "the alarm's callback");
    let last: Job | undefined;
    const isOnce = typeof time !== "object" || !("every" in time);
    const alarm = setAlarm(this.kernel, time, () => {
      if (isOnce) leaveServer();
      // The server has let everything go.
      if (server.fate === "release") return callback();
      // A server that has no time for the last one yet leaves this one out, as a thread that was away does.
      if (last !== undefined && last.finish === undefined) return;
      last = this.submitTo(server, callback, { name: callback.name || "alarm" }, true) as Job;
    });
    const cancel = () => {
      leaveServer();
      alarm.cancel();
      if (last?.start === undefined) last?.cancel();
    };
    const own: Alarm = { cancel, [Symbol.dispose]: cancel };
    const leaveServer = server.keeps(own);
    return own;
  }

  /**
   * Enters a critical section of the running job: until the job leaves it no other job runs. The event loop still gets its
   * turns. Sections nest, and a job that ends leaves all of its sections. Outside a job it does nothing, because no other job
   * could run.
   *
   * `using section = rt.criticalSection();` leaves it at the end of the block. A job that awaits something inside, or waits for
   * a resource, gets an error there (`section_waits`): all others would wait for it.
   */
  criticalSection(): CriticalSection;
  /** Calls `body` inside a critical section and returns what it returns. */
  criticalSection<T>(body: () => T): T;
  criticalSection<T>(body?: () => T): T | CriticalSection {
    room();
    if (body !== undefined) {
      callable(body, "section", "what runs in the critical section");
      refuseAsyncBody(body);
    }
    const section = enterCriticalSection(this.kernel);
    if (body === undefined) return section;
    try {
      return body();
    } finally {
      section.leave();
    }
  }

  /**
   * Whether code that was not transformed should give up the thread: the slice is over, something more urgent is ready,
   * or input waits. In a generator: `if (rt.shouldYield()) yield;`, in an async function:
   * `if (rt.shouldYield()) await rt.yieldNow();`.
   */
  shouldYield(): boolean {
    return this.kernel.shouldYield();
  }

  /**
   * Gives up the thread, and waits for a turn like a job with these options: after more urgent jobs, and after the event
   * loop. It is no new work: while {@link close} waits for jobs to end, they may still call it.
   */
  yieldNow(options: Pick<SubmitOptions, "deadline" | "priority" | "inherit" | "signal"> = {}): Job<void> {
    if (this.kernel.living.isEmpty) refuseClosed(this.kernel, "yieldNow");
    const handOver = () => this.kernel.handOver();
    return this.#submit(
      undefined,
      handOver,
      { ...options, name: "yieldNow" },
      false,
      this.yieldNow as Callable,
    ) as Job<void>;
  }

  /**
   * Adds an observer, until the result is disposed of. An observer that was added several times gets each event once, until
   * the last result is disposed of.
   *
   * An observer that code in a server adds belongs to the server. It gets events while the server has budget left, the server
   * pays for its time, and what it starts is in the server.
   *
   * @throws PreemptError if it is no object, or an event of it no function
   */
  observe(observer: Observer): Disposable {
    room();
    const { server } = this.kernel;
    // What observers of a server do the server pays for: while it cannot, they hear nothing.
    const remove = this.#listeners.add(observer, (call) => {
      if (server === undefined || server.fate === "release") this.kernel.runFor(undefined, call);
      else if (server.canPay(this.kernel.now())) this.kernel.runFor(server, call);
    });
    const refresh = () => {
      this.kernel.on = this.#listeners.on;
    };
    refresh();
    const own = {
      [Symbol.dispose]: () => {
        leaveServer?.();
        remove();
        refresh();
      },
    };
    const leaveServer = server?.keeps(own);
    return own;
  }

  /**
   * Ends the scheduler: for shutdown, and when a module is replaced. From the call on, `submit`, `task`, `admit` and `alarm`
   * throw (`scheduler_closed`), also in jobs that still run. Tasks stop, and alarms are cancelled. Accepted jobs end by
   * themselves, or are cancelled at the deadline. A paused scheduler is resumed.
   *
   * Resolves when every job and its `finally` blocks have ended. Then no listener, timer or observer is left. It never
   * rejects. A later call gives the same promise, and may set an earlier deadline.
   *
   * A job may call it. That job is not cancelled, and the promise waits neither for it nor for jobs that wait for it.
   *
   * @throws PreemptError for an option out of range
   */
  close(given: CloseOptions = {}): Promise<void> {
    room();
    checkOptions(given, "close()", closeTable);
    const { kernel } = this;
    const options = given ?? {};
    const instant = closeInstant(options, kernel.now());
    kernel.closing ??= new Closing(kernel, () => {
      this.#listeners.clear();
      kernel.on = this.#listeners.on;
    });
    // Each time: where the stack ended before, the next call goes on.
    for (const task of this.#admissions.tasks) task.stop();
    for (const alarm of kernel.alarms) kernel.removePending(alarm);
    kernel.alarms.clear();
    kernel.resume();
    for (const group of kernel.pausedGroups) group.resume();
    kernel.closing.call(kernel.caller, instant, options.reason);
    return kernel.closing.promise;
  }

  /** As {@link close}, without a deadline. */
  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  /**
   * Cancels all jobs that have not ended: ready, running, blocked and delayed ones, those of tasks, and the one that calls it.
   * Tasks and alarms continue.
   *
   * @param reason With what the jobs' promises reject. Default: an AbortError
   * @returns how many jobs this call cancelled
   */
  cancelAll(reason?: unknown): number {
    room();
    return cancelAll(this.kernel.living, reason);
  }

  /**
   * Dispatches no job until {@link resume}. The running job stops at its next preemption point. Time advances: alarms fire,
   * jobs are released, deadlines and timeouts pass and have their effects. (An alarm of a server is a job, and waits.) A paused
   * scheduler keeps no Node process alive for its ready jobs. Pausing twice is the same as pausing once. No effect after
   * {@link close}.
   */
  pause(): void {
    room();
    if (this.kernel.closing === undefined) this.kernel.pause();
  }

  /** Ends a pause, however often {@link pause} was called. No effect on a scheduler that is not paused. */
  resume(): void {
    room();
    this.kernel.resume();
  }

  /** Whether it is paused: between {@link pause} and {@link resume}. */
  get paused(): boolean {
    return this.kernel.isPaused;
  }

  /** Tells resources who locks them. Returns them. */
  #declareUses(uses: readonly ResourceUse[] | undefined, name: string, priority: number, deadline: number) {
    if (!uses) return undefined;
    const isList = Array.isArray(uses);
    const used = isList ? uses.map((use) => use?.resource ?? use) : [undefined];
    for (const resource of used) {
      if (resource?.kernel !== this.kernel) {
        refuse(
          "uses_no_resource",
          `"uses" of "${name}"`,
          show(isList ? resource : uses),
          "an array of resources of this scheduler",
        );
      }
      resource.usedBy(priority, deadline);
    }
    return used as DeclaredResource[];
  }

  #taskOf(what: AnyFunction | Task, options: object | undefined): Task {
    if (what instanceof Task) return what;
    callable(what, "task", "what was given as a task");
    // Who has no name goes by the id that is next.
    const name = what.name || `T${this.#taskCount + 1}`;
    checkGiven(options, name);
    const given = options as TaskOptions;
    const task = new Task({ ...given, name: given.name === "" ? name : (given.name ?? name) });
    task.run = what;
    return task;
  }

  /** @internal */
  protected override makeKernel(options: KernelOptions): Kernel {
    return new Kernel(options);
  }

  /** @internal Some job of a task or a server has ended: what counted for its sake may count no more. */
  forgetFormer(): void {
    this.#admissions.forgetFormer();
  }

  /**
   * How much there is to do: jobs by state, their work in milliseconds, the oldest, the least time to spare; of all, and by name, task and server.
   * The same object each time, whose figures are those of the moment. Counting starts with the first use of `load`, which looks at all jobs once;
   * before that it costs nothing. Reading takes no longer with more jobs.
   */
  get load(): Load {
    return this.kernel.load;
  }

  /**
   * How long jobs of a function ran lately, by those that were done. It is learned from the first use of `expected` or {@link load} on: ask early. A
   * function that is made anew for each job is a new one each time.
   */
  expected(fn: AnyFunction): ExpectedTime {
    return (this.kernel.times.of(fn as unknown as Callable) ?? new FunctionTimes()).summary;
  }

  /** The tasks that release jobs, in the order in which they were started. */
  get tasks(): readonly Task[] {
    return [...this.#admissions.tasks];
  }

  /** So that frameworks with reactive state take it for no plain object, as a promise: a proxy has none of its private fields. */
  get [Symbol.toStringTag](): string {
    return "Scheduler";
  }
}

/** @throws PreemptError for code of a server that was disposed of, with its jobs */
function refuseGone({ server }: Kernel, what: string): void {
  if (server?.fate === "cancel") refuseDisposed(server.name, what);
}
