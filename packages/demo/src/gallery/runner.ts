/** An entry that is loaded: its work in both builds with data of its own, the worker, and what asks it in each mode. */
import { type Job, Scheduler } from "@preempt/runtime";
import type { Entry, Mode, Work } from "./entry.ts";
import { pauseOf } from "./pause.ts";
import { WorkerSide } from "./worker-side.ts";

/** Milliseconds. Nothing else is scheduled on this page, so it orders nothing; a job that is late is late in a trace. */
const deadline = 100;

interface Prepared {
  readonly work: Work<unknown, unknown, unknown>;
  readonly data: unknown;
}

export class Runner {
  readonly #entry: Entry;
  readonly #plain: Prepared;
  readonly #preempt: Prepared;
  readonly #worker: WorkerSide | undefined;
  readonly #scheduler = new Scheduler();
  #abort = new AbortController();
  #jobs: Job<unknown>[] = [];

  private constructor(entry: Entry, plain: Prepared, preempt: Prepared, worker: WorkerSide | undefined) {
    this.#entry = entry;
    this.#plain = plain;
    this.#preempt = preempt;
    this.#worker = worker;
  }

  /** Loads all that the modes need, so that no run waits for the network. */
  static async load(id: string, entry: Entry): Promise<Runner> {
    const worker = entry.hasWorker ? new WorkerSide(id) : undefined;
    await worker?.loaded;
    return new Runner(entry, await prepared(entry.builds.plain), await prepared(entry.builds.preempt), worker);
  }

  /** Whether there is something to run. */
  has(mode: Mode): boolean {
    return mode !== "worker" || this.#worker !== undefined;
  }

  /** Whether the mode differs from plain: it does not if a person has no place for a pause. */
  get isCutByHand(): boolean {
    return this.#plain.work.runInParts !== undefined;
  }

  /** How often the jobs since the last call were preempted. */
  takePreemptions(): number {
    const sum = this.#jobs.reduce((all, { preemptions }) => all + preemptions, 0);
    this.#jobs = [];
    return sum;
  }

  digest(result: unknown): string {
    return this.#plain.work.digest(result);
  }

  /** A newer request takes the place of an older one, which then rejects with an `AbortError`. */
  ask(mode: Mode, request: unknown): Promise<unknown> {
    this.#abort.abort();
    this.#abort = new AbortController();
    const { signal } = this.#abort;
    if (mode === "worker") return (this.#worker as WorkerSide).ask(request);
    const { work, data } = mode === "preempt" ? this.#preempt : this.#plain;
    if (mode === "yields" && work.runInParts) return work.runInParts(data, request, pauseOf(signal));
    if (mode !== "preempt") return atOnce(() => work.run(data, request));
    const job = this.#scheduler.submit(work.run, {
      name: this.#entry.libraries[0] ?? "run",
      args: [data, request],
      deadline,
      signal,
    });
    this.#jobs.push(job);
    return Promise.resolve(job);
  }

  close(): void {
    this.#abort.abort();
    this.#worker?.close();
  }
}

async function prepared(load: () => Promise<Work<unknown, unknown, unknown>>): Promise<Prepared> {
  const work = await load();
  return { work, data: await work.prepare() };
}

/** Runs before it returns, as a call in an event handler does. */
async function atOnce(run: () => unknown): Promise<unknown> {
  return run();
}
