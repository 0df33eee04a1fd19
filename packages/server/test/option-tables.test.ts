/** Registrations, requests and servers refuse options that do not exist, and values of another kind, where they are given. */
import { PreemptError, Scheduler } from "@preempt/runtime";
import { VirtualHost } from "@preempt/runtime/testing";
import { createRequestScheduler, type Ticket } from "@preempt/server";
import { loopDelayGuard, requestListener, shutDown } from "@preempt/server/node";
import { expect, test } from "vitest";
import { fetchHandler } from "../src/fetch.ts";
import { jsonBody } from "../src/json.ts";
import { collectMetrics } from "../src/metrics.ts";
import { traceRequests } from "../src/telemetry.ts";

// biome-ignore lint/suspicious/noExplicitAny: what code without types gives
type Any = any;

const make = (options: object = {}) =>
  createRequestScheduler({
    classes: { page: {} },
    scheduler: new Scheduler({ host: new VirtualHost() }),
    onUnpreemptable: "ignore",
    ...options,
  });
const f = () => {};
const request = ["deadline", "priority", "times"] as const;

const doors: Record<string, readonly [give: (options: Any) => unknown, checked: readonly string[]]> = {
  "a request scheduler": [
    make,
    ["classes", "classify", "weightOf", "queue", "patience", "scheduler", "overload", "onError"],
  ],
  "a class": [
    (o) => make({ classes: { page: o } }),
    ["deadline", "priority", "maxQueue", "maxWait", "late", "concurrency", "share", "onOverload"],
  ],
  overload: [(o) => make({ overload: o }), ["admission", "recoverAt", "recoverAfter", "heap", "heapUsed", "guard"]],
  "a route": [(o) => make().route("page", f, o), ["deadline", "priority", "degraded"]],
  "an admission": [(o) => make().admit("page", o), request],
  "a request": [(o) => make().run("page", f, o), [...request, "signal", "args"]],
  "a ticket": [(o) => (make().admit("page") as Ticket).run(f, o), ["signal", "args"]],
  "the end of a request scheduler": [(o) => make().close(o), ["deadline"]],
  requestListener: [(o) => requestListener(make(), f, o), ["degraded", "health", "serverTiming", "onError"]],
  fetchHandler: [(o) => fetchHandler(make(), f as never, o), ["degraded"]],
  jsonBody: [(o) => jsonBody(make(), o), ["limit"]],
  collectMetrics: [(o) => collectMetrics(make(), o), ["prefix", "buckets", "register"]],
  traceRequests: [(o) => traceRequests(make(), o), ["tracer"]],
};

function given(give: (options: Any) => unknown, options: object): unknown {
  try {
    (give(options) as { catch?: (f: () => void) => void } | undefined)?.catch?.(() => {});
    return undefined;
  } catch (error) {
    return error;
  }
}

test.each(Object.entries(doors))("%s takes no option that does not exist, and says which one was meant", (_, door) => {
  const [give, checked] = door;
  for (const name of checked) {
    const misspelt = name.slice(0, 1) + name.slice(2);
    const error = given(give, { [misspelt]: 1 }) as Error;
    expect(error, misspelt).toBeInstanceOf(PreemptError);
    expect(error.message).toMatch(/^option_unknown: an option of .+ is "[^"]+"\. Give "[^"]+"\.$/);
  }
});

test.each(Object.entries(doors))("%s takes no option of another kind", (_, [give, checked]) => {
  for (const name of checked) {
    const error = given(give, { [name]: 5n }) as Error;
    expect(error, name).toBeInstanceOf(PreemptError);
    expect(error.message).toMatch(/^[a-z_]+: .* 5\b.* Give .+\.$/);
  }
});

test("what a request is refused for takes no place in its queue", () => {
  const rs = make();
  expect(() => rs.run("page", f, { deadline: "5" } as Any)).toThrow(
    'deadline_not_positive: the deadline of a request is "5". Give a number of milliseconds above 0.',
  );
  expect(() => rs.run("page", 5 as Any)).toThrow(
    "handler_not_a_function: the handler of a request is 5. Give a function.",
  );
  expect(() => rs.admit("page", { dedline: 5 } as Any)).toThrow('is "dedline". Give "deadline".');
  expect(rs.load.page).toMatchObject({ ready: 0, running: 0 });
});

test("the time to shut down, and the limit of a guard, are numbers", async () => {
  await expect(shutDown({} as Any, make(), { deadline: "5" } as Any)).rejects.toThrow("deadline_negative");
  expect(() => loopDelayGuard("5" as Any)).toThrow("loop_delay_not_positive");
});
