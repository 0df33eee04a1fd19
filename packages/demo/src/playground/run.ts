/** One run of a program: its modules, its schedulers, its console, and the way to stop it. */
import * as runtime from "@preempt/runtime";
import * as abi from "@preempt/runtime/abi";
import * as observers from "@preempt/runtime/observers";
import { element } from "../views/element.ts";
import type { Compiled } from "./compile.ts";
import type { Level, Pane } from "./console.ts";
import { Modules } from "./modules.ts";
import { consoleFor } from "./program-console.ts";
import { type Settings, schedulerOptions } from "./settings.ts";
import { show } from "./show.ts";
import { linesInStack, originalLine } from "./source-map.ts";
import { Supervisor } from "./supervisor.ts";
import { Timers } from "./timers.ts";

export class Run implements Disposable {
  readonly #stop = new AbortController();
  readonly #reason = new DOMException("The run was stopped.", "AbortError");
  readonly #modules = new Modules();
  readonly #timers = new Timers();
  readonly #pane: Pane;
  readonly #began = performance.now();
  readonly #mappings: string;
  readonly supervisor: Supervisor;
  #url = "";
  #isEvaluating = true;
  /** When it was stopped. */
  #stopped = Number.POSITIVE_INFINITY;

  /** Begins at once. `pane` gets what the program logs, and its errors. */
  constructor({ code, imports, given, mappings }: Compiled, settings: Settings, pane: Pane) {
    this.#mappings = mappings;
    this.#pane = pane;
    this.supervisor = new Supervisor(this.#stop.signal, (error, job) => this.#report(error, job && { job: job.name }));
    const { dropped } = this;
    addEventListener("error", this.#failed, { signal: dropped });
    addEventListener("unhandledrejection", this.#failed, { signal: dropped });
    void this.#evaluate(code, { imports, given }, settings);
  }

  readonly #drop = new AbortController();

  /** Aborted when the run is over and forgotten. */
  get dropped(): AbortSignal {
    return this.#drop.signal;
  }

  /** Whether the program computes, or waits for a timer or something that the scheduler knows of. */
  get isBusy(): boolean {
    return (this.#isEvaluating && !this.wasStopped) || this.supervisor.isBusy || this.hasTimers;
  }

  /** Whether timers of the program are pending, `sleep` included. */
  get hasTimers(): boolean {
    return this.#timers.arePending;
  }

  get wasStopped(): boolean {
    return this.#stop.signal.aborted;
  }

  /** Cancels its jobs and ends its tasks, alarms and timers. `finally` blocks still run. */
  stop(): void {
    this.#stopped = Math.min(this.#stopped, performance.now());
    this.#stop.abort(this.#reason);
    // Also when it is stopped again: what cleaned up may have begun others.
    this.#timers.clear();
  }

  [Symbol.dispose](): void {
    this.stop();
    this.#drop.abort();
    this.#timers[Symbol.dispose]();
    this.supervisor[Symbol.dispose]();
    this.#modules[Symbol.dispose]();
  }

  async #evaluate(
    code: string,
    { imports, given }: Pick<Compiled, "imports" | "given">,
    settings: Settings,
  ): Promise<void> {
    try {
      const { Scheduler } = this.supervisor;
      this.#modules.provide("@preempt/runtime", { ...runtime, Scheduler });
      this.#modules.provide("@preempt/runtime/abi", abi);
      this.#modules.provide("@preempt/runtime/observers", observers);
      if (imports.some(({ name }) => name === "@preempt/runtime/analysis")) {
        this.#modules.provide("@preempt/runtime/analysis", await import("@preempt/runtime/analysis"));
      }
      this.#modules.provide("playground", {
        rt: new Scheduler(schedulerOptions(settings)),
        sleep: (ms: number) => this.#sleep(ms),
        signal: this.#stop.signal,
        ...this.#timers.functions,
        console: consoleFor(
          (level, text) => this.#say(level, text),
          () => [...this.#linesOf(new Error("for its stack"))],
          () => !this.dropped.aborted && this.#pane.clear(),
        ),
      });
      this.#url = this.#modules.add(code, imports, given);
      await import(/* @vite-ignore */ this.#url);
    } catch (error) {
      if (!(await this.#isToldByElement(error))) this.#report(error);
    } finally {
      this.#isEvaluating = false;
    }
  }

  /**
   * Where a browser does not understand the program, its import fails without saying it, but the event does that comes
   * of an element with the same module. Nothing is evaluated by that: a module is evaluated once, or never.
   */
  #isToldByElement(error: unknown): Promise<boolean> | boolean {
    if (!(error instanceof SyntaxError) || this.#lineOf(error) !== undefined || this.#url === "") return false;
    const { promise, resolve } = Promise.withResolvers<boolean>();
    const script = element("script", { type: "module", src: this.#url });
    const heard = new AbortController();
    const { signal } = heard;
    addEventListener("error", ({ filename }) => filename === this.#url && resolve(true), { signal });
    for (const end of ["load", "error"]) script.addEventListener(end, () => resolve(false), { signal });
    document.head.append(script);
    return promise.finally(() => {
      heard.abort();
      script.remove();
    });
  }

  /** Ends with the run, so that a program that waits does not go on after it. */
  #sleep(ms: number): Promise<void> {
    const { signal } = this.#stop;
    const { setTimeout, clearTimeout } = this.#timers.functions;
    return new Promise((resolve, reject) => {
      const timer = setTimeout(resolve, ms);
      const abort = () => {
        clearTimeout(timer);
        reject(signal.reason);
      };
      if (signal.aborted) abort();
      else signal.addEventListener("abort", abort, { once: true });
    });
  }

  /** Errors of timers and promises, which come to the page. */
  readonly #failed = (event: ErrorEvent | PromiseRejectionEvent): void => {
    const error: unknown = "reason" in event ? event.reason : event.error;
    const thrown = "reason" in event ? undefined : this.#lineThrown(event);
    const isOurs = error === this.#reason || ("reason" in event ? !this.wasStopped : thrown !== undefined);
    if (!isOurs) return;
    event.preventDefault();
    this.#report(error, { line: thrown });
  };

  #report(error: unknown, { job, line = this.#lineOf(error) }: { job?: string; line?: number | undefined } = {}): void {
    if (error === this.#reason) return;
    const words = this.#modules.named(show(error));
    this.#say("error", `${job === undefined ? "" : `Job ${job}: `}${words}${line ? ` (line ${line})` : ""}`);
  }

  /** Anything may be thrown, and texts have no stack: then the event says where. */
  #lineThrown({ error, filename, lineno, colno }: ErrorEvent): number | undefined {
    const isHere = this.#url !== "" && filename === this.#url;
    return this.#lineOf(error) ?? (isHere ? originalLine(this.#mappings, lineno, colno) : undefined);
  }

  #lineOf(error: unknown): number | undefined {
    return this.#linesOf(error).next().value;
  }

  *#linesOf(error: unknown): Generator<number, undefined> {
    const stack = error instanceof Error ? error.stack : undefined;
    if (stack && this.#url) yield* linesInStack(stack, this.#url, this.#mappings);
    return undefined;
  }

  /** After Stop, finalizers have the last word; a timer that outlives the run is not heard any more. */
  #say(level: Level, text: string): void {
    const now = performance.now();
    if (!this.dropped.aborted && now < this.#stopped + 1000) this.#pane.print(level, text, now - this.#began);
  }
}
