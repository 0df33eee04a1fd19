/** What is no good is refused where it is given, in words, with a code. */
import { PreemptError, Scheduler } from "@preempt/runtime";
import { VirtualHost } from "@preempt/runtime/testing";
import { createRequestScheduler } from "@preempt/server";
import { requestListener } from "@preempt/server/node";
import { expect, test, vi } from "vitest";
import { fetchHandler } from "../src/fetch.ts";

// biome-ignore lint/suspicious/noExplicitAny: what code without types gives
type Any = any;

const make = (options: object) => createRequestScheduler({ classes: { page: {} }, ...options } as Any);
const ofClass = (options: unknown) => make({ classes: { page: options } });

test.for<[make: () => unknown, message: string]>([
  [
    () => createRequestScheduler(undefined as Any),
    "options_not_an_object: the options of the request scheduler is undefined. Give an object.",
  ],
  [
    () => make({ classes: {} }),
    "classes_missing: classes is [object Object]. Give an object with at least one class: { login: { deadline: 50 } }.",
  ],
  [() => make({ clases: {} }), 'option_unknown: an option of the request scheduler is "clases". Give "classes".'],
  [() => ofClass({ dedline: 5 }), 'option_unknown: an option of class "page" is "dedline". Give "deadline".'],
  [() => ofClass(5), 'options_not_an_object: the options of class "page" is 5. Give an object.'],
  [
    () => ofClass({ deadline: 0 }),
    'deadline_not_positive: the deadline of class "page" is 0. Give a number of milliseconds above 0.',
  ],
  [
    () => ofClass({ priority: "high" }),
    'priority_not_finite: the priority of class "page" is "high". Give any finite number; larger is more urgent.',
  ],
  [
    () => ofClass({ maxQueue: 0 }),
    'max_queue_not_a_count: the maxQueue of class "page" is 0. Give an integer of 1 or more, or Infinity.',
  ],
  [
    () => ofClass({ maxWait: -1 }),
    'max_wait_not_positive: the maxWait of class "page" is -1. Give a number of milliseconds above 0.',
  ],
  [
    () => ofClass({ concurrency: 1.5 }),
    'concurrency_not_a_count: the concurrency of class "page" is 1.5. Give an integer of 1 or more, or Infinity.',
  ],
  [
    () => ofClass({ share: 2 }),
    'share_not_a_fraction: the share of class "page" is 2. Give a number above 0, at most 1.',
  ],
  [
    () => ofClass({ onOverload: "drop" }),
    'on_overload_unknown: the onOverload of class "page" is "drop". Give "refuse" or "degrade".',
  ],
  [() => ofClass({ late: true }), 'late_unknown: the late of class "page" is true. Give "run" or "refuse".'],
  [() => make({ defaultClass: "other" }), 'class_unknown: the class of a request is "other". Give one of "page".'],
  [
    () => make({ queue: "lifo" }),
    'queue_unknown: the queue of the request scheduler is "lifo". Give "edf", "priority", "aging" or "fcfs".',
  ],
  [
    () => make({ classify: "page" }),
    'classify_not_a_function: the classify of the request scheduler is "page". Give a function.',
  ],
  [
    () => make({ patience: 0 }),
    "patience_not_positive: the patience of the request scheduler is 0. Give a number of milliseconds above 0.",
  ],
  [
    () => make({ scheduler: {} }),
    'scheduler_not_a_scheduler: the scheduler is [object Object]. Give a Scheduler of "@preempt/runtime".',
  ],
  [
    () => make({ onUnpreemptable: "log" }),
    'on_unpreemptable_unknown: the onUnpreemptable of the request scheduler is "log". Give "warn", "ignore" or "throw".',
  ],
  [() => make({ overload: { heep: 1 } }), 'option_unknown: an option of overload is "heep". Give "heap".'],
  [
    () => make({ overload: { heap: 2 } }),
    "heap_not_a_fraction: the heap of overload is 2. Give a number above 0, at most 1.",
  ],
  [
    () => make({ overload: { admission: 1 } }),
    "admission_not_a_boolean: the admission of overload is 1. Give true or false.",
  ],
  [() => make({ overload: true }), "options_not_an_object: the options of overload is true. Give an object."],
  [() => make({}).admit("other"), 'class_unknown: the class of a request is "other". Give one of "page".'],
  [() => make({}).route("page", 5 as Any), "handler_not_a_function: the handler of a route is 5. Give a function."],
  [() => make({}).route("page", () => {}, { deadline: -1 }), "deadline_not_positive: the deadline of a route is -1."],
  [
    () => make({ onUnpreemptable: "throw" }).route("page", function page() {}),
    'handler_not_preemptable: the handler "page" of class "page" is not preemptable',
  ],
  [() => fetchHandler(make({ onUnpreemptable: "throw" }), () => new Response()), "test/options.test.ts:"],
  [
    () => requestListener(make({}), (() => {}) as Any, { healt: "/x" } as Any),
    'option_unknown: an option of requestListener is "healt". Give "health".',
  ],
])("%#: %s", ([given, message]) => {
  let error: unknown;
  try {
    given();
  } catch (thrown) {
    error = thrown;
  }
  expect(error).toBeInstanceOf(PreemptError);
  expect((error as Error).message).toContain(message);
});

test("a handler that cannot be preempted is named once, and generator functions can", () => {
  const rs = make({ onUnpreemptable: "throw" });
  expect(() => rs.route("page", function* () {})).not.toThrow();
});

test.each(["warn", "ignore"] as const)(
  "what onUnpreemptable: %s says of a handler, the scheduler does not repeat",
  async (what) => {
    const warn = vi.spyOn(console, "warn").mockImplementation(() => {});
    try {
      const host = new VirtualHost();
      const rs = make({ onUnpreemptable: what, scheduler: new Scheduler({ host, warnAfter: 50 }) });
      const handler = () => {
        for (const _ of what) host.advance(20);
      };
      rs.route("page", handler);
      const done = rs.run("page", handler);
      host.run();
      await done;
      const texts = warn.mock.calls.map(([text]) => String(text));
      expect(texts).toEqual(
        what === "ignore"
          ? []
          : [expect.stringMatching(/^preempt: the handler "handler" of class "page" is not preemptable, /)],
      );
    } finally {
      warn.mockRestore();
    }
  },
);
