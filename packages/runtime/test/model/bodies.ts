/** What the jobs of a program do when they run: the steps, performed, with the oracle told. */
import { type Job, type Lock, PreemptError } from "@preempt/runtime";
import { attachAsync, run, settle, signal, wait } from "@preempt/runtime/abi";
import type { Player } from "./player.ts";
import type { JobPlan, Step } from "./program.ts";
import type { JobRecord } from "./record.ts";

type Body = Generator<unknown, void, unknown>;

export class Bodies {
  readonly #player: Player;

  constructor(player: Player) {
    this.#player = player;
  }

  /** Time passes during which nothing can be preempted. */
  takeTime(ms: number): void {
    const { oracle, host } = this.#player;
    const from = host.now();
    host.advance(ms);
    oracle.stretches.push({ from, to: host.now() });
    const { running } = oracle;
    // Alarms fire between two budgets: then nobody computes, even if a job has the slice.
    if (running === undefined || !this.#inJob) this.#player.time.alarms += ms;
    else this.#charge(running, ms);
  }

  #charge(r: JobRecord, ms: number): void {
    r.executed += ms;
    this.#player.time.jobs += ms;
  }

  get #inJob(): boolean {
    return this.#depth > 0;
  }

  #depth = 0;

  functionOf({ kind, steps }: JobPlan): () => unknown {
    const bodies = this;
    const time = steps.reduce((sum, step) => sum + ("ms" in step ? step.ms : 0), 0);
    if (kind === "plain") {
      return () => {
        const r = bodies.#current();
        bodies.entered(() => bodies.takeTime(time));
        if (steps.some((step) => step.do === "throw")) throw bodies.#error(r);
        return r.number;
      };
    }
    if (kind === "async") {
      return async () => {
        const r = bodies.#current();
        bodies.entered(() => bodies.takeTime(time));
        await new Promise<void>((resolve) => bodies.#player.sleep(r, time, resolve));
        if (steps.some((step) => step.do === "throw")) throw bodies.#error(r);
        return r.number;
      };
    }
    if (kind === "generator") {
      return function* () {
        const r = bodies.#current();
        yield* bodies.body(steps);
        return r.number;
      };
    }
    const body = function* () {
      const r = bodies.#current();
      yield* bodies.body(steps);
      return settle(r.number);
    };
    return attachAsync(async () => {}, body as never);
  }

  entered(body: () => void): void {
    this.#depth++;
    try {
      body();
    } finally {
      this.#depth--;
    }
  }

  #current(): JobRecord {
    const job = this.#player.rt.currentJob as Job;
    const r = this.#player.oracle.of(job);
    if (this.#player.oracle.running !== r) this.#player.oracle.complain(`${job} runs without having been dispatched`);
    return r;
  }

  #error(r: JobRecord): Error {
    const error = new Error(`thrown by ${r.job.name}`);
    r.threw.push(error);
    return error;
  }

  /** The body of a job that performs `steps`. */
  *body(steps: readonly Step[]): Body {
    const r = this.#current();
    for (const step of steps) yield* this.#perform(step, r);
  }

  *#point(r: JobRecord): Body {
    yield;
    if (this.#current() !== r) this.#player.oracle.complain(`${r.job} goes on as another job`);
    this.#player.oracle.resumed(r);
  }

  *#work(ms: number, r: JobRecord): Body {
    for (let left = ms; left > 0; ) {
      const time = Math.min(left, Math.max(0, this.#player.rt.kernel.nextLook - this.#player.host.now()));
      if (time > 0) {
        this.#player.host.advance(time);
        this.#charge(r, time);
      }
      left -= time;
      if (left > 0) yield* this.#point(r);
    }
  }

  /** In a critical section an await is an error, and nobody else runs before the job that hears of it. */
  *#refused(what: unknown, r: JobRecord): Body {
    r.awaitsNever = false;
    try {
      yield wait(what);
      this.#player.oracle.complain(`${r.job} has awaited something in a critical section`);
    } catch (error) {
      if (!waitsInside(error)) throw error;
    }
    // As if it had awaited: its equals come first, and then it has a whole slice.
    r.turn = r.executed;
    this.#current();
  }

  *#await_(what: unknown, r: JobRecord): Body {
    if (r.noWaiting > 0) {
      yield* this.#refused(what, r);
      return;
    }
    if (what instanceof Promise || typeof what !== "object") r.waitsFor = undefined;
    yield wait(what);
    r.waitsFor = undefined;
    r.awaitsNever = false;
  }

  /** Awaits a job, and does not mind how it ends; a cycle is refused. */
  *#awaitJob(other: JobRecord, r: JobRecord): Body {
    if (r.noWaiting > 0) {
      yield* this.#refused(other.job, r);
      return;
    }
    const isOver = ["done", "failed", "cancelled"].includes(other.job.state);
    r.waitsFor = isOver ? undefined : { job: other };
    other.awaited = true;
    try {
      yield wait(other.job);
    } catch (error) {
      const isOwn =
        [...other.threw, ...other.cancelReasons, ...this.#player.commonReasons].includes(error) || isDeadlock(error);
      if (!isOwn && !isSkipped(error) && !isLimit(error))
        this.#player.oracle.complain(`${r.job} gets ${error} of ${other.job}`);
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
        this.entered(() => this.takeTime(step.ms));
        yield* this.#point(r);
        break;
      case "sleep": {
        const failure = step.rejects ? this.#error(r) : undefined;
        const sleep = new Promise<void>((resolve, reject) => {
          this.#player.sleep(r, step.ms, () => (failure === undefined ? resolve() : reject(failure)));
        });
        yield* this.#await_(sleep, r);
        break;
      }
      case "awaitValue":
        yield* this.#await_(5, r);
        break;
      case "awaitNever":
        r.awaitsNever = true;
        yield* this.#await_(new Promise<void>((resolve) => this.#player.never.push(resolve)), r);
        break;
      case "yieldNow":
        yield* this.#awaitJob(this.#inherited(this.#player.rt.yieldNow(), r), r);
        break;
      case "child": {
        const child = this.#player.submit(step.job);
        if (step.awaited && child !== undefined) yield* this.#awaitJob(child, r);
        break;
      }
      case "awaitJob": {
        const all = [...this.#player.oracle.records.values()];
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
        this.entered(() => this.#player.act(step.act));
        break;
    }
  }

  #inherited(job: Job, r: JobRecord): JobRecord {
    const made = this.#player.oracle.of(job);
    made.server = r.server;
    return made;
  }

  *#lock({ which, steps, forgotten, timeout }: Step & { do: "lock" }, r: JobRecord): Body {
    const resource = this.#player.oracle.resources[which % this.#player.oracle.resources.length];
    if (resource === undefined) return;
    let lock: Lock;
    const { host, oracle } = this.#player;
    if (timeout !== undefined) r.waitsUntil = host.now() + timeout;
    try {
      lock = yield* resource.real.acquire(timeout === undefined ? undefined : { timeout }) as Generator<
        undefined,
        Lock
      >;
    } catch (error) {
      if (isTimeout(error)) {
        if (host.now() < r.waitsUntil) oracle.complain(`${r.job} gives up before ${r.waitsUntil}`);
        oracle.trace.push(`${host.now()} gives-up ${r.job} ${r.job.name}`);
        return;
      }
      if (!isDeadlock(error) && !(r.noWaiting > 0 && waitsInside(error))) throw error;
      return;
    } finally {
      r.waitsUntil = Number.POSITIVE_INFINITY;
    }
    if (resource.owner !== r)
      this.#player.oracle.complain(`${r.job} was given ${resource.real.name} and does not own it`);
    try {
      for (const step of steps) yield* this.#perform(step, r);
      if (resource.owner !== r) this.#player.oracle.complain(`${r.job} lost ${resource.real.name}`);
    } finally {
      if (!forgotten) lock.unlock();
    }
  }

  *#section({ steps, forgotten }: Step & { do: "section" }, r: JobRecord): Body {
    r.sections++;
    r.noWaiting++;
    const section = this.#player.rt.criticalSection();
    try {
      for (const step of steps) yield* this.#perform(step, r);
    } finally {
      if (!forgotten) {
        r.sections--;
        r.noWaiting--;
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

/** Told whoever waits inside a critical section. */
const waitsInside = (error: unknown) => hasCode("section_waits")(error);
const hasCode = (code: string) => (error: unknown) => error instanceof PreemptError && error.code === code;
const isTimeout = hasCode("lock_timeout");
export const isDeadlock = hasCode("deadlock");
export const isClosedError = hasCode("scheduler_closed");
export const isDisposedError = hasCode("server_disposed");
export const isSkipped = hasCode("release_skipped");
export const isMissed = hasCode("deadline_missed");
export const isTimedOut = hasCode("timed_out");
export const isLimitReached = hasCode("limit_reached");
const isLimit = (error: unknown) => isMissed(error) || isTimedOut(error) || isLimitReached(error);
