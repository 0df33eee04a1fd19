/** Runs a program on the real kernel under virtual time, with the oracle watching. */
import {
  type Alarm,
  aging,
  ConstantBandwidthServer,
  DeferrableServer,
  edf,
  fairShare,
  fifo,
  fixedPriority,
  type Job,
  JobGroup,
  type LimitAction,
  type Lock,
  leastLaxity,
  PollingServer,
  Resource,
  roundRobin,
  Scheduler,
  type SubmitOptions,
  type Task,
  type TimeLimit,
} from "@preempt/runtime";
import { attachAsync, settle } from "@preempt/runtime/abi";
import { Bodies, isClosedError, isDisposedError, isLimitReached, isMissed, isSkipped, isTimedOut } from "./bodies.ts";
import { MeteredHost } from "./metered-host.ts";
import { Oracle } from "./oracle.ts";
import type { Act, JobPlan, LimitPlan, Program, ServerPlan, Step, TaskPlan } from "./program.ts";
import { type JobRecord, type ModelGroup, type ModelResource, type ModelServer, periodEnd } from "./record.ts";

const policies = {
  edf,
  fp: fixedPriority,
  fifo,
  rr: roundRobin,
  llf: leastLaxity,
  fair: fairShare({ of: ({ name }) => name?.at(-1) }),
};

export class Player {
  readonly host = new MeteredHost();
  readonly oracle: Oracle;
  readonly rt: Scheduler;
  readonly errors: { readonly error: unknown; readonly job: Job | undefined }[] = [];
  /** Time that the code of jobs took, that of alarms, and that nobody used. */
  readonly time = { jobs: 0, alarms: 0, idle: 0 };
  readonly tasks: Task[] = [];
  readonly #servers: ModelServer[];
  readonly #groups: ModelGroup[];
  readonly #bodies = new Bodies(this);
  readonly #alarms: (() => void)[] = [];
  readonly #held = new Set<() => void>();
  readonly #uses = new Map<Job | Task, readonly ModelResource[]>();
  /** Settle the promises that nobody settles before the end. */
  readonly never: (() => void)[] = [];
  /** What close() gave. */
  closing: Promise<void> | undefined;
  isClosed = false;
  /** Resolve what jobs sleep for: an alarm that is cancelled when the scheduler is closed. */
  readonly #sleeps = new Map<() => void, JobRecord>();
  #wasAllCancelled = false;
  #releasedAtClose = 0;
  #names = 0;
  #releases = 0;

  constructor(program: Program) {
    this.oracle = new Oracle(program);
    const policy = policies[program.policy];
    // Aging and the stack resource policy do not end in some programs: those that lost patience, set aside, call each other in turn.
    const ages = program.aging !== undefined;
    this.rt = new Scheduler({
      host: this.host,
      policy: ages ? aging(policy, { patience: program.aging as number }) : policy,
      preemption: program.preemption,
      slice: program.slice,
      round: program.round,
      budget: 0,
      observer: this.oracle,
      onError: (error, job) => void this.errors.push({ error, job }),
    });
    this.oracle.resources = program.protocols.map((wanted, index) => {
      const protocol = program.policy !== "fp" && (wanted === "pcp" || wanted === "icpp") ? "pip" : wanted;
      const real = new Resource(this.rt, { name: `R${index}`, protocol });
      return { index, real, protocol, ceiling: Number.POSITIVE_INFINITY, owner: undefined, called: undefined };
    });
    this.#servers = program.servers.map((plan, index) => {
      const kind = plan.kind === "cbs" && program.policy !== "edf" ? "deferrable" : plan.kind;
      const make = { cbs: ConstantBandwidthServer, deferrable: DeferrableServer, polling: PollingServer }[kind];
      return {
        plan: { ...plan, kind },
        real: new make(this.rt, { ...plan, name: `S${index}` }),
        origin: 0,
        next: undefined,
        gone: undefined,
      };
    });
    this.oracle.servers = this.#servers;
    this.#groups = program.groups.map((places) => ({
      real: new JobGroup(this.rt, { concurrency: places }),
      places,
      paused: false,
    }));
    for (const plan of program.tasks) this.tasks.push(this.#startTask(plan));
    // Without an end to rounds, tasks that need all of the time would go on in one for ever.
    this.rt.alarm({ in: 60 }, () => this.#stopTasks());
    for (const { at, via, act } of program.events) {
      if (via === "alarm") this.#alarm({ in: at }, 1, act);
      else this.host.timer(at as never, () => this.act(act));
    }
  }

  /** Lets everything happen that happens by itself. */
  async run(until: number): Promise<void> {
    while (!this.host.isExhausted) {
      await quiet();
      const next = this.host.nextStep;
      if (next > until || next === Number.POSITIVE_INFINITY) return;
      const now = this.host.now();
      if (next > now) {
        this.oracle.idles(now, next);
        this.#checkLoad();
        this.time.idle += next - now;
      }
      this.host.step();
    }
  }

  /** The load says of how many jobs the oracle knows that they are ready or wait. */
  #checkLoad(): void {
    const all = [...this.oracle.records.values()];
    // No event says when a finalizer goes on.
    if (all.some(({ blockedClosing }) => blockedClosing)) return;
    for (const r of all) this.oracle.settlePhase(r);
    for (const phase of ["ready", "running", "blocked"] as const) {
      const count = all.filter((r) => r.phase === phase).length;
      if (this.rt.load[phase] === count) continue;
      this.oracle.complain(`the load says that ${this.rt.load[phase]} jobs are ${phase}, and ${count} are`);
    }
  }

  /** Ends what would go on for ever, and lets the rest come to its end. */
  async stop(): Promise<void> {
    this.#stopTasks();
    this.#resume();
    for (const group of this.#groups) resumeGroup(group);
    for (const cancel of this.#alarms) cancel();
    for (const unlock of this.#held) unlock();
    await this.run(Number.POSITIVE_INFINITY);
  }

  /** Cancels what is left, and settles every promise. */
  async end(): Promise<void> {
    for (const { job } of this.oracle.records.values()) this.#cancel(this.oracle.of(job), "the end");
    do {
      await this.run(Number.POSITIVE_INFINITY);
      for (const resolve of this.never.splice(0)) resolve();
      await quiet();
    } while (!this.host.isExhausted && (this.never.length > 0 || this.host.nextStep < Number.POSITIVE_INFINITY));
  }

  act(act: Act): void {
    const { oracle, rt } = this;
    const some = [...oracle.records.values()];
    switch (act.act) {
      case "submit":
        this.submit(act.job);
        break;
      case "cancel": {
        const r = some[act.which % some.length];
        // What an alarm of a server does, somebody may sleep for.
        if (r !== undefined && r.job.name !== "alarm") this.#cancel(r, `cancelled ${act.which}`);
        break;
      }
      case "setPriority":
        this.#setPriority(some[act.which % some.length], act.to);
        break;
      case "setDeadline":
        some[act.which % some.length]?.job.setDeadline({ at: rt.now() + act.ms });
        break;
      case "alarm":
        this.#alarm({ in: act.in }, 1, act.what);
        break;
      case "ticks":
        this.#alarm({ every: act.every }, act.count, act.what);
        break;
      case "cancelAlarm":
        this.#alarms[act.which % this.#alarms.length]?.();
        break;
      case "hold":
        this.#hold(act.which, act.ms);
        break;
      case "releaseTask": {
        const task = this.tasks[act.which % this.tasks.length];
        // A task whose jobs release it anew would never end.
        if (task?.isRunning && task.options.period === undefined && this.#releases++ < 20) this.#release(task);
        break;
      }
      case "stopTask":
        this.tasks[act.which % this.tasks.length]?.stop();
        break;
      case "updateTask":
        this.#updateTask(this.tasks[act.which % this.tasks.length], act);
        break;
      case "updateServer":
        this.#updateServer(this.#serverAt(act.which), act);
        break;
      case "disposeServer":
        this.#disposeServer(this.#serverAt(act.which), act.jobs);
        break;
      case "pause":
        rt.pause();
        if (this.closing === undefined) oracle.trace.push(`${rt.now()} pause`);
        oracle.paused = this.closing === undefined;
        this.host.timer((rt.now() + act.ms) as never, () => this.#resume());
        break;
      case "resume":
        this.#resume();
        break;
      case "pauseGroup": {
        const group = this.#groups[act.which % this.#groups.length] as ModelGroup;
        group.real.pause();
        group.paused = this.closing === undefined;
        this.host.timer((rt.now() + act.ms) as never, () => resumeGroup(group));
        break;
      }
      case "cancelGroup": {
        const group = this.#groups[act.which % this.#groups.length] as ModelGroup;
        const members = some.filter((r) => r.group === group && r.phase !== "ended" && r.job.state !== "cancelled");
        for (const r of members) r.cancelReasons.push("group");
        const count = group.real.cancel("group");
        if (count !== members.length) oracle.complain(`${count} of ${members.length} members were cancelled`);
        break;
      }
      case "cancelAll":
        if (act.really) this.#cancelAll();
        break;
      case "close":
        if (act.really) this.#close(act.deadline);
        break;
      case "dawdle":
        this.#bodies.takeTime(act.ms);
        break;
    }
  }

  /**
   * Whether the scheduler refuses what it is given, as one that is closed does, and as all do for code of a server that is no more.
   *
   * @param server The one that it is given to, if that is a server
   */
  #isRefused(give: () => unknown, server = this.#own): boolean {
    const isGone = server?.gone === "cancel" || (server !== this.#own && server?.gone !== undefined);
    if (this.closing === undefined && !isGone) return false;
    try {
      give();
      this.oracle.complain("a scheduler that is closed, or a server, takes new work");
    } catch (error) {
      const isRight = (this.closing !== undefined && isClosedError(error)) || (isGone && isDisposedError(error));
      if (!isRight) this.oracle.complain(`a scheduler that is closed, or a server, throws ${error}`);
    }
    return true;
  }

  /** The server of the code that runs now. */
  get #own(): ModelServer | undefined {
    const { currentJob } = this.rt;
    return currentJob === undefined ? undefined : this.oracle.of(currentJob).server;
  }

  #serverAt(which: number): ModelServer | undefined {
    return this.#servers[which % this.#servers.length];
  }

  #updateServer(server: ModelServer | undefined, { budget, period, priority }: Omit<ServerPlan, "kind">): void {
    if (server === undefined || server.gone !== undefined) return;
    const from = periodEnd(server, this.rt.now());
    server.next = period === server.plan.period ? undefined : { from, period };
    server.plan = { ...server.plan, priority };
    server.real.update({ budget, period, priority });
  }

  #disposeServer(server: ModelServer | undefined, jobs: "cancel" | "release"): void {
    if (server === undefined || server.gone !== undefined) return;
    const { oracle, rt } = this;
    oracle.trace.push(`${rt.now()} dispose(${jobs})`);
    server.gone = jobs;
    const all = [...oracle.records.values()].filter((r) => r.server === server && r.phase !== "ended");
    if (jobs === "release") {
      for (const r of all) r.server = undefined;
      server.real.dispose({ jobs });
      return;
    }
    const living = all.filter(({ job }) => job.state !== "cancelled");
    for (const r of living) r.cancelReasons.push("disposed");
    for (const [wake, r] of this.#sleeps) if (r.server === server) this.#neverWakes(wake, r);
    server.real.dispose({ reason: "disposed" });
    for (const { job } of living) if (job.state !== "cancelled") oracle.complain(`${job} outlives its server`);
  }

  #resume(): void {
    this.rt.resume();
    this.oracle.paused = false;
  }

  #cancelAll(): void {
    const all = [...this.oracle.records.values()];
    const living = all.filter(({ phase, job }) => phase !== "ended" && job.state !== "cancelled");
    for (const r of living) r.cancelReasons.push("all");
    // Alarms of servers that are due are jobs as well.
    for (const [wake, r] of this.#sleeps) if (r.server !== undefined) this.#neverWakes(wake, r);
    const count = this.rt.cancelAll("all");
    this.#wasAllCancelled = true;
    // The jobs of tasks are not known before something happens to them.
    if (count < living.length) this.oracle.complain(`${count} of ${living.length} jobs were cancelled`);
    for (const { job } of living) if (job.state !== "cancelled") this.oracle.complain(`${job} ignores cancelAll`);
  }

  #close(deadline: number | undefined): void {
    const { oracle, rt } = this;
    const isFirst = this.closing === undefined;
    if (isFirst) {
      oracle.trace.push(`${rt.now()} close`);
      oracle.paused = false;
      for (const group of this.#groups) group.paused = false;
      oracle.alarms.clear();
      for (const [wake, r] of this.#sleeps) this.#neverWakes(wake, r);
      // The alarms that would unlock what code outside of jobs has are cancelled.
      for (const unlock of this.#held) this.host.timer(rt.now() as never, unlock);
    }
    const own = rt.currentJob;
    if (own !== undefined) oracle.closers.add(oracle.of(own));
    if (deadline !== undefined) oracle.cancelledBy = Math.min(oracle.cancelledBy, rt.now() + deadline);
    const closing = rt.close({ reason: closedReason, ...(deadline !== undefined && { deadline }) });
    if (!isFirst && closing !== this.closing) oracle.complain("a second close() gives another promise");
    this.closing = closing;
    if (!isFirst) return;
    this.#releasedAtClose = this.#released;
    if (rt.tasks.length > 0) oracle.complain("tasks run in a scheduler that is closed");
    void closing.then(() => {
      this.isClosed = true;
      if (this.#released !== this.#releasedAtClose) oracle.complain("a task released a job after close()");
      if (oracle.closers.size > 0) return;
      for (const { job, phase } of oracle.records.values()) {
        if (phase !== "ended") oracle.complain(`${job} is ${phase} when the scheduler is closed`);
      }
    });
  }

  /** The alarm that would wake it up may be no more. */
  #neverWakes(wake: () => void, r: JobRecord): void {
    r.awaitsNever = true;
    this.never.push(wake);
  }

  get #released(): number {
    return this.tasks.reduce((sum, { released }) => sum + released, 0);
  }

  /** Wakes a job up after a while: also when no alarm is to be had any more. */
  sleep(r: JobRecord, ms: number, wake: () => void): void {
    if (this.#isRefused(() => this.rt.alarm({ in: ms }, wake))) {
      this.host.timer((this.rt.now() + ms) as never, wake);
      return;
    }
    this.#sleeps.set(wake, r);
    this.rt.alarm({ in: ms }, () => {
      this.#sleeps.delete(wake);
      wake();
    });
  }

  submit(plan: JobPlan): JobRecord | undefined {
    const group = plan.group === undefined ? undefined : this.#groups[plan.group % this.#groups.length];
    const server = plan.server === undefined || group !== undefined ? undefined : this.#serverAt(plan.server);
    const to = group?.real ?? server?.real ?? this.rt;
    if (this.#isRefused(() => to.submit(() => {}), server ?? this.#own)) return undefined;
    const name = `${plan.kind}${this.#names++}`;
    const controller = new AbortController();
    const uses = this.#usesOf(plan.steps);
    const options: SubmitOptions = {
      name,
      delay: plan.delay,
      inherit: plan.inherit,
      uses: uses.map(({ real }) => real),
      ...(plan.deadline !== undefined && { deadline: plan.deadline }),
      ...(plan.priority !== undefined && { priority: plan.priority }),
      ...(plan.wcet !== undefined && { wcet: plan.wcet }),
      ...(plan.timeout !== undefined && { timeout: this.#limitOf(plan.timeout, "timeout") }),
      ...(plan.limit !== undefined && { limit: this.#limitOf(plan.limit, "limit") }),
      ...(plan.onMiss !== undefined && { onMiss: this.#actionOf(plan.onMiss, "onMiss") }),
      ...(plan.refusedLate && { late: "refuse" }),
      ...(plan.abortAt !== undefined && { signal: controller.signal as never }),
    };
    const job: Job = to.submit(this.#bodies.functionOf(plan), options as never);
    const r = this.oracle.of(job);
    r.group = group;
    // Whatever a job of a server submits is in that server, unless another one takes it.
    const expected = server ?? this.#own;
    if (r.server !== expected && this.rt.currentJob !== undefined) this.oracle.complain(`${job} is in another server`);
    if (plan.timeout?.action === "cancel") r.timesOutAt = this.rt.now() + plan.timeout.after;
    if (plan.limit?.action === "cancel") r.limit = plan.limit.after;
    r.refusedLate = plan.refusedLate;
    this.#uses.set(job, uses);
    raise(uses, job.priority);
    if (plan.abortAt !== undefined) {
      const reason = `aborted ${name}`;
      this.host.timer((this.rt.now() + plan.abortAt) as never, () => {
        if (r.phase !== "ended" && r.job.state !== "cancelled") r.cancelReasons.push(reason);
        controller.abort(reason);
      });
    }
    if (plan.awaited) this.#await(job);
    return r;
  }

  /** What jobs are cancelled with together: those of tasks are not known before something happens to them. */
  get commonReasons(): readonly unknown[] {
    const closed = this.oracle.cancelledBy <= this.rt.now() ? [closedReason] : [];
    return this.#wasAllCancelled ? [...closed, "all"] : closed;
  }

  #limitOf({ after, action: what }: LimitPlan, which: string): TimeLimit {
    const action = this.#actionOf(what, which);
    return action === "cancel" ? after : { after, do: action };
  }

  #actionOf(action: LimitPlan["action"], which: string): LimitAction {
    if (action === "cancel") return "cancel";
    if (action === "demote") return { priority: -9, deadline: Number.POSITIVE_INFINITY };
    return (job) => {
      const r = this.oracle.of(job);
      const calls = (r.calls.get(which) ?? 0) + 1;
      r.calls.set(which, calls);
      this.oracle.trace.push(`${this.rt.now()} ${which} ${job} ${job.name}`);
      if (calls > 1) this.oracle.complain(`${job} reaches its ${which} ${calls} times`);
      // The finalizers of a job that is cancelled may miss its deadline.
      if (r.phase === "ended" || (job.state === "cancelled" && which !== "onMiss")) {
        this.oracle.complain(`${job} reaches its ${which} as ${job.state}`);
      }
      if (this.rt.currentJob !== undefined)
        this.oracle.complain(`the ${which} of ${job} is the doing of ${this.rt.currentJob}`);
    };
  }

  /** Whether a job that is cancelled was beyond its limits. */
  #isLimit(error: unknown, r: JobRecord): boolean {
    if (isTimedOut(error)) return r.timesOutAt <= this.rt.now();
    if (isLimitReached(error)) return r.executed >= r.limit;
    return isMissed(error) && r.timesMissed > 0;
  }

  #stopTasks(): void {
    for (const task of this.tasks) task.stop();
  }

  /** A release that is left out is no job to the kernel: whoever awaits it is told, and nobody else. */
  #release(task: Task): void {
    const { skipped } = task;
    const job = task.release();
    if (task.skipped === skipped) {
      this.#await(job);
      return;
    }
    if (job.state !== "cancelled") this.oracle.complain(`${job} was left out and is ${job.state}`);
    job.then(
      () => this.oracle.complain(`${job}, left out, gives a value`),
      (error) => {
        if (!isSkipped(error)) this.oracle.complain(`${job}, left out, rejects with ${error}`);
      },
    );
  }

  #await(job: Job): void {
    const r = this.oracle.of(job);
    r.awaited = true;
    job.then(
      (value) => {
        r.timesSettled++;
        if (job.state !== "done") this.oracle.complain(`${job} gives a value and is ${job.state}`);
        if (r.task === undefined && value !== r.number) this.oracle.complain(`${job} gives ${value}`);
      },
      (error) => {
        r.timesSettled++;
        const expected = job.state === "cancelled" ? [...r.cancelReasons, ...this.commonReasons] : r.threw;
        if (job.state === "done" || !(expected.includes(error) || this.#isLimit(error, r))) {
          this.oracle.complain(`${job}, ${job.state}, rejects with ${error}`);
        }
      },
    );
  }

  #cancel(r: JobRecord, reason: string): void {
    if (r.job.state !== "cancelled" && r.phase !== "ended") r.cancelReasons.push(reason);
    r.job.cancel(reason);
    if (!["done", "failed", "cancelled"].includes(r.job.state))
      this.oracle.complain(`${r.job} ignores its cancellation`);
  }

  #alarm(time: { in: number } | { every: number }, count: number, act: Act): void {
    if (this.#isRefused(() => this.rt.alarm(time, () => {}))) return;
    const every = "every" in time ? time.every : undefined;
    const entry = { due: this.rt.now() + (every ?? (time as { in: number }).in) };
    let left = count;
    let isSet = true;
    // One of a server is a job there, and waits its turn.
    const isJob = this.rt.kernel.server !== undefined;
    const alarm: Alarm = this.rt.alarm(time, () => {
      const now = this.rt.now();
      if (now < entry.due) this.oracle.complain(`an alarm for ${entry.due} fires at ${now}`);
      if (!isSet) this.oracle.complain("an alarm fires that was called off or has fired");
      if (every !== undefined) entry.due += (Math.floor((now - entry.due) / every) + 1) * every;
      if (--left === 0) cancel();
      if (isJob) this.#bodies.entered(() => this.act(act));
      else this.act(act);
    });
    const cancel = () => {
      isSet = false;
      this.oracle.alarms.delete(entry);
      alarm.cancel();
    };
    if (!isJob) this.oracle.alarms.add(entry);
    this.#alarms.push(cancel);
  }

  #hold(which: number, ms: number): void {
    const resource = this.oracle.resources[which % this.oracle.resources.length];
    if (resource === undefined || this.oracle.running !== undefined || this.closing !== undefined) return;
    const lock: Lock | undefined = resource.real.tryLock();
    if (lock === undefined) return;
    if (resource.owner !== undefined) this.oracle.complain(`${resource.real.name} is given twice`);
    resource.owner = "outside";
    resource.called = undefined;
    const unlock = () => {
      if (!this.#held.delete(unlock)) return;
      resource.owner = undefined;
      lock.unlock();
    };
    this.#held.add(unlock);
    this.rt.alarm({ in: ms }, unlock);
  }

  #startTask(plan: TaskPlan): Task {
    const player = this;
    const uses = this.#usesOf(plan.steps);
    const body = attachAsync(async () => {}, function* () {
      return settle(yield* player.#bodies.body(plan.steps));
    } as never);
    const onMiss = plan.onMiss === "call" ? () => {} : plan.onMiss;
    const common = { priority: plan.priority, backlog: plan.backlog, jitter: plan.jitter, onMiss };
    raise(uses, plan.priority);
    const task = this.rt.task(body, {
      ...common,
      name: `task${this.#names++}`,
      uses: uses.map(({ real }) => real),
      ...(plan.deadline !== undefined && { deadline: plan.deadline }),
      ...(plan.kind === "periodic" && { period: plan.period, phase: plan.phase }),
      ...(plan.kind === "sporadic" && { interArrival: plan.period }),
    });
    this.#uses.set(task, uses);
    return task;
  }

  /** A change is for the jobs to come; those that there are stay what they were. */
  #updateTask(task: Task | undefined, { period, deadline, priority }: TaskUpdate): void {
    if (task === undefined || !task.isRunning) return;
    const kind = task.options.period !== undefined ? "period" : "interArrival";
    const isRegular = task.options[kind] !== undefined;
    task.update({ deadline, priority, ...(isRegular && { [kind]: period }) });
    raise(this.#uses.get(task) ?? [], priority);
  }

  #setPriority(r: JobRecord | undefined, to: number): void {
    if (r === undefined) return;
    r.job.setPriority(to);
    raise(this.#uses.get(r.task ?? r.job) ?? [], r.job.priority);
  }

  #usesOf(steps: readonly Step[]): ModelResource[] {
    const { resources } = this.oracle;
    return resourcesOf(steps, resources.length).flatMap((i) => resources[i] ?? []);
  }
}

type TaskUpdate = Extract<Act, { act: "updateTask" }>;

const closedReason = "closed";

function resumeGroup(group: ModelGroup): void {
  group.real.resume();
  group.paused = false;
}

/** Ceilings only rise. */
function raise(uses: readonly ModelResource[], priority: number): void {
  for (const resource of uses) resource.ceiling = Math.min(resource.ceiling, -priority);
}

function resourcesOf(steps: readonly Step[], count: number): number[] {
  const found = new Set<number>();
  const walk = (list: readonly Step[]) => {
    for (const step of list) {
      if (step.do === "lock") found.add(step.which % count);
      if ("steps" in step) walk(step.steps);
      if ("after" in step) walk(step.after);
    }
  };
  walk(steps);
  return [...found];
}

/** More hops than any chain of awaits here takes. */
async function quiet(): Promise<void> {
  for (let i = 0; i < 24; i++) await undefined;
}
