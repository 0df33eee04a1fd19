/** Runs a program on the real kernel under virtual time, with the oracle watching. */
import {
  type Alarm,
  aging,
  ConstantBandwidthServer,
  DeferrableServer,
  edf,
  fifo,
  fixedPriority,
  type Job,
  type Lock,
  leastLaxity,
  PollingServer,
  PreemptError,
  Resource,
  roundRobin,
  Scheduler,
  type SubmitOptions,
  type Task,
} from "@preempt/runtime";
import { attachAsync, run, settle, signal, wait } from "@preempt/runtime/abi";
import { MeteredHost } from "./metered-host.ts";
import { Oracle } from "./oracle.ts";
import type { Act, JobPlan, Program, Step, TaskPlan } from "./program.ts";
import type { JobRecord, ModelServer } from "./record.ts";

const policies = { edf, fp: fixedPriority, fifo, rr: roundRobin, llf: leastLaxity };

type Body = Generator<unknown, void, unknown>;

export class Player {
  readonly host = new MeteredHost();
  readonly oracle: Oracle;
  readonly rt: Scheduler;
  readonly errors: { readonly error: unknown; readonly job: Job | undefined }[] = [];
  /** Time that the code of jobs took, that of alarms, and that nobody used. */
  readonly time = { jobs: 0, alarms: 0, idle: 0 };
  readonly tasks: Task[] = [];
  readonly #servers: ModelServer[];
  readonly #alarms: (() => void)[] = [];
  readonly #held = new Set<() => void>();
  readonly #never: (() => void)[] = [];
  #names = 0;
  #releases = 0;

  constructor(program: Program) {
    this.oracle = new Oracle(program);
    const policy = policies[program.policy];
    this.rt = new Scheduler({
      host: this.host,
      policy: program.aging === undefined ? policy : aging(policy, { patience: program.aging }),
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
      return { index, real, protocol, ceiling: Number.POSITIVE_INFINITY, owner: undefined };
    });
    this.#servers = program.servers.map((plan) => {
      const kind = plan.kind === "cbs" && program.policy !== "edf" ? "deferrable" : plan.kind;
      const make = { cbs: ConstantBandwidthServer, deferrable: DeferrableServer, polling: PollingServer }[kind];
      return { plan: { ...plan, kind }, real: new make(this.rt, plan), madeAt: 0 };
    });
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
        this.time.idle += next - now;
      }
      this.host.step();
    }
  }

  /** Ends what would go on for ever, and lets the rest come to its end. */
  async stop(): Promise<void> {
    this.#stopTasks();
    for (const cancel of this.#alarms) cancel();
    for (const unlock of this.#held) unlock();
    await this.run(Number.POSITIVE_INFINITY);
  }

  /** Cancels what is left, and settles every promise. */
  async end(): Promise<void> {
    for (const { job } of this.oracle.records.values()) this.#cancel(this.oracle.of(job), "the end");
    do {
      await this.run(Number.POSITIVE_INFINITY);
      for (const resolve of this.#never.splice(0)) resolve();
      await quiet();
    } while (!this.host.isExhausted && (this.#never.length > 0 || this.host.nextStep < Number.POSITIVE_INFINITY));
  }

  act(act: Act): void {
    const { oracle, rt } = this;
    const some = [...oracle.records.values()];
    switch (act.act) {
      case "submit":
        this.submit(act.job);
        break;
      case "cancel":
        if (some.length > 0) this.#cancel(some[act.which % some.length] as JobRecord, `cancelled ${act.which}`);
        break;
      case "setPriority":
        some[act.which % some.length]?.job.setPriority(act.to);
        break;
      case "setDeadline":
        some[act.which % some.length]?.job.setDeadline({ at: rt.now() + act.ms });
        break;
      case "alarm":
        this.#alarm({ in: act.in }, 1, act.then);
        break;
      case "ticks":
        this.#alarm({ every: act.every }, act.count, act.then);
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
        if (task?.isRunning && task.options.period === undefined && this.#releases++ < 20) this.#await(task.release());
        break;
      }
      case "stopTask":
        this.tasks[act.which % this.tasks.length]?.stop();
        break;
      case "dawdle":
        this.#takeTime(act.ms);
        break;
    }
  }

  submit(plan: JobPlan): JobRecord {
    const name = `${plan.kind}${this.#names++}`;
    const controller = new AbortController();
    const uses = resourcesOf(plan.steps, this.oracle.resources.length).map((i) => this.oracle.resources[i]);
    const options: SubmitOptions = {
      name,
      delay: plan.delay,
      inherit: plan.inherit,
      uses: uses.map((resource) => resource?.real as Resource),
      ...(plan.deadline !== undefined && { deadline: plan.deadline }),
      ...(plan.priority !== undefined && { priority: plan.priority }),
      ...(plan.wcet !== undefined && { wcet: plan.wcet }),
      ...(plan.abortAt !== undefined && { signal: controller.signal as never }),
    };
    const parent = plan.inherit && this.oracle.running !== undefined ? this.oracle.running.server : undefined;
    const server =
      plan.server === undefined || this.#servers.length === 0
        ? undefined
        : (this.#servers[plan.server % this.#servers.length] as ModelServer);
    const job: Job = (server?.real ?? this.rt).submit(this.#functionOf(plan), options as never);
    const r = this.oracle.of(job);
    r.server = server ?? parent;
    for (const resource of uses) if (resource) resource.ceiling = Math.min(resource.ceiling, -job.priority);
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

  #stopTasks(): void {
    for (const task of this.tasks) task.stop();
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
        const expected = job.state === "cancelled" ? r.cancelReasons : r.threw;
        if (isSkipped(error)) return;
        if (job.state === "done" || !(expected.includes(error) || isMissed(error))) {
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
    const every = "every" in time ? time.every : undefined;
    const entry = { due: this.rt.now() + (every ?? (time as { in: number }).in) };
    let left = count;
    const alarm: Alarm = this.rt.alarm(time, () => {
      const now = this.rt.now();
      if (now < entry.due) this.oracle.complain(`an alarm for ${entry.due} fires at ${now}`);
      if (!this.oracle.alarms.has(entry)) this.oracle.complain("an alarm fires that was called off or has fired");
      if (every !== undefined) entry.due += (Math.floor((now - entry.due) / every) + 1) * every;
      if (--left === 0) cancel();
      this.act(act);
    });
    const cancel = () => {
      this.oracle.alarms.delete(entry);
      alarm.cancel();
    };
    this.oracle.alarms.add(entry);
    this.#alarms.push(cancel);
  }

  #hold(which: number, ms: number): void {
    const resource = this.oracle.resources[which % this.oracle.resources.length];
    if (resource === undefined || this.oracle.running !== undefined) return;
    const lock: Lock | undefined = resource.real.tryLock();
    if (lock === undefined) return;
    if (resource.owner !== undefined) this.oracle.complain(`${resource.real.name} is given twice`);
    resource.owner = "outside";
    const unlock = () => {
      if (!this.#held.delete(unlock)) return;
      resource.owner = undefined;
      lock.unlock();
    };
    this.#held.add(unlock);
    this.rt.alarm({ in: ms }, unlock);
  }

  /** Time passes during which nothing can be preempted. */
  #takeTime(ms: number): void {
    const { oracle, host } = this;
    const from = host.now();
    host.advance(ms);
    oracle.stretches.push({ from, to: host.now() });
    const { running } = oracle;
    // Alarms fire between two budgets: then nobody computes, even if a job has the slice.
    if (running === undefined || !this.#inJob) this.time.alarms += ms;
    else this.#charge(running, ms);
  }

  #charge(r: JobRecord, ms: number): void {
    r.executed += ms;
    this.time.jobs += ms;
  }

  get #inJob(): boolean {
    return this.#depth > 0;
  }

  #depth = 0;

  #startTask(plan: TaskPlan): Task {
    const player = this;
    const resources = resourcesOf(plan.steps, this.oracle.resources.length);
    const body = attachAsync(async () => {}, function* () {
      return settle(yield* player.#body(plan.steps));
    } as never);
    const onMiss = plan.onMiss === "call" ? () => {} : plan.onMiss;
    const common = { priority: plan.priority, backlog: plan.backlog, jitter: plan.jitter, onMiss };
    for (const i of resources) {
      const resource = this.oracle.resources[i];
      if (resource) resource.ceiling = Math.min(resource.ceiling, -plan.priority);
    }
    return this.rt.task(body, {
      ...common,
      name: `task${this.#names++}`,
      uses: resources.map((i) => this.oracle.resources[i]?.real as Resource),
      ...(plan.deadline !== undefined && { deadline: plan.deadline }),
      ...(plan.kind === "periodic" && { period: plan.period, phase: plan.phase }),
      ...(plan.kind === "sporadic" && { interArrival: plan.period }),
    });
  }

  #functionOf({ kind, steps }: JobPlan): () => unknown {
    const player = this;
    const time = steps.reduce((sum, step) => sum + ("ms" in step ? step.ms : 0), 0);
    if (kind === "plain") {
      return () => {
        const r = player.#current();
        player.#entered(() => player.#takeTime(time));
        if (steps.some((step) => step.do === "throw")) throw player.#error(r);
        return r.number;
      };
    }
    if (kind === "async") {
      return async () => {
        const r = player.#current();
        player.#entered(() => player.#takeTime(time));
        await new Promise<void>((resolve) => void player.rt.alarm({ in: time }, resolve));
        if (steps.some((step) => step.do === "throw")) throw player.#error(r);
        return r.number;
      };
    }
    if (kind === "generator") {
      return function* () {
        const r = player.#current();
        yield* player.#body(steps);
        return r.number;
      };
    }
    const body = function* () {
      const r = player.#current();
      yield* player.#body(steps);
      return settle(r.number);
    };
    return attachAsync(async () => {}, body as never);
  }

  #entered(body: () => void): void {
    this.#depth++;
    try {
      body();
    } finally {
      this.#depth--;
    }
  }

  #current(): JobRecord {
    const job = this.rt.currentJob as Job;
    const r = this.oracle.of(job);
    if (this.oracle.running !== r) this.oracle.complain(`${job} runs without having been dispatched`);
    return r;
  }

  #error(r: JobRecord): Error {
    const error = new Error(`thrown by ${r.job.name}`);
    r.threw.push(error);
    return error;
  }

  *#body(steps: readonly Step[]): Body {
    const r = this.#current();
    for (const step of steps) yield* this.#perform(step, r);
  }

  *#point(r: JobRecord): Body {
    yield;
    if (this.#current() !== r) this.oracle.complain(`${r.job} goes on as another job`);
    this.oracle.resumed(r);
  }

  *#work(ms: number, r: JobRecord): Body {
    for (let left = ms; left > 0; ) {
      const time = Math.min(left, Math.max(0, this.rt.kernel.nextLook - this.host.now()));
      if (time > 0) {
        this.host.advance(time);
        this.#charge(r, time);
      }
      left -= time;
      if (left > 0) yield* this.#point(r);
    }
  }

  *#await_(what: unknown, r: JobRecord): Body {
    if (what instanceof Promise || typeof what !== "object") r.waitsFor = undefined;
    yield wait(what);
    r.waitsFor = undefined;
    r.awaitsNever = false;
  }

  /** Awaits a job, and does not mind how it ends; a cycle is refused. */
  *#awaitJob(other: JobRecord, r: JobRecord): Body {
    const isOver = ["done", "failed", "cancelled"].includes(other.job.state);
    r.waitsFor = isOver ? undefined : { job: other };
    other.awaited = true;
    try {
      yield wait(other.job);
    } catch (error) {
      const isOwn = [...other.threw, ...other.cancelReasons].includes(error) || isDeadlock(error);
      if (!isOwn && !isSkipped(error) && !isMissed(error))
        this.oracle.complain(`${r.job} gets ${error} of ${other.job}`);
    } finally {
      r.waitsFor = undefined;
    }
    this.#current();
  }

  *#perform(step: Step, r: JobRecord): Body {
    switch (step.do) {
      case "work":
        yield* this.#work(step.ms, r);
        break;
      case "stretch":
        this.#entered(() => this.#takeTime(step.ms));
        yield* this.#point(r);
        break;
      case "sleep": {
        const failure = step.rejects ? this.#error(r) : undefined;
        const sleep = new Promise<void>((resolve, reject) => {
          this.rt.alarm({ in: step.ms }, () => (failure === undefined ? resolve() : reject(failure)));
        });
        yield* this.#await_(sleep, r);
        break;
      }
      case "awaitValue":
        yield* this.#await_(5, r);
        break;
      case "awaitNever":
        r.awaitsNever = true;
        yield* this.#await_(new Promise<void>((resolve) => this.#never.push(resolve)), r);
        break;
      case "yieldNow":
        yield* this.#awaitJob(this.#inherited(this.rt.yieldNow(), r), r);
        break;
      case "child": {
        const child = this.submit(step.job);
        if (step.awaited) yield* this.#awaitJob(child, r);
        break;
      }
      case "awaitJob": {
        const all = [...this.oracle.records.values()];
        yield* this.#awaitJob(all[step.which % all.length] as JobRecord, r);
        break;
      }
      case "throw":
        throw this.#error(r);
      case "lock":
        yield* this.#lock(step, r);
        break;
      case "section":
        yield* this.#section(step, r);
        break;
      case "guard": {
        const value = run(this.#guarded(step, r) as never);
        if (value === signal) yield;
        break;
      }
      case "act":
        this.#entered(() => this.act(step.act));
        break;
    }
  }

  #inherited(job: Job, r: JobRecord): JobRecord {
    const made = this.oracle.of(job);
    made.server = r.server;
    return made;
  }

  *#lock({ which, steps, forgotten }: Step & { do: "lock" }, r: JobRecord): Body {
    const resource = this.oracle.resources[which % this.oracle.resources.length];
    if (resource === undefined) return;
    let lock: Lock;
    try {
      lock = yield* resource.real.acquire() as Generator<undefined, Lock>;
    } catch (error) {
      if (!isDeadlock(error)) throw error;
      return;
    }
    if (resource.owner !== r) this.oracle.complain(`${r.job} was given ${resource.real.name} and does not own it`);
    try {
      for (const step of steps) yield* this.#perform(step, r);
      if (resource.owner !== r) this.oracle.complain(`${r.job} lost ${resource.real.name}`);
    } finally {
      if (!forgotten) lock.unlock();
    }
  }

  *#section({ steps, forgotten }: Step & { do: "section" }, r: JobRecord): Body {
    r.sections++;
    const section = this.rt.criticalSection();
    try {
      for (const step of steps) yield* this.#perform(step, r);
    } finally {
      if (!forgotten) {
        r.sections--;
        section.leave();
      }
    }
  }

  *#guarded({ steps, after }: Step & { do: "guard" }, r: JobRecord): Body {
    r.guards++;
    try {
      for (const step of steps) yield* this.#perform(step, r);
    } finally {
      r.finalizers++;
      for (const step of after) yield* this.#perform(step, r);
    }
  }
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

const hasCode = (code: string) => (error: unknown) => error instanceof PreemptError && error.code === code;
export const isDeadlock = hasCode("deadlock");
const isSkipped = hasCode("release_skipped");
const isMissed = hasCode("deadline_missed");

/** More hops than any chain of awaits here takes. */
async function quiet(): Promise<void> {
  for (let i = 0; i < 24; i++) await undefined;
}
