/** The page's state: a scenario on show, a set-up, and the system that runs with it. Each change makes a new system. */
import type { Observer } from "@preempt/runtime";
import { Live } from "../observe/live.ts";
import { handTasks } from "../person/hands.ts";
import { type ScenarioEntry, scenarios } from "../scenarios/index.ts";
import type { Play, Scenario, Stage, TaskSpec } from "../scenarios/scenario.ts";
import { type Setup, tasksOf } from "../setup/setup.ts";
import { startSynthetic } from "../system/synthetic.ts";
import { RunningSystem } from "../system/system.ts";

export interface AppEvents {
  /** A scenario is on show, with its panel empty and its tasks not yet started. */
  opened(entry: ScenarioEntry, scenario: Scenario): void;
  /** A system runs, or none while the page is paused. */
  started(system: RunningSystem | undefined): void;
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

  get play(): Play<unknown> | undefined {
    return this.#play;
  }

  change(change: Partial<Setup>): void {
    this.setup = { ...this.setup, ...change };
    this.#events.changed(this.setup);
    void this.#start().catch((error) => this.#events.onError(error));
  }

  /** Shows a scenario; what belonged to the one before is dropped. */
  async open(setup: Setup): Promise<void> {
    const turn = ++this.#turn;
    this.setup = setup;
    this.#end();
    const entry: ScenarioEntry = scenarios.find(({ id }) => id === setup.scenario) ?? scenarios[0];
    const scenario = await entry.load();
    if (turn !== this.#turn) return;
    this.#play?.close?.();
    this.#play = undefined;
    this.scenario = scenario;
    this.#events.opened(entry, scenario);
    const plain = await scenario.work.plain();
    if (turn !== this.#turn) return;
    this.#play = scenario.open(this.#stage());
    this.#play.calibrate?.(plain);
    this.#events.changed(this.setup);
    await this.#start();
  }

  pause(isPaused: boolean): void {
    this.isPaused = isPaused;
    void this.#start().catch((error) => this.#events.onError(error));
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
    const work = await scenario.work[setup.preemption ? setup.strategy : "plain"]();
    if (turn !== this.#turn) return;
    this.#end();
    if (this.isPaused) return;
    this.live = new Live(
      specs.map(({ id }) => id),
      performance.now() + warmUp,
    );
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
