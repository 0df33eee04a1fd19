/**
 * An emitter whose events also come in batches. `on` and `emit` are Node's: listeners are called at once. `onBatch` handlers get the events of a
 * category together, as jobs of a scheduler, by priority and deadline. What is emitted before anybody listens is held.
 *
 *   emit ──▶ listeners of the name, at once
 *       └──▶ lanes of the category (lane.ts): one queue for each handler ──▶ jobs
 *       └──▶ neither? held (held-events.ts) ──▶ to the first listener or handler that comes
 *
 * It is long because Node's interface has fourteen methods, each with its types and documentation.
 */
import { type Job, PreemptError, Scheduler } from "@preempt/runtime";
import { checkOptions } from "../requests/errors.ts";
import { BatchSubscription } from "./batch-subscription.ts";
import { Busyness } from "./busyness.ts";
import {
  type AnyEvent,
  type AnyEvents,
  type Category,
  Counts,
  type EventCounts,
  type EventMap,
} from "./event-types.ts";
import { HeldEvents } from "./held-events.ts";
import { type AnyHandler, Lane, type LanePort } from "./lane.ts";
import { ListenerCalls, unhandled } from "./listener-calls.ts";
import type { Listener, ListenerLists } from "./listener-lists.ts";
import {
  type BatchHandler,
  type BatchingEmitterOptions,
  categoryOf,
  checkEmitterOptions,
  checkHandler,
  type EmitterCloseOptions,
  emitterCloseTable,
  holdOf,
  milliseconds,
  type OnBatchOptions,
  planOf,
} from "./options.ts";

/** Events about listeners, and those of errors, are nothing to hold. */
const notHeld: readonly Category[] = ["error", "newListener", "removeListener"];

/**
 * An emitter whose events also come in batches:
 *
 *     const chat = new BatchingEmitter<{ message: [room: string, text: string] }>({
 *       scheduler: rt,
 *       category: { message: (room) => room },
 *     });
 *     chat.onBatch("lobby", (batch) => broadcast(batch.map(({ args: [, text] }) => text)));
 *     chat.emit("message", "lobby", "hello");
 *
 * @template Events The arguments of each event, by its name
 */
export class BatchingEmitter<Events extends EventMap<Events> = AnyEvents> implements AsyncDisposable {
  /** The scheduler whose jobs the handlers are. */
  readonly scheduler: Scheduler;
  readonly #options: BatchingEmitterOptions<Events>;
  readonly #ownsScheduler: boolean;
  readonly #calls: ListenerCalls;
  readonly #listeners: ListenerLists;
  readonly #lanes = new Map<Category, Lane[]>();
  /** Subscriptions that have ended, and whose handlers have not. */
  readonly #leaving = new Set<Lane>();
  readonly #counts = new Counts();
  readonly #held: HeldEvents | undefined;
  readonly #port: LanePort;
  /** Names whose held events are on their way to a listener. */
  readonly #catchingUp = new Set<Category>();
  #closed: Promise<void> | undefined;

  /** @throws PreemptError for an option out of range; the message says what to give */
  constructor(options: BatchingEmitterOptions<Events> = {}) {
    checkEmitterOptions(options);
    const limits = holdOf(options.hold);
    this.#options = options;
    this.#ownsScheduler = this.#options.scheduler === undefined;
    this.scheduler = this.#options.scheduler ?? new Scheduler({ policy: "edf" });
    this.#calls = new ListenerCalls(this, this.scheduler);
    this.#listeners = this.#calls.lists;
    this.#held = limits && new HeldEvents(limits, this.#counts.dropped);
    this.#port = {
      scheduler: this.scheduler,
      busyness: new Busyness(this.scheduler),
      counts: this.#counts,
      failed: (error) => this.#calls.fail(error),
    };
  }

  /**
   * Calls the listeners of the event, and puts it into the batches of its category. If there is neither a listener nor a handler, it is held.
   *
   * @returns whether there is a listener or a handler
   * @throws what a listener throws; for "error" without a listener its first argument; PreemptError (`emitter_closed`) after `close`
   */
  emit<Name extends keyof Events>(event: Name, ...args: Events[Name]): boolean;
  emit(name: Category, ...args: unknown[]): boolean {
    this.#refuseClosed(`event "${String(name)}"`);
    const category = categoryOf(this.#options.category, name, args);
    const lanes = this.#lanes.get(category);
    const hasListeners = this.#listeners.has(name);
    if (name === "error" && !hasListeners && lanes === undefined) throw unhandled(args[0]);
    this.#counts.emitted++;
    if (lanes !== undefined) {
      const event: AnyEvent = { event: name, args, at: this.scheduler.now() };
      for (const lane of lanes) lane.push(event);
    } else if (!hasListeners) {
      if (!notHeld.includes(name)) this.#held?.add({ event: name, args, at: this.scheduler.now() }, category);
      return false;
    }
    if (hasListeners) {
      if (this.#catchingUp.has(name)) this.#catchUp(name);
      this.#calls.call(name, args);
    }
    return true;
  }

  /** Adds a listener, which each `emit` of the event calls at once. It receives held events of that name, in order. */
  on<Name extends keyof Events>(event: Name, listener: (...args: Events[Name]) => unknown): this;
  on(event: Category, listener: Listener): this {
    return this.#add(event, listener, "push", false);
  }

  /** Adds a listener for the next event of this name only. */
  once<Name extends keyof Events>(event: Name, listener: (...args: Events[Name]) => unknown): this;
  once(event: Category, listener: Listener): this {
    return this.#add(event, listener, "push", true);
  }

  /** The same as {@link on}. */
  addListener<Name extends keyof Events>(event: Name, listener: (...args: Events[Name]) => unknown): this;
  addListener(event: Category, listener: Listener): this {
    return this.#add(event, listener, "push", false);
  }

  /** {@link on}, before the other listeners. */
  prependListener<Name extends keyof Events>(event: Name, listener: (...args: Events[Name]) => unknown): this;
  prependListener(event: Category, listener: Listener): this {
    return this.#add(event, listener, "unshift", false);
  }

  /** {@link once}, before the other listeners. */
  prependOnceListener<Name extends keyof Events>(event: Name, listener: (...args: Events[Name]) => unknown): this;
  prependOnceListener(event: Category, listener: Listener): this {
    return this.#add(event, listener, "unshift", true);
  }

  /** Removes a listener. Of several equal ones, the last one added is removed. */
  off<Name extends keyof Events>(event: Name, listener: (...args: Events[Name]) => unknown): this;
  off(event: Category, listener: Listener): this {
    if (this.#listeners.remove(event, listener)) this.#calls.tell("removeListener", event, listener);
    return this;
  }

  /** The same as {@link off}. */
  removeListener<Name extends keyof Events>(event: Name, listener: (...args: Events[Name]) => unknown): this;
  removeListener(event: Category, listener: Listener): this {
    return this.off(event as keyof Events, listener as never);
  }

  /** Removes all listeners of an event, or of all events. Handlers of batches stay: see {@link BatchSubscription.off}. */
  removeAllListeners(event?: keyof Events): this {
    // Last those who hear of it.
    const all = () => [...this.#listeners.events.filter((name) => name !== "removeListener"), "removeListener"];
    for (const name of event === undefined ? all() : [event as Category]) {
      for (const listener of this.#listeners.of(name).reverse()) this.off(name as keyof Events, listener as never);
    }
    return this;
  }

  /** The number of an event's listeners; with `listener`, how often that one was added. Handlers of batches do not count. */
  listenerCount<Name extends keyof Events>(event: Name, listener?: (...args: Events[Name]) => unknown): number;
  listenerCount(event: Category, listener?: Listener): number {
    return this.#listeners.count(event, listener);
  }

  /** The listeners of an event, in order. A copy. */
  listeners<Name extends keyof Events>(event: Name): ((...args: Events[Name]) => unknown)[];
  listeners(event: Category): Listener[] {
    return this.#listeners.of(event);
  }

  /** The events that have listeners. */
  eventNames(): (keyof Events)[] {
    return this.#listeners.events as (keyof Events)[];
  }

  /** The categories that have handlers of batches. */
  categories(): Category[] {
    return [...this.#lanes.keys()];
  }

  /**
   * Delivers the events of a category in batches, in the order of their emission, each once. Held events of the category come first, in
   * batches that do not wait for others. Their deadline counts from now.
   *
   * @throws PreemptError for an option out of range, and after `close`
   */
  onBatch(category: Category, handler: BatchHandler<Events>, options: OnBatchOptions = {}): BatchSubscription {
    const shown = String(category);
    this.#refuseClosed(`a handler of "${shown}"`);
    const whose = `a handler of "${shown}"`;
    checkHandler(handler, options, whose);
    const { categories = {} } = this.#options;
    const common =
      typeof category === "string" && Object.hasOwn(categories, category) ? categories[category] : undefined;
    const plan = planOf(whose, this.#options, common, options);
    const name = options.name ?? (handler.name || shown);
    const lane = new Lane(category, handler as AnyHandler, name, plan, this.#port);
    const lanes = this.#lanes.get(category);
    if (lanes === undefined) this.#lanes.set(category, [lane]);
    else lanes.push(lane);
    const now = this.scheduler.now();
    this.#held?.expire(now);
    for (let event = this.#held?.takeOf(category); event !== undefined; event = this.#held?.takeOf(category)) {
      lane.push(event, now);
    }
    lane.flush();
    const off = () => this.#leave(lane);
    options.signal?.addEventListener("abort", off, { once: true });
    if (options.signal?.aborted) off();
    return new BatchSubscription(lane, () => {
      options.signal?.removeEventListener("abort", off);
      off();
    });
  }

  /** Ends the subscription of a handler. Pending events are still delivered. @returns whether it had one */
  offBatch(category: Category, handler: BatchHandler<Events>): boolean {
    const lane = this.#lanes.get(category)?.findLast((one) => one.handler === handler);
    if (lane !== undefined) this.#leave(lane);
    return lane !== undefined;
  }

  /**
   * Passes waiting events of one category, or of all, to the scheduler at once.
   *
   * @returns a promise that resolves when the handlers have handled all pending events. A handler must not await it: it would wait for
   * its own end
   */
  async flush(category?: Category): Promise<void> {
    const lanes = category === undefined ? [...this.#lanes.values()].flat() : (this.#lanes.get(category) ?? []);
    for (const lane of lanes) lane.flush();
    const leaving = category === undefined ? [...this.#leaving] : [];
    await Promise.allSettled([...lanes, ...leaving].flatMap(({ unfinished }) => unfinished));
  }

  /** The number of held events, which have no listener yet. */
  get held(): number {
    this.#held?.expire(this.scheduler.now());
    return this.#held?.size ?? 0;
  }

  /** Events that were dropped so far, for any of the reasons of {@link counts}. */
  get dropped(): number {
    this.#held?.expire(this.scheduler.now());
    return this.#counts.lost;
  }

  /** How many events there were so far, by what became of them. */
  get counts(): EventCounts {
    const { held } = this;
    const { emitted, delivered, batches, pending, dropped } = this.#counts;
    return { emitted, delivered, batches, pending, held, dropped: { ...dropped } };
  }

  /**
   * Takes no more events, delivers those that are pending, and drops those that are held. Listeners and handlers are removed.
   *
   * @returns a promise that resolves when all handlers have ended. Not for a handler to await: it would wait for its own end
   * @throws PreemptError for a deadline that is no number of milliseconds
   */
  close(options: EmitterCloseOptions = {}): Promise<void> {
    checkOptions(options, "close()", emitterCloseTable);
    const { deadline, reason } = options;
    if (deadline !== undefined && deadline !== Number.POSITIVE_INFINITY) {
      milliseconds(deadline, "deadline", "the deadline of close()");
    }
    this.#closed ??= this.#close();
    if (deadline === undefined || deadline === Number.POSITIVE_INFINITY) return this.#closed;
    const cancel = () => {
      for (const { unfinished } of this.#leaving) for (const job of unfinished) job.cancel(reason);
    };
    if (deadline === 0) cancel();
    else if (this.#leaving.size > 0) {
      const alarm = this.scheduler.alarm({ in: deadline }, cancel);
      return this.#closed.finally(() => alarm.cancel());
    }
    return this.#closed;
  }

  /** As {@link close}, without a deadline. */
  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  async #close(): Promise<void> {
    for (const lane of [...this.#lanes.values()].flat()) this.#leave(lane);
    this.#counts.dropped.closed += this.#held?.clear() ?? 0;
    this.#catchingUp.clear();
    await Promise.allSettled([...this.#leaving].flatMap(({ unfinished }) => unfinished));
    for (const event of this.#listeners.events) {
      for (const listener of this.#listeners.of(event)) this.#listeners.remove(event, listener);
    }
    if (this.#ownsScheduler) await this.scheduler.close();
  }

  #leave(lane: Lane): void {
    const lanes = this.#lanes.get(lane.category) ?? [];
    const at = lanes.indexOf(lane);
    if (at === -1) return;
    if (lanes.length === 1) this.#lanes.delete(lane.category);
    // Another list: an emit may be going through this one.
    else this.#lanes.set(lane.category, lanes.toSpliced(at, 1));
    lane.close();
    const { unfinished } = lane;
    if (unfinished.length === 0) return;
    this.#leaving.add(lane);
    const left = () => void this.#leaving.delete(lane);
    (unfinished.at(-1) as Job).then(left, left);
  }

  #add(event: Category, listener: Listener, where: "push" | "unshift", isOnce: boolean): this {
    this.#refuseClosed(`a listener of "${String(event)}"`);
    if (typeof listener === "function") this.#calls.tell("newListener", event, listener);
    this.#listeners.add(event, listener, where, isOnce);
    this.#held?.expire(this.scheduler.now());
    // By a job: whoever adds a listener does not expect to be called before it has been added.
    if (this.#held?.has(event) && !this.#catchingUp.has(event)) {
      this.#catchingUp.add(event);
      const { priority, deadline } = planOf("an emitter", this.#options);
      this.scheduler.submit(() => this.#catchUp(event), { name: `held "${String(event)}"`, priority, deadline });
    }
    return this;
  }

  /** Held events go to the listeners. An error is nobody's who emits just now. */
  #catchUp(name: Category): void {
    if (!this.#catchingUp.delete(name)) return;
    this.#held?.expire(this.scheduler.now());
    while (this.#listeners.has(name)) {
      const event = this.#held?.takeNamed(name);
      if (event === undefined) return;
      try {
        this.#calls.call(name, event.args);
      } catch (error) {
        this.#calls.fail(error);
      }
    }
  }

  #refuseClosed(what: string): void {
    if (this.#closed === undefined) return;
    throw new PreemptError(
      "emitter_closed",
      `${what} was given to an emitter for which close() was called. Give it before, or make another one.`,
    );
  }

  /** So that frameworks with reactive state take it for no plain object: a proxy has none of its private fields. */
  get [Symbol.toStringTag](): string {
    return "BatchingEmitter";
  }
}
