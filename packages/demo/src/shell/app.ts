/** The page's state: a scenario on show, a set-up, and the system that runs with it. Each change makes a new system. */
import type { Observer } from "@preempt/runtime";
import { Live } from "../observe/live.ts";
import { handTasks } from "../person/hands.ts";
import { type ScenarioEntry, scenarios } from "../scenarios/index.ts";
import type { Play, Scenario, Stage, TaskSpec } from "../scenarios/scenario.ts";
import { fit } from "../setup/fit.ts";
import { type Setup, tasksOf } from "../setup/setup.ts";
import { holdOf } from "../system/hold.ts";
import { startSynthetic } from "../system/synthetic.ts";
import { RunningSystem } from "../system/system.ts";
import { loaded } from "./loaded.ts";
import { painted } from "./painted.ts";

export interface AppEvents {
  /** A scenario is on show, with its panel empty and its tasks not yet started. */
  opened(entry: ScenarioEntry, scenario: Scenario): void;
  /** A system runs, or none while the page is paused. */
  started(system: RunningSystem | undefined): void;
  /** A person has paused the page, or it goes on. */
  paused(isPaused: boolean): void;
  /** The set-up is another one. */
  changed(setup: Setup): void;
  onError(error: unknown, name?: string): void;
  say(text: string): void;
}

/** Milliseconds after a start in which the engine compiles: jobs of that time are shown and not counted. */
const warmUp = 1000;

export class App {
  setup: Setup;
  live = new Live([]);
  system: RunningSystem | undefined;
  scenario: Scenario | undefined;
  isPaused = false;
  readonly #events: AppEvents;
  readonly #stage: () => Stage;
  #play: Play<unknown> | undefined;
  /** Grows with each start, so that what loads slowly knows whether it is still wanted. */
  #turn = 0;
  /** Whether a scenario is being loaded: what is changed meanwhile counts when it starts. */
  #isOpening = false;
  #isHidden = false;

  constructor(setup: Setup, stage: () => Stage, events: AppEvents) {
    this.setup = setup;
    this.#stage = stage;
    this.#events = events;
  }

  /** All tasks of the page, as edited. */
  get specs(): TaskSpec[] {
    const own = this.scenario?.tasksFor?.(this.options) ?? this.scenario?.tasks ?? [];
    return tasksOf([...handTasks, ...own], this.setup);
  }

  /** The scenario's options, as chosen or by default. */
  get options(): Record<string, string> {
    const known = (this.scenario?.options ?? []).map(({ id, values }) => {
      const chosen = values.find(([value]) => value === this.setup.options[id]);
      return [id, (chosen ?? values[0])?.[0] ?? ""];
    });
    return Object.fromEntries(known);
  }

  /** All names that a task of the scenario or an added one may have. */
  get taskNames(): string[] {
    return [...this.#known.tasks, ...this.setup.added.map(({ id }) => id)];
  }

  get play(): Play<unknown> | undefined {
    return this.#play;
  }

  change(change: Partial<Setup>): void {
    this.setup = { ...this.setup, ...change };
    this.#events.changed(this.setup);
    this.#restart();
  }

  /**
   * Shows a scenario, which runs even if the one before was paused; what belonged to that is dropped.
   *
   * @param problems What in the link was not understood: told when the scenario is on show.
   */
  async open(setup: Setup, problems: readonly string[] = []): Promise<void> {
    const turn = ++this.#turn;
    this.setup = setup;
    this.#isOpening = true;
    this.#setPaused(false);
    this.#end();
    try {
      if (!(await this.#load(turn))) return;
    } finally {
      if (turn === this.#turn) this.#isOpening = false;
    }
    const known = fit(this.setup, this.#known);
    this.setup = known.setup;
    this.#events.changed(this.setup);
    for (const problem of [...problems, ...known.problems]) this.#events.say(problem);
    await this.#start();
  }

  pause(isPaused: boolean): void {
    this.#setPaused(isPaused);
    this.#restOrGoOn();
  }

  /** Nobody sees the page: its jobs would only be late, as the browser gives it little time. */
  hide(isHidden: boolean): void {
    this.#isHidden = isHidden;
    this.#restOrGoOn();
  }

  get #rests(): boolean {
    return this.isPaused || this.#isHidden;
  }

  #restOrGoOn(): void {
    if (this.#rests) this.#end();
    else if (this.system === undefined) this.#restart();
  }

  #setPaused(isPaused: boolean): void {
    this.isPaused = isPaused;
    this.#events.paused(isPaused);
  }

  #restart(): void {
    if (!this.#isOpening) void this.#start().catch((error) => this.#events.onError(error));
  }

  /** Everything that the scenario's options and tasks may be, whatever is chosen. */
  get #known() {
    const { tasks = [], options = [] } = this.scenario ?? {};
    return { options, tasks: [...handTasks, ...tasks].map(({ id }) => id) };
  }

  /** Whether the scenario is there, and still wanted. */
  async #load(turn: number): Promise<boolean> {
    const { setup } = this;
    const entry: ScenarioEntry = scenarios.find(({ id }) => id === setup.scenario) ?? scenarios[0];
    const scenario = await loaded(entry.title, entry.load());
    if (turn !== this.#turn) return false;
    this.#play?.close?.();
    this.#play = undefined;
    this.scenario = scenario;
    this.#events.opened(entry, scenario);
    const plain = await loaded(entry.title, scenario.work.plain());
    if (turn !== this.#turn) return false;
    this.#play = scenario.open(this.#stage());
    this.#play.calibrate?.(plain);
    return true;
  }

  #end(): void {
    this.system?.end();
    this.system = undefined;
    this.#events.started(undefined);
  }

  async #start(): Promise<void> {
    const turn = ++this.#turn;
    const { scenario, setup, specs } = this;
    if (scenario === undefined) return;
    const work = await loaded("The code", scenario.work[setup.preemption ? setup.strategy : "plain"]());
    if (turn !== this.#turn) return;
    this.#end();
    this.live = new Live(
      specs.map(({ id }) => id),
      performance.now() + warmUp,
    );
    if (this.#rests) return;
    const hold = holdOf(setup, specs);
    if (hold !== undefined) {
      this.#events.say(hold);
      await painted();
      if (turn !== this.#turn || this.#rests) return;
    }
    const observers: Observer[] = [this.live];
    const { options } = this;
    const onError = (error: unknown, name?: string) => this.#events.onError(error, name);
    const say = (text: string) => this.#events.say(text);
    this.system = new RunningSystem({ setup, specs, options, observers, onError, say });
    this.#events.started(this.system);
    startSynthetic(this.system, specs);
    this.#play?.start(this.system, work);
  }
}
