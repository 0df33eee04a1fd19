/** Mutations of events in batches. */
import { breaking, type Mutation } from "./mutation.ts";

const events = breaking("events", "server/src/events/");

export const serverEventMutations: readonly Mutation[] = [
  events("a batch has a largest size", "lane.ts", "batch.events.length >= maxSize || hasStarted", "hasStarted"),
  events(
    "a batch that is full is handed over",
    "lane.ts",
    "(batch.events.length >= maxSize || batch.due <= since)",
    "batch.due <= since",
  ),
  events(
    "nothing is added to a batch that has started",
    "lane.ts",
    "|| hasStarted(batch)) batch = this.#begin",
    ") batch = this.#begin",
  ),
  events(
    "nothing is added to a batch that was cancelled",
    "lane.ts",
    'job.start !== undefined || job.state === "cancelled"',
    "job.start !== undefined",
  ),
  events(
    "the deadline is that of the oldest event",
    "lane.ts",
    "const deadline = batch.since + this.#plan.deadline;",
    "const deadline = this.#port.scheduler.now() + this.#plan.deadline;",
  ),
  events("a handler's batches are jobs of its priority", "lane.ts", "{ name, priority, backlog:", "{ name, backlog:"),
  events("no release of a busy handler is skipped", "lane.ts", ", backlog: Number.POSITIVE_INFINITY", ""),
  events("what is pending is bounded", "lane.ts", "this.pending >= maxPending", "this.pending > maxPending"),
  events(
    "what is pending when a subscription ends is handed over",
    "lane.ts",
    "    this.flush();\n    this.#task.stop();",
    "    this.#task.stop();",
  ),
  events(
    "an interval follows the jobs there are",
    "busyness.ts",
    "least + this.#backlog + this.#late",
    "least + this.#late",
  ),
  events(
    "an interval follows other code",
    "busyness.ts",
    "least + this.#backlog + this.#late",
    "least + this.#backlog",
  ),
  events(
    "the first of a list may be taken out",
    "chain.ts",
    "if (before === undefined) this.#first = after;",
    "if (before === undefined) this.#first = undefined;",
  ),
  events("held events are bounded", "held-events.ts", "this.size >= most", "this.size > most"),
  events(
    "held events expire",
    "held-events.ts",
    "now - oldest.event.at < this.#limits.expires",
    "now - oldest.event.at <= this.#limits.expires",
  ),
  events(
    "held events come before later ones",
    "batching-emitter.ts",
    "      if (this.#catchingUp.has(name)) this.#catchUp(name);\n",
    "",
  ),
  events(
    "the deadline of held events counts from now",
    "batching-emitter.ts",
    "      lane.push(event, now);",
    "      lane.push(event);",
  ),
  events("held events wait for no others", "batching-emitter.ts", "    lane.flush();\n    const off", "    const off"),
  events(
    "a listener that throws keeps no event from the handlers",
    "batching-emitter.ts",
    "for (const lane of lanes) lane.push(event);",
    "queueMicrotask(() => lanes.forEach((lane) => lane.push(event)));",
  ),
  events(
    "errors of async error listeners do not vanish",
    "listener-calls.ts",
    'if (event === "error") this.#report(error);\n      else this.fail(error);',
    'if (event !== "error") this.fail(error);',
  ),
  events(
    "close drops what is held, and counts it",
    "batching-emitter.ts",
    "this.#counts.dropped.closed += this.#held?.clear() ?? 0;",
    "this.#held?.clear();",
  ),
  events(
    "listeners that are removed while others are called are still called",
    "listener-lists.ts",
    "for (const entry of [...list])",
    "for (const entry of list)",
  ),
];
