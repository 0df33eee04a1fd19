/** Runs a collected suite, one case after the other, and notes what became of each. */
import type { Invoke } from "./invoke.ts";
import { type Body, type Case, type Group, isGroup, type Suite } from "./suite.ts";

export interface CaseResult {
  /** Names of the groups and of the case. */
  readonly name: string;
  readonly outcome: "passed" | "failed" | "skipped";
  /** First line of what went wrong. */
  readonly error?: string;
  readonly preemptions: number;
  /** CPU time in milliseconds, that of its hooks included. */
  readonly time: number;
}

export interface RunOptions {
  readonly invoke: Invoke;
  /** How long one case may wait for its callback or promise, in milliseconds. */
  readonly patience?: number;
}

/** Thrown by a test's body to say that it does not apply. */
export class Skip extends Error {}

export async function runSuite(suite: Suite, options: RunOptions): Promise<CaseResult[]> {
  await suite.collected();
  const runner = new Runner(options);
  suite.runNow = (name, body, details) => runner.inner(name, body, details);
  await runner.group(suite.root);
  return runner.results;
}

class Runner {
  readonly results: CaseResult[] = [];
  readonly #options: RunOptions;
  #group: Group | undefined;

  constructor(options: RunOptions) {
    this.#options = options;
  }

  async group(group: Group): Promise<void> {
    let broken: unknown;
    try {
      if (!group.skipped) for (const hook of group.hooks.before) await this.#hook(hook);
    } catch (error) {
      broken = new Error(`before: ${firstLine(error)}`);
    }
    for (const item of group.items) {
      this.#group = group;
      if (isGroup(item)) await this.group(item);
      else await this.#case(item, group, broken);
    }
    if (!group.skipped) for (const hook of group.hooks.after) await this.#hook(hook).catch(() => {});
  }

  /** A case inside the running one. */
  async inner(name: string, body: Body, details: Partial<Case>): Promise<void> {
    const defaults = { name, body, thisArg: undefined, args: [], callsBack: false, skipped: false };
    await this.#case({ ...defaults, ...details }, this.#group, undefined);
  }

  async #case(test: Case, group: Group | undefined, broken: unknown): Promise<void> {
    const name = [...path(group), test.name].join(" › ");
    const start = process.cpuUsage();
    const note = (outcome: CaseResult["outcome"], preemptions: number, error?: unknown) => {
      const { user, system } = process.cpuUsage(start);
      const time = (user + system) / 1000;
      this.results.push({
        name,
        outcome,
        preemptions,
        time,
        ...(error === undefined ? {} : { error: firstLine(error) }),
      });
    };
    if (test.skipped) return note("skipped", 0);
    if (broken !== undefined) return note("failed", 0, broken);
    try {
      for (const hook of around(group, "beforeEach")) await this.#hook(hook);
      const preemptions = await this.#body(test);
      test.verify?.();
      note("passed", preemptions);
    } catch (error) {
      if (error instanceof Skip) note("skipped", 0);
      else note("failed", 0, error ?? new Error("it threw undefined"));
    }
    for (const hook of around(group, "afterEach").reverse()) await this.#hook(hook).catch(() => {});
  }

  /** Waits for the body, its callback if it has one, and fails with any error that nobody else took meanwhile. */
  async #body(test: Case): Promise<number> {
    const stray = strayError();
    const patience = timeout(this.#options.patience ?? 60_000);
    try {
      const done = Promise.withResolvers<void>();
      const callback = (error?: unknown) => (error ? done.reject(error) : done.resolve());
      const args = test.callsBack ? [...test.args, callback] : test.args;
      const body = typeof test.body === "function" ? test.body : test.body.prepare();
      const ended = this.#options.invoke(body, test.thisArg, args);
      const whole = test.callsBack ? Promise.all([ended, done.promise]) : Promise.all([ended]);
      const [{ preemptions }] = await Promise.race([whole, stray.promise, patience.promise]);
      return preemptions;
    } finally {
      stray.stop();
      patience.stop();
    }
  }

  async #hook(body: Body): Promise<void> {
    await this.#body({ name: "", body, thisArg: {}, args: [], callsBack: body.length > 0, skipped: false });
  }
}

function path(group: Group | undefined): string[] {
  return group?.parent === undefined ? [] : [...path(group.parent), group.name];
}

/** Hooks of a group and those around it, outermost first. */
function around(group: Group | undefined, when: "beforeEach" | "afterEach"): Body[] {
  if (group === undefined) return [];
  return [...around(group.parent, when), ...group.hooks[when]];
}

interface Stoppable {
  readonly promise: Promise<never>;
  stop(): void;
}

function strayError(): Stoppable {
  const { promise, reject } = Promise.withResolvers<never>();
  promise.catch(() => {});
  process.on("uncaughtException", reject);
  return { promise, stop: () => void process.off("uncaughtException", reject) };
}

function timeout(milliseconds: number): Stoppable {
  const { promise, reject } = Promise.withResolvers<never>();
  promise.catch(() => {});
  const timer = setTimeout(() => reject(new Error(`no end after ${milliseconds} ms`)), milliseconds);
  return { promise, stop: () => clearTimeout(timer) };
}

function firstLine(error: unknown): string {
  return String((error as Error)?.message ?? error).split("\n", 1)[0] as string;
}
